#pragma once

#include <optional>

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QTimer>
#include <QWidget>

#include "scenarios/plot/csv.h"
#include "scenarios/plot/plot.h"
#include "scenarios/scenario.h"
#include "viz/model/sweep_runner.h"
#include "viz/paint/theme.h"

namespace orrery::viz {

/// A plot, as large as there is room.
class PlotView : public QWidget {
  Q_OBJECT

 public:
  using QWidget::QWidget;
  void setTheme(const Theme& theme);
  /// Nothing: `text` instead.
  void setPlot(std::optional<Plot> plot, const QString& text = {});
  const std::optional<Plot>& plot() const { return plot_; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  const Theme* theme_ = &lightTheme();
  std::optional<Plot> plot_;
  QString text_;
};

/// All cells of a sweep, run and drawn: one field of the results over one of the swept keys, a line
/// for each combination of the others.
class ChartsPage : public QWidget {
  Q_OBJECT

 public:
  explicit ChartsPage(QWidget* parent = nullptr);
  void setTheme(const Theme& theme) { plot_->setTheme(theme); }
  void setScenario(const Scenario& scenario);
  bool isBusy() const { return runner_.isRunning(); }
  const PlotView& plotView() const { return *plot_; }
  QComboBox& quantity() { return *y_; }

 public slots:
  void run();
  void cancel();
  void exportPlot();  ///< asks for a name

 signals:
  void settled();

 private:
  QWidget* makeBar();
  void showResults(const std::vector<RunResult>& results);
  void draw();
  void followBusy();

  Scenario scenario_;
  SweepRunner runner_;
  std::optional<CsvTable> results_;
  PlotView* plot_;
  QComboBox* x_;
  QComboBox* y_;
  QCheckBox* log_y_;
  QPushButton* run_;
  QPushButton* export_;
  QProgressBar* busy_;
  QTimer busy_timer_;
};

}  // namespace orrery::viz
