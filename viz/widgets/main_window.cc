#include "viz/widgets/main_window.h"

#include <algorithm>

#include <QActionGroup>
#include <QApplication>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QPainter>
#include <QProgressDialog>
#include <QSaveFile>
#include <QSettings>
#include <QVBoxLayout>

#include "scenarios/library.h"
#include "viz/model/texts.h"
#include "viz/paint/film.h"
#include "viz/paint/fonts.h"
#include "viz/paint/icons.h"
#include "viz/paint/picture_file.h"
#include "viz/widgets/style.h"

namespace orrery::viz {
namespace {

constexpr double kSideShare = 0.3;  ///< of the window
constexpr int kLeastSide = 370;
constexpr int kMostSide = 480;
constexpr QSize kLeastPage(300, 240);
constexpr int kProgressWidth = 150;
constexpr int kProgressMs = 100;
constexpr int kMostRecent = 8;
constexpr QSize kFilmSize(1280, 800);

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

/// The end of a file's name. THROWS std::invalid_argument unless it is one of `known`.
std::string formatOf(const QString& file, std::initializer_list<const char*> known) {
  const std::string format = QFileInfo(file).suffix().toLower().toStdString();
  std::string expected;
  for (const char* name : known) {
    if (format == name) return format;
    expected += text_of(expected.empty() ? "" : " or ", ".", name);
  }
  throw std::invalid_argument(
      text_of("'", file.toStdString(), "': expected a name that ends in ", expected));
}

/// THROWS std::invalid_argument; then nothing is left behind.
void writeFile(const QString& file, const QByteArray& bytes) {
  QSaveFile out(file);
  if (out.open(QIODevice::WriteOnly) && out.write(bytes) == bytes.size() && out.commit()) return;
  throw std::invalid_argument(
      text_of("'", file.toStdString(), "' cannot be written: ", out.errorString().toStdString()));
}

/// The one local scenario that is dragged; empty if it is something else.
QString draggedFile(const QMimeData& data) {
  if (data.urls().size() != 1 || !data.urls().front().isLocalFile()) return {};
  return data.urls().front().toLocalFile();
}

}  // namespace

MainWindow::MainWindow(const Theme& theme, QWidget* parent)
    : QMainWindow(parent),
      halves_(new QSplitter(this)),
      pages_(new QStackedWidget(this)),
      compose_(new ComposePage(this)),
      watch_(new WatchPage(session_, this)),
      compare_(new ComparePage(this)),
      charts_(new ChartsPage(this)),
      message_(new MessagePage(this)),
      report_(new ReportPanel(session_, this)),
      transport_(new TransportBar(session_, this)),
      title_(new QLabel(this)),
      cells_(new QComboBox(this)),
      modes_(new QButtonGroup(this)),
      busy_(new QProgressBar(this)),
      cancel_(new QPushButton(tr("Cancel"), this)) {
  makeCentre();
  makeMenus();
  connect(&runner_, &BackgroundRunner::started, this, &MainWindow::followBusy);
  connect(&runner_, &BackgroundRunner::finished, this,
          qOverload<const std::shared_ptr<const FinishedRun>&>(&MainWindow::show));
  connect(&busy_timer_, &QTimer::timeout, this, &MainWindow::followBusy);
  connect(cancel_, &QPushButton::clicked, this, &MainWindow::cancel);
  connect(cells_, &QComboBox::activated, this, &MainWindow::runCell);
  connect(compose_, &ComposePage::runRequested, this, &MainWindow::showScenario);
  connect(compose_, &ComposePage::openRequested, this, &MainWindow::openScenario);
  connect(compose_, &ComposePage::saved, this, &MainWindow::noteRecent);
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
  column->addWidget(makeHead());
  column->addWidget(halves_, 1);
  column->addWidget(transport_);
  setCentralWidget(centre);
}

/// The line above everything: what the window is used for, and what is under way.
QWidget* MainWindow::makeHead() {
  auto* head = new QWidget(this);
  head->setObjectName(QStringLiteral("head"));
  auto* row = new QHBoxLayout(head);
  row->setContentsMargins(12, 4, 12, 0);
  row->setSpacing(2);
  const std::array<std::pair<QString, QString>, 4> names{
      std::pair{tr("Compose"), tr("Choose or write a scenario (F2)")},
      std::pair{tr("Watch"), tr("See a run (F3)")},
      std::pair{tr("Compare"), tr("See two runs side by side (F4)")},
      std::pair{tr("Charts"), tr("Run a whole sweep and draw its results (F5)")}};
  for (std::size_t i = 0; i < names.size(); ++i) {
    auto* button = new QPushButton(names[i].first, head);
    button->setToolTip(names[i].second);
    button->setProperty("mode", true);
    button->setCheckable(true);
    button->setFocusPolicy(Qt::NoFocus);
    modes_->addButton(button, static_cast<int>(i));
    row->addWidget(button);
  }
  connect(modes_, &QButtonGroup::idClicked, this, [this](int id) { setMode(Mode(id)); });
  row->addStretch();
  busy_->setFixedWidth(kProgressWidth);
  busy_->setTextVisible(false);
  cancel_->setProperty("flat", true);
  cancel_->setFocusPolicy(Qt::NoFocus);
  row->addWidget(busy_);
  row->addSpacing(8);
  row->addWidget(cancel_);
  busy_->hide();
  cancel_->hide();
  return head;
}

void MainWindow::resizeEvent(QResizeEvent* event) {
  QMainWindow::resizeEvent(event);
  if (halves_moved_) return;
  const int side = std::clamp(static_cast<int>(kSideShare * width()), kLeastSide, kMostSide);
  halves_->setSizes({width() - side, side});
}

QWidget* MainWindow::makeSide() {
  side_ = new QWidget(this);
  title_->setWordWrap(true);
  title_->setFont(textFont(lightTheme().text_size + 2, true));
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
  side_->setMinimumWidth(kLeastSide);
  return side_;
}

void MainWindow::makeMenus() {
  makeFileMenu();
  makeViewMenu();
  QMenu* playback = menuBar()->addMenu(tr("&Playback"));
  for (QAction* action : transport_->playbackActions()) playback->addAction(action);
  QMenu* help = menuBar()->addMenu(tr("&Help"));
  help->addAction(tr("&About Orrery"), this, &MainWindow::about);
}

void MainWindow::makeFileMenu() {
  QMenu* file = menuBar()->addMenu(tr("&File"));
  file->addAction(tr("&New scenario"), QKeySequence::New, this, [this] {
    compose_->clear();
    setMode(Mode::kCompose);
  });
  file->addAction(tr("&Open…"), QKeySequence::Open, this, &MainWindow::chooseFile);
  recent_ = file->addMenu(tr("Open &recent"));
  recent_->setEnabled(false);
  file->addAction(tr("&Save as…"), QKeySequence::SaveAs, compose_, &ComposePage::save);
  file->addSeparator();
  file->addAction(tr("&Export picture…"), Qt::CTRL | Qt::Key_E, this,
                  [this] { chooseExport(false); });
  file->addAction(tr("Export &film…"), Qt::CTRL | Qt::SHIFT | Qt::Key_E, this,
                  [this] { chooseExport(true); });
  file->addSeparator();
  file->addAction(tr("&Quit"), QKeySequence::Quit, this, &QWidget::close);
}

void MainWindow::makeViewMenu() {
  QMenu* view = menuBar()->addMenu(tr("&View"));
  const std::array<std::pair<QString, Qt::Key>, 4> modes{
      std::pair{tr("&Compose"), Qt::Key_F2}, std::pair{tr("&Watch"), Qt::Key_F3},
      std::pair{tr("Co&mpare"), Qt::Key_F4}, std::pair{tr("C&harts"), Qt::Key_F5}};
  for (std::size_t i = 0; i < modes.size(); ++i) {
    view->addAction(modes[i].first, modes[i].second, this, [this, i] { setMode(Mode(i)); });
  }
  view->addSeparator();
  const auto part = [&](const QString& text, Qt::Key key, auto shows, auto show) {
    QAction* action = view->addAction(text);
    action->setShortcut(key);
    action->setCheckable(true);
    connect(action, &QAction::triggered, this, show);
    connect(watch_, &WatchPage::partsChanged, action, [=] { action->setChecked(shows()); });
  };
  part(
      tr("&Blocks"), Qt::Key_B, [this] { return watch_->showsBlocks(); },
      [this](bool on) { watch_->showBlocks(on); });
  part(
      tr("&Timeline"), Qt::Key_T, [this] { return watch_->showsTimeline(); },
      [this](bool on) { watch_->showTimeline(on); });
  view->addSeparator();
  view->addAction(tr("Zoom &in"), Qt::Key_Plus, &watch_->stage(), &StageView::zoomIn);
  view->addAction(tr("Zoom &out"), Qt::Key_Minus, &watch_->stage(), &StageView::zoomOut);
  view->addAction(tr("&Fit"), Qt::Key_0, &watch_->stage(), &StageView::fit);
  view->addAction(tr("Turn left"), Qt::Key_BracketLeft, &watch_->stage(), &StageView::turnLeft);
  view->addAction(tr("Turn right"), Qt::Key_BracketRight, &watch_->stage(), &StageView::turnRight);
  view->addAction(tr("Zoom into time"), Qt::CTRL | Qt::Key_Up, &watch_->timeline(),
                  &TimelineView::zoomIn);
  view->addAction(tr("Zoom out of time"), Qt::CTRL | Qt::Key_Down, &watch_->timeline(),
                  &TimelineView::zoomOut);
  view->addAction(tr("W&hole timeline"), Qt::CTRL | Qt::Key_0, &watch_->timeline(),
                  &TimelineView::showAll);
  view->addAction(tr("Let &go of what is followed"), Qt::Key_Escape, this,
                  [this] { session_.setFocus({}); });
  view->addSeparator();
  makeThemeMenu();
}

void MainWindow::makeThemeMenu() {
  QMenu* menu = menuBar()->actions().back()->menu()->addMenu(tr("T&heme"));
  themes_ = new QActionGroup(this);
  for (const Theme* theme : allThemes()) {
    QAction* action = menu->addAction(theme->name);
    action->setCheckable(true);
    themes_->addAction(action);
    connect(action, &QAction::triggered, this, [this, theme] { setTheme(*theme); });
  }
}

void MainWindow::setTheme(const Theme& theme) {
  theme_ = &theme;
  QApplication::setPalette(paletteOf(theme));  // menus and tool tips are windows of their own
  setStyleSheet(styleSheetOf(theme));
  watch_->setTheme(theme);
  report_->setTheme(theme);
  compare_->setTheme(theme);
  charts_->setTheme(theme);
  transport_->setTheme(theme);
  for (QAction* action : themes_->actions()) action->setChecked(action->text() == theme.name);
}

void MainWindow::setMode(Mode mode) {
  mode_ = mode;
  if (QAbstractButton* button = modes_->button(static_cast<int>(mode))) button->setChecked(true);
  const bool watches = mode == Mode::kWatch;
  side_->setVisible(watches);
  transport_->setVisible(mode == Mode::kWatch || mode == Mode::kCompare);
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

void MainWindow::chooseFile() {
  const QString start = scenario_.file.empty()
                            ? QString::fromStdString(scenario_directory().string())
                            : QString::fromStdString(scenario_.file.parent_path().string());
  const QString file = QFileDialog::getOpenFileName(this, tr("Open a scenario"), start,
                                                    tr("Scenarios (*.toml);;All files (*)"));
  if (!file.isEmpty()) openScenario(file);
}

void MainWindow::chooseExport(bool film) {
  const QString file = QFileDialog::getSaveFileName(
      this, film ? tr("Export the run as a film") : tr("Export what is seen"), {},
      film ? tr("Films (*.gif *.mp4)") : tr("Pictures (*.png *.svg *.pdf)"));
  if (file.isEmpty()) return;
  try {
    film ? exportFilm(file) : exportPicture(file);
  } catch (const std::exception& e) {
    QMessageBox::warning(this, tr("Export"), QString::fromUtf8(e.what()));
  }
}

void MainWindow::exportPicture(const QString& file) {
  const std::string format = formatOf(file, {"png", "svg", "pdf"});
  QWidget* page = pages_->currentWidget();
  writeFile(file, pictureFile(format, page->size(), 2, [page](QPainter& painter, const QRectF&) {
              page->render(&painter, QPoint(), {}, DrawChildren | DrawWindowBackground);
            }));
}

void MainWindow::exportFilm(const QString& file) {
  const std::string format = formatOf(file, {"gif", "mp4"});
  if (!session_.hasPicture()) throw std::invalid_argument("there is no run to make a film of");
  const FinishedRun& run = *session_.run();
  const std::vector<Time> times = filmTimes(run.stage->index(), -1);
  QProgressDialog progress(tr("Making a film…"), tr("Cancel"), 0, static_cast<int>(times.size()),
                           this);
  progress.setWindowModality(Qt::WindowModal);
  const auto frame = [&](int i) {
    QImage image(kFilmSize, QImage::Format_RGB32);
    QPainter painter(&image);
    paintRun(painter, image.rect(), run, times[static_cast<std::size_t>(i)], session_.focus(),
             *theme_);
    return image;
  };
  const QByteArray film = filmFile(format, static_cast<int>(times.size()), frame, [&](int i) {
    progress.setValue(i);
    return !progress.wasCanceled();
  });
  if (!film.isEmpty()) writeFile(file, film);
}

bool MainWindow::openScenario(const QString& name) {
  try {
    const auto path = find_scenario(name.toStdString());
    const Scenario scenario = load_scenario(path);
    const auto file = QString::fromStdString(path.string());
    QFile in(file);
    if (in.open(QIODevice::ReadOnly)) compose_->read(QString::fromUtf8(in.readAll()), file);
    noteRecent(QFileInfo(file).absoluteFilePath());
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
  if (!session_.hasPicture()) showError(tr("Cancelled"), tr("The run was cancelled."));
  emit settled();
}

/// Progress is shown while a run is under way.
void MainWindow::followBusy() {
  const bool running = isBusy();
  running ? busy_timer_.start() : busy_timer_.stop();
  busy_->setVisible(running);
  cancel_->setVisible(running);
  const int permille = runner_.permille();
  busy_->setRange(0, permille < 0 ? 0 : 1000);
  if (permille >= 0) busy_->setValue(permille);
}

void MainWindow::show(const std::shared_ptr<const FinishedRun>& run) {
  followBusy();
  watch_->setNotice({}, {});
  session_.show(run);
  report_->setVisible(run->isMeasured());
  if (!run->isMeasured()) {
    showError(headingOf(*run), QString::fromStdString(run->result.error.value_or("")));
  } else if (mode_ == Mode::kWatch) {
    pages_->setCurrentWidget(watch_);
  }
  emit settled();
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

void MainWindow::about() {
  QMessageBox::about(
      this, tr("About Orrery"),
      tr("<h3>Orrery %1</h3><p>An emulator and teaching testbed for collective communication: "
         "every rank runs the real algorithm, the network is emulated, and the run can be "
         "watched forwards and backwards.</p><p>Qt %2 · compiled %3</p>")
          .arg(QStringLiteral(ORRERY_VERSION), QString::fromLatin1(qVersion()),
               QStringLiteral("g++ " __VERSION__)));
}

void MainWindow::remember() {
  remembers_ = true;
  const QSettings settings;
  restoreGeometry(settings.value(QStringLiteral("geometry")).toByteArray());
  const QString theme = settings.value(QStringLiteral("theme")).toString();
  for (QAction* action : themes_->actions()) {
    if (action->text() == theme) action->trigger();
  }
  fillRecent();
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (remembers_) {
    QSettings settings;
    settings.setValue(QStringLiteral("geometry"), saveGeometry());
    if (const QAction* theme = themes_->checkedAction()) {
      settings.setValue(QStringLiteral("theme"), theme->text());
    }
  }
  QMainWindow::closeEvent(event);
}

void MainWindow::noteRecent(const QString& file) {
  if (!remembers_) return;
  QSettings settings;
  QStringList files = settings.value(QStringLiteral("recent")).toStringList();
  files.removeAll(file);
  files.prepend(file);
  settings.setValue(QStringLiteral("recent"), QStringList(files.mid(0, kMostRecent)));
  fillRecent();
}

void MainWindow::fillRecent() {
  recent_->clear();
  const QStringList files = QSettings().value(QStringLiteral("recent")).toStringList();
  for (const QString& file : files) {
    recent_->addAction(QFileInfo(file).fileName(), this, [this, file] { openScenario(file); })
        ->setToolTip(file);
  }
  recent_->setEnabled(!files.isEmpty());
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
