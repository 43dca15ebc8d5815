#include "viz/widgets/pages/course_page.h"

#include "scenarios/run/load.h"
#include "scenarios/teaching/lesson.h"
#include "viz/model/text/language.h"
#include "viz/widgets/laid_out.h"
#include "viz/widgets/style.h"
#include "viz/widgets/views/stage_view.h"

namespace orrery::viz::inline widgets {
namespace {

constexpr int kLessonName = Qt::UserRole, kLessonText = Qt::UserRole + 1;
constexpr int kCourseMargin = 24;
constexpr int kBeginWidth = 180, kBeginHeight = 48;
constexpr int kDemonstrationFrame = 16;  ///< ms
constexpr int kRest = 1500;              ///< ms
constexpr auto kDemonstration = "lessons/first-allreduce";

/// Returns "3  Broadcast trees · 10 minutes", and the goal below.
QString entryOf(const teaching::Lesson& lesson) {
  QString text = lesson.number > 0 ? QStringLiteral("%1   ").arg(lesson.number) : QString();
  text += QString::fromStdString(lesson.title);
  if (lesson.minutes > 0) text += CoursePage::tr(" · %1 minutes").arg(lesson.minutes);
  return text + u'\n' + QString::fromStdString(lesson.goal).simplified();
}

}  // namespace

CoursePage::CoursePage(QWidget* parent)
    : QWidget(parent),
      stage_(new StageView(demonstration_, this)),
      title_(new QLabel(tr("Collective communication, round by round"), this)),
      about_(new QLabel(
          tr("Ranks run the real algorithms, blocks travel over the links of a network, and links "
             "that messages share turn red: you see how long a collective takes, and why."),
          this)),
      head_(new QLabel(tr("Each lesson asks a question before it shows the answer. Click a lesson "
                          "or press Enter to begin it. In a lesson, click your answer in the "
                          "picture; Enter submits it and goes on; → and ← go from round to round."),
                       this)),
      begin_(new QPushButton(tr("Begin"), this)),
      list_(new QListWidget(this)) {
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  stage_->setFocusPolicy(Qt::NoFocus);
  for (QLabel* label : {title_, about_, head_}) label->setWordWrap(true);
  setLetters(*title_, Letters::kTitle);
  setLetters(*about_, Letters::kField);
  setLetters(*head_, Letters::kNote);
  setLetters(*begin_, Letters::kHeading);
  setLetters(*list_, Letters::kField);
  list_->setObjectName(QStringLiteral("lessons"));
  list_->setAccessibleName(tr("Lessons"));
  list_->setWordWrap(true);
  list_->setSpacing(6);
  list_->setFrameShape(QFrame::NoFrame);
  makeLayout();
  connect(list_, &QListWidget::itemActivated, this, &CoursePage::choose);
  connect(list_, &QListWidget::itemClicked, this, &CoursePage::choose);
  connect(begin_, &QPushButton::clicked, this, [this] { choose(list_->currentItem()); });
}

void CoursePage::makeLayout() {
  auto* words =
      laidOut<QVBoxLayout>(nullptr, kUsualMargins, kCourseMargin, {kRoom, title_, about_});
  words->addWidget(begin_, 0, Qt::AlignLeft);
  words->addStretch();
  auto* top =
      laidOut<QHBoxLayout>(nullptr, kUsualMargins, kCourseMargin, {{stage_, 3}, {words, 2}});
  laidOut<QVBoxLayout>(this, {kCourseMargin, kCourseMargin, kCourseMargin, kCourseMargin}, 12,
                       {{top, 3}, head_, {list_, 2}});
}

void CoursePage::setTheme(const Theme& theme) {
  stage_->setTheme(theme);
  begin_->setMinimumSize(scaled(kBeginWidth, theme), scaled(kBeginHeight, theme));
}

void CoursePage::fill() {
  if (list_->count() > 0) return;
  for (const teaching::Lesson& lesson : teaching::built_in_lessons(usedLanguage().toStdString())) {
    auto* item = new QListWidgetItem(entryOf(lesson), list_);
    item->setData(kLessonName, QString::fromStdString(lesson.name));
    item->setData(kLessonText, item->text());
  }
  list_->setCurrentRow(0);
  demonstration_.show(runCell(load_scenario(kDemonstration).cells.front()));
  demonstration_.clock().setPace(PlaybackClock::Pace::kEqualRounds);
}

void CoursePage::showEvent(QShowEvent* /*event*/) {
  demonstration_.clock().play();
  passed_.start();
  timer_.start(kDemonstrationFrame, this);
}

void CoursePage::hideEvent(QHideEvent* /*event*/) {
  timer_.stop();
}

/// Plays the run again and again, with a rest at its end.
void CoursePage::timerEvent(QTimerEvent* /*event*/) {
  PlaybackClock& clock = demonstration_.clock();
  const std::chrono::nanoseconds passed(passed_.nsecsElapsed());
  passed_.restart();
  if (clock.now() < clock.end()) rested_.restart();
  if (!clock.isPlaying() && rested_.elapsed() >= kRest) clock.play();
  clock.tick(passed);
}

void CoursePage::note(const QString& lesson, int right, int questions) {
  for (int row = 0; row < list_->count(); ++row) {
    QListWidgetItem* item = list_->item(row);
    if (item->data(kLessonName) != lesson) continue;
    QStringList lines = item->data(kLessonText).toString().split(u'\n');
    lines[0] += tr(" · %1 of %2 right").arg(right).arg(questions);
    item->setText(lines.join(u'\n'));
  }
}

/// Chooses a lesson; a double click is one choice, because the first click hides the page.
void CoursePage::choose(const QListWidgetItem* item) {
  if (item == nullptr || isHidden()) return;
  emit lessonChosen(item->data(kLessonName).toString());
}

}  // namespace orrery::viz::inline widgets
