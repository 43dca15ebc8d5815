#include "viz/widgets/lesson_controller.h"

#include <QComboBox>
#include <QSettings>

#include "scenarios/teaching/rounds_seen.h"
#include "scenarios/text/scenario_library.h"
#include "viz/model/run/lesson_session.h"
#include "viz/model/text/language.h"
#include "viz/widgets/pages/compare_page.h"
#include "viz/widgets/pages/compose_page.h"
#include "viz/widgets/pages/course_page.h"
#include "viz/widgets/pages/lesson_panel.h"
#include "viz/widgets/pages/pages.h"
#include "viz/widgets/pages/report_panel.h"
#include "viz/widgets/pages/side_panel.h"
#include "viz/widgets/pages/watch_page.h"
#include "viz/widgets/run_controller.h"

namespace orrery::viz::inline widgets {
namespace {
constexpr auto kKeepSetting = "keep_answers";
}

LessonController::LessonController(LessonSession& lesson, Session& session, RunController& runs,
                                   Pages& pages, SidePanel& side)
    : lesson_(lesson), session_(session), runs_(runs), pages_(pages), side_(side) {
  LessonPanel& panel = side.lessonPanel();
  connect(&lesson, &LessonSession::pageChanged, this, &LessonController::showPage);
  connect(&lesson, &LessonSession::replied, this, &LessonController::followReply);
  connect(&lesson, &LessonSession::answered, this, [&panel](const GivenAnswer& answer) {
    if (panel.keepsAnswers()) keepAnswer(answerFile(), answer);
  });
  connect(&panel, &LessonPanel::courseRequested, this, &LessonController::showCourse);
  connect(&session, &Session::picked, this, &LessonController::followPick);
  connect(&pages.compare().comparison().side(0), &Session::picked, this,
          &LessonController::followPick);
  connect(&pages, &Pages::arranged, this, &LessonController::followArrangement);
  panel.setKeepsAnswers(false, answerFile());
}

void LessonController::remember() {
  const QString setting = QString::fromLatin1(kKeepSetting);
  LessonPanel& panel = side_.lessonPanel();
  panel.setKeepsAnswers(QSettings().value(setting, false).toBool(), answerFile());
  connect(&panel, &LessonPanel::keepChanged, this,
          [setting](bool keeps) { QSettings().setValue(setting, keeps); });
}

void LessonController::leave() {
  pages_.leaveCourse();
  lesson_.end();
}

void LessonController::showCourse() {
  if (lesson_.isOpen())
    pages_.course().note(QString::fromStdString(lesson_.lesson().name), lesson_.score().right,
                         lesson_.questions());
  pages_.course().fill();
  pages_.showCourse();
}

bool LessonController::open(const QString& name, int page) {
  try {
    pages_.compose().open(QString::fromStdString(find_scenario(name.toStdString()).string()));
    runs_.forget();
    pages_.leaveCourse();
    lesson_.begin(teaching::load_lesson(name.toStdString(), usedLanguage().toStdString()), page);
    return true;
  } catch (const std::exception& e) {
    leave();
    runs_.fail(tr("This lesson cannot be read"), QString::fromUtf8(e.what()));
    return false;
  }
}

/// Shows the visible part of the page's run, and the views that the page names.
void LessonController::showPage() {
  side_.lessonPanel().setVisible(lesson_.isOpen());
  session_.clock().setPace(lesson_.isOpen() ? PlaybackClock::Pace::kEqualRounds
                                            : PlaybackClock::Pace::kTrueTime);
  if (!lesson_.isOpen()) return;
  const teaching::Page& page = lesson_.page();
  side_.setTitle(QString::fromStdString(lesson_.lesson().title));
  side_.report().setScenarioText(QString::fromStdString(lesson_.lesson().goal));
  pages_.watch().showBlocks(page.show == "blocks");
  pages_.watch().showTimeline(page.show == "timeline");
  pages_.showCommunication(page.show == "tree");
  if (page.show == "listing") side_.report().selectTab(QStringLiteral("listing"));
  showRun();
  pages_.setMode(Mode::kWatch);
  side_.lessonPanel().takeFocus();
}

/// Shows the run of the page, and hides other modes with the future of the run.
void LessonController::showRun() {
  runs_.setScenario(lesson_.isHidden() ? Scenario{} : lesson_.scene().laboratory->scenario());
  side_.cells().hide();
  runs_.showRun(lesson_.run());
  session_.clock().seek(lesson_.moment());
  session_.setFocus(lesson_.focus());
  session_.setAnswers(lesson_.marks());
  if (lesson_.comparesRuns()) showPair();
}

/// Shows the visible parts of two runs side by side.
void LessonController::showPair() {
  ComparePage& compare = pages_.compare();
  compare.showPair(lesson_.run(), lesson_.otherRun());
  Session& master = compare.master();
  master.clock().seek(lesson_.isHidden() ? master.clock().end() : lesson_.moment());
  for (int side : {0, 1}) compare.comparison().side(side).setFocus(lesson_.focus());
  compare.comparison().side(0).setAnswers(lesson_.marks());
  pages_.refresh();
}

/// Replaces runs compared in another mode by the runs of the page.
void LessonController::followArrangement(bool anew) {
  const bool pairs = lesson_.isOpen() && lesson_.comparesRuns() && !pages_.compare().showsPair();
  if (pages_.watches() && anew && pairs) showPair();
}

/// Continues the run from its moment, after an answer.
void LessonController::followReply() {
  if (lesson_.isHidden()) {
    if (pages_.showsTwo()) pages_.compare().comparison().side(0).setAnswers(lesson_.marks());
    return session_.setAnswers(lesson_.marks());
  }
  showRun();
  pages_.activeSession().clock().play();
  side_.lessonPanel().takeFocus();
}

/// Answers the question with the item that was pointed at, if such an item answers it.
void LessonController::followPick(const Focus& focus) {
  if (!lesson_.isOpen() || !lesson_.isHidden() || !session_.hasPicture()) return;
  const std::string kind(teaching::pointed_at(*lesson_.page().question));
  const std::string name = nameOf(*session_.run(), focus, kind);
  if (!name.empty()) side_.lessonPanel().point(QString::fromStdString(name));
}

}  // namespace orrery::viz::inline widgets
