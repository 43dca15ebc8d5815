#include "viz/widgets/pages/course_page.h"

#include <QVBoxLayout>

#include "scenarios/teaching/lesson.h"
#include "viz/model/text/language.h"
#include "viz/widgets/style.h"

namespace orrery::viz {
namespace {

constexpr int kLessonName = Qt::UserRole, kLessonText = Qt::UserRole + 1;
constexpr int kCourseMargin = 24;

/// Returns "3  Broadcast trees · 10 minutes", and the goal below.
QString entryOf(const teaching::Lesson& lesson) {
  QString text = lesson.number > 0 ? QStringLiteral("%1   ").arg(lesson.number) : QString();
  text += QString::fromStdString(lesson.title);
  if (lesson.minutes > 0) text += CoursePage::tr(" · %1 minutes").arg(lesson.minutes);
  return text + u'\n' + QString::fromStdString(lesson.goal).simplified();
}

}  // namespace

CoursePage::CoursePage(QWidget* parent)
    : QWidget(parent), head_(new QLabel(this)), list_(new QListWidget(this)) {
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  head_->setText(tr(
      "<b>Lessons</b><br>Each asks before it shows: read, answer, and see what happened. ↑ and ↓ "
      "choose "
      "one, Enter begins it. In a lesson Enter answers and goes on; a rank, a link or a block that "
      "you click is your answer, and → and ← go from round to round as far as you may see."));
  head_->setWordWrap(true);
  setLetters(*head_, Letters::kField);
  setLetters(*list_, Letters::kField);
  list_->setObjectName(QStringLiteral("lessons"));
  list_->setAccessibleName(tr("Lessons"));
  list_->setWordWrap(true);
  list_->setSpacing(6);
  list_->setFrameShape(QFrame::NoFrame);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(kCourseMargin, kCourseMargin, kCourseMargin, kCourseMargin);
  column->setSpacing(12);
  column->addWidget(head_);
  column->addWidget(list_, 1);
  connect(list_, &QListWidget::itemActivated, this, &CoursePage::choose);
}

void CoursePage::fill() {
  if (list_->count() > 0) return;
  for (const teaching::Lesson& lesson : teaching::built_in_lessons(usedLanguage().toStdString())) {
    auto* item = new QListWidgetItem(entryOf(lesson), list_);
    item->setData(kLessonName, QString::fromStdString(lesson.name));
    item->setData(kLessonText, item->text());
  }
  list_->setCurrentRow(0);
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

void CoursePage::choose(const QListWidgetItem* item) {
  emit lessonChosen(item->data(kLessonName).toString());
}

}  // namespace orrery::viz
