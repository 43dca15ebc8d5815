#pragma once

#include <QLabel>
#include <QListWidget>
#include <QWidget>

namespace orrery::viz {

/// The course: its lessons in their order, each with its goal and duration. Enter or a double click
/// begins the chosen one.
class CoursePage : public QWidget {
  Q_OBJECT

 public:
  explicit CoursePage(QWidget* parent = nullptr);

  /// Reads the lessons the first time.
  void fill();
  /// Shows the progress in a lesson beside its title.
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
