// Tests lessons in the window, by keyboard: later events are hidden, and answers are judged by the run.
#include <QApplication>
#include <QClipboard>
#include <QListWidget>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollBar>
#include <QSettings>
#include <QStandardPaths>
#include <QTextBrowser>

#include "scenarios/teaching/rounds_seen.h"
#include "tests/gui/window_fixture.h"
#include "viz/model/run/lesson_session.h"
#include "viz/paint/block_matrix.h"
#include "viz/widgets/lesson_controller.h"
#include "viz/widgets/main_window.h"
#include "viz/widgets/pages/compare_page.h"
#include "viz/widgets/pages/course_page.h"
#include "viz/widgets/pages/lesson_panel.h"
#include "viz/widgets/pages/report_panel.h"
#include "viz/widgets/pages/side_panel.h"
#include "viz/widgets/pages/watch_page.h"
#include "viz/widgets/views/stage_view.h"

namespace orrery::viz {
namespace {

class LessonWindow : public Window {
 protected:
  void SetUp() override {
    window_.resize(1366, 768);
    showActive();
  }
  LessonSession& lesson() { return window_.lesson(); }
  Session& session() { return window_.session(); }
  void key(Qt::Key k) { QTest::keyClick(QApplication::focusWidget(), k); }
  void type(const QString& text) { QTest::keyClicks(QApplication::focusWidget(), text); }
  QLineEdit& field() { return *window_.side().lessonPanel().findChild<QLineEdit*>(); }

  teaching::Question question() { return lesson().page().question.value_or(teaching::Question{}); }
  QString answerText() {
    return QString::fromStdString(text_of(answer_of(lesson().page(), lesson().scene())));
  }
  /// Chooses an option with the arrow keys, and answers with Enter.
  void choose(const QString& option) {
    QCoreApplication::processEvents();  // the choices get their places
    for (qsizetype i = 0; i <= lesson().options().size(); ++i) {
      auto* button = qobject_cast<QRadioButton*>(QApplication::focusWidget());
      ASSERT_NE(button, nullptr);
      if (button->text() == option && button->isChecked()) break;
      button->text() == option ? key(Qt::Key_Space) : key(Qt::Key_Down);
    }
    key(Qt::Key_Return);
  }
  /// Returns the place at which the picture has a text.
  QPoint placeOf(const QString& text) {
    const StageView& stage = window_.pages().stage();
    for (const int step : {8, 4, 2})  // most things are large
      for (int y = 0; y < stage.height(); y += step)
        for (int x = 0; x < stage.width(); x += step)
          if (stage.textAt(QPointF(x, y)).startsWith(text)) return {x, y};
    ADD_FAILURE() << "there is no " << text.toStdString();
    return {};
  }
  void clickHost(int rank) {
    window_.grab();
    QTest::mouseClick(&window_.pages().stage(), Qt::LeftButton, {},
                      placeOf(QStringLiteral("rank %1").arg(rank)));
  }
  void clickLink(const QString& name) {
    const QStringList ends = name.split(QStringLiteral(" -> "));
    window_.grab();
    QTest::mouseClick(
        &window_.pages().stage(), Qt::LeftButton, {},
        placeOf(QStringLiteral("link from rank %1 to rank %2\n").arg(ends[0], ends[1])));
  }
  void clickBlock(int block) {
    BlocksView& view = window_.pages().watch().blocks();
    window_.grab();
    const MatrixScale scale = matrixScale(view.rect(), *session().run()->blocks, lightTheme());
    QTest::mouseClick(&view, Qt::LeftButton, {}, scale.cell(0, block).center().toPoint());
  }
  void click(const char* text) {
    for (auto* button : window_.side().lessonPanel().findChildren<QAbstractButton*>())
      if (button->isVisible() && button->text().remove(u'&') == QLatin1String(text))
        return QTest::mouseClick(button, Qt::LeftButton, {}, QPoint(8, button->height() / 2));
    ADD_FAILURE() << "there is no button " << text;
  }
  void pointAt(std::string_view kind, const std::string& name) {
    const QString text = QString::fromStdString(name);
    if (kind == "rank") return clickHost(text.toInt());
    if (kind == "link") return clickLink(text);
    if (kind == "block") return clickBlock(text.toInt());
    click(name.c_str());
  }
  /// Answers by mouse; types numbers and rows.
  void answerByMouse() {
    const teaching::Question q = question();
    const teaching::Value answer = answer_of(lesson().page(), lesson().scene());
    if (q.kind == teaching::Value::Kind::kQuantity || q.kind == teaching::Value::Kind::kRow)
      type(answerText());
    else
      for (const std::string& name : answer.names) pointAt(pointed_at(q), name);
    click("Answer");
  }
  void answerByKeyboard() {
    if (question().kind == teaching::Value::Kind::kWord) return choose(answerText());
    type(answerText());
    key(Qt::Key_Return);
  }
  /// Checks that the screen shows nothing that comes after the question.
  void expectHidden(const std::string& where) {
    const FinishedRun& run = *session().run();
    const int rounds = rounds_seen(
        lesson().page(), lesson().scene().laboratory->evidence(lesson().scene().cell), false);
    EXPECT_TRUE(run.goesOn()) << where;
    for (const RoundMark& mark : run.stage->index().rounds())
      EXPECT_LT(mark.round, rounds) << where;
    EXPECT_EQ(session().clock().end(), run.stage->index().end()) << where;
    EXPECT_FALSE(window_.side().report().isVisible()) << where;
    EXPECT_TRUE(window_.runs().scenario().cells.empty()) << where;
    EXPECT_TRUE(lesson().reply().isEmpty()) << where;
  }
};

/// Saves pictures for inspection in the folder that ORRERY_LESSON_PICTURES names.
void keepPicture(MainWindow& window, const QString& name) {
  const QString folder = qEnvironmentVariable("ORRERY_LESSON_PICTURES");
  if (folder.isEmpty()) return;
  QCoreApplication::processEvents();
  EXPECT_TRUE(window.grab().save(folder + u'/' + name + QStringLiteral(".png")));
}

class EveryLesson : public LessonWindow, public ::testing::WithParamInterface<QSize> {
 protected:
  void goThrough(const teaching::Lesson& l) {
    ASSERT_TRUE(window_.lessons().open(QString::fromStdString(l.name))) << l.name << error();
    for (std::size_t i = 0; i < l.pages.size(); ++i) {
      const std::string where = text_of(l.name, ", page ", i + 1);
      ASSERT_EQ(lesson().number(), static_cast<int>(i)) << where;
      goThroughPage(where, QStringLiteral("%1-%2-%3")
                               .arg(l.number, 2, 10, QLatin1Char('0'))
                               .arg(i + 1)
                               .arg(window_.width()));
      key(Qt::Key_Return);
    }
    EXPECT_TRUE(window_.pages().showsCourse()) << l.name;
    EXPECT_EQ(lesson().score().right, lesson().questions()) << l.name;
  }
  void goThroughPage(const std::string& where, const QString& picture) {
    ASSERT_TRUE(session().hasPicture()) << where << error();
    keepPicture(window_, picture);
    expectRoom(where);
    if (lesson().asks()) {
      expectHidden(where);
      answerByKeyboard();
      EXPECT_TRUE(lesson().isReplyGood()) << where << lesson().reply().toStdString();
      session().clock().pause();
      session().toEnd();
      keepPicture(window_, picture + QStringLiteral("-answered"));
      expectRoom(where);
    }
    EXPECT_FALSE(lesson().isHidden()) << where;
  }
  /// Checks that the window keeps its size, and that the text and the reply can be read.
  void expectRoom(const std::string& where) {
    QCoreApplication::processEvents();
    EXPECT_EQ(window_.size(), GetParam()) << where;
    const auto* text = window_.side().lessonPanel().findChild<QTextBrowser*>();
    EXPECT_GE(text->height(), 120) << where;
    EXPECT_TRUE(text->verticalScrollBar()->maximum() == 0 || !lesson().all_metrics().isEmpty())
        << where;
    for (const auto* label : window_.side().lessonPanel().findChildren<QLabel*>()) {
      if (!label->isVisible()) continue;
      EXPECT_GE(label->height(), label->heightForWidth(label->width()))
          << where << label->text().toStdString();
    }
  }
};

TEST_P(EveryLesson, IsGoneThroughByKeyboard) {
  window_.resize(GetParam());
  for (const teaching::Lesson& l : teaching::built_in_lessons()) goThrough(l);
  keepPicture(window_, QStringLiteral("course-%1").arg(window_.width()));
}

const auto kNameOfSize = [](const auto& tested) { return std::to_string(tested.param.width()); };
INSTANTIATE_TEST_SUITE_P(Sizes, EveryLesson, ::testing::Values(QSize(1024, 768)), kNameOfSize);
INSTANTIATE_TEST_SUITE_P(DISABLED_Sizes, EveryLesson, ::testing::Values(QSize(1366, 768)),
                         kNameOfSize);

constexpr auto kTree = R"(title = "A tree"
[run]
collective = "broadcast"
algorithm = "binomial"
ranks = 7
bytes = "1KiB"
[lesson]
goal = "You can read a tree."
[[page]]
title = "First"
show = "tree"
round = 0
text = "Rank 0 has it."
[page.question]
kind = "rank"
ask = "To whom does it send first?"
answer = "receiver of rank 0 in round 0"
explain = "So it is."
[[page.question.hint]]
answer = "receiver of rank 0 in round last"
text = "That is the last one."
[[page]]
title = "Then"
round = 0
when = "after"
text = "Two have it."
[page.question]
kind = "ranks"
ask = "Who sends in round 1?"
answer = "senders in round 1"
)";

TEST_F(LessonWindow, MarksRightAndWrong) {
  ASSERT_TRUE(window_.lessons().open(file("tree.toml", kTree))) << error();
  EXPECT_EQ(answerText(), QStringLiteral("4"));
  type(QStringLiteral("1"));
  key(Qt::Key_Return);
  EXPECT_TRUE(lesson().isHidden());
  EXPECT_TRUE(lesson().reply().contains(QStringLiteral("That is the last one.")))
      << lesson().reply().toStdString();
  EXPECT_EQ(session().answers().wrong.ranks, std::vector<int>{1});
  EXPECT_TRUE(session().answers().right.ranks.empty());
  type(QStringLiteral("none"));
  key(Qt::Key_Return);
  EXPECT_TRUE(lesson().isHidden());
  field().clear();
  type(QStringLiteral("4"));
  key(Qt::Key_Return);
  EXPECT_FALSE(lesson().isHidden());
  EXPECT_EQ(session().answers().right.ranks, std::vector<int>{4});
  EXPECT_TRUE(session().clock().isPlaying());
  EXPECT_EQ(session().run()->stage->index().rounds().size(), 1U);  // round 0, and no later one
  EXPECT_EQ(lesson().score().right, 0);                            // not with the first answer
}

TEST_F(LessonWindow, WhatIsPointedAtAgainIsTakenBack) {
  ASSERT_TRUE(window_.lessons().open(file("tree.toml", kTree), 1)) << error();
  for (const int rank : {0, 3, 4, 3}) clickHost(rank);
  EXPECT_EQ(field().text(), QStringLiteral("0, 4"));
  key(Qt::Key_Return);
  EXPECT_TRUE(lesson().isReplyGood()) << field().text().toStdString();
  EXPECT_EQ(session().answers().right.ranks, (std::vector<int>{0, 4}));
  EXPECT_EQ(session().run()->stage->index().rounds().size(), 2U);  // those that it is about
}

TEST_F(LessonWindow, KeysThatFollowDoNotAnswer) {
  ASSERT_TRUE(window_.lessons().open(file("tree.toml", kTree))) << error();
  window_.pages().stage().setFocus();
  key(Qt::Key_N);
  EXPECT_EQ(session().focus().rank, 0);
  EXPECT_TRUE(field().text().isEmpty());
  clickHost(0);  // is followed already, and let go of
  EXPECT_EQ(field().text(), QStringLiteral("0"));
}

/// A lesson with a question of each kind.
constexpr auto kKinds = R"(title = "Kinds"
[run]
collective = "allgather"
algorithm = ["ring", "bruck"]
ranks = 5
bytes = "5KiB"
[network]
topology = "torus:5"
[lesson]
goal = "You can answer."
[[page]]
title = "rank"
round = 0
text = "A ring."
[page.question]
kind = "rank"
ask = "To whom does rank 1 send?"
answer = "receiver of rank 1 in round 0"
[[page]]
title = "ranks"
round = 0
text = "A ring."
[page.question]
kind = "ranks"
ask = "Who sends?"
answer = "senders in round 0"
[[page]]
title = "link"
set = { collective = "broadcast", algorithm = "linear", ranks = 2, topology = "torus:5" }
round = 0
text = "One message."
[page.question]
kind = "link"
ask = "Over which link does it go?"
answer = "hottest link"
[[page]]
title = "links"
round = 0
text = "A ring."
[page.question]
kind = "links"
ask = "Which are used?"
answer = "hottest links in round 0"
[[page]]
title = "block"
show = "blocks"
round = 0
when = "after"
text = "A ring."
[page.question]
kind = "block"
ask = "What does rank 2 send next?"
answer = "blocks sent by rank 2 in round 1"
[[page]]
title = "blocks"
show = "blocks"
round = 1
when = "after"
text = "A ring."
[page.question]
kind = "blocks"
ask = "What does rank 2 have now?"
answer = "blocks of rank 2 after round 1"
[[page]]
title = "choice"
show = "compare"
with = "bruck"
text = "Two of them."
[page.question]
kind = "choice"
ask = "Which is faster?"
answer = "algorithm that is fastest"
[[page]]
title = "order"
show = "compare"
with = "bruck"
text = "Two of them."
[page.question]
kind = "order"
ask = "Which is faster?"
answer = "algorithm by completion_time"
[[page]]
title = "row"
follow = "rank 3"
round = 0
text = "A ring."
[page.question]
kind = "row"
ask = "To whom does rank 3 send?"
answer = "receiver of rank 3 in each round"
[[page]]
title = "number"
round = 0
text = "A ring."
[page.question]
kind = "number"
ask = "How many rounds are there?"
answer = "rounds"
)";

TEST_F(LessonWindow, EachKindIsAnsweredByMouse) {
  ASSERT_TRUE(window_.lessons().open(file("kinds.toml", kKinds))) << error();
  for (int i = 0; i < lesson().pages(); ++i) {
    const std::string where = lesson().title().toStdString();
    EXPECT_TRUE(lesson().isHidden()) << where;
    answerByMouse();
    EXPECT_TRUE(lesson().isReplyGood())
        << where << ": " << field().text().toStdString() << lesson().reply().toStdString();
    click(i + 1 < lesson().pages() ? "Next" : "End");
  }
  EXPECT_EQ(lesson().number(), lesson().pages() - 1);
  EXPECT_EQ(lesson().score().right, 10);
}

TEST_F(LessonWindow, EachKindIsAnsweredByKeyboard) {
  ASSERT_TRUE(window_.lessons().open(file("kinds.toml", kKinds))) << error();
  for (int i = 0; i < lesson().pages(); ++i) {
    const std::string where = lesson().title().toStdString();
    EXPECT_TRUE(lesson().isHidden()) << where;
    answerByKeyboard();
    EXPECT_TRUE(lesson().isReplyGood()) << where << lesson().reply().toStdString();
    key(Qt::Key_Return);
  }
  EXPECT_EQ(lesson().score().right, 10);
}

TEST_F(LessonWindow, ARunThatIsHiddenCannotBeSeenByAnyControl) {
  ASSERT_TRUE(window_.lessons().open(file("kinds.toml", kKinds), 4)) << error();
  const Time seen = session().run()->stage->index().end();
  session().toEnd();
  EXPECT_EQ(session().clock().now(), seen);
  for (int k = 0; k < 9; ++k) session().nextRound();
  session().clock().finish();
  EXPECT_EQ(session().clock().now(), seen);
  EXPECT_FALSE(session().showRound(1));
  EXPECT_TRUE(session().showRound(0));
  for (const Mode mode : {Mode::kCompare, Mode::kCharts}) {
    window_.pages().setMode(mode);
    EXPECT_TRUE(window_.runs().scenario().cells.empty());
    EXPECT_TRUE(window_.pages().compare().isEmpty());
  }
}

/// Checks that a page which compares shows both networks at the same time, and nothing later of
/// either.
TEST_F(LessonWindow, TwoRunsStandSideBySide) {
  ASSERT_TRUE(window_.lessons().open(file("kinds.toml", kKinds), 6)) << error();
  ComparePage& page = window_.pages().compare();
  EXPECT_TRUE(page.isVisible());
  EXPECT_FALSE(window_.pages().stage().isVisible());
  for (int side : {0, 1}) {
    const FinishedRun& run = *page.comparison().side(side).run();
    EXPECT_EQ(run.result.spec.algorithm, side == 0 ? "ring" : "bruck");
    EXPECT_TRUE(run.goesOn());
    EXPECT_TRUE(run.stage->index().rounds().empty());
  }
  EXPECT_EQ(page.all_metrics().rowCount(), 0);
  EXPECT_FALSE(page.chooser(0).isVisible());
  lesson().reveal();
  EXPECT_TRUE(page.master().clock().isPlaying());
  page.master().clock().pause();
  page.master().toEnd();
  EXPECT_EQ(page.comparison().side(0).clock().now(), page.comparison().side(0).clock().end());
  EXPECT_FALSE(page.comparison().side(1).run()->goesOn());
  EXPECT_EQ(page.comparison().side(1).run()->stage->index().rounds().size(),
            3U);    // of Bruck's, p = 5
  key(Qt::Key_F4);  // there is everything to choose
  EXPECT_TRUE(page.chooser(0).isVisible());
  EXPECT_TRUE(waitUntil([&] { return !page.isBusy(); }));
  key(Qt::Key_F3);
  EXPECT_TRUE(page.isVisible());
  EXPECT_FALSE(page.chooser(0).isVisible());
  EXPECT_TRUE(window_.side().lessonPanel().isVisible());
  lesson().go(-1);
  EXPECT_FALSE(page.isVisible());
  EXPECT_TRUE(window_.pages().stage().isVisible());
}

TEST_F(LessonWindow, RevealsAndGoesBack) {
  ASSERT_TRUE(window_.lessons().open(file("tree.toml", kTree))) << error();
  key(Qt::Key_Tab);
  key(Qt::Key_Tab);
  key(Qt::Key_Return);
  EXPECT_TRUE(lesson().isAnswered());
  EXPECT_TRUE(lesson().reply().contains(QStringLiteral("The answer is 4.")))
      << lesson().reply().toStdString();
  key(Qt::Key_Return);
  EXPECT_EQ(lesson().number(), 1);
  EXPECT_TRUE(lesson().isHidden());
  lesson().go(-1);
  EXPECT_TRUE(lesson().isAnswered());
  EXPECT_EQ(lesson().score().asked, 1);
}

TEST_F(LessonWindow, CommandsBreakBetweenWordsAndAreCopiedAsWritten) {
  PageText page;
  page.setPage(QStringLiteral("<p>a-b</p><pre><code>run x --bytes 10B..1MB*10\n</code></pre>"));
  const QString joiner(QChar(0x2060));
  const QString shown = page.toPlainText();
  EXPECT_TRUE(shown.contains(QStringLiteral("-%1-%1bytes").arg(joiner))) << shown.toStdString();
  EXPECT_TRUE(shown.startsWith(QStringLiteral("a-b")));
  page.selectAll();
  page.copy();
  EXPECT_EQ(QGuiApplication::clipboard()->text().trimmed(),
            QStringLiteral("a-b\nrun x --bytes 10B..1MB*10"));
}

TEST_F(LessonWindow, ChangesWithItsScenario) {
  const QString text =
      QString::fromLatin1(kTree).replace(QStringLiteral("ranks = 7"), QStringLiteral("ranks = 13"));
  ASSERT_TRUE(window_.lessons().open(file("tree.toml", text.toLatin1().constData()))) << error();
  EXPECT_EQ(answerText(), QStringLiteral("8"));
}

/// Checks that the start page moves while it is visible, and that a click, Enter and Begin start a
/// lesson.
TEST_F(LessonWindow, BeginsFromAPageThatMoves) {
  window_.lessons().showCourse();
  CoursePage& course = window_.pages().course();
  ASSERT_TRUE(course.isVisible());
  const PlaybackClock& clock = course.demonstration().clock();
  ASSERT_GT(clock.end(), Time{0});
  const Time before = clock.now();
  EXPECT_TRUE(waitUntil([&] { return clock.now() > before; }));
  auto* list = course.findChild<QListWidget*>();
  const auto name = [&] { return lesson().lesson().name; };
  const auto nameOf = [&](int row) {
    return list->item(row)->data(Qt::UserRole).toString().toStdString();
  };
  course.findChild<QPushButton*>()->click();
  ASSERT_TRUE(lesson().isOpen());
  EXPECT_EQ(name(), nameOf(0));
  EXPECT_FALSE(course.isVisible());
  const Time left = clock.now();
  window_.lessons().showCourse();
  QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                    list->visualItemRect(list->item(1)).center());
  EXPECT_EQ(name(), nameOf(1));
  EXPECT_EQ(clock.now(), left);  // it stood still in between
  window_.lessons().showCourse();
  list->setCurrentRow(2);
  QTest::keyClick(list, Qt::Key_Return);
  EXPECT_EQ(name(), nameOf(2));
}

TEST_F(LessonWindow, SaysWhatIsWrongWithALesson) {
  EXPECT_FALSE(window_.lessons().open(file("tree.toml", kTree), 2));
  EXPECT_NE(error().find("page 3 does not exist; expected 1 to 2"), std::string::npos) << error();
  EXPECT_FALSE(window_.lessons().open(QStringLiteral("lessons/first-allreduce-x")));
  EXPECT_FALSE(lesson().isOpen());
}

TEST_F(LessonWindow, KeepsAnswersOnlyIfTheReaderAgrees) {
  qputenv("XDG_DATA_HOME", directory_.path().toLocal8Bit());
  ASSERT_TRUE(window_.lessons().open(file("tree.toml", kTree))) << error();
  type(QStringLiteral("1"));
  key(Qt::Key_Return);
  EXPECT_FALSE(QFile::exists(answerFile()));
  window_.side().lessonPanel().setKeepsAnswers(true, answerFile());
  field().clear();
  type(QStringLiteral("4"));
  key(Qt::Key_Return);
  QFile kept(answerFile());
  ASSERT_TRUE(kept.open(QIODevice::ReadOnly)) << answerFile().toStdString();
  const QStringList lines = QString::fromUtf8(kept.readAll()).split(u'\n', Qt::SkipEmptyParts);
  ASSERT_EQ(lines.size(), 2);
  EXPECT_EQ(lines[0], QStringLiteral("time,lesson,page,answer,right,first"));
  EXPECT_TRUE(lines[1].endsWith(QStringLiteral(",1,4,yes,no"))) << lines[1].toStdString();
}

TEST_F(LessonWindow, AScenarioEndsTheLesson) {
  ASSERT_TRUE(window_.lessons().open(file("tree.toml", kTree))) << error();
  open(kSweep);
  EXPECT_FALSE(lesson().isOpen());
  EXPECT_FALSE(window_.side().lessonPanel().isVisible());
  EXPECT_TRUE(window_.side().report().isVisible());
}

TEST_F(LessonWindow, TheCourseIsChosenFromByKeyboard) {
  window_.lessons().showCourse();
  EXPECT_GE(window_.findChild<QListWidget*>()->count(), 12);
  key(Qt::Key_Down);
  key(Qt::Key_Return);
  ASSERT_TRUE(lesson().isOpen());
  EXPECT_EQ(lesson().lesson().number, 2);
  EXPECT_FALSE(window_.pages().showsCourse());
}

}  // namespace
}  // namespace orrery::viz
