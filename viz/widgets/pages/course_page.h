#pragma once

#include <QLabel>
#include <QListWidget>
#include <QWidget>

namespace orrery::viz {

/// The course: its lessons in their order, each with its goal and how long it takes. The one that is
/// chosen (with Enter, or a double click) is begun.
class CoursePage : public QWidget {
  Q_OBJECT

 public:
  explicit CoursePage(QWidget* parent = nullptr);

  /// Reads the lessons the first time.
  void fill();
  /// How far a lesson has been gone through, shown beside its title.
  void note(const QString& lesson, int right, int questions);
  int count() const { return list_->count(); }
  void takeFocus() { list_->setFocus(); }

 signals:
  void lessonChosen(const QString& name);

 private:
  void choose(const QListWidgetItem* item);

  QLabel* head_;
  QListWidget* list_;
};

}  // namespace orrery::viz
