#include "viz/widgets/main_window.h"

#include <algorithm>

#include <QActionGroup>
#include <QApplication>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QFile>
#include <QFileInfo>
#include <QMimeData>
#include <QSettings>
#include <QVBoxLayout>

#include "scenarios/document/library.h"
#include "scenarios/run/load.h"
#include "viz/model/text/texts.h"
#include "viz/paint/icons.h"
#include "viz/widgets/style.h"

namespace orrery::viz {
namespace {

constexpr double kSideShare = 0.3;  ///< of the window
constexpr int kLeastSide = 370;
constexpr int kMostSide = 480;
constexpr QSize kLeastPage(300, 240);
constexpr int kProgressMs = 100;

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

/// The one local scenario that is dragged; empty if it is something else.
QString draggedFile(const QMimeData& data) {
  if (data.urls().size() != 1 || !data.urls().front().isLocalFile()) return {};
  return data.urls().front().toLocalFile();
}

}  // namespace

// The application is dressed before any child is made: some take their sizes from its font.
MainWindow::MainWindow(const Theme& theme, QWidget* parent)
    : QMainWindow((dressApplication(theme), parent)),
      halves_(new QSplitter(this)),
      pages_(new QStackedWidget(this)),
      compose_(new ComposePage(this)),
      watch_(new WatchPage(session_, this)),
      compare_(new ComparePage(this)),
      charts_(new ChartsPage(this)),
      message_(new MessagePage(this)),
      report_(new ReportPanel(session_, this)),
      transport_(new TransportBar(session_, this)),
      head_(new HeadBar(this)),
      title_(new QLabel(this)),
      cells_(new QComboBox(this)),
      recent_(new RecentMenu(tr("Open &recent"), this)) {
  makeCentre();
  makeMenus();
  connect(&runner_, &BackgroundRunner::started, this, &MainWindow::followBusy);
  connect(&runner_, &BackgroundRunner::appeared, this, &MainWindow::showRun);
  connect(&runner_, &BackgroundRunner::finished, this,
          qOverload<const std::shared_ptr<const FinishedRun>&>(&MainWindow::show));
  connect(&busy_timer_, &QTimer::timeout, this, &MainWindow::followBusy);
  connect(recent_, &RecentMenu::chosen, this, &MainWindow::openScenario,
          Qt::QueuedConnection);  // the menu is made anew then
  connect(head_, &HeadBar::modeChosen, this, &MainWindow::setMode);
  connect(head_, &HeadBar::cancelled, this, &MainWindow::cancel);
  connect(cells_, &QComboBox::activated, this, &MainWindow::runCell);
  connect(compose_, &ComposePage::runRequested, this, &MainWindow::showScenario);
  connect(compose_, &ComposePage::openRequested, this, &MainWindow::openScenario);
  connect(compose_, &ComposePage::saved, recent_, &RecentMenu::note);
  connect(compare_, &ComparePage::masterChanged, this, [this] { setMode(mode_); });
  setWindowIcon(programIcon());
  setWindowTitle(tr("Orrery"));
  setAcceptDrops(true);
  busy_timer_.setInterval(kProgressMs);
  setMode(Mode::kWatch);
  setTheme(theme);
  resize(1600, 1000);
}

void MainWindow::makeCentre() {
  for (QWidget* page :
       std::initializer_list<QWidget*>{compose_, watch_, compare_, charts_, message_}) {
    page->setMinimumSize(kLeastPage);  // the largest page must not widen the others
    pages_->addWidget(page);
  }
  halves_->setHandleWidth(1);
  halves_->setChildrenCollapsible(false);
  halves_->addWidget(pages_);
  halves_->addWidget(makeSide());
  connect(halves_, &QSplitter::splitterMoved, this, [this] { halves_moved_ = true; });
  auto* centre = new QWidget(this);
  auto* column = new QVBoxLayout(centre);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(head_);
  column->addWidget(halves_, 1);
  column->addWidget(transport_);
  setCentralWidget(centre);
}

void MainWindow::resizeEvent(QResizeEvent* event) {
  QMainWindow::resizeEvent(event);
  arrangeHalves();
}

/// The right half takes its share of the width, and at least what large letters need.
void MainWindow::arrangeHalves() {
  const int least = scaled(kLeastSide, *theme_);
  side_->setMinimumWidth(least);
  if (halves_moved_) return;
  const int side =
      std::clamp(static_cast<int>(kSideShare * width()), least, scaled(kMostSide, *theme_));
  halves_->setSizes({width() - side, side});
}

QWidget* MainWindow::makeSide() {
  side_ = new QWidget(this);
  title_->setWordWrap(true);
  setLetters(*title_, Letters::kHeading);
  title_->setContentsMargins(14, 12, 14, 6);
  cells_->hide();
  report_->hide();
  cells_->setFocusPolicy(Qt::NoFocus);
  cells_->setToolTip(tr("The cell of the sweep that is shown"));
  cells_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  auto* chooser = new QVBoxLayout;
  chooser->setContentsMargins(14, 0, 14, 8);
  chooser->addWidget(cells_);
  auto* column = new QVBoxLayout(side_);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(title_);
  column->addLayout(chooser);
  column->addWidget(report_, 1);
  column->addStretch();
  return side_;
}

void MainWindow::setTheme(const Theme& theme) {
  theme_ = &theme;
  dressApplication(theme);
  setStyleSheet(styleSheetOf(theme));
  watch_->setTheme(theme);
  report_->setTheme(theme);
  compare_->setTheme(theme);
  charts_->setTheme(theme);
  transport_->setTheme(theme);
  for (QAction* action : themes_->actions()) action->setChecked(action->data() == theme.name);
  arrangeHalves();
}

void MainWindow::setMode(Mode mode) {
  mode_ = mode;
  head_->setMode(mode);
  const bool watches = mode == Mode::kWatch;
  const bool plays = watches || mode == Mode::kCompare;
  side_->setVisible(watches);
  transport_->setVisible(plays);
  transport_->setActive(plays);  // its keys have other meanings elsewhere
  for (QAction* action : watched_) action->setEnabled(plays);
  transport_->setSession(mode == Mode::kCompare ? compare_->master() : session_);
  if (mode == Mode::kCompose) pages_->setCurrentWidget(compose_);
  if (mode == Mode::kCharts) pages_->setCurrentWidget(charts_);
  if (mode == Mode::kCompare) {
    if (compare_->isEmpty() && !scenario_.cells.empty()) compare_->setScenario(scenario_);
    pages_->setCurrentWidget(compare_);
  }
  if (!watches) return;
  const bool empty = session_.run() != nullptr && !session_.hasPicture();
  pages_->setCurrentWidget(empty ? static_cast<QWidget*>(message_) : watch_);
}

QStringList MainWindow::tabNames() const {
  return QStringList{QStringLiteral("compose"), QStringLiteral("watch"),
                     QStringLiteral("compare"), QStringLiteral("charts"),
                     QStringLiteral("blocks"),  QStringLiteral("timeline")} +
         report_->tabNames();
}

bool MainWindow::showTab(const QString& name) {
  const auto index = tabNames().indexOf(name.toLower());
  if (index < 0) return false;
  constexpr int kBlocks = 4, kTimeline = 5;
  setMode(index < kBlocks ? Mode(index) : Mode::kWatch);
  if (index == kBlocks) watch_->showBlocks(true);
  if (index == kTimeline) watch_->showTimeline(true);
  if (index > kTimeline) report_->selectTab(name);
  return true;
}

bool MainWindow::openScenario(const QString& name) {
  try {
    const auto path = find_scenario(name.toStdString());
    const Scenario scenario = load_scenario(path);
    const auto file = QString::fromStdString(path.string());
    QFile in(file);
    if (in.open(QIODevice::ReadOnly)) compose_->read(QString::fromUtf8(in.readAll()), file);
    recent_->note(QFileInfo(file).absoluteFilePath());
    showScenario(scenario);
    return true;
  } catch (const std::exception& e) {
    clear();
    showError(tr("This scenario cannot be read"), QString::fromUtf8(e.what()));
    return false;
  }
}

void MainWindow::showScenario(const Scenario& scenario) {
  scenario_ = scenario;
  title_->setText(QString::fromStdString(scenario_.title));
  report_->setScenarioText(QString::fromStdString(scenario_.description));
  setWindowTitle(title_->text().isEmpty() ? tr("Orrery") : tr("%1 – Orrery").arg(title_->text()));
  fillCells();
  compare_->clear();
  charts_->setScenario(scenario_);
  setMode(Mode::kWatch);
  runCell(0);
}

void MainWindow::clear() {
  runner_.forget();
  followBusy();
  scenario_ = {};
  title_->clear();
  setWindowTitle(tr("Orrery"));
  fillCells();
  compare_->clear();
  charts_->setScenario(scenario_);
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

void MainWindow::cancel() {
  if (!isBusy()) return;
  runner_.forget();
  followBusy();
  if (!session_.hasPicture()) {
    showError(tr("Cancelled"), tr("The run was cancelled."));
  } else if (session_.run()->pending) {
    auto run = std::make_shared<FinishedRun>(*session_.run());
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

void MainWindow::show(const std::shared_ptr<const FinishedRun>& run) {
  followBusy();
  session_.completes(*run) ? session_.complete(run) : showRun(run);
  emit settled();
}

void MainWindow::showRun(const std::shared_ptr<const FinishedRun>& run) {
  watch_->setNotice({}, {});
  session_.show(run);
  report_->setVisible(run->isMeasured());
  if (!run->isMeasured()) {
    showError(headingOf(*run), QString::fromStdString(run->result.error.value_or("")));
  } else if (mode_ == Mode::kWatch) {
    pages_->setCurrentWidget(watch_);
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

QString MainWindow::errorText() const {
  return pages_->currentWidget() == message_ ? message_->text() : watch_->noticeText();
}

void MainWindow::remember() {
  remembers_ = true;
  const QSettings settings;
  restoreGeometry(settings.value(QStringLiteral("geometry")).toByteArray());
  const QString theme = settings.value(QStringLiteral("theme")).toString();
  for (QAction* action : themes_->actions()) {
    if (action->data() == theme) action->trigger();
  }
  recent_->remember();
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (remembers_) {
    QSettings settings;
    settings.setValue(QStringLiteral("geometry"), saveGeometry());
    if (const QAction* theme = themes_->checkedAction()) {
      settings.setValue(QStringLiteral("theme"), theme->data());
    }
  }
  QMainWindow::closeEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (!draggedFile(*event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  const QString file = draggedFile(*event->mimeData());
  if (file.isEmpty()) return;
  event->acceptProposedAction();
  openScenario(file);
}

}  // namespace orrery::viz
