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

#include "scenarios/run/load.h"
#include "scenarios/text/scenario_library.h"
#include "scenarios/text/translation.h"
#include "viz/model/text/language.h"
#include "viz/model/text/texts.h"
#include "viz/model/text/window_text.h"
#include "viz/paint/icons.h"
#include "viz/widgets/control_keys.h"
#include "viz/widgets/moment.h"
#include "viz/widgets/style.h"

namespace orrery::viz {
namespace {

constexpr double kSideShare = 0.3;  ///< of the window
constexpr int kWindowLeastSide = 370;
constexpr int kWidestSide = 480;
constexpr QSize kLeastPage(280, 200);
constexpr int kWindowProgressMs = 100;
constexpr double kLeastLetters = 0.7, kMostLetters = 2.5;
constexpr QSize kFrame(16, 56);  ///< about what a window manager puts around a window
constexpr auto kFirstLesson = "lessons/first-allreduce";

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
      course_(new CoursePage(this)),
      message_(new MessagePage(this)),
      running_(new MessagePage(this, false)),
      report_(new ReportPanel(session_, this)),
      lesson_panel_(new LessonPanel(lesson_, this)),
      transport_(new TransportBar(session_, this)),
      head_(new HeadBar(this)),
      frozen_(new QLabel(this)),
      title_(new QLabel(this)),
      cells_(new QComboBox(this)),
      recent_(new RecentMenu(tr("Open &recent"), this)) {
  makeCentre();
  makePresenter();
  makeMenus();
  makeLessons();
  connect(&runner_, &BackgroundRunner::started, this, &MainWindow::followBusy);
  connect(&runner_, &BackgroundRunner::appeared, this, &MainWindow::showRun);
  connect(&runner_, &BackgroundRunner::finished, this,
          qOverload<const std::shared_ptr<const FinishedRun>&>(&MainWindow::show));
  connect(&busy_timer_, &QTimer::timeout, this, &MainWindow::followBusy);
  connect(&busy_timer_, &QTimer::timeout, this, &MainWindow::followWait);
  connect(recent_, &RecentMenu::chosen, this, &MainWindow::open,
          Qt::QueuedConnection);  // the menu is made anew then
  connect(head_, &HeadBar::modeChosen, this, &MainWindow::chooseMode);
  connect(head_, &HeadBar::cancelled, this, &MainWindow::cancel);
  connect(cells_, &QComboBox::activated, this, &MainWindow::runCell);
  connect(compose_, &ComposePage::runRequested, this, &MainWindow::showScenario);
  connect(compose_, &ComposePage::openRequested, this, &MainWindow::open);
  connect(compose_, &ComposePage::modifiedChanged, this, &MainWindow::setWindowModified);
  connect(compose_, &ComposePage::modifiedChanged, head_, &HeadBar::setModified);
  connect(compose_, &ComposePage::saved, recent_, &RecentMenu::note);
  connect(report_, &ReportPanel::whyRequested, this, [this] { showWhy(true); });
  connect(charts_, &ChartsPage::cellChosen, this, &MainWindow::runCell);
  connect(compare_, &ComparePage::masterChanged, this, [this] { setMode(mode_); });
  setWindowIcon(programIcon());
  setWindowTitle(tr("Orrery[*]"));
  setAcceptDrops(true);
  busy_timer_.setInterval(kWindowProgressMs);
  setMode(Mode::kWatch);
  setTheme(theme);
  new ControlKeys(*this);
  watch_->stage().setFocus();
  resize(1600, 1000);
}

void MainWindow::makeCentre() {
  for (QWidget* page : std::initializer_list<QWidget*>{compose_, watch_, compare_, charts_, course_,
                                                       message_, running_}) {
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
  const int least = scaled(kWindowLeastSide, dressed_);
  side_->setMinimumWidth(least);
  if (halves_moved_) return;
  const int side =
      std::clamp(static_cast<int>(kSideShare * width()), least, scaled(kWidestSide, dressed_));
  halves_->setSizes({width() - side, side});
}

std::optional<Panes> MainWindow::panes() const {
  const auto dragged = watch_->dragged();
  if (!halves_moved_ && !dragged) return std::nullopt;
  const QSize size = dragged.value_or(QSize(0, 0));
  return Panes{halves_moved_ ? side_->width() : 0, size.width(), size.height()};
}

void MainWindow::setPanes(const Panes& panes) {
  if (panes.side > 0) {
    halves_moved_ = true;
    const QList<int> halves = halves_->sizes();
    halves_->setSizes({halves[0] + halves[1] - panes.side, panes.side});
  }
  if (panes.blocks > 0 || panes.timeline > 0) watch_->drag({panes.blocks, panes.timeline});
}

QWidget* MainWindow::makeSide() {
  side_ = new QWidget(this);
  title_->setWordWrap(true);
  setLetters(*title_, Letters::kHeading);
  title_->setContentsMargins(14, 12, 14, 6);
  cells_->hide();
  report_->hide();
  cells_->setFocusPolicy(Qt::TabFocus);
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
  column->addWidget(frozen_);
  column->addWidget(lesson_panel_, 2);
  column->addWidget(report_, 1);
  column->addStretch();
  return side_;
}

void MainWindow::setTheme(const Theme& theme) {
  theme_ = &theme;
  dressed_ = withLetters(theme, shownLetters());
  dressApplication(dressed_);
  setStyleSheet(styleSheetOf(dressed_));
  watch_->setTheme(dressed_);
  report_->setTheme(dressed_);
  compare_->setTheme(dressed_);
  charts_->setTheme(dressed_);
  transport_->setTheme(dressed_);
  ink_->setTheme(dressed_);
  for (QAction* action : themes_->actions()) action->setChecked(action->data() == theme.name);
  arrangeHalves();
}

void MainWindow::setLetterSize(double share) {
  letters_ = std::clamp(share, kLeastLetters, kMostLetters);
  setTheme(*theme_);
}

void MainWindow::showSide(bool shown) {
  shows_side_ = shown;
  side_->setVisible(shown && mode_ == Mode::kWatch && !shows_course_);
  emit partsChanged();
}

void MainWindow::setMode(Mode mode) {
  const bool other = mode != mode_;
  mode_ = mode;
  head_->setMode(mode);
  const bool watches = mode == Mode::kWatch && !shows_course_;
  const bool plays = watches || mode == Mode::kCompare;
  side_->setVisible(watches && shows_side_);
  transport_->setVisible(plays);
  transport_->setActive(plays && wait_ != Wait::kLong);  // its keys have other meanings elsewhere
  for (QAction* action : watched_) action->setEnabled(plays);
  if (!plays || other) ink_->setTool(Tool::kNone);
  transport_->setSession(activeSession());
  presenter_->setSession(activeSession());
  followPresenting();
  if (mode == Mode::kCompose) pages_->setCurrentWidget(compose_);
  if (mode == Mode::kCharts) pages_->setCurrentWidget(charts_);
  if (mode == Mode::kCompare) {
    if (compare_->isEmpty() && !scenario_.cells.empty()) compare_->setScenario(scenario_);
    pages_->setCurrentWidget(compare_);
  }
  arrangeHalves();
  if (mode == Mode::kWatch) pages_->setCurrentWidget(watchedPage());
  const bool pairs = lesson_.isOpen() && lesson_.comparesRuns() && !compare_->showsPair();
  if (watches && other && pairs) showLessonPair();
  if (plays && other) activeStage().setFocus();  // where keys move the run
}

QWidget* MainWindow::watchedPage() const {
  if (shows_course_) return course_;
  if (wait_ == Wait::kLong) return running_;
  if (showsTwo()) return compare_;
  if (wait_ == Wait::kShort || session_.run() == nullptr || session_.hasPicture()) return watch_;
  return message_;
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
  return index <= kTimeline || report_->selectTab(name);
}

bool MainWindow::openScenario(const QString& name) {
  try {
    const auto path = find_scenario(name.toStdString());
    const Scenario scenario = load_scenario(path);
    const auto file = QString::fromStdString(path.string());
    QFile in(file);
    if (in.open(QIODevice::ReadOnly)) compose_->read(QString::fromUtf8(in.readAll()), file);
    recent_->note(file);
    showScenario(scenario, compose_->model().openingCell(scenario));
    return true;
  } catch (const std::exception& e) {
    clear();
    showError(tr("This scenario cannot be read"), QString::fromUtf8(e.what()));
    return false;
  }
}

void MainWindow::open(const QString& name) {
  if (!compose_->mayForget()) return;
  if (isMoment(name)) return openMoment(name);
  try {
    if (teaching::is_lesson(name.toStdString())) return void(openLesson(name));
  } catch (const std::exception&) {
    // what is wrong with it is said below
  }
  openScenario(name);
}

bool MainWindow::start(const QString& name) {
  if (!name.isEmpty()) return openScenario(name);
  const QString welcomed = QStringLiteral("welcomed");
  if (!remembers_ || QSettings().contains(welcomed)) {
    return openScenario(QString::fromLatin1(kFirstLesson));
  }
  QSettings().setValue(welcomed, true);
  openScenario(QString::fromLatin1(kFirstLesson));
  showCourse();
  return true;
}

void MainWindow::showScenario(const Scenario& scenario, int cell) {
  leaveLesson();
  scenario_ = scenario;
  const ScenarioHead head = translated({scenario_.title, scenario_.description}, scenario_.file,
                                       usedLanguage().toStdString());
  title_->setText(QString::fromStdString(head.title));
  report_->setScenarioText(descriptionText(QString::fromStdString(head.description)));
  setWindowTitle(title_->text().isEmpty() ? tr("Orrery[*]")
                                          : tr("%1[*] – Orrery").arg(title_->text()));
  fillCells();
  compare_->clear();
  charts_->setScenario(scenario_);
  session_.show(std::make_shared<const FinishedRun>());
  report_->setVisible(false);
  shown_cell_ = cell;
  runCell(cell);
}

void MainWindow::clear() {
  leaveLesson();
  runner_.forget();
  followBusy();
  wait_ = Wait::kNone;
  scenario_ = {};
  title_->clear();
  setWindowTitle(tr("Orrery[*]"));
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

QString MainWindow::errorText() const {
  return pages_->currentWidget() == message_ ? message_->text() : watch_->noticeText();
}

void MainWindow::remember() {
  remembers_ = true;
  const QSettings settings;
  restoreGeometry(settings.value(QStringLiteral("geometry")).toByteArray());
  setLetterSize(settings.value(QStringLiteral("letters"), 1.0).toDouble());
  const QString theme = settings.value(QStringLiteral("theme")).toString();
  for (QAction* action : themes_->actions()) {
    if (action->data() == theme) action->trigger();
  }
  recent_->remember();
  rememberLessons();
}

void MainWindow::fitInto(const QRect& room) {
  if (isMaximized() || isFullScreen()) return;
  resize(size().boundedTo(room.size() - kFrame));
  if (!room.contains(geometry())) move(room.topLeft());
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!compose_->mayForget()) return event->ignore();
  setPresenting(false);
  presenter_->close();
  if (remembers_) {
    QSettings settings;
    settings.setValue(QStringLiteral("geometry"), saveGeometry());
    settings.setValue(QStringLiteral("letters"), letters_);
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
  open(file);
}

}  // namespace orrery::viz
