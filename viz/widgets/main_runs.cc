// The runs of the window: what is started, waited for, given up and shown.
#include "viz/model/text/texts.h"
#include "viz/widgets/main_window.h"

namespace orrery::viz {
namespace {

QString headingOf(const FinishedRun& run) {
  if (run.cancelled) return MainWindow::tr("Cancelled");
  switch (run.result.outcome) {
    case Outcome::kSkipped:
      return MainWindow::tr("This cell is skipped");
    case Outcome::kBadInput:
      return MainWindow::tr("This cannot be run");
    default:
      return run.result.waiting_ranks.empty() ? MainWindow::tr("The run stopped")
                                              : MainWindow::tr("Deadlock");
  }
}

}  // namespace

void MainWindow::runCell(int cell) {
  cells_->setCurrentIndex(cell);
  run(scenario_.cells.at(static_cast<std::size_t>(cell)));
}

void MainWindow::run(const RunSpec& spec) {
  session_.clock().pause();
  running_->setMessage(tr("Running …"), runTitle(spec) + u'\n' + runDetails(spec));
  wait_ = Wait::kShort;
  runner_.start(spec);
  if (mode_ != Mode::kWatch) setMode(Mode::kWatch);
}

void MainWindow::cancel() {
  if (!isBusy()) return;
  runner_.forget();
  followBusy();
  endWait();
  if (!session_.hasPicture()) {
    showError(tr("Cancelled"), tr("The run was cancelled."));
  } else if (session_.whole()->pending) {
    auto run = std::make_shared<FinishedRun>(*session_.whole());
    run->no_blocks = tr("Following the contents was cancelled.");
    session_.complete(run);
  }
  emit settled();
}

/// Progress is shown while a run is under way.
void MainWindow::followBusy() {
  const bool running = isBusy();
  running ? busy_timer_.start() : busy_timer_.stop();
  head_->setBusy(running, runner_.permille());
}

/// A run that takes its time does not stand under the picture of the one before it.
void MainWindow::followWait() {
  if (wait_ != Wait::kShort || !isBusy()) return;
  wait_ = Wait::kLong;
  report_->setVisible(false);
  setMode(mode_);
}

/// Back to the run that is shown.
void MainWindow::endWait() {
  wait_ = Wait::kNone;
  cells_->setCurrentIndex(shown_cell_);
  report_->setVisible(showsReport());
  setMode(mode_);
}

/// Gives up what is under way, or what is followed.
void MainWindow::escape() {
  if (isBusy()) return cancel();
  if (shows_course_) return chooseMode(Mode::kWatch);
  if (mode_ == Mode::kCharts && charts_->isBusy()) return charts_->cancel();
  if (ink_->tool() != Tool::kNone) return ink_->setTool(Tool::kNone);
  if (activeSession().focus().any()) return activeSession().setFocus({});
  const bool plays = mode_ == Mode::kWatch || mode_ == Mode::kCompare;
  if (presents_ && (!plays || activeStage().hasFocus())) return setPresenting(false);
  if (plays) activeStage().setFocus();
}

void MainWindow::show(const std::shared_ptr<const FinishedRun>& run) {
  followBusy();
  session_.completes(*run) ? session_.complete(run) : showRun(run);
  emit settled();
}

/// Why the run got stuck, unless that is still to come.
void MainWindow::showReason() {
  const FinishedRun& run = *session_.run();
  if (run.isMeasured()) return watch_->setNotice({}, {});
  watch_->setNotice(headingOf(run), QString::fromStdString(run.result.error.value_or("")));
}

void MainWindow::showRun(const std::shared_ptr<const FinishedRun>& run) {
  watch_->setNotice({}, {});
  session_.show(run);
  shown_cell_ = cells_->currentIndex();
  endWait();
  if (!run->isMeasured()) {
    showError(headingOf(*run), QString::fromStdString(run->result.error.value_or("")));
  }
}

void MainWindow::showError(const QString& heading, const QString& text) {
  session_.clock().pause();
  report_->setVisible(false);
  if (session_.hasPicture() && !session_.run()->isMeasured()) {
    watch_->setNotice(heading, text);
    return setMode(Mode::kWatch);
  }
  message_->setMessage(heading, text);
  setMode(Mode::kWatch);
  pages_->setCurrentWidget(message_);
}

}  // namespace orrery::viz
