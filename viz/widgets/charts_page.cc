#include "viz/widgets/charts_page.h"

#include <algorithm>
#include <sstream>

#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QMessageBox>
#include <QPainter>
#include <QSaveFile>

#include "scenarios/export.h"
#include "viz/paint/fonts.h"
#include "viz/paint/picture_file.h"
#include "viz/paint/plot_painter.h"

namespace orrery::viz {
namespace {

constexpr int kProgressMs = 100;
constexpr int kMargin = 14;

QString textOf(std::string_view s) {
  return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size()));
}

/// Columns worth drawing, and what they are called.
std::vector<std::pair<QString, QString>> quantities() {
  return {{QStringLiteral("goodput_bps"), ChartsPage::tr("Goodput [b/s]")},
          {QStringLiteral("completion_time_s"), ChartsPage::tr("Completion time [s]")},
          {QStringLiteral("uncontended_time_s"), ChartsPage::tr("Time without contention [s]")},
          {QStringLiteral("rounds"), ChartsPage::tr("Rounds")},
          {QStringLiteral("lambda"), ChartsPage::tr("Λ latency deficiency")},
          {QStringLiteral("psi"), ChartsPage::tr("Ψ bandwidth deficiency")},
          {QStringLiteral("xi"), ChartsPage::tr("Ξ congestion deficiency")},
          {QStringLiteral("bytes_max_rank"), ChartsPage::tr("Bytes sent by one rank")},
          {QStringLiteral("max_link_bytes"), ChartsPage::tr("Bytes over one link")}};
}

}  // namespace

void PlotView::setTheme(const Theme& theme) {
  theme_ = &theme;
  update();
}

void PlotView::setPlot(std::optional<Plot> plot, const QString& text) {
  plot_ = std::move(plot);
  text_ = text;
  update();
}

void PlotView::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  if (plot_) return paintPlot(painter, rect(), *plot_, *theme_);
  painter.fillRect(rect(), theme_->background);
  painter.setFont(textFont(theme_->text_size));
  painter.setPen(theme_->faint_text);
  painter.drawText(rect().adjusted(40, 40, -40, -40), Qt::AlignCenter | Qt::TextWordWrap, text_);
}

ChartsPage::ChartsPage(QWidget* parent)
    : QWidget(parent),
      plot_(new PlotView(this)),
      x_(new QComboBox(this)),
      y_(new QComboBox(this)),
      log_y_(new QCheckBox(tr("log"), this)),
      run_(new QPushButton(tr("Run all cells"), this)),
      export_(new QPushButton(tr("Export…"), this)),
      busy_(new QProgressBar(this)) {
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(makeBar());
  column->addWidget(plot_, 1);
  busy_timer_.setInterval(kProgressMs);
  connect(&busy_timer_, &QTimer::timeout, this, &ChartsPage::followBusy);
  connect(&runner_, &SweepRunner::finished, this, &ChartsPage::showResults);
  setScenario({});
}

QWidget* ChartsPage::makeBar() {
  auto* bar = new QWidget(this);
  for (const auto& [column, name] : quantities()) y_->addItem(name, column);
  y_->setToolTip(tr("What is drawn"));
  x_->setToolTip(tr("Along the x axis; every combination of the other swept keys is a line"));
  for (QWidget* w : std::initializer_list<QWidget*>{x_, y_, log_y_, run_, export_}) {
    w->setFocusPolicy(Qt::NoFocus);
  }
  busy_->setTextVisible(false);
  busy_->setFixedWidth(150);
  connect(x_, &QComboBox::activated, this, &ChartsPage::draw);
  connect(y_, &QComboBox::currentIndexChanged, this, &ChartsPage::draw);
  connect(log_y_, &QCheckBox::toggled, this, &ChartsPage::draw);
  connect(run_, &QPushButton::clicked, this, [this] { isBusy() ? cancel() : run(); });
  connect(export_, &QPushButton::clicked, this, &ChartsPage::exportPlot);
  auto* row = new QHBoxLayout(bar);
  row->setContentsMargins(kMargin, 8, kMargin, 6);
  row->setSpacing(10);
  row->addWidget(y_);
  row->addWidget(new QLabel(tr("over"), bar));
  row->addWidget(x_);
  row->addWidget(log_y_);
  row->addStretch();
  row->addWidget(busy_);
  row->addWidget(run_);
  row->addWidget(export_);
  return bar;
}

void ChartsPage::setScenario(const Scenario& scenario) {
  runner_.cancel();
  scenario_ = scenario;
  results_.reset();
  x_->clear();
  for (const std::string& key : scenario.swept) x_->addItem(textOf(key));
  for (const char* first : {"bytes", "ranks"}) {
    if (const int i = x_->findText(QString::fromLatin1(first)); i >= 0) {
      x_->setCurrentIndex(i);
      break;
    }
  }
  followBusy();
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
  export_->setEnabled(plot_->plot().has_value());
}

void ChartsPage::showResults(const std::vector<RunResult>& results) {
  std::istringstream table(to_csv(results));
  results_ = read_csv(table, "results");
  draw();
  followBusy();
  emit settled();
}

void ChartsPage::draw() {
  if (x_->count() == 0) {
    plot_->setPlot(std::nullopt, tr("This scenario is no sweep: give a key several values, such as "
                                    "bytes = 1KiB, 1MiB, to draw results over it."));
  } else if (!results_) {
    plot_->setPlot(std::nullopt, tr("“Run all cells” runs the sweep and draws its results here."));
  } else {
    try {
      PlotRequest request;
      request.x = x_->currentText().toStdString();
      request.y = y_->currentData().toString().toStdString();
      for (const std::string& key : scenario_.swept) {
        if (key != request.x) request.by.push_back(key);
      }
      request.log_x = request.x == "bytes" || request.x == "ranks";
      request.log_y = log_y_->isChecked();
      Plot plot = plot_of(*results_, request);
      plot.title = scenario_.title;
      plot.y.label = y_->currentText().toStdString();
      plot_->setPlot(std::move(plot));
    } catch (const std::exception& e) {
      plot_->setPlot(std::nullopt, QString::fromUtf8(e.what()));
    }
  }
  export_->setEnabled(plot_->plot().has_value());
}

void ChartsPage::exportPlot() {
  const QString file = QFileDialog::getSaveFileName(this, tr("Export the chart"), {},
                                                    tr("Pictures (*.png *.svg *.pdf)"));
  if (file.isEmpty() || !plot_->plot()) return;
  const std::string format = QFileInfo(file).suffix().toLower().toStdString();
  QSaveFile out(file);
  const QByteArray bytes =
      pictureFile(format, plot_->size(), 2, [this](QPainter& painter, const QRectF& area) {
        paintPlot(painter, area, *plot_->plot(), lightTheme());
      });
  if (!out.open(QIODevice::WriteOnly) || out.write(bytes) < 0 || !out.commit()) {
    QMessageBox::warning(this, tr("Export the chart"),
                         tr("%1 cannot be written: %2").arg(file, out.errorString()));
  }
}

}  // namespace orrery::viz
