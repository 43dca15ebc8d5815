#include "viz/widgets/course_page.h"

#include <QVBoxLayout>

#include "scenarios/teaching/lesson.h"
#include "viz/widgets/style.h"

namespace orrery::viz {
namespace {

constexpr int kName = Qt::UserRole, kText = Qt::UserRole + 1;
constexpr int kMargin = 24;

/// "3  Broadcast trees · 10 minutes", and the goal below.
QString textOf(const teaching::Lesson& lesson) {
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
  column->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
  column->setSpacing(12);
  column->addWidget(head_);
  column->addWidget(list_, 1);
  connect(list_, &QListWidget::itemActivated, this, &CoursePage::choose);
}

void CoursePage::fill() {
  if (list_->count() > 0) return;
  for (const teaching::Lesson& lesson : teaching::built_in_lessons()) {
    auto* item = new QListWidgetItem(textOf(lesson), list_);
    item->setData(kName, QString::fromStdString(lesson.name));
    item->setData(kText, item->text());
  }
  list_->setCurrentRow(0);
}

void CoursePage::note(const QString& lesson, int right, int questions) {
  for (int row = 0; row < list_->count(); ++row) {
    QListWidgetItem* item = list_->item(row);
    if (item->data(kName) != lesson) continue;
    QStringList lines = item->data(kText).toString().split(u'\n');
    lines[0] += tr(" · %1 of %2 right").arg(right).arg(questions);
    item->setText(lines.join(u'\n'));
  }
}

void CoursePage::choose(const QListWidgetItem* item) {
  emit lessonChosen(item->data(kName).toString());
}

}  // namespace orrery::viz
