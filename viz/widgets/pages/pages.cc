#include "viz/widgets/pages/pages.h"

#include "viz/model/run/lesson_session.h"
#include "viz/widgets/pages/charts_page.h"
#include "viz/widgets/pages/compare_page.h"
#include "viz/widgets/pages/compose_page.h"
#include "viz/widgets/pages/course_page.h"
#include "viz/widgets/pages/watch_page.h"

namespace orrery::viz::inline widgets {
namespace {
constexpr QSize kLeastPage(280, 200);
}

Pages::Pages(Session& session, const LessonSession& lesson, QWidget* parent)
    : QStackedWidget(parent),
      session_(session),
      lesson_(lesson),
      compose_(new ComposePage(this)),
      watch_(new WatchPage(session, this)),
      compare_(new ComparePage(this)),
      charts_(new ChartsPage(this)),
      course_(new CoursePage(this)),
      message_(new MessagePage(this)),
      running_(new MessagePage(this, false)),
      next_(new Session(this)),
      next_stage_(new StageView(*next_, this)) {
  for (QWidget* page : std::initializer_list<QWidget*>{compose_, watch_, compare_, charts_, course_,
                                                       message_, running_, next_stage_}) {
    page->setMinimumSize(kLeastPage);  // the largest page must not widen the others
    addWidget(page);
  }
  connect(watch_, &WatchPage::partsChanged, this, &Pages::partsChanged);
  connect(compare_, &ComparePage::masterChanged, this, &Pages::refresh);
}

void Pages::setTheme(const Theme& theme) {
  watch_->setTheme(theme);
  compare_->setTheme(theme);
  charts_->setTheme(theme);
  course_->setTheme(theme);
  next_stage_->setTheme(theme);
}

StageView& Pages::stage() const {
  return watch_->stage();
}

void Pages::setWait(Wait wait) {
  wait_ = wait;
  if (wait != Wait::kLong) next_->show(std::make_shared<const FinishedRun>());
}

void Pages::setNext(const std::shared_ptr<const FinishedRun>& beginning) {
  if (wait_ == Wait::kNone) return;
  next_->show(beginning);
  if (wait_ == Wait::kLong) refresh();
}

void Pages::setMode(Mode mode) {
  const bool anew = mode != mode_;
  mode_ = mode;
  emit arranged(anew);
  if (mode != Mode::kWatch) setCurrentWidget(&seen());
  // The side takes or gives room: what is watched is not seen in the room of the others.
  emit roomChanged();
  if (mode == Mode::kWatch) setCurrentWidget(&seen());
  if (plays() && anew) activeStage().setFocus();  // where keys move the run
}

QWidget& Pages::seen() const {
  if (mode_ == Mode::kCompose) return *compose_;
  if (mode_ == Mode::kCharts) return *charts_;
  if (mode_ == Mode::kWatch && shows_course_) return *course_;
  if (mode_ == Mode::kWatch && wait_ == Wait::kLong)
    return next_->hasPicture() ? static_cast<QWidget&>(*next_stage_) : *running_;
  if (showsTwo()) return *compare_;
  const bool stays = wait_ == Wait::kShort || session_.run() == nullptr || session_.hasPicture();
  return stays ? static_cast<QWidget&>(*watch_) : *message_;
}

void Pages::chooseMode(Mode mode) {
  shows_course_ = false;
  setMode(mode);
}

void Pages::showCourse() {
  shows_course_ = true;
  setMode(Mode::kWatch);
  course_->takeFocus();
}

void Pages::showMessage(const QString& heading, const QString& text) {
  message_->setMessage(heading, text);
  setMode(Mode::kWatch);
  setCurrentWidget(message_);
}

QString Pages::errorText() const {
  return currentWidget() == message_ ? message_->text() : watch_->noticeText();
}

std::array<StageView*, 3> Pages::stages() const {
  return {&watch_->stage(), &compare_->stage(0), &compare_->stage(1)};
}

void Pages::showCommunication(bool shown) {
  for (StageView* stage : stages()) stage->showCommunication(shown);
  emit partsChanged();
}

void Pages::showLoad(bool shown) {
  for (StageView* stage : stages()) stage->showLoad(shown);
  emit partsChanged();
}

void Pages::showLinkMap(bool shown) {
  for (StageView* stage : stages()) stage->showLinkMap(shown);
  emit partsChanged();
}

bool Pages::watches() const {
  return mode_ == Mode::kWatch && !shows_course_;
}

bool Pages::plays() const {
  return watches() || mode_ == Mode::kCompare;
}

bool Pages::showsTwo() const {
  return mode_ == Mode::kCompare || (watches() && compare_->showsPair() && lesson_.isOpen());
}

StageView& Pages::activeStage() const {
  return showsTwo() ? compare_->stage(0) : watch_->stage();
}

Session& Pages::activeSession() const {
  return showsTwo() ? compare_->master() : session_;
}

}  // namespace orrery::viz::inline widgets
