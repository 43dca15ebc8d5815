#include "viz/widgets/run_controller.h"

#include <limits>
#include <utility>

#include <QComboBox>

#include "scenarios/text/translation.h"
#include "viz/model/run/lesson_session.h"
#include "viz/model/text/language.h"
#include "viz/model/text/texts.h"
#include "viz/model/text/window_text.h"
#include "viz/widgets/pages/charts_page.h"
#include "viz/widgets/pages/compare_page.h"
#include "viz/widgets/pages/pages.h"
#include "viz/widgets/pages/report_panel.h"
#include "viz/widgets/pages/side_panel.h"
#include "viz/widgets/pages/watch_page.h"

namespace orrery::viz::inline widgets {
namespace {

constexpr int kWindowProgressMs = 100;

/// Returns the reason why a run did not end; for a deadlock the cycle comes before all that wait.
QString reasonOf(const FinishedRun& run) {
  QStringList lines = QString::fromStdString(run.result.error.value_or("")).split(u'\n');
  if (!run.result.waits.empty() && lines.size() > 2) lines.insert(1, lines.takeLast());
  return lines.join(u'\n');
}

QString headingOf(const FinishedRun& run) {
  if (run.cancelled) return RunController::tr("Cancelled");
  switch (run.result.outcome) {
    case Outcome::kSkipped:
      return RunController::tr("This cell is skipped");
    case Outcome::kBadInput:
      return RunController::tr("This cannot be run");
    default:
      return run.result.waiting_ranks.empty() ? RunController::tr("The run stopped")
                                              : RunController::tr("Deadlock");
  }
}

}  // namespace

RunController::RunController(Session& session, const LessonSession& lesson, Pages& pages,
                             SidePanel& side)
    : session_(session), lesson_(lesson), pages_(pages), side_(side), explainer_(session) {
  busy_timer_.setInterval(kWindowProgressMs);
  connect(&runner_, &BackgroundRunner::started, this, &RunController::followBusy);
  connect(&runner_, &BackgroundRunner::prepared, &pages_, &Pages::setNext);
  connect(&runner_, &BackgroundRunner::appeared, this,
          [this](const std::shared_ptr<const FinishedRun>& run) {
            if (!follows_) showRun(run);
          });
  connect(&runner_, &BackgroundRunner::finished, this, &RunController::show);
  connect(&busy_timer_, &QTimer::timeout, this, &RunController::followBusy);
  connect(&busy_timer_, &QTimer::timeout, this, &RunController::followWait);
  connect(&side.cells(), &QComboBox::activated, this, &RunController::runCell);
  connect(&side.report(), &ReportPanel::whyRequested, this, [this] { showWhy(true); });
  connect(&pages.compare(), &ComparePage::whyRequested, this, [this] { showWhy(true); });
  connect(&pages.charts(), &ChartsPage::cellChosen, this, &RunController::runCell);
  connect(&pages, &Pages::arranged, this, &RunController::offerComparison);
}

void RunController::setScenario(const Scenario& scenario) {
  scenario_ = scenario;
  side_.setCells(cellTexts(scenario_.cells));
  pages_.compare().clear();
  pages_.charts().setScenario(scenario_);
}

void RunController::showScenario(const Scenario& scenario, int cell) {
  const ScenarioHead head = translated({scenario.title, scenario.description}, scenario.file,
                                       usedLanguage().toStdString());
  side_.setTitle(QString::fromStdString(head.title));
  side_.report().setScenarioText(descriptionText(QString::fromStdString(head.description)));
  setScenario(scenario);
  session_.show(std::make_shared<const FinishedRun>());
  side_.report().setVisible(false);
  shown_cell_ = cell;
  runCell(cell);
}

/// Offers the comparison, which starts when its page is shown.
void RunController::offerComparison() {
  ComparePage& compare = pages_.compare();
  if (pages_.mode() == Mode::kCompare && compare.isEmpty() && !scenario_.cells.empty())
    compare.setScenario(scenario_);
}

void RunController::runCell(int cell) {
  side_.cells().setCurrentIndex(cell);
  run(scenario_.cells.at(static_cast<std::size_t>(cell)));
}

void RunController::run(const RunSpec& spec) {
  follows_ = false;
  session_.clock().pause();
  pages_.running().setMessage(tr("Running …"), runTitle(spec) + u'\n' + runDetails(spec));
  pages_.next().setHeading(tr("Running …"));
  pages_.setWait(Wait::kShort);
  runner_.start(spec);
  if (pages_.mode() != Mode::kWatch) pages_.setMode(Mode::kWatch);
}

void RunController::followContents() {
  if (isBusy() || !session_.hasPicture() || !session_.run()->isMeasured() || session_.run()->blocks)
    return;
  session_.clock().pause();
  auto pending = std::make_shared<FinishedRun>(*session_.run());
  pending->pending = true;
  pending->no_blocks = tr("Following the blocks of the ranks …");
  session_.complete(pending);
  follows_ = true;
  RunLimits limits;
  limits.followed_ranks = std::numeric_limits<int>::max();
  runner_.start(pending->result.spec, limits);
}

void RunController::cancel() {
  if (!isBusy()) return;
  forget();
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

void RunController::forget() {
  follows_ = false;
  runner_.forget();
  followBusy();
}

void RunController::fail(const QString& heading, const QString& text) {
  forget();
  pages_.setWait(Wait::kNone);
  side_.setTitle({});
  setScenario({});
  session_.show(std::make_shared<const FinishedRun>());
  showError(heading, text);
}

/// Progress is shown while a run is under way.
void RunController::followBusy() {
  const bool running = isBusy();
  running ? busy_timer_.start() : busy_timer_.stop();
  emit busyChanged(running, runner_.permille());
}

/// Hides the previous picture if a run takes long.
void RunController::followWait() {
  if (pages_.wait() != Wait::kShort || !isBusy()) return;
  pages_.setWait(Wait::kLong);
  side_.report().setVisible(false);
  pages_.refresh();
}

/// Returns to the run that is shown.
void RunController::endWait() {
  pages_.setWait(Wait::kNone);
  side_.cells().setCurrentIndex(shown_cell_);
  side_.report().setVisible(showsReport());
  pages_.refresh();
}

void RunController::show(const std::shared_ptr<const FinishedRun>& run) {
  followBusy();
  const bool completes = std::exchange(follows_, false) || session_.completes(*run);
  completes ? session_.complete(run) : showRun(run);
  emit settled();
}

void RunController::showRun(const std::shared_ptr<const FinishedRun>& run) {
  pages_.watch().setNotice({}, {});
  session_.show(run);
  shown_cell_ = side_.cells().currentIndex();
  endWait();
  if (!run->isMeasured()) showError(headingOf(*run), reasonOf(*run));
}

void RunController::followExtent() {
  if (pages_.wait() != Wait::kNone || !session_.hasPicture()) return;
  side_.report().setVisible(showsReport());
  showReason();
}

/// Returns whether the report is shown. The questions of a lesson are about metrics, so that it
/// shows them only with the listing.
bool RunController::showsReport() const {
  const FinishedRun* run = session_.run();
  if (run == nullptr || !run->isMeasured() || session_.isFrozen()) return false;
  return !lesson_.isOpen() || (lesson_.page().show == "listing" && session_.hasPicture());
}

/// Shows the reason why the run got stuck, unless it is still to come.
void RunController::showReason() {
  const FinishedRun& run = *session_.run();
  if (run.isMeasured()) return pages_.watch().setNotice({}, {});
  pages_.watch().setNotice(headingOf(run), reasonOf(run));
}

void RunController::showError(const QString& heading, const QString& text) {
  session_.clock().pause();
  side_.report().setVisible(false);
  if (!session_.hasPicture() || session_.run()->isMeasured())
    return pages_.showMessage(heading, text);
  pages_.watch().setNotice(heading, text);
  pages_.setMode(Mode::kWatch);
}

void RunController::showWhy(bool shown) {
  explainer_.setWanted(shown);
  pages_.compare().showWhy(shown);
  emit whyChanged();
}

}  // namespace orrery::viz::inline widgets
