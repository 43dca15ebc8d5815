#include "viz/widgets/pages/charts_page.h"

#include <algorithm>
#include <array>

#include <QFileDialog>
#include <QMessageBox>
#include <QPainter>

#include "viz/model/text/qt_text.h"
#include "viz/paint/files/picture_file.h"
#include "viz/paint/plot_painter.h"
#include "viz/widgets/laid_out.h"
#include "viz/widgets/window_export.h"

namespace orrery::viz::inline widgets {
namespace {

using ChartKind = ChartRequest::Kind;
constexpr int kChartsProgressMs = 100;
constexpr int kChartsMargin = 14;
constexpr std::array<std::string_view, 3> kKinds{"lines", "map", "deficiencies"};

}  // namespace

ChartsPage::ChartsPage(QWidget* parent)
    : QWidget(parent),
      plot_(new PlotView(this)),
      kind_(new QComboBox(this)),
      y_(new QComboBox(this)),
      over_(new QLabel(this)),
      x_(new QComboBox(this)),
      at_(new QComboBox(this)),
      gain_(new QComboBox(this)),
      log_y_(new QCheckBox(tr("log"), this)),
      run_(new QPushButton(tr("Run all cells"), this)),
      export_(new QPushButton(tr("Export…"), this)),
      busy_(new QProgressBar(this)) {
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  laidOut<QVBoxLayout>(this, {0, 0, 0, 0}, 0, {makeBar(), {plot_, 1}});
  busy_timer_.setInterval(kChartsProgressMs);
  connect(&busy_timer_, &QTimer::timeout, this, &ChartsPage::followBusy);
  connect(&runner_, &SweepRunner::finished, this, &ChartsPage::showResults);
  connect(plot_, &PlotView::pointChosen, this, [this](std::size_t series, std::size_t point) {
    if (const int cell = cells_.at(series).at(point); cell >= 0) emit cellChosen(cell);
  });
  setScenario({});
}

QWidget* ChartsPage::makeBar() {
  auto* bar = new QWidget(this);
  for (const QString& name : {tr("Lines"), tr("Fastest"), tr("Deficiencies")}) {
    kind_->addItem(name);
  }
  for (const Metric* metric : chartMetrics()) y_->addItem(axisText(*metric), textOf(metric->name));
  kind_->setToolTip(
      tr("Lines: a quantity over a swept key\nFastest: which algorithm wins where\n"
         "Deficiencies: Λ, Ψ and Ξ side by side"));
  y_->setToolTip(tr("Quantity on the y axis"));
  x_->setToolTip(tr("The swept key along the x axis"));
  at_->setToolTip(tr("The values of the other swept keys"));
  gain_->setToolTip(tr("Algorithm whose saving over the second best is shown by shades"));
  kind_->setAccessibleName(tr("Kind of chart"));
  for (QComboBox* box : {y_, x_, at_, gain_}) box->setAccessibleName(box->toolTip());
  busy_->setTextVisible(false);
  busy_->setFixedWidth(150);
  connect(kind_, &QComboBox::currentIndexChanged, this, &ChartsPage::fillChoices);
  connect(x_, &QComboBox::activated, this, &ChartsPage::fillCombinations);
  for (QComboBox* box : {y_, at_, gain_}) {
    connect(box, &QComboBox::currentIndexChanged, this, &ChartsPage::draw);
  }
  for (QComboBox* box : {kind_, y_, x_, at_, gain_}) {
    box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  }
  connect(log_y_, &QCheckBox::toggled, this, &ChartsPage::draw);
  connect(run_, &QPushButton::clicked, this, [this] { isBusy() ? cancel() : run(); });
  connect(export_, &QPushButton::clicked, this, &ChartsPage::exportChart);
  auto* row = new QHBoxLayout(bar);
  row->setContentsMargins(kChartsMargin, 8, kChartsMargin, 6);
  row->setSpacing(10);
  for (QWidget* w : std::initializer_list<QWidget*>{kind_, y_, over_, x_, at_, gain_, log_y_}) {
    row->addWidget(w);
  }
  row->addStretch();
  for (QWidget* w : std::initializer_list<QWidget*>{busy_, run_, export_}) row->addWidget(w);
  return bar;
}

void ChartsPage::setScenario(const Scenario& scenario) {
  runner_.cancel();
  scenario_ = scenario;
  results_.clear();
  fillChoices();
  followBusy();
}

/// Fills in the choices for the kind of chart.
void ChartsPage::fillChoices() {
  const auto kind = ChartKind(kind_->currentIndex());
  const auto keys = kind == ChartKind::kMap ? mapKeys(scenario_) : scenario_.swept;
  x_->clear();
  for (const std::string& key : keys) x_->addItem(textOf(key));
  const char* const best = kind == ChartKind::kLines ? "bytes"
                           : kind == ChartKind::kMap ? "ranks"
                                                     : "algorithm";
  for (const char* first : {best, "ranks"}) {
    if (const int i = x_->findText(QString::fromLatin1(first)); i >= 0) {
      x_->setCurrentIndex(i);
      break;
    }
  }
  const QSignalBlocker blocker(gain_);
  gain_->clear();
  gain_->addItem(tr("winners only"));
  std::vector<std::string> algorithms;
  for (const RunSpec& cell : scenario_.cells) {
    if (std::find(algorithms.begin(), algorithms.end(), cell.algorithm) != algorithms.end())
      continue;
    algorithms.push_back(cell.algorithm);
    gain_->addItem(tr("gain of %1").arg(textOf(cell.algorithm)), textOf(cell.algorithm));
  }
  over_->setText(kind == ChartKind::kMap ? tr("x:") : tr("over"));
  y_->setVisible(kind == ChartKind::kLines);
  log_y_->setVisible(kind == ChartKind::kLines);
  gain_->setVisible(kind == ChartKind::kMap);
  fillCombinations();
}

void ChartsPage::fillCombinations() {
  const QSignalBlocker blocker(at_);
  at_->clear();
  for (const std::string& text : combinations(scenario_, x_->currentText().toStdString())) {
    at_->addItem(textOf(text));
  }
  at_->setVisible(ChartKind(kind_->currentIndex()) == ChartKind::kDeficiencies && at_->count() > 1);
  draw();
}

void ChartsPage::run() {
  runner_.start(scenario_.cells);
  busy_timer_.start();
  followBusy();
}

void ChartsPage::cancel() {
  runner_.cancel();
  followBusy();
  emit settled();
}

void ChartsPage::followBusy() {
  const bool running = isBusy();
  if (!running) busy_timer_.stop();
  busy_->setVisible(running);
  busy_->setRange(0, 1000);
  busy_->setValue(runner_.permille());
  run_->setText(running ? tr("Cancel") : tr("Run all %1 cells").arg(scenario_.cells.size()));
  run_->setEnabled(x_->count() > 0);
}

void ChartsPage::showResults(const std::vector<RunResult>& results) {
  results_ = results;
  draw();
  followBusy();
  emit settled();
}

ChartRequest ChartsPage::request() const {
  ChartRequest request;
  request.kind = ChartKind(kind_->currentIndex());
  request.x = x_->currentText().toStdString();
  request.y = y_->currentData().toString().toStdString();
  request.log_y = log_y_->isChecked();
  request.at = static_cast<std::size_t>(std::max(at_->currentIndex(), 0));
  request.gain_of = gain_->currentData().toString().toStdString();
  return request;
}

QString ChartsPage::choice() const {
  const ChartRequest r = request();
  QStringList parts{textOf(kKinds[static_cast<std::size_t>(r.kind)])};
  const auto add = [&](const char* name, const QString& value) {
    if (!value.isEmpty()) parts << QStringLiteral("%1=%2").arg(QLatin1String(name), value);
  };
  add("x", QString::fromStdString(r.x));
  if (r.kind == ChartKind::kLines) add("y", QString::fromStdString(r.y));
  if (r.kind == ChartKind::kDeficiencies && r.at > 0) add("at", QString::number(r.at));
  if (r.kind == ChartKind::kMap) add("gain", QString::fromStdString(r.gain_of));
  if (r.kind == ChartKind::kLines && r.log_y) parts << QStringLiteral("log");
  return parts.join(u';');
}

bool ChartsPage::chooseKind(const QString& name) {
  const auto kind = std::ranges::find(kKinds, name.toStdString());
  if (kind == kKinds.end()) return false;
  kind_->setCurrentIndex(static_cast<int>(kind - kKinds.begin()));
  return true;
}

bool ChartsPage::choosePart(const QString& part) {
  const QString name = part.section(u'=', 0, 0), value = part.section(u'=', 1);
  if (part == QLatin1String("log")) return log_y_->setChecked(true), true;
  QComboBox* box = name == QLatin1String("x")      ? x_
                   : name == QLatin1String("y")    ? y_
                   : name == QLatin1String("gain") ? gain_
                   : name == QLatin1String("at")   ? at_
                                                   : nullptr;
  if (box == nullptr) return false;
  const int item = box == at_  ? (value.toInt() < at_->count() ? value.toInt() : -1)
                   : box == x_ ? x_->findText(value)
                               : box->findData(value);
  if (item < 0) return false;
  box->setCurrentIndex(item);
  if (box == x_) fillCombinations();
  return true;
}

bool ChartsPage::choose(const QString& choice) {
  QStringList parts = choice.split(u';');
  log_y_->setChecked(false);
  return chooseKind(parts.takeFirst()) &&
         std::ranges::all_of(parts, [this](const QString& part) { return choosePart(part); });
}

void ChartsPage::draw() {
  csv_.clear();
  cells_.clear();
  if (scenario_.swept.empty()) {
    plot_->setPlot(std::nullopt,
                   tr("This scenario is not a sweep: give a key several values, such as "
                      "bytes = 1KiB, 1MiB, to draw results over it."));
  } else if (results_.empty()) {
    plot_->setPlot(std::nullopt, tr("“Run all cells” runs the sweep and draws its results here."));
  } else {
    try {
      Chart chart = chartOf(scenario_, results_, request());
      if (request().kind == ChartKind::kLines) chart.plot.y.label = y_->currentText().toStdString();
      csv_ = std::move(chart.csv);
      cells_ = std::move(chart.cells);
      plot_->setPlot(std::move(chart.plot));
    } catch (const std::exception& e) {
      plot_->setPlot(std::nullopt, QString::fromUtf8(e.what()));
    }
  }
  export_->setEnabled(plot_->plot().has_value());
}

void ChartsPage::exportTo(const QString& file) const {
  const std::string format = formatOf(file, {"png", "svg", "pdf", "csv"});
  if (!plot_->plot()) throw std::invalid_argument(tr("no chart has been drawn yet").toStdString());
  if (format == "csv") return writeFile(file, QByteArray::fromStdString(csv_));
  writeFile(file,
            pictureFile(format, plot_->size(), 2, [this](QPainter& painter, const QRectF& area) {
              paintPlot(painter, area, *plot_->plot(), plot_->theme());
            }));
}

void ChartsPage::exportChart() {
  const QString file = QFileDialog::getSaveFileName(
      this, tr("Export the chart"), {}, tr("Pictures (*.png *.svg *.pdf);;Tables (*.csv)"));
  if (file.isEmpty()) return;
  try {
    exportTo(file);
  } catch (const std::exception& e) {
    QMessageBox::warning(this, tr("Export the chart"), QString::fromUtf8(e.what()));
  }
}

}  // namespace orrery::viz::inline widgets
