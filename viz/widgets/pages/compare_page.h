#pragma once

#include <array>

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QWidget>

#include "scenarios/spec/scenario.h"
#include "viz/model/run/comparison.h"
#include "viz/model/run/runners.h"
#include "viz/widgets/run_chooser.h"
#include "viz/widgets/views/fitted_table.h"
#include "viz/widgets/views/meters_view.h"
#include "viz/widgets/views/stage_view.h"

namespace orrery::viz::inline widgets {

/// Two runs side by side, locked to the same time or the same round; links that more flows share on
/// one side than on the other are highlighted.
class ComparePage : public QWidget {
  Q_OBJECT

 public:
  explicit ComparePage(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  /// Offers a scenario (at least one cell) on both sides and runs the first two different cells.
  void setScenario(const Scenario& scenario);
  /// Shows the visible parts of two runs at the same time, without choices and metrics: a page of a
  /// lesson. Until clear(), or until a scenario is offered.
  void showPair(std::shared_ptr<const FinishedRun> left, std::shared_ptr<const FinishedRun> right);
  bool showsPair() const { return pair_; }
  void clear();
  bool isEmpty() const { return empty_; }
  bool isBusy() const { return runners_[0].isRunning() || runners_[1].isRunning(); }
  /// Returns the chooser of a side, 0 or 1.
  RunChooser& chooser(int side) { return *choosers_[static_cast<std::size_t>(side)]; }
  void setLock(Comparison::Lock lock);
  Comparison::Lock lock() const { return comparison_.lock(); }
  /// Returns the error of the run on a side; empty if there is none.
  QString error(int side) const {
    const QLabel& label = *notices_[static_cast<std::size_t>(side)];
    return label.property("warning").toBool() ? label.text() : QString();
  }
  /// Shows the causes of time on both sides, and the cause of the difference.
  void showWhy(bool shown);
  bool isExplaining() const { return explainers_[0].isRunning() || explainers_[1].isRunning(); }
  QString difference() const { return why_->text(); }

  /// Hides everything after now on both sides, and in the metrics; or shows it again.
  void setFrozen(bool frozen);
  bool isFrozen() const { return comparison_.isFrozen(); }

  Session& master() { return comparison_.master(); }
  Comparison& comparison() { return comparison_; }
  StageView& stage(int side) { return *stages_[static_cast<std::size_t>(side)]; }
  const ComparisonModel& all_metrics() const { return metrics_; }
  MetersView& meters(int side) const { return *meters_[static_cast<std::size_t>(side)]; }

 public slots:
  /// Shows recursive doubling against Swing on 16 ranks in a ring: De Sensi et al., NSDI 2024, Fig.
  /// 1.
  void showSwingFigure();

 signals:
  void masterChanged();
  void settled();       ///< a run has ended and is shown
  void whyRequested();  ///< by a click on a deficiency

 private:
  QWidget* makeBar();
  QWidget* makeStages();
  QWidget* makeMetrics();
  void start(int side, const RunSpec& run);
  void say(int side, const QString& text, bool warns = true);
  void showRun(int side, const std::shared_ptr<const FinishedRun>& run);
  void follow();
  void fillTable();
  void setPair(bool pair);

  Comparison comparison_;
  ComparisonModel metrics_;
  std::array<BackgroundRunner, 2> runners_;
  std::array<Explainer, 2> explainers_{Explainer(comparison_.side(0)),
                                       Explainer(comparison_.side(1))};
  bool empty_ = true;
  bool pair_ = false;
  std::array<RunChooser*, 2> choosers_{};
  std::array<StageView*, 2> stages_{};
  std::array<QLabel*, 2> notices_{};
  std::array<MetersView*, 2> meters_{};
  QComboBox* lock_;
  QPushButton* metric_;
  QLabel* why_;
  FittedTable* table_;
  QWidget *bar_ = nullptr, *below_ = nullptr;  // missing in a pair
};

}  // namespace orrery::viz::inline widgets
