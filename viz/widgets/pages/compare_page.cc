#include "viz/widgets/pages/compare_page.h"

#include <algorithm>

#include <QHeaderView>
#include <QSplitter>

#include "algorithms/algorithm.h"
#include "scenarios/run/load.h"
#include "viz/model/text/texts.h"
#include "viz/model/text/why_text.h"
#include "viz/widgets/laid_out.h"

namespace orrery::viz::inline widgets {
namespace {

constexpr auto kSwingFigure = R"(
title = "Recursive doubling and Swing on a ring of 16"
[network]
topology = "torus:16"
ports = "per-link"
[cost]
alpha = "500ns"
[run]
collective = "allreduce"
algorithm = ["recursive-doubling-latency", "swing-latency"]
bytes = "32KiB"
)";

bool hasSwing() {
  return std::any_of(catalog().begin(), catalog().end(),
                     [](const Algorithm* a) { return a->name == "swing-latency"; });
}

}  // namespace

ComparePage::ComparePage(QWidget* parent)
    : QWidget(parent),
      lock_(new QComboBox(this)),
      metric_(new QPushButton(tr("Swing, Fig. 1"), this)),
      why_(new QLabel(this)),
      table_(new FittedTable(metrics_, this)) {
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  table_->setSelectionMode(QAbstractItemView::NoSelection);
  table_->setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
  auto* rows = new QSplitter(Qt::Vertical, this);
  rows->setHandleWidth(1);
  rows->setChildrenCollapsible(false);
  rows->addWidget(makeStages());
  rows->addWidget(below_ = makeMetrics());
  rows->setStretchFactor(0, 1);
  rows->setSizes({700, 250});
  laidOut<QVBoxLayout>(this, {0, 0, 0, 0}, 0, {bar_ = makeBar(), {rows, 1}});
  connect(&comparison_, &Comparison::masterChanged, this, &ComparePage::masterChanged);
  for (int side : {0, 1}) {
    const auto i = static_cast<std::size_t>(side);
    for (const auto signal : {&BackgroundRunner::appeared, &BackgroundRunner::finished}) {
      connect(&runners_[i], signal, this,
              [this, side](const std::shared_ptr<const FinishedRun>& run) { showRun(side, run); });
    }
    connect(&comparison_.side(side), &Session::frameChanged, this, &ComparePage::follow);
    connect(&comparison_.side(side), &Session::pathChanged, this, &ComparePage::fillTable);
    connect(stages_[i], &StageView::portChanged, this,
            [this, i] { stages_[1 - i]->setPort(stages_[i]->port()); });
    connect(&comparison_.side(side), &Session::focusChanged, this, [this, side] {
      Focus focus = comparison_.side(side).focus();
      focus.message = -1;  // means something else on the other side
      if (comparison_.isComplete() && focus.any()) comparison_.side(1 - side).setFocus(focus);
    });
  }
}

QWidget* ComparePage::makeBar() {
  auto* bar = new QWidget(this);
  auto* row = new QHBoxLayout(bar);
  row->setContentsMargins(14, 8, 14, 6);
  row->setSpacing(10);
  for (int side : {0, 1}) {
    auto* chooser = new RunChooser(side == 0 ? tr("Left") : tr("Right"), bar);
    connect(chooser, &RunChooser::chosen, this,
            [this, side](const RunSpec& run) { start(side, run); });
    connect(chooser, &RunChooser::failed, this,
            [this, side](const QString& text) { say(side, text); });
    choosers_[static_cast<std::size_t>(side)] = chooser;
  }
  lock_->addItem(tr("Same time"));
  lock_->addItem(tr("Same round"));
  lock_->setFocusPolicy(Qt::TabFocus);
  lock_->setAccessibleName(tr("The same on both sides"));
  lock_->setToolTip(tr("Time or round that both sides share while they play"));
  connect(lock_, &QComboBox::activated, this,
          [this](int i) { setLock(i == 0 ? Comparison::Lock::kTime : Comparison::Lock::kRound); });
  metric_->setFocusPolicy(Qt::TabFocus);
  metric_->setEnabled(hasSwing());
  metric_->setToolTip(
      tr("Recursive doubling against Swing on 16 ranks in a ring: De Sensi et al., "
         "NSDI 2024, Fig. 1"));
  connect(metric_, &QPushButton::clicked, this, &ComparePage::showSwingFigure);
  auto* both = laidOut<QVBoxLayout>(nullptr, {lock_, metric_});
  row->addWidget(choosers_[0], 1);
  row->addLayout(both);
  row->addWidget(choosers_[1], 1);
  return bar;
}

/// Makes the deficiencies of both sides, the table of metrics beside them and, on request, the cause of
/// the difference above.
QWidget* ComparePage::makeMetrics() {
  auto* metrics = new QWidget(this);
  why_->setWordWrap(true);
  why_->setContentsMargins(14, 6, 14, 2);
  why_->hide();
  auto* column = new QVBoxLayout(metrics);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  auto* both = new QHBoxLayout;
  both->setContentsMargins(8, 6, 8, 0);
  for (int side : {0, 1}) {
    auto* meters = new MetersView(comparison_.side(side), metrics);
    connect(meters, &MetersView::whyAsked, this, &ComparePage::whyRequested);
    meters->hide();
    both->addWidget(meters, 1, Qt::AlignTop);
    meters_[static_cast<std::size_t>(side)] = meters;
  }
  both->addWidget(table_, 1);
  column->addWidget(why_);
  column->addLayout(both, 1);
  return metrics;
}

QWidget* ComparePage::makeStages() {
  auto* halves = new QSplitter(Qt::Horizontal, this);
  halves->setHandleWidth(1);
  halves->setChildrenCollapsible(false);
  for (int side : {0, 1}) {
    const auto i = static_cast<std::size_t>(side);
    auto* half = new QWidget(halves);
    stages_[i] = new StageView(comparison_.side(side), half);
    notices_[i] = new QLabel(half);
    notices_[i]->setWordWrap(true);
    notices_[i]->setContentsMargins(20, 12, 20, 12);
    notices_[i]->hide();
    laidOut<QVBoxLayout>(half, {0, 0, 0, 0}, kUsualSpacing, {notices_[i], {stages_[i], 1}});
    halves->addWidget(half);
  }
  halves->setSizes({1000, 1000});
  return halves;
}

void ComparePage::setTheme(const Theme& theme) {
  for (StageView* stage : stages_) stage->setTheme(theme);
  for (MetersView* meters : meters_) meters->setTheme(theme);
  table_->fitColumns();
}

void ComparePage::setPair(bool pair) {
  pair_ = pair;
  bar_->setVisible(!pair);
  below_->setVisible(!pair);
}

void ComparePage::showPair(std::shared_ptr<const FinishedRun> left,
                           std::shared_ptr<const FinishedRun> right) {
  clear();
  setPair(true);
  setLock(Comparison::Lock::kTime);
  comparison_.show(0, std::move(left));
  comparison_.show(1, std::move(right));
}

void ComparePage::setScenario(const Scenario& scenario) {
  setPair(false);
  const auto& cells = scenario.cells;
  const auto other = std::find_if(cells.begin(), cells.end(), [&](const RunSpec& cell) {
    return cell.algorithm != cells.front().algorithm;
  });
  empty_ = false;
  choosers_[0]->setScenario(scenario, 0);
  choosers_[1]->setScenario(scenario, other == cells.end()
                                          ? static_cast<int>(cells.size() > 1)
                                          : static_cast<int>(other - cells.begin()));
}

void ComparePage::clear() {
  for (BackgroundRunner& runner : runners_) runner.forget();
  for (QLabel* label : notices_) label->hide();
  empty_ = true;
  setPair(false);
  for (RunChooser* chooser : choosers_) chooser->clear();
  comparison_.clear();
  metrics_.setResults(nullptr, nullptr);
}

void ComparePage::start(int side, const RunSpec& run) {
  say(side, tr("Running …") + u'\n' + runTitle(run) + u'\n' + runDetails(run), false);
  comparison_.show(side, std::make_shared<const FinishedRun>());  // no old results beside new ones
  fillTable();
  runners_[static_cast<std::size_t>(side)].start(run);
}

void ComparePage::say(int side, const QString& text, bool warns) {
  QLabel& label = *notices_[static_cast<std::size_t>(side)];
  label.setText(text);
  label.setProperty("warning", warns);
  label.setStyleSheet(label.styleSheet());  // the property is seen
  label.setVisible(!text.isEmpty());
}

void ComparePage::setLock(Comparison::Lock lock) {
  lock_->setCurrentIndex(lock == Comparison::Lock::kTime ? 0 : 1);
  comparison_.setLock(lock);
}

void ComparePage::showSwingFigure() {
  if (!hasSwing()) return;
  setScenario(parse_scenario(kSwingFigure, "Swing, Fig. 1"));
  setLock(Comparison::Lock::kRound);
}

void ComparePage::showRun(int side, const std::shared_ptr<const FinishedRun>& run) {
  say(side, QString::fromStdString(run->result.error.value_or("")));
  Session& session = comparison_.side(side);
  session.completes(*run) ? session.complete(run) : comparison_.show(side, run);
  fillTable();
  emit settled();
}

void ComparePage::fillTable() {
  const auto result = [this](int s) -> const RunResult* {
    const FinishedRun* shown = comparison_.side(s).run();
    const bool known =
        shown != nullptr && shown->isMeasured() && !shown->pending && !shown->goesOn();
    return known ? &shown->result : nullptr;
  };
  const PathIndex *left = comparison_.side(0).path(), *right = comparison_.side(1).path();
  metrics_.setResults(result(0), result(1), left, right);
  table_->fitColumns();
  const bool measured = !meters(0).isEmpty() && !meters(1).isEmpty();
  const double most = std::max(meters(0).largest(), meters(1).largest());
  for (MetersView* view : meters_) {
    view->setVisible(measured);
    view->setScale(most);
  }
  const bool known = left != nullptr && right != nullptr;
  const bool frozen = comparison_.isFrozen();
  why_->setText(frozen  ? tr("Everything after this moment is hidden (F).")
                : known ? differenceText(comparison_.side(0), comparison_.side(1))
                        : QString());
  why_->setVisible(frozen || known);
}

void ComparePage::showWhy(bool shown) {
  for (Explainer& explainer : explainers_) explainer.setWanted(shown);
}

void ComparePage::setFrozen(bool frozen) {
  if (frozen == isFrozen()) return;
  comparison_.setFrozen(frozen);
  for (QLabel* label : notices_) label->setVisible(!frozen && !label->text().isEmpty());
  fillTable();
}

void ComparePage::follow() {
  for (int side : {0, 1}) {
    stages_[static_cast<std::size_t>(side)]->setHighlighted(comparison_.busierLinks(side));
  }
}

}  // namespace orrery::viz::inline widgets
