#include "viz/widgets/main_window.h"

#include <algorithm>

#include <QApplication>
#include <QFileDialog>
#include <QMenuBar>
#include <QVBoxLayout>

#include "scenarios/library.h"
#include "viz/model/texts.h"
#include "viz/paint/fonts.h"
#include "viz/paint/icons.h"
#include "viz/widgets/style.h"

namespace orrery::viz {
namespace {

constexpr double kSideShare = 0.3;  ///< of the window
constexpr int kLeastSide = 370;
constexpr int kMostSide = 480;

QString headingOf(Outcome outcome) {
  switch (outcome) {
    case Outcome::kSkipped:
      return MainWindow::tr("This cell is skipped");
    case Outcome::kBadInput:
      return MainWindow::tr("This cannot be run");
    default:
      return MainWindow::tr("The run stopped");
  }
}

}  // namespace

MainWindow::MainWindow(const Theme& theme, QWidget* parent)
    : QMainWindow(parent),
      halves_(new QSplitter(this)),
      pages_(new QStackedWidget(this)),
      stage_(new StageView(session_, this)),
      message_(new MessagePage(this)),
      report_(new ReportPanel(session_, this)),
      transport_(new TransportBar(session_, this)),
      title_(new QLabel(this)),
      cells_(new QComboBox(this)),
      busy_(new QProgressBar(this)) {
  makeCentre();
  makeMenus();
  connect(&runner_, &BackgroundRunner::started, this, [this] { busy_->setRange(0, 0); });
  connect(&runner_, &BackgroundRunner::finished, this, &MainWindow::showRun);
  connect(cells_, &QComboBox::activated, this, &MainWindow::runCell);
  setWindowIcon(programIcon());
  setWindowTitle(tr("Orrery"));
  setTheme(theme);
  resize(1600, 1000);
}

void MainWindow::makeCentre() {
  pages_->addWidget(stage_);
  pages_->addWidget(message_);
  halves_->setHandleWidth(1);
  halves_->setChildrenCollapsible(false);
  halves_->addWidget(pages_);
  halves_->addWidget(makeSide());
  connect(halves_, &QSplitter::splitterMoved, this, [this] { halves_moved_ = true; });
  auto* centre = new QWidget(this);
  auto* column = new QVBoxLayout(centre);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(halves_, 1);
  column->addWidget(transport_);
  setCentralWidget(centre);
}

void MainWindow::resizeEvent(QResizeEvent* event) {
  QMainWindow::resizeEvent(event);
  if (halves_moved_) return;
  const int side = std::clamp(static_cast<int>(kSideShare * width()), kLeastSide, kMostSide);
  halves_->setSizes({width() - side, side});
}

QWidget* MainWindow::makeSide() {
  auto* side = new QWidget(this);
  title_->setWordWrap(true);
  title_->setFont(textFont(lightTheme().text_size + 2, true));
  title_->setContentsMargins(14, 12, 14, 6);
  cells_->hide();
  report_->hide();
  cells_->setFocusPolicy(Qt::NoFocus);
  cells_->setToolTip(tr("The cell of the sweep that is shown"));
  cells_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  busy_->setTextVisible(false);
  busy_->setRange(0, 1);
  auto* chooser = new QVBoxLayout;
  chooser->setContentsMargins(14, 0, 14, 8);
  chooser->addWidget(cells_);
  auto* column = new QVBoxLayout(side);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(title_);
  column->addLayout(chooser);
  column->addWidget(busy_);
  column->addWidget(report_, 1);
  column->addStretch();
  side->setMinimumWidth(kLeastSide);
  return side;
}

void MainWindow::makeMenus() {
  QMenu* file = menuBar()->addMenu(tr("&File"));
  file->addAction(tr("&Open…"), QKeySequence::Open, this, &MainWindow::chooseFile);
  file->addAction(tr("&Quit"), QKeySequence::Quit, this, &QWidget::close);
  QMenu* view = menuBar()->addMenu(tr("&View"));
  QAction* dark = view->addAction(tr("&Dark colours"));
  dark->setCheckable(true);
  connect(dark, &QAction::toggled, this,
          [this](bool on) { setTheme(on ? darkTheme() : lightTheme()); });
  QMenu* playback = menuBar()->addMenu(tr("&Playback"));
  for (QAction* action : transport_->playbackActions()) playback->addAction(action);
}

void MainWindow::setTheme(const Theme& theme) {
  QApplication::setPalette(paletteOf(theme));  // menus and tool tips are windows of their own
  setStyleSheet(styleSheetOf(theme));
  stage_->setTheme(theme);
  transport_->setTheme(theme);
}

void MainWindow::chooseFile() {
  const QString start = scenario_.file.empty()
                            ? QString::fromStdString(scenario_directory().string())
                            : QString::fromStdString(scenario_.file.parent_path().string());
  const QString file = QFileDialog::getOpenFileName(this, tr("Open a scenario"), start,
                                                    tr("Scenarios (*.toml);;All files (*)"));
  if (!file.isEmpty()) openScenario(file);
}

bool MainWindow::openScenario(const QString& name) {
  try {
    scenario_ = load_scenario(find_scenario(name.toStdString()));
  } catch (const std::exception& e) {
    clear();
    showError(tr("This scenario cannot be read"), QString::fromUtf8(e.what()));
    return false;
  }
  title_->setText(QString::fromStdString(scenario_.title));
  report_->setScenarioText(QString::fromStdString(scenario_.description));
  setWindowTitle(tr("%1 – Orrery").arg(title_->text()));
  fillCells();
  runCell(0);
  return true;
}

void MainWindow::clear() {
  runner_.forget();
  busy_->setRange(0, 1);
  scenario_ = {};
  title_->clear();
  setWindowTitle(tr("Orrery"));
  fillCells();
  session_.show(std::make_shared<const FinishedRun>());
}

void MainWindow::fillCells() {
  cells_->clear();
  for (const QString& text : cellTexts(scenario_.cells)) cells_->addItem(text);
  cells_->setVisible(scenario_.cells.size() > 1);
}

void MainWindow::runCell(int cell) {
  cells_->setCurrentIndex(cell);
  run(scenario_.cells.at(static_cast<std::size_t>(cell)));
}

void MainWindow::run(const RunSpec& spec) {
  session_.clock().pause();
  runner_.start(spec);
}

void MainWindow::showRun(const std::shared_ptr<const FinishedRun>& run) {
  busy_->setRange(0, 1);
  session_.show(run);
  if (run->hasPicture()) {
    pages_->setCurrentWidget(stage_);
    report_->show();
  } else {
    showError(headingOf(run->result.outcome),
              QString::fromStdString(run->result.error.value_or("")));
  }
  emit settled();
}

void MainWindow::showError(const QString& heading, const QString& text) {
  session_.clock().pause();
  message_->setMessage(heading, text);
  pages_->setCurrentWidget(message_);
  report_->hide();
}

QString MainWindow::errorText() const {
  return pages_->currentWidget() == message_ ? message_->text() : QString();
}

}  // namespace orrery::viz
