#pragma once

#include <QTimer>

#include "scenarios/spec/scenario.h"
#include "viz/model/run/runners.h"

namespace orrery::viz::inline model {
class LessonSession;
}

namespace orrery::viz::inline widgets {

class Pages;
class SidePanel;

/// The runs of a scenario in the window: starts them, waits for them, gives them up and shows them.
class RunController : public QObject {
  Q_OBJECT

 public:
  RunController(Session& session, const LessonSession& lesson, Pages& pages, SidePanel& side);

  const Scenario& scenario() const { return scenario_; }
  /// Offers its cells, without a run.
  void setScenario(const Scenario& scenario);
  /// Starts a cell of it; settled() follows.
  void showScenario(const Scenario& scenario, int cell);
  int shownCell() const { return shown_cell_; }
  /// Starts another cell of the scenario. REQUIRES 0 <= cell < scenario().cells.size().
  void runCell(int cell);
  /// Starts any run in the background; settled() follows.
  void run(const RunSpec& spec);
  /// Follows the holdings of ranks in a run with too many ranks to do so at once; settled()
  /// follows.
  void followContents();
  /// Gives up the run under way; settled() follows.
  void cancel();
  /// Gives it up without a report.
  void forget();
  bool isBusy() const { return runner_.isRunning(); }
  /// Shows a run that has ended; settled() follows.
  void show(const std::shared_ptr<const FinishedRun>& run);
  /// Shows the available part of a run.
  void showRun(const std::shared_ptr<const FinishedRun>& run);
  /// Drops the scenario and its run, and shows the error.
  void fail(const QString& heading, const QString& text);
  /// Shows metrics and reasons of the visible part of the run.
  void followExtent();

  /// Returns whether all views show the critical path and the causes of time, which takes another
  /// run.
  bool showsWhy() const { return explainer_.isWanted(); }
  void showWhy(bool shown);
  Explainer& explainer() { return explainer_; }

 signals:
  void settled();  ///< a run has ended and is shown, or its error is
  void busyChanged(bool busy, int permille);
  void whyChanged();

 private:
  void followBusy();
  void followWait();
  void endWait();
  void offerComparison();
  bool showsReport() const;
  void showReason();
  void showError(const QString& heading, const QString& text);

  Session& session_;
  const LessonSession& lesson_;
  Pages& pages_;
  SidePanel& side_;
  BackgroundRunner runner_;
  Explainer explainer_;
  Scenario scenario_;
  int shown_cell_ = 0;
  bool follows_ = false;  // the present run finds the holdings in the shown one
  QTimer busy_timer_;
};

}  // namespace orrery::viz::inline widgets
