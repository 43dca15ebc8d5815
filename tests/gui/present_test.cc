// Tests presenting: the picture for the audience, the speaker's window, and marks that vanish with
// a step.
#include <QApplication>
#include <QDateTime>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QTextBrowser>
#include <QTimeZone>

#include "tests/gui/painted_texts.h"
#include "tests/gui/window_fixture.h"
#include "viz/model/run/lesson_session.h"
#include "viz/model/text/spoken.h"
#include "viz/model/text/texts.h"
#include "viz/paint/ink.h"
#include "viz/widgets/lesson_controller.h"
#include "viz/widgets/main_window.h"
#include "viz/widgets/moment.h"
#include "viz/widgets/pages/compare_page.h"
#include "viz/widgets/pages/report_panel.h"
#include "viz/widgets/pages/side_panel.h"
#include "viz/widgets/pages/watch_page.h"
#include "viz/widgets/presenter_window.h"
#include "viz/widgets/presenting.h"
#include "viz/widgets/views/ink_layer.h"
#include "viz/widgets/views/stage_view.h"

namespace orrery::viz {
namespace {

constexpr auto kTalk = R"(title = "A talk"
[run]
collective = "broadcast"
algorithm = "binomial"
ranks = 8
bytes = "1KiB"
[lesson]
goal = "You can read a tree."
[[page]]
title = "First"
round = 0
text = "Rank 0 has it."
notes = "Ask **all** of them; it takes {rounds} rounds."
[page.question]
kind = "rank"
ask = "To whom does it send first?"
answer = "receiver of rank 0 in round 0"
[[page]]
title = "Second"
text = "All have it."
)";

class Presenting : public Window {
 protected:
  void SetUp() override {
    window_.resize(1366, 768);
    showActive();
  }
  Session& session() { return window_.session(); }
  const Ink& ink() { return window_.presenting().ink().ink(); }
  PresenterWindow& presenter() { return window_.presenting().presenter(); }
  void press(Qt::Key key, Qt::KeyboardModifiers with = {}) {
    QTest::keyClick(&window_, key, with);
    QCoreApplication::processEvents();
  }
  /// Presents on a screen of that size.
  void presentAt(QSize size) {
    press(Qt::Key_F7);
    window_.setWindowState(Qt::WindowNoState);
    window_.resize(size);
    QCoreApplication::processEvents();
  }
  /// Draws with the mouse, over the views.
  void draw(QPoint from, QPoint to) {
    InkLayer& layer = window_.presenting().ink();
    QTest::mousePress(&layer, Qt::LeftButton, {}, from);
    QMouseEvent move(QEvent::MouseMove, to, layer.mapToGlobal(to), Qt::NoButton, Qt::LeftButton,
                     {});
    QApplication::sendEvent(&layer, &move);
    QTest::mouseRelease(&layer, Qt::LeftButton, {}, to);
  }
  QImage views() {
    return window_
        .grab(QRect(window_.presenting().ink().mapTo(&window_, QPoint()),
                    window_.presenting().ink().size()))
        .toImage();
  }
  void expectNothingLater(Time now) {
    const TraceIndex& index = session().run()->stage->index();
    EXPECT_EQ(session().clock().end(), now);
    for (const MessageEvent& m : index.trace().messages) EXPECT_LE(m.start, now);
    EXPECT_LE(window_.pages().watch().timeline().scale().end, now);
    EXPECT_FALSE(window_.side().report().isVisible());
  }
};

TEST_F(Presenting, IsInFullScreenWithLargeLetters) {
  open(kSweep);
  const int letters = window_.pages().stage().fontInfo().pixelSize();
  press(Qt::Key_F7);
  EXPECT_TRUE(window_.isFullScreen());
  EXPECT_GT(window_.pages().stage().fontInfo().pixelSize(), letters);
  EXPECT_EQ(window_.menuBar()->height(), 0);
  EXPECT_FALSE(paintedTexts(window_).contains(QStringLiteral("Charts")));
  EXPECT_EQ(window_.letterSize(), 1);  // kept for the next time
  press(Qt::Key_N);                    // menus have their keys still
  EXPECT_EQ(session().focus().rank, 0);
  press(Qt::Key_Escape);
  EXPECT_TRUE(window_.presenting().isPresenting());
  press(Qt::Key_Escape);
  EXPECT_FALSE(window_.presenting().isPresenting());
  EXPECT_FALSE(window_.isFullScreen());
  EXPECT_GT(window_.menuBar()->height(), 0);
  EXPECT_EQ(window_.pages().stage().fontInfo().pixelSize(), letters);
  EXPECT_TRUE(paintedTexts(window_).contains(QStringLiteral("Charts")));  // the modes
}

/// Checks that the network has the whole width; side panel and blocks appear on request.
TEST_F(Presenting, TheNetworkHasTheWholeWidth) {
  open(kSweep);
  const Pages& pages = window_.pages();
  for (const QSize size : {QSize(1280, 720), QSize(1920, 1080)}) {
    presentAt(size);
    EXPECT_EQ(pages.stage().width(), size.width());
    EXPECT_EQ(pages.watch().timeline().isVisible(), size.height() > 1000);
    press(Qt::Key_B);
    EXPECT_TRUE(pages.watch().blocks().isVisible());
    press(Qt::Key_B);
    press(Qt::Key_P);
    EXPECT_TRUE(window_.side().report().isVisible());
    EXPECT_LT(pages.stage().width(), size.width());
    press(Qt::Key_F7);
    EXPECT_TRUE(window_.side().report().isVisible());
  }
}

/// Checks that ranks show their contents: around their numbers while presenting, so that sectors are distinguished, and
/// behind these where ranks are smaller.
TEST_F(Presenting, RanksShowTheirContents) {
  constexpr auto kAllreduce = R"([network]
topology = "torus:%1"
[run]
collective = "allreduce"
algorithm = "rabenseifner"
bytes = "64KiB"
)";
  const auto isShown = [&] {
    return paintedTexts(window_).contains(QStringLiteral("part of a sum"));
  };
  open(QString(kAllreduce).arg("8x8").toUtf8().constData());
  EXPECT_TRUE(isShown());
  window_.resize(1350, 712);  // of a screen of 1366x768, without the frames of its windows
  QCoreApplication::processEvents();
  EXPECT_TRUE(isShown());
  open(QString(kAllreduce).arg("4x4").toUtf8().constData());
  EXPECT_TRUE(isShown());
  for (const QSize size : {QSize(1280, 720), QSize(1366, 768)}) {
    presentAt(size);
    EXPECT_TRUE(isShown()) << size.width();
    const StageView& stage = window_.pages().stage();
    const View view = fitView(session().run()->stage->layout(), stage.networkRect(), stage.theme());
    EXPECT_GE(view.node_radius, kHoldingRadius * stage.theme().smallest_label) << size.width();
    press(Qt::Key_F7);
  }
}

/// Checks that the page of a lesson, with its question, stays.
TEST_F(Presenting, ALessonKeepsItsPage) {
  ASSERT_TRUE(window_.lessons().open(file("talk.toml", kTalk))) << error();
  press(Qt::Key_F7);
  EXPECT_TRUE(window_.side().isVisible());
}

/// Checks that no letter of network, rounds and timeline is smaller than 16 pixels.
TEST_F(Presenting, NumbersCanBeReadFromTheLastRow) {
  open(kSweep);
  for (const QSize size : {QSize(1280, 720), QSize(1920, 1080)}) {
    presentAt(size);
    TextRecorder recorder(window_.size());
    window_.render(&recorder);
    EXPECT_GT(recorder.texts().size(), 20);
    for (qsizetype i = 0; i < recorder.texts().size(); ++i)
      EXPECT_GE(recorder.sizes()[i], 16) << recorder.texts()[i].toStdString();
    press(Qt::Key_F7);
  }
}

/// Checks the key of remote controls: any other key shows the window again, and does nothing else.
TEST_F(Presenting, ThePeriodMakesTheScreenBlack) {
  open(kSweep);
  press(Qt::Key_Period);
  EXPECT_FALSE(window_.presenting().isBlack());  // not presenting
  press(Qt::Key_F7);
  const int before = round();
  const QImage seen = window_.grab().toImage();
  const auto isBlack = [&] {
    QImage all(window_.size(), QImage::Format_RGB32);
    all.fill(Qt::black);
    return window_.grab().toImage().convertToFormat(QImage::Format_RGB32) == all;
  };
  EXPECT_FALSE(isBlack());
  press(Qt::Key_Period);
  EXPECT_TRUE(window_.presenting().isBlack());
  EXPECT_TRUE(isBlack());
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Right);
  EXPECT_FALSE(window_.presenting().isBlack());
  EXPECT_EQ(round(), before);
  EXPECT_EQ(window_.grab().toImage(), seen);
  press(Qt::Key_Period);
  window_.presenting().nextStep();  // from the speaker's window
  EXPECT_FALSE(window_.presenting().isBlack());
  EXPECT_EQ(round(), before);
  press(Qt::Key_Period);
  window_.presenting().setPresenting(false);
  EXPECT_FALSE(window_.presenting().isBlack());
}

/// Checks that keys reach the window while a lesson asks, from its beginning and after an answer.
TEST_F(Presenting, KeysAreNotTypedIntoTheAnswer) {
  window_.open(file(QStringLiteral("talk.toml"), kTalk));
  settle();
  press(Qt::Key_F7);
  for (const bool revealed : {false, true}) {
    if (revealed) window_.presenting().nextStep();
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Period);
    EXPECT_TRUE(window_.presenting().isBlack()) << revealed;
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
  }
}

TEST_F(Presenting, FreezesAnyMomentOfAnyRun) {
  open(kSweep);
  session().showRound(4);
  session().clock().seek(session().clock().now() + Time(12345));
  const Time now = session().clock().now(), end = session().clock().end();
  window_.pages().stage().zoomIn();
  const ViewPort port = window_.pages().stage().port();
  press(Qt::Key_F);
  ASSERT_TRUE(window_.presenting().isFrozen());
  expectNothingLater(now);
  EXPECT_EQ(window_.pages().stage().port(), port);
  for (const Qt::Key key : {Qt::Key_End, Qt::Key_Right, Qt::Key_K, Qt::Key_F4, Qt::Key_F5}) {
    press(key);
    EXPECT_TRUE(waitUntil([&] { return !window_.runs().explainer().isRunning(); }));
    EXPECT_EQ(window_.pages().mode(), Mode::kWatch);
    EXPECT_EQ(session().path(), nullptr);
    expectNothingLater(now);
  }
  const QString seen = paintedTexts(window_).join(u'\n');
  EXPECT_TRUE(seen.contains(QStringLiteral("What happens next?"))) << seen.toStdString();
  EXPECT_FALSE(seen.contains(clockText(end, end))) << seen.toStdString();
  press(Qt::Key_F);
  EXPECT_FALSE(window_.presenting().isFrozen());
  EXPECT_EQ(session().clock().now(), now);
  EXPECT_EQ(session().clock().end(), end);
  EXPECT_TRUE(window_.side().report().isVisible());
  EXPECT_TRUE(waitUntil([&] { return session().path() != nullptr; }));
}

TEST_F(Presenting, FreezesARunThatGetsStuck) {
  EXPECT_TRUE(window_.openScenario(QStringLiteral("lessons/deadlock"))) << error();
  settle();
  const auto cells = static_cast<int>(window_.runs().scenario().cells.size());
  for (int cell = 0; cell < cells && session().run()->isMeasured(); ++cell) {
    window_.runs().runCell(cell);
    settle();
  }
  ASSERT_FALSE(session().run()->isMeasured());
  EXPECT_FALSE(error().empty());
  window_.resize(1366, 768);
  const auto* reason = window_.pages().watch().findChild<QPlainTextEdit*>();
  EXPECT_EQ(reason->verticalScrollBar()->maximum(), 0) << "each waiting rank is seen";
  session().toStart();
  press(Qt::Key_F);
  EXPECT_TRUE(error().empty()) << error();
  press(Qt::Key_F);
  EXPECT_FALSE(error().empty());
}

TEST_F(Presenting, FreezesBothSidesOfAComparison) {
  open(kSweep);
  press(Qt::Key_F4);
  ComparePage& page = window_.pages().compare();
  ASSERT_TRUE(waitUntil([&] { return !page.isBusy(); }));
  EXPECT_GT(page.all_metrics().rowCount(), 0);
  page.master().showRound(3);
  press(Qt::Key_F);
  for (int side : {0, 1}) EXPECT_TRUE(page.comparison().side(side).isFrozen());
  EXPECT_EQ(page.all_metrics().rowCount(), 0);
  press(Qt::Key_F3);
  EXPECT_EQ(window_.pages().mode(), Mode::kCompare);
  press(Qt::Key_F);
  EXPECT_GT(page.all_metrics().rowCount(), 0);
  press(Qt::Key_F3);
  EXPECT_EQ(window_.pages().mode(), Mode::kWatch);
}

TEST_F(Presenting, AnotherRunIsNotFrozen) {
  open(kSweep);
  press(Qt::Key_F);
  ASSERT_TRUE(window_.presenting().isFrozen());
  window_.runs().runCell(1);
  settle();
  EXPECT_FALSE(window_.presenting().isFrozen());
  press(Qt::Key_F4);
  EXPECT_EQ(window_.pages().mode(), Mode::kCompare);
}

/// Checks the two keys of a remote control, which go through rounds, hidden contents, and pages.
TEST_F(Presenting, StepsGoThroughTheWholeLesson) {
  ASSERT_TRUE(window_.lessons().open(file("talk.toml", kTalk))) << error();
  LessonSession& lesson = window_.lesson();
  press(Qt::Key_PageDown);
  EXPECT_TRUE(lesson.isHidden());  // not presenting
  press(Qt::Key_F7);
  press(Qt::Key_PageDown);
  EXPECT_FALSE(lesson.isHidden());
  EXPECT_EQ(lesson.number(), 0);
  for (int k = 0; k < 6 && lesson.number() == 0; ++k) press(Qt::Key_PageDown);
  EXPECT_EQ(lesson.number(), 1);
  press(Qt::Key_PageDown);
  EXPECT_EQ(lesson.number(), 1);  // there is no other
  press(Qt::Key_PageUp);
  for (int k = 0; k < 6 && lesson.number() == 1; ++k) press(Qt::Key_PageUp);
  EXPECT_EQ(lesson.number(), 0);
}

TEST_F(Presenting, AStepShowsWhatIsFrozen) {
  open(kSweep);
  press(Qt::Key_F7);
  const int before = round();
  press(Qt::Key_F);
  press(Qt::Key_PageDown);
  EXPECT_FALSE(window_.presenting().isFrozen());
  EXPECT_EQ(round(), before + 1);
}

TEST_F(Presenting, ThePenVanishesWithAStep) {
  open(kSweep);
  const QImage clean = views();
  press(Qt::Key_D);
  ASSERT_EQ(window_.presenting().ink().tool(), Tool::kPen);
  draw({100, 100}, {220, 140});
  ASSERT_EQ(ink().strokes.size(), 1U);
  EXPECT_EQ(ink().strokes.front(), (QPolygonF() << QPointF(100, 100) << QPointF(220, 140)));
  EXPECT_NE(views(), clean);
  EXPECT_FALSE(session().focus().any());  // nothing was clicked below
  press(Qt::Key_F);                       // is not a step
  EXPECT_EQ(ink().strokes.size(), 1U);
  press(Qt::Key_F);
  press(Qt::Key_Right);
  session().clock().finish();
  EXPECT_TRUE(ink().isEmpty());
  press(Qt::Key_Left);
  EXPECT_EQ(views(), clean);
  draw({10, 10}, {20, 20});
  press(Qt::Key_Delete);
  EXPECT_TRUE(ink().isEmpty());
  draw({10, 10}, {20, 20});
  press(Qt::Key_D);
  EXPECT_EQ(views(), clean);
}

TEST_F(Presenting, ThePointerLetsOneClick) {
  open(kSweep);
  press(Qt::Key_L);
  ASSERT_EQ(window_.presenting().ink().tool(), Tool::kPointer);
  ASSERT_TRUE(ink().pointer);
  const QPointF middle = *ink().pointer;
  press(Qt::Key_Right, Qt::AltModifier | Qt::ShiftModifier);
  press(Qt::Key_Down, Qt::AltModifier | Qt::ShiftModifier);
  EXPECT_GT(ink().pointer->x(), middle.x());
  EXPECT_GT(ink().pointer->y(), middle.y());
  EXPECT_TRUE(ink().strokes.empty());
  StageView& stage = window_.pages().stage();
  QPoint node;
  for (int y = 0; y < stage.height() && node.isNull(); y += 4)
    for (int x = 0; x < stage.width(); x += 4)
      if (stage.textAt(QPointF(x, y)).startsWith(QStringLiteral("rank 5:"))) node = {x, y};
  QTest::mouseClick(&window_.presenting().ink(), Qt::LeftButton, {},
                    stage.mapTo(window_.pages().watch().parentWidget(), node));
  EXPECT_EQ(session().focus().rank, 5);
  press(Qt::Key_Right);
  session().clock().finish();
  EXPECT_TRUE(ink().isEmpty());
  press(Qt::Key_Escape);
  EXPECT_EQ(window_.presenting().ink().tool(), Tool::kNone);
  EXPECT_EQ(session().focus().rank, 5);
}

/// Checks that the keyboard alone can draw, and that screen readers hear it.
TEST_F(Presenting, KeysDraw) {
  open(kSweep);
  press(Qt::Key_D);
  for (int k = 0; k < 3; ++k) press(Qt::Key_Left, Qt::AltModifier | Qt::ShiftModifier);
  ASSERT_EQ(ink().strokes.size(), 1U);
  EXPECT_EQ(ink().strokes.front().size(), 4);
  EXPECT_TRUE(window_.presenting().ink().spokenText().contains(u'1'));
  press(Qt::Key_F2);
  EXPECT_EQ(window_.presenting().ink().tool(), Tool::kNone);
}

class Speaking : public Presenting {
 protected:
  void SetUp() override {
    Presenting::SetUp();
    presenter().setClock([this] { return now_; });
  }
  QString told() {
    QCoreApplication::processEvents();
    return presenter().text();
  }
  bool tells(const QString& text) { return told().contains(text); }
  QDateTime now_ = QDateTime(QDate(2026, 3, 1), QTime(9, 5), QTimeZone::utc());
};

TEST_F(Speaking, IsToldWhatTheNextStepShows) {
  open(kSweep);
  press(Qt::Key_F7, Qt::ShiftModifier);
  ASSERT_TRUE(presenter().isVisible());
  session().setFocus({.rank = 2});
  session().showRound(3);
  const FinishedRun& run = *session().run();
  const auto sentences = sentencesOf(run, 2);
  EXPECT_TRUE(tells(sentences.at(3))) << told().toStdString();
  EXPECT_TRUE(tells(QStringLiteral("Next: ") + sentences.at(4))) << told().toStdString();
  EXPECT_TRUE(tells(QStringLiteral("round 3 of 0–"))) << told().toStdString();
  session().freeze();  // the speaker sees more than the audience
  EXPECT_TRUE(tells(sentences.at(4))) << told().toStdString();
  EXPECT_TRUE(tells(QStringLiteral("Frozen")));
  session().reveal();
  session().toEnd();
  EXPECT_TRUE(tells(QStringLiteral("This is the end of the run."))) << told().toStdString();
}

TEST_F(Speaking, HasTheNotesOfAPage) {
  ASSERT_TRUE(window_.lessons().open(file("talk.toml", kTalk))) << error();
  press(Qt::Key_F7, Qt::ShiftModifier);
  EXPECT_TRUE(tells(QStringLiteral("Ask all of them; it takes 3 rounds."))) << told().toStdString();
  EXPECT_TRUE(tells(QStringLiteral("page 1 of 2")));
  EXPECT_TRUE(tells(QStringLiteral("The answer is 4.")));
  EXPECT_FALSE(paintedTexts(window_).join(u' ').contains(QStringLiteral("Ask")));
  window_.lesson().reveal();
  EXPECT_FALSE(tells(QStringLiteral("The answer is 4.")));
  session().clock().pause();
  session().toEnd();
  EXPECT_TRUE(tells(QStringLiteral("Next: The next page: Second"))) << told().toStdString();
  window_.lesson().go(1);
  EXPECT_TRUE(tells(QStringLiteral("page 2 of 2")));
  EXPECT_FALSE(tells(QStringLiteral("Ask all")));
}

TEST_F(Speaking, SeesTheTime) {
  open(kSweep);
  press(Qt::Key_F7, Qt::ShiftModifier);
  EXPECT_TRUE(tells(QStringLiteral("09:05  ·  0:00"))) << told().toStdString();
  now_ = now_.addSecs(3725);
  EXPECT_TRUE(waitUntil([this] { return tells(QStringLiteral("10:07  ·  1:02:05")); }))
      << told().toStdString();
}

/// Checks that keys go through the run in this window as well.
TEST_F(Speaking, StepsFromItsOwnWindow) {
  open(kSweep);
  press(Qt::Key_F7);
  press(Qt::Key_F7, Qt::ShiftModifier);
  presenter().activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(&presenter(), kPatience));
  const int before = round();
  QTest::keyClick(&presenter(), Qt::Key_Right);
  EXPECT_EQ(round(), before + 1);
  QTest::keyClick(&presenter(), Qt::Key_PageDown);
  EXPECT_EQ(round(), before + 2);
  QTest::keyClick(&presenter(), Qt::Key_F);
  EXPECT_TRUE(window_.presenting().isFrozen());
  QTest::keyClick(&presenter(), Qt::Key_F7, Qt::ShiftModifier);
  EXPECT_FALSE(presenter().isVisible());
}

TEST_F(Presenting, AFrozenMomentIsShared) {
  open(kSweep);
  session().showRound(2);
  press(Qt::Key_F);
  const QString moment = directory_.filePath(QStringLiteral("ask.moment"));
  saveMoment(momentOf(window_), moment);
  MainWindow other;
  openMoment(other, moment);
  EXPECT_TRUE(other.presenting().isFrozen());
  EXPECT_EQ(wordsOf(momentOf(other)), wordsOf(momentOf(window_)));
}

}  // namespace
}  // namespace orrery::viz
