#include <algorithm>
#include <atomic>
#include <set>

#include <QApplication>
#include <QComboBox>
#include <QDropEvent>
#include <QFile>
#include <QFileInfo>
#include <QImageReader>
#include <QMenuBar>
#include <QMimeData>
#include <QSemaphore>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QThreadPool>
#include <QToolButton>
#include <gtest/gtest.h>

#include "scenarios/commands/orrery/line/main_command.h"
#include "scenarios/report/deficiency_words.h"
#include "tests/gui/fixtures.h"
#include "tests/gui/gui_main.h"
#include "tests/gui/painted_texts.h"
#include "tests/gui/window_fixture.h"
#include "viz/paint/block_matrix.h"
#include "viz/widgets/main_window.h"
#include "viz/widgets/options.h"
#include "viz/widgets/pages/charts_page.h"
#include "viz/widgets/pages/compare_page.h"
#include "viz/widgets/pages/compose_page.h"
#include "viz/widgets/pages/report_panel.h"
#include "viz/widgets/pages/side_panel.h"
#include "viz/widgets/pages/watch_page.h"
#include "viz/widgets/recent_menu.h"
#include "viz/widgets/screenshot.h"
#include "viz/widgets/transport_bar.h"
#include "viz/widgets/views/listing_view.h"
#include "viz/widgets/views/stage_view.h"
#include "viz/widgets/window_help.h"

namespace orrery::viz {
namespace {

TEST_F(Window, OpensAScenario) {
  open(kSweep);
  EXPECT_EQ(error(), "");
  EXPECT_EQ(window_.windowTitle().toStdString(), "Two algorithms[*] – Orrery");
  ASSERT_NE(window_.session().run(), nullptr);
  EXPECT_EQ(window_.session().run()->result.spec.algorithm, "ring");
  EXPECT_EQ(round(), 0);
  EXPECT_EQ(window_.side().report().roundTable().model()->rowCount(), 30);
}

TEST_F(Window, StepsWithTheKeyboard) {
  open(kSweep);
  showActive();
  const auto press = [this](Qt::Key key) { QTest::keyClick(&window_, key); };
  press(Qt::Key_Right);
  press(Qt::Key_Right);
  EXPECT_EQ(round(), 2);
  const QImage before = window_.pages().stage().grab().toImage();
  press(Qt::Key_Right);
  window_.session().clock().finish();
  EXPECT_NE(window_.pages().stage().grab().toImage(), before);
  press(Qt::Key_Left);
  EXPECT_EQ(round(), 2);
  EXPECT_EQ(window_.pages().stage().grab().toImage(), before);
  press(Qt::Key_End);
  EXPECT_EQ(window_.session().clock().now(), window_.session().clock().end());
  press(Qt::Key_Home);
  EXPECT_EQ(window_.session().clock().now(), Time{0});
  window_.session().clock().setSpeed(0.01);  // it does not end by itself on a busy machine
  press(Qt::Key_Space);
  EXPECT_TRUE(window_.session().clock().isPlaying());
  EXPECT_TRUE(waitUntil([this] { return window_.session().clock().now() > Time{0}; }));
  press(Qt::Key_Space);
  EXPECT_FALSE(window_.session().clock().isPlaying());
}

/// Checks that a gliding step does not look like playing: the button still offers to play, and then
/// the run plays.
TEST_F(Window, AStepDoesNotLookLikePlaying) {
  open(kSweep);
  showActive();
  const auto name = [this] {
    for (const auto* button : window_.findChildren<QToolButton*>())
      if (button->text() == QStringLiteral("Play") || button->text() == QStringLiteral("Pause"))
        return button->text().toStdString();
    return std::string();
  };
  PlaybackClock& clock = window_.session().clock();
  EXPECT_EQ(name(), "Play");
  QTest::keyClick(&window_, Qt::Key_Right);
  ASSERT_TRUE(clock.isGliding());
  EXPECT_EQ(name(), "Play");
  clock.setSpeed(0.01);
  QTest::keyClick(&window_, Qt::Key_Space);
  EXPECT_FALSE(clock.isGliding());
  EXPECT_TRUE(clock.isPlaying());
  EXPECT_EQ(name(), "Pause");
  QTest::keyClick(&window_, Qt::Key_Right);
  EXPECT_EQ(name(), "Play");
  clock.finish();
  EXPECT_FALSE(clock.isPlaying());
  EXPECT_EQ(name(), "Play");
}

TEST_F(Window, ScrubsWithTheMouse) {
  open(kSweep);
  auto* slider = window_.findChild<TimeSlider*>();
  ASSERT_NE(slider, nullptr);
  slider->resize(600, 44);
  const Time end = window_.session().clock().end();
  QTest::mouseClick(slider, Qt::LeftButton, {}, QPoint(300, 12));
  EXPECT_NEAR(to_seconds(window_.session().clock().now()), to_seconds(end) / 2,
              0.02 * to_seconds(end));
  QTest::mouseClick(slider, Qt::LeftButton, {}, QPoint(599, 12));
  EXPECT_EQ(window_.session().clock().now(), end);
}

TEST_F(Window, TheTableFollowsAndLeads) {
  open(kSweep);
  window_.session().showRound(5);
  const QTableView& table = window_.side().report().roundTable();
  ASSERT_EQ(table.selectionModel()->selectedRows().size(), 1);
  EXPECT_EQ(table.selectionModel()->selectedRows().front().row(), 5);
  window_.show();
  QTest::mouseClick(table.viewport(), Qt::LeftButton, {},
                    table.visualRect(table.model()->index(7, 0)).center());
  EXPECT_EQ(round(), 7);
}

TEST_F(Window, ChoosesACellOfASweep) {
  open(kSweep);
  window_.runs().runCell(1);
  settle();
  EXPECT_EQ(window_.session().run()->result.spec.algorithm, "rabenseifner");
  EXPECT_EQ(window_.side().report().roundTable().model()->rowCount(), 8);
}

TEST_F(Window, OnlyTheLastOfSeveralRunsCounts) {
  open(kSweep);
  window_.runs().runCell(0);
  window_.runs().runCell(1);
  settle();
  EXPECT_EQ(window_.session().run()->result.spec.algorithm, "rabenseifner");
}

TEST_F(Window, SaysWhatIsWrongWithAScenario) {
  EXPECT_FALSE(window_.openScenario(file("bad.toml", "[run]\nalgoritm = \"ring\"\n")));
  EXPECT_NE(error().find("algoritm"), std::string::npos) << error();
  EXPECT_NE(error().find("bad.toml"), std::string::npos) << error();
  EXPECT_FALSE(window_.openScenario(file("none.toml", "[run\n")));
  EXPECT_NE(error(), "");
  EXPECT_FALSE(window_.openScenario("no-such-file.toml"));
  EXPECT_NE(error().find("no-such-file"), std::string::npos) << error();
  EXPECT_EQ(window_.runs().scenario().cells.size(), 0U);
  open(kSweep);  // and recovers
  EXPECT_EQ(error(), "");
}

TEST_F(Window, ARunUnderWayDoesNotHideAnError) {
  ASSERT_TRUE(window_.openScenario(file("scenario.toml", kSweep)));
  EXPECT_FALSE(window_.openScenario("no-such-file.toml"));
  ASSERT_TRUE(waitUntilIdle());
  EXPECT_NE(error(), "");
}

TEST_F(Window, SaysWhyACellCannotBeRun) {
  open(kSweep);
  RunSpec spec = window_.runs().scenario().cells[0];
  spec.algorithm = "no-such-algorithm";
  window_.runs().run(spec);
  settle();
  EXPECT_NE(error().find("no-such-algorithm"), std::string::npos) << error();
  window_.runs().runCell(0);
  settle();
  EXPECT_EQ(error(), "");
}

TEST_F(Window, SurvivesKeysWithoutARun) {
  showActive();
  for (Qt::Key key : {Qt::Key_Right, Qt::Key_Left, Qt::Key_Home, Qt::Key_End, Qt::Key_Space}) {
    QTest::keyClick(&window_, key);
  }
  EXPECT_FALSE(window_.grab().isNull());
}

TEST_F(Window, FitsIntoSmallAndLargeSizes) {
  open(kSweep);
  for (QSize size : {QSize(1600, 1000), QSize(1024, 768), QSize(800, 600)}) {
    window_.resize(size);
    EXPECT_EQ(window_.grab().toImage().size(), size);
  }
}

TEST_F(Window, ChangesColours) {
  open(kSweep);
  showActive();
  std::vector<QImage> pictures;
  for (int i = 0; i < 2; ++i) {
    for (const Theme* theme : allThemes()) {
      window_.setTheme(*theme);
      QCoreApplication::processEvents();  // larger letters are laid out anew
      pictures.push_back(window_.grab().toImage());
    }
  }
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(pictures[i], pictures[i + 3]);
    EXPECT_NE(pictures[i], pictures[(i + 1) % 3]);
  }
}

TEST_F(Window, StepsByMessageWithTheKeyboard) {
  open(kSweep);
  showActive();
  QTest::keyClick(&window_, Qt::Key_Home);
  QTest::keyClick(&window_, Qt::Key_Right, Qt::ShiftModifier);
  EXPECT_EQ(window_.session().focus().message, 0);
  const Time first = window_.session().clock().now();
  for (int i = 0; i < 16; ++i) QTest::keyClick(&window_, Qt::Key_Right, Qt::ShiftModifier);
  EXPECT_EQ(window_.session().focus().message, 16);
  EXPECT_GT(window_.session().clock().now(), first);
  for (int i = 0; i < 16; ++i) QTest::keyClick(&window_, Qt::Key_Left, Qt::ShiftModifier);
  EXPECT_EQ(window_.session().focus().message, 0);
  EXPECT_EQ(window_.session().clock().now(), first);
  QTest::keyClick(&window_, Qt::Key_Escape);
  EXPECT_FALSE(window_.session().focus().any());
}

TEST_F(Window, BlocksAreHoveredAndFollowed) {
  open(kSweep);
  window_.pages().watch().showBlocks(true);
  window_.grab();
  BlocksView& view = window_.pages().watch().blocks();
  const MatrixScale scale =
      matrixScale(view.rect(), *window_.session().run()->blocks, lightTheme());
  const QPointF cell = scale.cell(5, 2).center();
  EXPECT_EQ(view.textAt(cell).toStdString().substr(0, 15), "rank 5, block 2");
  QTest::mouseClick(&view, Qt::LeftButton, {}, cell.toPoint());
  EXPECT_EQ(window_.session().focus().rank, 5);
  EXPECT_EQ(window_.session().focus().block, 2);
  QTest::mouseClick(&view, Qt::LeftButton, {}, cell.toPoint());
  EXPECT_FALSE(window_.session().focus().any());
}

/// Counts how often a widget is painted.
class Paintings : public QObject {
 public:
  explicit Paintings(QWidget& widget) : QObject(&widget) { widget.installEventFilter(this); }
  bool eventFilter(QObject* /*of*/, QEvent* event) override {
    count += event->type() == QEvent::Paint ? 1 : 0;
    return false;
  }
  int count = 0;
};

/// Checks that a frame of a run that plays paints no cells that stay as they are: they take longer than the network.
TEST_F(Window, MatricesArePaintedWhenTheyChange) {
  open(kSweep);
  window_.resize(1366, 768);
  showActive();
  BlocksView& view = window_.pages().watch().blocks();
  const auto paintingsAt = [&, paintings = new Paintings(view)](Time moment) {
    paintings->count = 0;
    window_.session().clock().seek(moment);
    for (int i = 0; i < 5; ++i) QCoreApplication::processEvents();
    return paintings->count;
  };
  const auto& rounds = window_.session().run()->stage->index().rounds();
  for (const bool pairs : {true, false}) {
    view.showPairs(pairs);
    EXPECT_EQ(paintingsAt(rounds[3].view), 1);
    EXPECT_EQ(paintingsAt(rounds[3].view + Time(1000)), 0);
    EXPECT_EQ(paintingsAt(rounds[4].view), 1);
    EXPECT_EQ(paintingsAt(rounds[3].view), 1);
    EXPECT_EQ(paintingsAt(rounds[2].view), 1);
  }
}

TEST_F(Window, TheCommunicationIsATreeThatGrows) {
  ASSERT_TRUE(window_.openScenario(QStringLiteral("lessons/gather-trees"))) << error();
  settle();
  window_.resize(1366, 768);
  showActive();
  EXPECT_FALSE(window_.pages().stage().showsCommunication());
  QTest::keyClick(&window_, Qt::Key_C);
  StageView& view = window_.pages().stage();
  ASSERT_TRUE(view.showsCommunication());
  EXPECT_TRUE(view.spokenText().contains(QStringLiteral("All messages go over one tree.")));
  // Messages that hovering finds are those that have been drawn.
  const auto found = [&](Time t) {
    window_.session().clock().seek(t);
    std::set<QString> texts;
    for (int y = 0; y < view.height(); y += 3)
      for (int x = 0; x < view.width(); x += 3)
        if (const QString text = view.textAt({1.0 * x, 1.0 * y}); text.contains(u"sends block"))
          texts.insert(text);
    return texts.size();
  };
  const TraceIndex& index = window_.session().run()->stage->index();
  const auto begun = [&](Time t) {
    const auto& all = index.trace().messages;
    return static_cast<std::size_t>(
        std::ranges::count_if(all, [t](const auto& m) { return m.start <= t; }));
  };
  EXPECT_LT(begun(Time{0}), begun(index.end() / 2));
  EXPECT_LT(begun(index.end() / 2), 9U);
  for (const Time t : {Time{0}, index.end() / 2, index.end()}) EXPECT_EQ(found(t), begun(t));
  QTest::keyClick(&window_, Qt::Key_W);
  EXPECT_FALSE(view.showsCommunication());
}

TEST_F(Window, TheTimelineScrubsAndZooms) {
  open(kSweep);
  window_.pages().watch().showTimeline(true);
  window_.grab();
  TimelineView& view = window_.pages().watch().timeline();
  const QRectF area = view.scale().area;
  const Time end = window_.session().clock().end();
  QTest::mouseClick(&view, Qt::LeftButton, {}, area.center().toPoint());
  EXPECT_NEAR(to_seconds(window_.session().clock().now()), to_seconds(end) / 2,
              0.02 * to_seconds(end));
  EXPECT_GE(window_.session().focus().message, 0);  // there was one
  EXPECT_NE(view.textAt(area.center()).indexOf(QStringLiteral("sends")), -1);
  view.zoomIn();
  view.zoomIn();
  EXPECT_NEAR(to_seconds(view.scale().end - view.scale().begin), to_seconds(end) / 4,
              1e-3 * to_seconds(end));
  window_.session().toEnd();  // follows
  EXPECT_EQ(view.scale().end, end);
  view.showAll();
  EXPECT_EQ(view.scale().begin, Time{0});
}

TEST_F(Window, TheStageFollowsWhatIsClicked) {
  open(kSweep);
  window_.session().showRound(2);
  window_.grab();
  StageView& stage = window_.pages().stage();
  const Layout& layout = window_.session().run()->stage->layout();
  const View view = fitView(layout, stage.networkRect(), lightTheme());
  const QPointF node = view.map(layout.nodes()[6]);
  EXPECT_EQ(stage.textAt(node).toStdString().substr(0, 6), "rank 6");
  stage.follow(node);
  EXPECT_EQ(window_.session().focus().rank, 6);
  EXPECT_NE(window_.side().report().listing().sentence().indexOf(QStringLiteral("rank 6 sends")),
            -1);
  const LinkId link = window_.session().frame().links.front().link;
  stage.follow(view.mapLane(layout.link(link).segments[0]).pointAt(0.5));
  const Focus focus = window_.session().focus();
  EXPECT_TRUE(focus.link >= 0 || focus.message >= 0);  // a block may cover the link
  stage.zoomIn();
  EXPECT_GT(stage.port().zoom, 1);
  stage.fit();
  EXPECT_EQ(stage.port(), ViewPort{});
}

TEST_F(Window, ListsWhatCrossesALink) {
  open(kSweep);
  const LinkId link = window_.session().run()->stage->index().trace().messages[0].paths[0].links[0];
  Focus focus;
  focus.link = link;
  window_.session().setFocus(focus);
  EXPECT_EQ(window_.side().report().crossing().rowCount(), 30);  // a ring: once in each round
}

TEST_F(Window, ComposesAndRunsAScenario) {
  ComposePage& page = window_.pages().compose();
  page.type("algorithm", "ring");
  page.type("topology", "torus:5");
  page.type("bytes", "1KiB");
  EXPECT_EQ(page.errorText(), "");
  page.run();
  settle();
  EXPECT_EQ(error(), "");
  EXPECT_EQ(window_.session().run()->result.spec.ranks, 5);
  EXPECT_EQ(window_.pages().mode(), Mode::kWatch);

  ASSERT_TRUE(page.saveAs(directory_.filePath("saved.toml")));
  ASSERT_TRUE(window_.openScenario(directory_.filePath("saved.toml")));
  settle();
  EXPECT_EQ(window_.session().run()->result.spec.topology, "torus:5");
}

/// Checks that fields without effect are folded away unless they have a value, and that the reason
/// is shown in both cases.
TEST_F(Window, ComposeShowsWhatMatters) {
  ComposePage& page = window_.pages().compose();
  page.clear();
  page.type("topology", QStringLiteral("torus:4"));
  auto* const more = page.findChild<QToolButton*>(QStringLiteral("unfold"));
  for (const char* key : {"root", "blocks", "skips", "rho", "host_alpha", "core_latency"})
    EXPECT_FALSE(page.shows(key)) << key;
  for (const char* key : {"collective", "bytes", "ranks", "ports", "alpha", "op"})
    EXPECT_TRUE(page.shows(key)) << key;
  EXPECT_TRUE(more->text().endsWith(QLatin1String(" fields without effect here")))
      << more->text().toStdString();
  page.unfold(true);
  EXPECT_TRUE(page.shows("root"));
  EXPECT_EQ(page.noteOf("root").toStdString(), "No effect: allreduce has no root.");
  page.unfold(false);
  page.type("root", QStringLiteral("2"));
  EXPECT_TRUE(page.shows("root"));
  EXPECT_EQ(page.noteOf("root").toStdString(), "No effect: allreduce has no root.");
  page.type("collective", QStringLiteral("broadcast"));
  page.type("algorithm", QStringLiteral("circulant"));
  EXPECT_TRUE(page.shows("root"));
  EXPECT_EQ(page.noteOf("root").toStdString(), "");
  EXPECT_TRUE(page.shows("blocks"));
  EXPECT_FALSE(page.shows("op"));
  page.type("algorithm", QStringLiteral("rong"));  // nothing jumps while it is wrong
  EXPECT_TRUE(page.shows("blocks"));
}

TEST_F(Window, ComposeSaysWhatItsAlgorithmsDo) {
  ComposePage& page = window_.pages().compose();
  page.clear();
  page.type("ranks", QStringLiteral("8"));
  page.type("algorithm", QStringLiteral("ring, rabenseifner"));
  const QStringList lines = page.noteOf("algorithm").split(u'\n');
  ASSERT_EQ(lines.size(), 2);
  EXPECT_TRUE(lines[0].startsWith(QLatin1String("ring: Blocks travel round the ring twice")))
      << lines[0].toStdString();
  EXPECT_TRUE(lines[0].contains(QStringLiteral("Rounds: 14 here. Time: 2(p-1)(α + m/p β)")))
      << lines[0].toStdString();
  EXPECT_TRUE(lines[1].contains(QLatin1String("Rounds: 6 here.")));
  const auto* box = page.findChild<QLineEdit*>(QStringLiteral("algorithm"))->parentWidget();
  const auto* choices = qobject_cast<const QComboBox*>(box);
  EXPECT_TRUE(choices->itemData(0, Qt::ToolTipRole).toString().contains(QLatin1String("Time: ")));
}

TEST_F(Window, ComposeTakesCompositions) {
  ComposePage& page = window_.pages().compose();
  page.clear();
  page.type("topology", QStringLiteral("two-tier:3,5"));
  page.type("bytes", QStringLiteral("4KiB"));
  page.type("algorithm", QStringLiteral("hierarchical(intra=linear, inter=swing), ring"));
  page.type("groups", QStringLiteral("switch"));
  page.type("payload", QStringLiteral("real"));
  EXPECT_EQ(page.errorText().toStdString(), "");
  EXPECT_TRUE(page.shows("groups"));
  const QStringList lines = page.noteOf("algorithm").split(u'\n');
  ASSERT_EQ(lines.size(), 2);
  EXPECT_TRUE(lines[0].startsWith(QLatin1String("hierarchical(intra=linear, inter=swing): ")))
      << lines[0].toStdString();
  EXPECT_TRUE(lines[1].startsWith(QLatin1String("ring: "))) << lines[1].toStdString();
  page.run();
  settle();
  EXPECT_EQ(error(), "");
  const RunResult& result = window_.session().run()->result;
  EXPECT_EQ(result.spec.algorithm, "hierarchical(intra=linear, inter=swing)");
  EXPECT_EQ(result.verified, true);

  ASSERT_TRUE(page.saveAs(directory_.filePath(QStringLiteral("levels.toml"))));
  ASSERT_TRUE(window_.openScenario(directory_.filePath(QStringLiteral("levels.toml"))));
  settle();
  EXPECT_EQ(window_.session().run()->result.spec.groups, "switch");

  page.type("algorithm", QStringLiteral("hierarchical(intra=linear, inter=swin)"));
  EXPECT_TRUE(page.errorText().contains(QLatin1String("did you mean 'swing'?")))
      << page.errorText().toStdString();
  page.type("algorithm", QStringLiteral("hierarchical(intra=linear"));
  EXPECT_TRUE(page.errorText().contains(QLatin1String("parentheses")))
      << page.errorText().toStdString();
  page.type("algorithm", QStringLiteral("leader()"));
  page.type("topology", QStringLiteral("torus:8"));
  EXPECT_TRUE(page.errorText().contains(QLatin1String("have links to each other")))
      << page.errorText().toStdString();
}

TEST_F(Window, ListingKeepsItsLines) {
  open(kSweep);
  window_.pages().setMode(Mode::kWatch);
  const auto* text = window_.findChild<ListingView*>()->findChild<QPlainTextEdit*>();
  EXPECT_EQ(text->lineWrapMode(), QPlainTextEdit::NoWrap);
  ASSERT_TRUE(window_.session().showRound(1));
  const QString words = window_.findChild<ListingView*>()->words();
  EXPECT_TRUE(words.startsWith(QLatin1String("The rank "))) << words.toStdString();
}

TEST_F(Window, SaysWhatIsWrongWithAComposedScenario) {
  ComposePage& page = window_.pages().compose();
  const std::initializer_list<std::pair<const char*, const char*>> bad{
      {"bytes", "3"},           {"topology", "torus:0"}, {"algorithm", "rong"},
      {"ranks", "-1"},          {"ports", "none"},       {"link_bandwidth", "fast"},
      {"collective", "gossip"}, {"root", "99"},          {"skips", "list:1"}};
  for (const auto& [key, value] : bad) {
    page.clear();
    page.type(key, QString::fromLatin1(value));
    if (std::string_view(key) == "root") page.type("collective", QStringLiteral("broadcast"));
    if (std::string_view(key) == "root") page.type("topology", QStringLiteral("full:4"));
    if (std::string_view(key) == "skips") page.type("algorithm", QStringLiteral("circulant"));
    if (std::string_view(key) == "skips") page.type("topology", QStringLiteral("full:9"));
    EXPECT_NE(page.errorText(), "") << key;
    EXPECT_NE(page.errorText().indexOf(QLatin1String(key)), -1) << page.errorText().toStdString();
    page.run();
    EXPECT_FALSE(window_.runs().isBusy());
  }
}

TEST_F(Window, ComparesTwoRuns) {
  open(kSweep);
  window_.pages().setMode(Mode::kCompare);
  ComparePage& page = window_.pages().compare();
  const auto isRunning = [&] {
    return std::ranges::any_of(page.findChildren<QLabel*>(), [](const QLabel* label) {
      return label->text().startsWith(QStringLiteral("Running …"));
    });
  };
  EXPECT_TRUE(isRunning());
  EXPECT_TRUE(waitUntil([&] { return !page.isBusy(); }));
  EXPECT_FALSE(isRunning());
  QComboBox& algorithm = *page.chooser(1).findChildren<QComboBox*>().at(2);
  const int chosen = algorithm.currentIndex();
  algorithm.setCurrentIndex(0);
  emit algorithm.activated(0);
  EXPECT_TRUE(page.meters(1).isEmpty());  // nothing is told of the run before
  EXPECT_EQ(page.all_metrics().rowCount(), 0);
  algorithm.setCurrentIndex(chosen);
  emit algorithm.activated(chosen);
  EXPECT_TRUE(waitUntil([&] { return !page.isBusy(); }));
  Comparison& both = page.comparison();
  ASSERT_TRUE(both.isComplete());
  EXPECT_EQ(both.side(0).run()->result.spec.algorithm, "ring");
  EXPECT_EQ(both.side(1).run()->result.spec.algorithm, "rabenseifner");
  EXPECT_EQ(page.all_metrics().rowCount(), 10);
  window_.show();
  window_.resize(1366, 768);
  QCoreApplication::processEvents();
  const auto* table = page.findChild<FittedTable*>();
  EXPECT_GE(table->viewport()->height(), 8 * table->rowHeight(0));
  for (const int side : {0, 1}) {
    MetersView& meters = page.meters(side);
    EXPECT_FALSE(meters.isHidden());
    const QString said = paintedTexts(meters).join(u'\n');
    const RunResult& result = both.side(side).run()->result;
    EXPECT_TRUE(said.contains(QString::fromStdString(headline_of(result)))) << said.toStdString();
    for (const DeficiencyWords& words : deficiency_words(result)) {
      EXPECT_TRUE(said.contains(QString::fromStdString(words.name))) << said.toStdString();
      EXPECT_TRUE(said.contains(QString::fromStdString(words.sentence))) << said.toStdString();
    }
  }
  page.master().showRound(1);
  EXPECT_EQ(both.side(0).clock().now(), both.side(1).clock().now());
  page.setLock(Comparison::Lock::kRound);
  page.master().showRound(3);
  EXPECT_EQ(both.side(0).frame().round, 3);
  EXPECT_EQ(both.side(1).frame().round, 3);
  page.master().toEnd();
  EXPECT_EQ(both.side(1).clock().now(), both.side(1).clock().end());
  window_.pages().setMode(Mode::kWatch);
}

TEST_F(Window, ShowsTheFirstFigureOfTheSwingPaper) {
  ComparePage& page = window_.pages().compare();
  page.showSwingFigure();
  EXPECT_TRUE(waitUntil([&] { return !page.isBusy(); }));
  Comparison& both = page.comparison();
  ASSERT_TRUE(both.isComplete());
  EXPECT_EQ(both.side(0).run()->result.spec.ranks, 16);
  EXPECT_EQ(both.side(1).run()->result.spec.algorithm, "swing-latency");
  const auto mostFlows = [&](int side) {
    int most = 0;
    for (const LinkState& l : both.side(side).frame().links) most = std::max(most, l.flows);
    return most;
  };
  page.master().showRound(2);  // distance 4 against distance 3
  EXPECT_EQ(mostFlows(0), 4);
  EXPECT_LT(mostFlows(1), 4);
  EXPECT_FALSE(both.busierLinks(0).empty());
}

TEST_F(Window, CancelsALongRun) {
  open(kSweep);
  RunSpec spec = window_.runs().scenario().cells[0];
  spec.topology = "torus:100x100";  // takes minutes
  spec.ranks = 0;
  window_.runs().run(spec);
  ASSERT_TRUE(window_.runs().isBusy());
  QTest::qWait(50);  // it is under way by now, or, on a busy machine, not yet
  window_.runs().cancel();
  EXPECT_FALSE(window_.runs().isBusy());
  EXPECT_EQ(window_.session().run()->result.spec.topology, "torus:4x4");  // still there
  EXPECT_TRUE(waitUntil([] { return QThreadPool::globalInstance()->activeThreadCount() == 0; }));
}

/// Checks cancelling before the run can begin.
TEST_F(Window, CancellingDoesNotWaitForTheRun) {
  open(kSweep);
  ASSERT_TRUE(waitUntilIdle());
  QThreadPool& threads = *QThreadPool::globalInstance();
  const int before = threads.maxThreadCount();
  threads.setMaxThreadCount(1);
  QSemaphore went_on;
  std::atomic<bool> in_time = false;
  threads.start([&] { in_time = went_on.tryAcquire(1, kPatience); });
  window_.runs().runCell(1);
  EXPECT_TRUE(window_.runs().isBusy());
  window_.runs().cancel();
  EXPECT_FALSE(window_.runs().isBusy());
  went_on.release();
  EXPECT_TRUE(waitUntilIdle());
  threads.setMaxThreadCount(before);
  EXPECT_TRUE(in_time) << "cancelling waited for the run";
  EXPECT_EQ(window_.session().run()->result.spec.algorithm, "ring");  // still there
}

TEST_F(Window, MarksWhoWaitsInADeadlock) {
  auto run = std::make_shared<FinishedRun>();
  run->stage = ringStage("torus:4");
  run->result.spec.topology = "torus:4";
  run->result.spec.algorithm = "ring";
  run->result.outcome = Outcome::kDeadlock;
  run->result.waiting_ranks = {1, 2};
  run->result.error = "rank 1 waits for rank 2";
  window_.runs().show(std::shared_ptr<const FinishedRun>(run));
  EXPECT_EQ(error(), "rank 1 waits for rank 2");
  EXPECT_EQ(window_.session().clock().now(), window_.session().clock().end());
  const QImage marked = window_.pages().stage().grab().toImage();
  auto other = std::make_shared<FinishedRun>(*run);
  other->result.waiting_ranks = {3};
  window_.runs().show(std::shared_ptr<const FinishedRun>(other));
  EXPECT_NE(window_.pages().stage().grab().toImage(), marked);
}

TEST_F(Window, DrawsTheResultsOfASweep) {
  open(kSweep);
  ChartsPage& page = window_.pages().charts();
  page.run();
  EXPECT_TRUE(waitUntil([&] { return !page.isBusy(); }));
  ASSERT_TRUE(page.plotView().plot().has_value());
  EXPECT_EQ(page.plotView().plot()->x.names, (std::vector<std::string>{"ring", "rabenseifner"}));
}

constexpr auto kMap = R"(title = "Who wins"
[run]
collective = "allgather"
algorithm = ["ring", "bruck"]
topology = "full:8"
ranks = [4, 8]
bytes = ["16B", "1MiB"]
payload = "ghost"
[cost]
alpha = "1us"
)";

TEST_F(Window, DrawsWhoIsFastestWhere) {
  open(
      std::string(kMap).replace(std::string(kMap).find("topology = \"full:8\"\n"), 20, "").c_str());
  ChartsPage& page = window_.pages().charts();
  page.run();
  EXPECT_TRUE(waitUntil([&] { return !page.isBusy(); }));
  page.setKind(ChartRequest::Kind::kMap);
  ASSERT_TRUE(page.plotView().plot().has_value()) << page.plotView().text().toStdString();
  const Plot& map = *page.plotView().plot();
  EXPECT_EQ(map.kind, Plot::Kind::kCells);
  EXPECT_EQ(map.x.names, (std::vector<std::string>{"4", "8"}));
  EXPECT_EQ(map.y.names, (std::vector<std::string>{"16B", "1MiB"}));
  page.exportTo(directory_.filePath("map.csv"));
  QFile csv(directory_.filePath("map.csv"));
  ASSERT_TRUE(csv.open(QIODevice::ReadOnly));
  EXPECT_EQ(csv.readAll().count('\n'), 5);  // a head and four cells
}

TEST_F(Window, DrawsDeficienciesAsBars) {
  open(kSweep);
  ChartsPage& page = window_.pages().charts();
  page.run();
  EXPECT_TRUE(waitUntil([&] { return !page.isBusy(); }));
  page.setKind(ChartRequest::Kind::kDeficiencies);
  ASSERT_TRUE(page.plotView().plot().has_value()) << page.plotView().text().toStdString();
  const Plot& bars = *page.plotView().plot();
  EXPECT_EQ(bars.x.names, (std::vector<std::string>{"ring", "rabenseifner"}));
  ASSERT_EQ(bars.series.size(), 3U);
  EXPECT_EQ(bars.series[0].points[0].second, 30.0 / 4);  // rounds of the ring over log2 16
  window_.pages().setMode(Mode::kCharts);
  window_.grab();
  const PlotView& view = page.plotView();
  bool found = false;  // something under the pointer tells its value
  for (int x = 0; x < view.width(); x += 5) {
    found |=
        view.textAt(QPointF(x, view.height() - 100.0)).contains(QStringLiteral("rabenseifner"));
  }
  EXPECT_TRUE(found);
  for (const char* name : {"bars.png", "bars.svg", "bars.pdf", "bars.csv"}) {
    page.exportTo(directory_.filePath(QString::fromLatin1(name)));
    EXPECT_GT(QFileInfo(directory_.filePath(QString::fromLatin1(name))).size(), 500) << name;
  }
  EXPECT_THROW(page.exportTo(directory_.filePath("bars.doc")), std::invalid_argument);
}

TEST_F(Window, SavesWithoutLosingWhatTheFileHad) {
  const std::string text =
      "# mine\n" + std::string(kSweep) + "\n[expect]\n\"ring.rounds\" = 30 # all\n";
  open(text.c_str());
  ComposePage& page = window_.pages().compose();
  EXPECT_FALSE(page.model().isModified());
  page.type("bytes", QStringLiteral("2MiB"));
  EXPECT_TRUE(page.model().isModified());
  page.save();
  EXPECT_FALSE(page.model().isModified());
  QFile saved(directory_.filePath("scenario.toml"));
  ASSERT_TRUE(saved.open(QIODevice::ReadOnly));
  std::string wanted = text;
  wanted.replace(wanted.find("1MiB"), 4, "2MiB");
  EXPECT_EQ(saved.readAll().toStdString(), wanted);
  EXPECT_NE(page.noteText().indexOf(QStringLiteral("[expect] is unchanged")), -1);

  page.type("algorithm", QStringLiteral("rabenseifner"));  // of ring nothing can be expected now
  ASSERT_TRUE(page.saveAs(directory_.filePath("other.toml")));
  EXPECT_NE(page.noteText().indexOf(QStringLiteral("comment")), -1);
  EXPECT_TRUE(window_.openScenario(directory_.filePath("other.toml"))) << error();
}

TEST_F(Window, KeysOfTheTimelineAndTheNetwork) {
  open(kSweep);
  showActive();
  window_.pages().watch().showTimeline(true);
  TimelineView& lanes = window_.pages().watch().timeline();
  const auto press = [this](Qt::Key key, Qt::KeyboardModifiers with = {}) {
    QTest::keyClick(&window_, key, with);
  };
  press(Qt::Key_Up, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_EQ(lanes.scale().ranks, 8);
  press(Qt::Key_PageDown);
  EXPECT_GT(lanes.scale().first_rank, 4);
  press(Qt::Key_PageUp);
  press(Qt::Key_PageUp);
  EXPECT_EQ(lanes.scale().first_rank, 0);
  press(Qt::Key_Up, Qt::ControlModifier);
  press(Qt::Key_Up, Qt::ControlModifier);
  const Time begin = lanes.scale().begin;
  press(Qt::Key_Right, Qt::ControlModifier);
  EXPECT_GT(lanes.scale().begin, begin);
  press(Qt::Key_0, Qt::ControlModifier);
  EXPECT_EQ(lanes.scale().ranks, 16);
  press(Qt::Key_N);
  press(Qt::Key_N);
  EXPECT_EQ(window_.session().focus().rank, 1);
  press(Qt::Key_N, Qt::ShiftModifier);
  EXPECT_EQ(window_.session().focus().rank, 0);
  press(Qt::Key_Left, Qt::AltModifier);
  EXPECT_GT(window_.pages().stage().port().shift.x(), 0);
  const double speed = window_.session().clock().speed();
  press(Qt::Key_Up);
  EXPECT_EQ(window_.session().clock().speed(), 2 * speed);
  press(Qt::Key_Down);
  window_.pages().setMode(Mode::kCompose);  // there these keys are for fields and trees
  const int before = round();
  press(Qt::Key_Right);
  EXPECT_EQ(round(), before);
}

/// Checks that every action with a key is in the help, and that no key is used twice.
TEST_F(Window, AllKeysAreInTheHelp) {
  const QString help = keyboardHelp(*window_.menuBar());
  QStringList keys;
  for (const QAction* action : window_.findChildren<QAction*>()) {
    if (action->shortcut().isEmpty()) continue;
    keys.append(action->shortcut().toString(QKeySequence::NativeText));
    EXPECT_NE(help.indexOf(QStringLiteral("<b>%1</b>").arg(keys.back().toHtmlEscaped())), -1)
        << keys.back().toStdString();
  }
  EXPECT_GT(keys.size(), 30);
  EXPECT_EQ(keys.removeDuplicates(), 0);
}

TEST_F(Window, ExportsAnimations) {
  const QString ofFourRounds =
      QString::fromLatin1(kSweep).replace(QStringLiteral("torus:4x4"), QStringLiteral("torus:4"));
  open(ofFourRounds.toLatin1().constData());
  window_.runs().runCell(1);
  settle();
  window_.exportAnimation(directory_.filePath("run.gif"));
  QImageReader animation(directory_.filePath("run.gif"));
  EXPECT_EQ(animation.size(), QSize(1280, 800));
  EXPECT_GT(animation.imageCount(), 20);
  EXPECT_THROW(window_.exportAnimation(directory_.filePath("run.avi")), std::invalid_argument);
}

TEST_F(Window, RemembersFilesAndColours) {
  QStandardPaths::setTestModeEnabled(true);
  QCoreApplication::setOrganizationName(QStringLiteral("orrery-test"));
  QSettings().clear();
  {
    MainWindow window;
    window.remember();
    EXPECT_TRUE(window.openScenario(file("scenario.toml", kSweep)));
    window.setTheme(darkTheme());
    window.close();
  }
  MainWindow window;
  window.remember();
  EXPECT_EQ(QApplication::palette().color(QPalette::Window), darkTheme().panel);
  const auto* recent = window.findChild<RecentMenu*>();
  ASSERT_EQ(recent->actions().size(), 1);
  EXPECT_EQ(recent->actions().front()->text().toStdString(), "scenario.toml");
  recent->actions().front()->trigger();
  EXPECT_TRUE(waitUntil([&] { return !window.runs().scenario().title.empty(); }));
  EXPECT_EQ(window.runs().scenario().title, "Two algorithms");
  QSettings().clear();
}

TEST_F(Window, LargeLettersForAProjector) {
  open(kSweep);
  window_.grab();
  const auto sizes = [this] {
    std::map<const QWidget*, int> all;
    for (const QWidget* w : window_.findChildren<QWidget*>()) all[w] = w->fontInfo().pixelSize();
    return all;
  };
  const auto before = sizes();
  window_.setTheme(projectorTheme());
  window_.grab();
  for (const auto& [widget, size] : sizes()) {
    const auto old = before.find(widget);
    if (old == before.end()) continue;
    EXPECT_GT(size, old->second) << widget->metaObject()->className() << " "
                                 << widget->objectName().toStdString();
  }
  window_.setTheme(lightTheme());
}

TEST_F(Window, TakesDroppedScenarios) {
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(file("dropped.toml", kSweep))});
  QDragEnterEvent enter(QPoint(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&window_, &enter);
  EXPECT_TRUE(enter.isAccepted());
  QDropEvent drop(QPointF(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&window_, &drop);
  settle();
  EXPECT_EQ(window_.runs().scenario().title, "Two algorithms");
}

TEST_F(Window, ExportsWhatIsSeen) {
  open(kSweep);
  for (const char* name : {"picture.png", "picture.svg", "picture.pdf"}) {
    const QString path = directory_.filePath(QString::fromLatin1(name));
    window_.exportPicture(path);
    EXPECT_GT(QFileInfo(path).size(), 5000) << name;
  }
  EXPECT_THROW(window_.exportPicture(directory_.filePath("picture.doc")), std::invalid_argument);
  EXPECT_THROW(window_.exportPicture(directory_.filePath("no/place.png")), std::invalid_argument);
}

TEST_F(Window, HasATabForEachName) {
  open(kSweep);
  for (const QString& name : window_.tabNames())
    EXPECT_EQ(window_.showTab(name), name != QStringLiteral("operations")) << name.toStdString();
  EXPECT_FALSE(window_.showTab(QStringLiteral("nonsense")));
  EXPECT_EQ(window_.tabNames().join('|').toStdString(), kTabs);
}

TEST_F(Window, WritesScreenshots) {
  Options options;
  options.scenario = file("scenario.toml", kSweep);
  options.screenshot = directory_.filePath("picture.png");
  options.round = 3;
  options.cell = 2;
  options.tab = "links";
  options.size = {900, 700};
  applyOptions(window_, options);
  EXPECT_EQ(round(), 3);
  writeScreenshot(window_, options);
  EXPECT_EQ(QImage(options.screenshot).size(), QSize(900, 700));

  options.screenshot = directory_.filePath("no/such/place.png");
  EXPECT_THROW(writeScreenshot(window_, options), std::invalid_argument);
  options.screenshot = directory_.filePath("picture.txt");
  EXPECT_THROW(writeScreenshot(window_, options), std::invalid_argument);
  EXPECT_FALSE(QFile::exists(options.screenshot));
}

TEST_F(Window, RefusesWhatDoesNotExist) {
  Options options;
  options.scenario = file("scenario.toml", kSweep);
  options.round = 99;
  EXPECT_THROW(applyOptions(window_, options), std::invalid_argument);
  options.round.reset();
  options.cell = 3;
  EXPECT_THROW(applyOptions(window_, options), std::invalid_argument);
  options.cell = 1;
  options.tab = "nonsense";
  EXPECT_THROW(applyOptions(window_, options), std::invalid_argument);
}

Options parseOptions(const std::vector<std::string>& words) {
  MainCommand program("orrery-gui", "", "");
  Options options;
  declareOptions(program, options);
  program.parse(words);
  return options;
}

TEST(OptionsTest, AreReadAndChecked) {
  const Options o = parseOptions({"a.toml", "--screenshot", "f.png", "--round", "4", "--size",
                                  "1024x768", "--tab", "links", "--cell", "2", "--dark"});
  EXPECT_EQ(o.scenario, "a.toml");
  EXPECT_EQ(o.screenshot, "f.png");
  EXPECT_EQ(o.round, 4);
  EXPECT_EQ(o.size, QSize(1024, 768));
  EXPECT_EQ(o.tab, "links");
  EXPECT_EQ(o.cell, 2);
  EXPECT_EQ(o.theme, "dark");
  for (const std::vector<std::string>& bad : {std::vector<std::string>{"--nonsense"},
                                              {"--round", "-1"},
                                              {"--round", "x"},
                                              {"--size", "10"},
                                              {"--size", "0x0"},
                                              {"--size", "99999x99999"},
                                              {"--cell", "0"},
                                              {"a", "b"},
                                              {"--screenshot", ""}}) {
    EXPECT_THROW(parseOptions(bad), std::invalid_argument) << bad.front();
  }
}

}  // namespace
}  // namespace orrery::viz

int main(int argc, char** argv) {
  return orrery::viz::runGuiTests<QApplication>(argc, argv);
}
