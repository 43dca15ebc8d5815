#pragma once

#include <QBasicTimer>
#include <QElapsedTimer>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QWidget>

#include "viz/model/run/session.h"

namespace orrery::viz::inline paint {
struct Theme;
}

namespace orrery::viz::inline widgets {

class StageView;

/// The page to start from: a run that moves, what this program is, and the course, its lessons in
/// their order, each with its goal and duration. A click, or Enter, begins a lesson; Begin the
/// chosen one.
class CoursePage : public QWidget {
  Q_OBJECT

 public:
  explicit CoursePage(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  /// Reads the lessons; the first time it also runs the animated one.
  void fill();
  /// Shows the progress in a lesson next to its title.
  void note(const QString& lesson, int right, int questions);
  int count() const { return list_->count(); }
  void takeFocus() { list_->setFocus(); }
  const Session& demonstration() const { return demonstration_; }

 signals:
  void lessonChosen(const QString& name);

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  void timerEvent(QTimerEvent* event) override;

 private:
  void makeLayout();
  void choose(const QListWidgetItem* item);

  Session demonstration_;
  StageView* stage_;
  QLabel *title_, *about_, *head_;
  QPushButton* begin_;
  QListWidget* list_;
  QBasicTimer timer_;
  QElapsedTimer passed_, rested_;
};

}  // namespace orrery::viz::inline widgets
