#include "viz/widgets/run_chooser.h"

#include <array>
#include <filesystem>

#include <QAbstractItemView>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>

#include "algorithms/algorithm.h"
#include "algorithms/levels/composition.h"
#include "scenarios/run/load.h"
#include "scenarios/text/scenario_library.h"
#include "scenarios/text/translation.h"
#include "viz/model/text/language.h"
#include "viz/model/text/texts.h"

namespace orrery::viz::inline widgets {

constexpr int kMostVisible = 24;  ///< entries of an open list

RunChooser::RunChooser(const QString& side, QWidget* parent)
    : QWidget(parent),
      scenarios_(new QComboBox(this)),
      cells_(new QComboBox(this)),
      algorithms_(new QComboBox(this)) {
  const std::array boxes{std::pair{scenarios_, tr("%1: the scenario")},
                         std::pair{cells_, tr("%1: the cell of its sweep")},
                         std::pair{algorithms_, tr("%1: the algorithm")}};
  for (const auto& [box, text] : boxes) {
    box->setFocusPolicy(Qt::TabFocus);
    box->setMaxVisibleItems(kMostVisible);
    box->view()->setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setToolTip(text.arg(side));
    box->setAccessibleName(text.arg(side));
  }
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setSpacing(6);
  grid->addWidget(scenarios_, 0, 0, 1, 2);
  grid->addWidget(cells_, 1, 0);
  grid->addWidget(algorithms_, 1, 1);
  grid->setColumnStretch(0, 1);
  grid->setColumnStretch(1, 1);
  connect(scenarios_, &QComboBox::activated, this, &RunChooser::chooseScenario);
  connect(cells_, &QComboBox::activated, this, &RunChooser::chooseCell);
  connect(algorithms_, &QComboBox::activated, this, &RunChooser::choose);
}

void RunChooser::clear() {
  for (QComboBox* box : {scenarios_, cells_, algorithms_}) box->clear();
  first_ = scenario_ = {};
}

void RunChooser::setScenario(const Scenario& scenario, int cell) {
  clear();
  first_ = scenario;
  const ScenarioHead head = translated({scenario.title, scenario.description}, scenario.file,
                                       usedLanguage().toStdString());
  scenarios_->addItem(QString::fromStdString(head.title));
  for (std::filesystem::path name : built_in_scenarios()) {
    const auto file = scenario_directory() / name;
    scenarios_->addItem(QString::fromStdString(name.replace_extension().string()),
                        QString::fromStdString(file.string()));
  }
  scenarios_->addItem(tr("Open a file…"), QString());
  shown_ = 0;
  take(scenario, cell);
}

/// Chooses a scenario: the first item is the open one, the last one opens a file dialog, all others
/// name their scenarios.
void RunChooser::chooseScenario(int item) {
  if (item == scenarios_->count() - 1) return askForFile();
  if (item > 0) return openFile(scenarios_->itemData(item).toString());
  shown_ = 0;
  take(first_, 0);
}

void RunChooser::askForFile() {
  scenarios_->setCurrentIndex(shown_);
  const QString file = QFileDialog::getOpenFileName(this, tr("Compare with a scenario"), {},
                                                    tr("Scenarios (*.toml);;All files (*)"));
  if (!file.isEmpty()) openFile(file);
}

void RunChooser::openFile(const QString& name) {
  try {
    const auto path = find_scenario(name.toStdString());
    const QString file = QString::fromStdString(path.string());
    const Scenario scenario = load_scenario(path);
    int item = scenarios_->findData(file);
    if (item < 0) {
      item = scenarios_->count() - 1;
      scenarios_->insertItem(item, QFileInfo(file).fileName(), file);
    }
    shown_ = item;
    scenarios_->setCurrentIndex(item);
    take(scenario, 0);
  } catch (const std::exception& e) {
    scenarios_->setCurrentIndex(shown_);
    emit failed(QString::fromUtf8(e.what()));
  }
}

void RunChooser::take(const Scenario& scenario, int cell) {
  scenario_ = scenario;
  cells_->clear();
  for (const QString& text : cellTexts(scenario_.cells)) cells_->addItem(text);
  cells_->setEnabled(cells_->count() > 1);
  chooseCell(cell);
}

void RunChooser::chooseCell(int cell) {
  cells_->setCurrentIndex(cell);
  fillAlgorithms();
  choose();
}

/// Fills the list of algorithms. A schedule from a file has none, and compositions are not in the
/// catalogue.
void RunChooser::fillAlgorithms() {
  const RunSpec& cell = scenario_.cells.at(static_cast<std::size_t>(cells_->currentIndex()));
  algorithms_->clear();
  for (const Algorithm* a : catalog()) {
    if (a->collective == cell.collective)
      algorithms_->addItem(QString::fromUtf8(a->name.data(), qsizetype(a->name.size())));
  }
  const QString own = QString::fromStdString(cell.algorithm);
  if (is_composition(cell.algorithm)) algorithms_->addItem(own);
  algorithms_->setCurrentIndex(algorithms_->findText(own));
  algorithms_->setEnabled(algorithms_->currentIndex() >= 0);
}

void RunChooser::chooseAlgorithm(const QString& name) {
  algorithms_->setCurrentIndex(algorithms_->findText(name));
  choose();
}

void RunChooser::choose() {
  RunSpec run = scenario_.cells.at(static_cast<std::size_t>(cells_->currentIndex()));
  if (algorithms_->currentIndex() >= 0) run.algorithm = algorithms_->currentText().toStdString();
  emit chosen(run);
}

}  // namespace orrery::viz::inline widgets
