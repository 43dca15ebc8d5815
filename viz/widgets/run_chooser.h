#pragma once

#include <QComboBox>
#include <QWidget>

#include "scenarios/spec/scenario.h"

namespace orrery::viz::inline widgets {

/// Choice of the run on one side of a comparison: a scenario (the open one, a built-in one or any
/// file), one of its cells, and the cell's algorithm or another one of its collective.
class RunChooser : public QWidget {
  Q_OBJECT

 public:
  explicit RunChooser(const QString& side, QWidget* parent = nullptr);
  /// Offers a scenario (at least one cell) above all others, and its cell `cell`.
  void setScenario(const Scenario& scenario, int cell);
  void clear();
  /// Reads another scenario: a file, or a built-in one by name. failed() reports errors.
  void openFile(const QString& name);
  /// Returns the chosen scenario's file; empty for the one that is offered above all others.
  QString file() const { return shown_ > 0 ? scenarios_->itemData(shown_).toString() : QString(); }
  void chooseCell(int cell);
  void chooseAlgorithm(const QString& name);
  QComboBox& scenarios() { return *scenarios_; }
  QComboBox& cells() { return *cells_; }
  QComboBox& algorithms() { return *algorithms_; }

 signals:
  void chosen(const orrery::RunSpec& run);
  void failed(const QString& text);

 private:
  void chooseScenario(int item);
  void askForFile();
  void take(const Scenario& scenario, int cell);
  void fillAlgorithms();
  void choose();

  Scenario first_;     ///< the open one
  Scenario scenario_;  ///< the chosen one
  QComboBox* scenarios_;
  QComboBox* cells_;
  QComboBox* algorithms_;
  int shown_ = 0;  ///< item of scenarios_
};

}  // namespace orrery::viz::inline widgets
