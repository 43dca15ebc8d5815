#pragma once

#include <vector>

#include <QWidget>

class QComboBox;
class QLabel;

namespace orrery::viz::inline model {
class LessonSession;
class Session;
}  // namespace orrery::viz::inline model

namespace orrery::viz::inline widgets {

class LessonPanel;
class ReportPanel;

/// The panel beside a run: its title, the cells of its sweep, the page of a lesson, and the report.
class SidePanel : public QWidget {
  Q_OBJECT

 public:
  SidePanel(Session& session, LessonSession& lesson, QWidget* parent);
  LessonPanel& lessonPanel() const { return *lesson_; }
  ReportPanel& report() const { return *report_; }
  QComboBox& cells() const { return *cells_; }
  void setTitle(const QString& title);
  /// Offers the cells of a sweep; a single one leaves no choice.
  void setCells(const std::vector<QString>& cells);
  /// Shows that later events are hidden.
  void setFrozen(bool frozen);
  /// Returns whether it is shown together with a run.
  bool isWanted() const { return presents_ ? wanted_presented_ : wanted_; }
  void setWanted(bool wanted) { (presents_ ? wanted_presented_ : wanted_) = wanted; }
  /// Leaves its room to the network for an audience, unless it has the page of a lesson.
  void setPresenting(bool presents);

 signals:
  void titleChanged(const QString& title);

 private:
  ReportPanel* report_;
  LessonPanel* lesson_;
  QLabel* frozen_;
  QLabel* title_;
  QComboBox* cells_;
  bool wanted_ = true, wanted_presented_ = false, presents_ = false;
};

}  // namespace orrery::viz::inline widgets
