// Tests shared moments: a view is saved in a file or a command, and restored unchanged.
#include "viz/widgets/moment.h"

#include <QApplication>
#include <QClipboard>
#include <QProcess>

#include "tests/gui/painted_texts.h"
#include "tests/gui/window_fixture.h"
#include "viz/model/run/lesson_session.h"
#include "viz/widgets/lesson_controller.h"
#include "viz/widgets/main_window.h"
#include "viz/widgets/pages/charts_page.h"
#include "viz/widgets/pages/compare_page.h"
#include "viz/widgets/pages/compose_page.h"
#include "viz/widgets/pages/watch_page.h"
#include "viz/widgets/screenshot.h"
#include "viz/widgets/views/stage_view.h"

namespace orrery::viz {
namespace {

class Moment : public Window {
 protected:
  /// Sets everything to values other than the defaults.
  void look() {
    window_.resize(1111, 777);
    open(kSweep);
    window_.runs().runCell(1);
    settle();
    window_.setTheme(darkTheme());
    window_.setLetterSize(1.2);
    window_.showTab(QStringLiteral("links"));
    window_.pages().watch().showBlocks(false);
    window_.pages().watch().showTimeline(true);
    window_.session().showRound(2);
    window_.session().clock().seek(window_.session().clock().now() + Time(1));
    window_.session().setFocus({.rank = 5});
    window_.pages().stage().setPort({0.7, {-20.25, 7}});  // messages are too small for names, which
    // depend on pixels
  }
  QString moment() { return directory_.filePath(QStringLiteral("here.moment")); }
  QString contents(const QString& name) {
    QFile in(name);
    EXPECT_TRUE(in.open(QIODevice::ReadOnly));
    return QString::fromUtf8(in.readAll());
  }
  void expectRefused(const char* text, const char* why) {
    try {
      applyOptions(window_, optionsOf(wordsOfMoment(file("bad.moment", text))));
      ADD_FAILURE() << text;
    } catch (const std::exception& e) {
      EXPECT_NE(std::string(e.what()).find(why), std::string::npos) << e.what();
    }
  }
};

TEST_F(Moment, AFileOpensExactlyThatView) {
  look();
  window_.grab();  // updates the layout
  const QStringList texts = paintedTexts(window_);
  const QStringList words = wordsOf(momentOf(window_));
  saveMoment(momentOf(window_), moment());
  EXPECT_TRUE(contents(moment()).contains(QStringLiteral("scenario = 'scenario.toml'")))
      << contents(moment()).toStdString();
  MainWindow other;
  openMoment(other, moment());
  EXPECT_EQ(wordsOf(momentOf(other)), words);
  EXPECT_EQ(other.session().clock().now(), window_.session().clock().now());
  EXPECT_EQ(other.session().focus(), window_.session().focus());
  other.grab();
  EXPECT_GT(texts.size(), 50);
  EXPECT_EQ(paintedTexts(other), texts);  // pictures may differ by how a splitter rounds
}

TEST_F(Moment, ACommandOpensTheSame) {
  look();
  const QString command = commandOf(momentOf(window_));
  EXPECT_TRUE(command.startsWith(QStringLiteral("orrery-gui /"))) << command.toStdString();
  EXPECT_TRUE(command.contains(QStringLiteral("--follow 'rank 5'"))) << command.toStdString();
  QStringList words = QProcess::splitCommand(QString(command).replace(u'\'', u'"'));
  words.removeFirst();
  const Options o = optionsOf(words);
  MainWindow other(themeNamed(o.theme.toStdString()));
  other.resize(o.sizeOr1600());
  applyOptions(other, o);
  EXPECT_EQ(commandOf(momentOf(other)), command);
}

TEST_F(Moment, TheMenuCopiesAndSaves) {
  look();
  showActive();
  QTest::keyClick(&window_, Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_EQ(QApplication::clipboard()->text(), commandOf(momentOf(window_)));
}

TEST_F(Moment, OfAPageOfALesson) {
  ASSERT_TRUE(window_.lessons().open(QStringLiteral("lessons/broadcast-trees"), 2)) << error();
  const Options o = momentOf(window_);
  EXPECT_EQ(o.scenario, QStringLiteral("lessons/broadcast-trees"));
  EXPECT_EQ(o.page, 3);
  EXPECT_FALSE(o.cell);
  saveMoment(o, moment());
  MainWindow other;
  other.open(moment());
  ASSERT_TRUE(other.lesson().isOpen());
  EXPECT_EQ(other.lesson().number(), 2);
  EXPECT_EQ(wordsOf(momentOf(other)), wordsOf(o));
}

/// Checks the zoom of the timeline, and the dragged sizes.
TEST_F(Moment, HasTheTimelineAndThePanes) {
  look();
  window_.pages().watch().showBlocks(true);
  showActive();
  TimelineView& lanes = window_.pages().watch().timeline();
  lanes.zoomIn();
  lanes.zoomIntoRanks();
  lanes.pan(0.5, 0.25);
  for (auto* splitter : window_.findChildren<QSplitter*>()) {
    if (!splitter->isVisible()) continue;
    QList<int> sizes = splitter->sizes();
    sizes.front() -= 31;
    sizes.back() += 31;
    splitter->setSizes(sizes);
    emit splitter->splitterMoved(sizes.front(), 1);
  }
  const LaneScale scale = lanes.scale();
  const auto panes = window_.panes();
  ASSERT_TRUE(panes);
  saveMoment(momentOf(window_), moment());
  MainWindow other;
  openMoment(other, moment());
  other.grab();
  const LaneScale& shown = other.pages().watch().timeline().scale();
  EXPECT_EQ(shown.begin, scale.begin);
  EXPECT_EQ(shown.end, scale.end);
  EXPECT_EQ(shown.ranks, scale.ranks);
  EXPECT_NEAR(shown.first_rank, scale.first_rank, 1e-9);
  EXPECT_EQ(other.panes(), panes);
  EXPECT_EQ(wordsOf(momentOf(other)), wordsOf(momentOf(window_)));
}

TEST_F(Moment, OfAComparison) {
  open(kSweep);
  window_.pages().setMode(Mode::kCompare);
  ComparePage& page = window_.pages().compare();
  const auto settled = [](ComparePage& p) { EXPECT_TRUE(waitUntil([&] { return !p.isBusy(); })); };
  page.chooser(0).openFile(QStringLiteral("lessons/few-rounds-or-few-bytes"));
  page.chooser(0).chooseCell(1);
  page.chooser(1).chooseAlgorithm(QStringLiteral("recursive-doubling"));
  page.setLock(Comparison::Lock::kRound);
  settled(page);
  page.master().showRound(2);
  page.master().setFocus({.rank = 3});
  page.stage(0).setPort({1.5, {-20, 7}});
  saveMoment(momentOf(window_), moment());
  MainWindow other;
  openMoment(other, moment());
  settled(other.pages().compare());
  EXPECT_EQ(other.pages().mode(), Mode::kCompare);
  for (int side : {0, 1}) {
    EXPECT_EQ(other.pages().compare().comparison().side(side).run()->result.title,
              page.comparison().side(side).run()->result.title);
    EXPECT_EQ(other.pages().compare().comparison().side(side).clock().now(),
              page.comparison().side(side).clock().now());
  }
  EXPECT_EQ(other.pages().compare().chooser(1).algorithms().currentText(),
            QStringLiteral("recursive-doubling"));
  EXPECT_EQ(wordsOf(momentOf(other)), wordsOf(momentOf(window_)));
}

TEST_F(Moment, OfAChart) {
  open(kSweep);
  window_.pages().setMode(Mode::kCharts);
  ChartsPage& page = window_.pages().charts();
  for (const auto kind :
       {ChartRequest::Kind::kDeficiencies, ChartRequest::Kind::kMap, ChartRequest::Kind::kLines}) {
    page.setKind(kind);
    page.quantity().setCurrentIndex(2);
    saveMoment(momentOf(window_), moment());
    MainWindow other;
    openMoment(other, moment());
    EXPECT_EQ(other.pages().mode(), Mode::kCharts);
    EXPECT_EQ(other.pages().charts().choice(), page.choice());
    EXPECT_EQ(wordsOf(momentOf(other)), wordsOf(momentOf(window_)));
  }
}

TEST_F(Moment, WhatTheCommandLineSaysComesFirst) {
  look();
  saveMoment(momentOf(window_), moment());
  const Options o =
      optionsOf(wordsOfMoment(moment(), {QStringLiteral("--time=1ns"), QStringLiteral("--size"),
                                         QStringLiteral("900x700")}));
  EXPECT_EQ(o.time, Time(1000));
  EXPECT_EQ(o.size, QSize(900, 700));
  EXPECT_EQ(o.cell, 2);
}

TEST_F(Moment, IsOfWhatIsSavedAndWatched) {
  EXPECT_THROW(momentOf(window_), std::invalid_argument);
  look();
  window_.pages().setMode(Mode::kCompose);
  EXPECT_THROW(momentOf(window_), std::invalid_argument);
  window_.pages().setMode(Mode::kWatch);
  window_.pages().compose().type("bytes", QStringLiteral("3MiB"));
  EXPECT_THROW(momentOf(window_), std::invalid_argument);
}

TEST_F(Moment, SaysWhatIsWrong) {
  file("scenario.toml", kSweep);
  expectRefused("", "expected the table [moment]");
  expectRefused("[moment]\nscenario = 'scenario.toml'\nx", "bad.moment:3");
  expectRefused("[moment]\nscenario = 'scenario.toml'\nnonsense = '1'", "--nonsense");
  expectRefused("[moment]\nscenario = 'scenario.toml'\ntime = '1000s'", "--time: the run ends at");
  expectRefused("[moment]\nscenario = 'scenario.toml'\nfollow = 'rank 16'",
                "'rank 16' is not in this run");
  expectRefused("[moment]\nscenario = 'scenario.toml'\nfollow = 'link 0 -> 9'", "link 0 -> 9");
  expectRefused("[moment]\nscenario = 'scenario.toml'\nshow = 'blocks,nothing'",
                "--show: 'nothing'");
  expectRefused("[moment]\nscenario = 'scenario.toml'\nzoom = '1,2'", "--zoom: '1,2'");
  expectRefused("[moment]\nscenario = 'none.toml'", "none.toml");
  expectRefused("[moment]\nscenario = 'scenario.toml'\nlanes = '1us,2us'", "--lanes: '1us,2us'");
  expectRefused("[moment]\nscenario = 'scenario.toml'\ntab = 'compare'\nleft = ':7:ring'",
                "--left: ':7:ring'; expected a cell from 1 to 2");
  expectRefused("[moment]\nscenario = 'scenario.toml'\ntab = 'compare'\nright = ':1:rong'",
                "--right: algorithm 'rong' is unknown");
  expectRefused("[moment]\nscenario = 'scenario.toml'\ntab = 'charts'\nchart = 'lines;x=ports'",
                "--chart: this sweep has no chart 'lines;x=ports'");
  EXPECT_THROW(saveMoment({}, directory_.filePath("no/such/a.moment")), std::invalid_argument);
}

TEST_F(Moment, SeveralThingsAreFollowed) {
  open(kSweep);
  const FinishedRun& run = *window_.session().run();
  for (const Focus& focus :
       {Focus{.rank = 3, .block = 2}, Focus{.block = 4, .message = 17}, Focus{.link = 5}})
    EXPECT_EQ(focusFrom(run, textOf(run, focus)), focus) << textOf(run, focus);
}

}  // namespace
}  // namespace orrery::viz
