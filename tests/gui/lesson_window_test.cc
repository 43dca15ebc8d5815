// Lessons in the window, by keyboard: what is to come is hidden, what is answered is judged by the run.
#include <QApplication>
#include <QListWidget>
#include <QRadioButton>
#include <QSettings>
#include <QStandardPaths>

#include "scenarios/teaching/view.h"
#include "tests/gui/window_fixture.h"
#include "viz/model/run/answer_file.h"

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
  QLineEdit& field() { return *window_.lessonPanel().findChild<QLineEdit*>(); }

  QString answerText() {
    return QString::fromStdString(text_of(answer_of(lesson().page(), lesson().scene())));
  }
  /// With the arrow keys to a choice, with Tab to the button.
  void choose(const QString& option) {
    for (qsizetype i = 0; i <= lesson().options().size(); ++i) {
      auto* button = qobject_cast<QRadioButton*>(QApplication::focusWidget());
      ASSERT_NE(button, nullptr);
      if (button->text() == option && button->isChecked()) break;
      button->text() == option ? key(Qt::Key_Space) : key(Qt::Key_Down);
    }
    key(Qt::Key_Tab);
    key(Qt::Key_Return);
  }
  void answerByKeyboard() {
    if (lesson().page().question->kind == teaching::Value::Kind::kWord) return choose(answerText());
    type(answerText());
    key(Qt::Key_Return);
  }
  /// What is on the screen tells nothing of what comes after the question.
  void expectHidden(const std::string& where) {
    const FinishedRun& run = *session().run();
    const int rounds = rounds_seen(
        lesson().page(), lesson().scene().laboratory->evidence(lesson().scene().cell), false);
    EXPECT_TRUE(run.goesOn()) << where;
    for (const RoundMark& mark : run.stage->index().rounds())
      EXPECT_LT(mark.round, rounds) << where;
    EXPECT_EQ(session().clock().end(), run.stage->index().end()) << where;
    EXPECT_FALSE(window_.report().isVisible()) << where;
    EXPECT_TRUE(window_.scenario().cells.empty()) << where;
    EXPECT_TRUE(lesson().reply().isEmpty()) << where;
  }
};

TEST_F(LessonWindow, EveryPageOfEveryLessonIsGoneThroughByKeyboard) {
  for (const teaching::Lesson& l : teaching::built_in_lessons()) {
    ASSERT_TRUE(window_.openLesson(QString::fromStdString(l.name))) << l.name << error();
    for (std::size_t i = 0; i < l.pages.size(); ++i) {
      const std::string where = text_of(l.name, ", page ", i + 1);
      ASSERT_EQ(lesson().number(), static_cast<int>(i)) << where;
      ASSERT_TRUE(session().hasPicture()) << where << error();
      if (lesson().asks()) {
        expectHidden(where);
        answerByKeyboard();
        EXPECT_TRUE(lesson().isReplyGood()) << where << lesson().reply().toStdString();
      }
      EXPECT_FALSE(lesson().isHidden()) << where;
      key(Qt::Key_Return);
    }
    EXPECT_TRUE(window_.showsCourse()) << l.name;
    EXPECT_EQ(lesson().score().right, lesson().questions()) << l.name;
  }
}

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
  ASSERT_TRUE(window_.openLesson(file("tree.toml", kTree))) << error();
  EXPECT_EQ(answerText(), QStringLiteral("4"));
  type(QStringLiteral("1"));
  key(Qt::Key_Return);
  EXPECT_TRUE(lesson().isHidden());
  EXPECT_TRUE(lesson().reply().contains(QStringLiteral("That is the last one.")))
      << lesson().reply().toStdString();
  EXPECT_EQ(session().answers().wrong.ranks, std::vector<int>{1});
  EXPECT_TRUE(session().answers().right.ranks.empty());
  type(QStringLiteral("nobody"));
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

TEST_F(LessonWindow, IsAnsweredByPointing) {
  ASSERT_TRUE(window_.openLesson(file("tree.toml", kTree), 1)) << error();
  for (const int rank : {0, 3, 4}) session().setFocus({.rank = rank});
  EXPECT_EQ(field().text(), QStringLiteral("0, 3, 4"));
  session().setFocus({.rank = 3});
  session().setFocus({});
  key(Qt::Key_Return);
  EXPECT_TRUE(lesson().isReplyGood()) << field().text().toStdString();
  EXPECT_EQ(session().answers().right.ranks, (std::vector<int>{0, 4}));
  EXPECT_FALSE(session().run()->goesOn());  // after the question all of it is seen
}

TEST_F(LessonWindow, RevealsAndGoesBack) {
  ASSERT_TRUE(window_.openLesson(file("tree.toml", kTree))) << error();
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

TEST_F(LessonWindow, ChangesWithItsScenario) {
  const QString text =
      QString::fromLatin1(kTree).replace(QStringLiteral("ranks = 7"), QStringLiteral("ranks = 13"));
  ASSERT_TRUE(window_.openLesson(file("tree.toml", text.toLatin1().constData()))) << error();
  EXPECT_EQ(answerText(), QStringLiteral("8"));
}

TEST_F(LessonWindow, SaysWhatIsWrongWithALesson) {
  EXPECT_FALSE(window_.openLesson(file("tree.toml", kTree), 2));
  EXPECT_NE(error().find("there is no page 3; expected 1 to 2"), std::string::npos) << error();
  EXPECT_FALSE(window_.openLesson(QStringLiteral("lessons/first-allreduce-x")));
  EXPECT_FALSE(lesson().isOpen());
}

TEST_F(LessonWindow, KeepsAnswersOnlyIfTheReaderAgrees) {
  qputenv("XDG_DATA_HOME", directory_.path().toLocal8Bit());
  ASSERT_TRUE(window_.openLesson(file("tree.toml", kTree))) << error();
  type(QStringLiteral("1"));
  key(Qt::Key_Return);
  EXPECT_FALSE(QFile::exists(answerFile()));
  window_.lessonPanel().setKeepsAnswers(true, answerFile());
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
  ASSERT_TRUE(window_.openLesson(file("tree.toml", kTree))) << error();
  open(kSweep);
  EXPECT_FALSE(lesson().isOpen());
  EXPECT_FALSE(window_.lessonPanel().isVisible());
  EXPECT_TRUE(window_.report().isVisible());
}

TEST_F(LessonWindow, TheCourseIsChosenFromByKeyboard) {
  window_.showCourse();
  EXPECT_GE(window_.findChild<QListWidget*>()->count(), 12);
  key(Qt::Key_Down);
  key(Qt::Key_Return);
  ASSERT_TRUE(lesson().isOpen());
  EXPECT_EQ(lesson().lesson().number, 2);
  EXPECT_FALSE(window_.showsCourse());
}

}  // namespace
}  // namespace orrery::viz
