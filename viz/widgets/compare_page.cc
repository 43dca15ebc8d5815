#include "viz/widgets/compare_page.h"

#include <algorithm>

#include <QHBoxLayout>
#include <QHeaderView>
#include <QSplitter>

#include "algorithms/algorithm.h"
#include "scenarios/run/load.h"
#include "viz/model/text/texts.h"
#include "viz/paint/fonts.h"

namespace orrery::viz {
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
      figure_(new QPushButton(tr("Swing, Fig. 1"), this)),
      table_(new FittedTable(figures_, this)) {
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  table_->setSelectionMode(QAbstractItemView::NoSelection);
  table_->setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
  auto* rows = new QSplitter(Qt::Vertical, this);
  rows->setHandleWidth(1);
  rows->setChildrenCollapsible(false);
  rows->addWidget(makeStages());
  rows->addWidget(table_);
  rows->setStretchFactor(0, 1);
  rows->setSizes({700, 250});
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(makeBar());
  column->addWidget(rows, 1);
  connect(&comparison_, &Comparison::masterChanged, this, &ComparePage::masterChanged);
  for (int side : {0, 1}) {
    const auto i = static_cast<std::size_t>(side);
    for (const auto signal : {&BackgroundRunner::appeared, &BackgroundRunner::finished}) {
      connect(&runners_[i], signal, this,
              [this, side](const std::shared_ptr<const FinishedRun>& run) { showRun(side, run); });
    }
    connect(&comparison_.side(side), &Session::frameChanged, this, &ComparePage::follow);
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
    auto* choice = new QComboBox(bar);
    choice->setFocusPolicy(Qt::TabFocus);
    choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    choice->setToolTip(side == 0 ? tr("The run on the left") : tr("The run on the right"));
    connect(choice, &QComboBox::activated, this, [this, side](int cell) { choose(side, cell); });
    choices_[static_cast<std::size_t>(side)] = choice;
  }
  lock_->addItem(tr("Same time"));
  lock_->addItem(tr("Same round"));
  lock_->setFocusPolicy(Qt::TabFocus);
  lock_->setToolTip(tr("What both sides have in common while they play"));
  connect(lock_, &QComboBox::activated, this,
          [this](int i) { setLock(i == 0 ? Comparison::Lock::kTime : Comparison::Lock::kRound); });
  figure_->setFocusPolicy(Qt::TabFocus);
  figure_->setEnabled(hasSwing());
  figure_->setToolTip(
      tr("Recursive doubling against Swing on 16 ranks in a ring: De Sensi et al., "
         "NSDI 2024, Fig. 1"));
  connect(figure_, &QPushButton::clicked, this, &ComparePage::showSwingFigure);
  row->addWidget(choices_[0], 1);
  row->addWidget(lock_);
  row->addWidget(figure_);
  row->addWidget(choices_[1], 1);
  return bar;
}

QWidget* ComparePage::makeStages() {
  auto* halves = new QSplitter(Qt::Horizontal, this);
  halves->setHandleWidth(1);
  halves->setChildrenCollapsible(false);
  for (int side : {0, 1}) {
    const auto i = static_cast<std::size_t>(side);
    auto* half = new QWidget(halves);
    stages_[i] = new StageView(comparison_.side(side), half);
    errors_[i] = new QLabel(half);
    errors_[i]->setProperty("warning", true);
    errors_[i]->setWordWrap(true);
    errors_[i]->setContentsMargins(20, 12, 20, 12);
    errors_[i]->hide();
    auto* column = new QVBoxLayout(half);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(errors_[i]);
    column->addWidget(stages_[i], 1);
    halves->addWidget(half);
  }
  return halves;
}

void ComparePage::setTheme(const Theme& theme) {
  for (StageView* stage : stages_) stage->setTheme(theme);
  table_->fitColumns();
}

void ComparePage::setScenario(const Scenario& scenario) {
  cells_ = scenario.cells;
  const std::vector<QString> names = cellTexts(cells_);
  for (QComboBox* choice : choices_) {
    choice->clear();
    for (const QString& name : names) choice->addItem(name);
  }
  const auto other = std::find_if(cells_.begin(), cells_.end(), [this](const RunSpec& cell) {
    return cell.algorithm != cells_.front().algorithm;
  });
  choose(0, 0);
  choose(1, other == cells_.end() ? static_cast<int>(cells_.size() > 1)
                                  : static_cast<int>(other - cells_.begin()));
}

void ComparePage::clear() {
  for (BackgroundRunner& runner : runners_) runner.forget();
  cells_.clear();
  for (QComboBox* choice : choices_) choice->clear();
  comparison_.clear();
  figures_.setResults(nullptr, nullptr);
}

void ComparePage::choose(int side, int cell) {
  const auto i = static_cast<std::size_t>(side);
  choices_[i]->setCurrentIndex(cell);
  runners_[i].start(cells_.at(static_cast<std::size_t>(cell)));
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
  const auto i = static_cast<std::size_t>(side);
  errors_[i]->setText(QString::fromStdString(run->result.error.value_or("")));
  errors_[i]->setVisible(run->result.error.has_value());
  Session& session = comparison_.side(side);
  session.completes(*run) ? session.complete(run) : comparison_.show(side, run);
  const auto result = [this](int s) -> const RunResult* {
    const FinishedRun* shown = comparison_.side(s).run();
    return shown != nullptr && shown->isMeasured() && !shown->pending ? &shown->result : nullptr;
  };
  figures_.setResults(result(0), result(1));
  table_->fitColumns();
  emit settled();
}

void ComparePage::follow() {
  for (int side : {0, 1}) {
    stages_[static_cast<std::size_t>(side)]->setHighlighted(comparison_.busierLinks(side));
  }
}

}  // namespace orrery::viz
