#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QTimer>
#include <QWidget>

#include "scenarios/spec/scenario.h"
#include "viz/model/run/chart.h"
#include "viz/model/run/runners.h"
#include "viz/widgets/views/plot_view.h"

namespace orrery::viz::inline widgets {

/// All cells of a sweep, run and drawn: a field of the results over one of the swept keys, a map of
/// the fastest algorithms, or the deficiencies as bars.
class ChartsPage : public QWidget {
  Q_OBJECT

 public:
  explicit ChartsPage(QWidget* parent = nullptr);
  void setTheme(const Theme& theme) { plot_->setTheme(theme); }
  void setScenario(const Scenario& scenario);
  bool isBusy() const { return runner_.isRunning(); }
  PlotView& plotView() { return *plot_; }
  void setKind(ChartRequest::Kind kind) { kind_->setCurrentIndex(static_cast<int>(kind)); }
  QComboBox& quantity() { return *y_; }
  /// Returns the drawn chart as text: "lines;x=bytes;y=goodput;log".
  QString choice() const;
  /// Draws such a choice. Returns false if it does not exist.
  bool choose(const QString& choice);
  /// Writes the chart: .png, .svg or .pdf, or its numbers: .csv. THROWS std::invalid_argument.
  void exportTo(const QString& file) const;

 public slots:
  void run();
  void cancel();
  void exportChart();  ///< asks for a name

 signals:
  void settled();
  void cellChosen(int cell);  ///< the user wants to watch a point of the chart

 private:
  QWidget* makeBar();
  void showResults(const std::vector<RunResult>& results);
  ChartRequest request() const;
  void fillChoices();
  void fillCombinations();
  bool chooseKind(const QString& name);
  bool choosePart(const QString& part);
  void draw();
  void followBusy();

  Scenario scenario_;
  SweepRunner runner_;
  std::vector<RunResult> results_;
  std::string csv_;  // of the drawn chart
  std::vector<std::vector<int>> cells_;
  PlotView* plot_;
  QComboBox* kind_;
  QComboBox* y_;
  QLabel* over_;
  QComboBox* x_;
  QComboBox* at_;
  QComboBox* gain_;
  QCheckBox* log_y_;
  QPushButton* run_;
  QPushButton* export_;
  QProgressBar* busy_;
  QTimer busy_timer_;
};

}  // namespace orrery::viz::inline widgets
