#include "viz/widgets/main_window.h"

#include <algorithm>
#include <utility>

#include <QCloseEvent>
#include <QComboBox>
#include <QDragEnterEvent>
#include <QMenuBar>
#include <QMimeData>
#include <QSettings>
#include <QSplitter>

#include "scenarios/run/load.h"
#include "scenarios/text/scenario_library.h"
#include "viz/model/run/lesson_session.h"
#include "viz/paint/icons.h"
#include "viz/widgets/control_keys.h"
#include "viz/widgets/finder.h"
#include "viz/widgets/head_bar.h"
#include "viz/widgets/laid_out.h"
#include "viz/widgets/lesson_controller.h"
#include "viz/widgets/menus.h"
#include "viz/widgets/moment.h"
#include "viz/widgets/pages/compose_page.h"
#include "viz/widgets/pages/course_page.h"
#include "viz/widgets/pages/pages.h"
#include "viz/widgets/pages/report_panel.h"
#include "viz/widgets/pages/side_panel.h"
#include "viz/widgets/pages/watch_page.h"
#include "viz/widgets/presenter_window.h"
#include "viz/widgets/presenting.h"
#include "viz/widgets/recent_menu.h"
#include "viz/widgets/run_controller.h"
#include "viz/widgets/style.h"
#include "viz/widgets/transport_bar.h"
#include "viz/widgets/views/ink_layer.h"
#include "viz/widgets/window_export.h"

namespace orrery::viz::inline widgets {
namespace {

constexpr double kSideShare = 0.325;  ///< of the window
constexpr int kWindowLeastSide = 370;
constexpr int kWidestSide = 480;
constexpr int kAnyHeight = 16777215;  ///< of a widget
constexpr double kLeastLetterScale = 0.7, kMostLetters = 2.5;
constexpr QSize kFrame(16, 56);  ///< about the size of a window manager's frame
constexpr auto kFirstLesson = "lessons/first-allreduce";

/// Returns the one local scenario that is dragged; empty for anything else.
QString draggedFile(const QMimeData& data) {
  if (data.urls().size() != 1 || !data.urls().front().isLocalFile()) return {};
  return data.urls().front().toLocalFile();
}

}  // namespace

// The application is dressed before any child is made: some take their sizes from its font.
MainWindow::MainWindow(const Theme& theme, QWidget* parent)
    : QMainWindow((dressApplication(theme), parent)),
      session_(std::make_unique<Session>()),
      lesson_(std::make_unique<LessonSession>()),
      halves_(new QSplitter(this)),
      pages_(new Pages(*session_, *lesson_, this)),
      side_(new SidePanel(*session_, *lesson_, this)),
      transport_(new TransportBar(*session_, this)),
      head_(new HeadBar(this)),
      runs_(std::make_unique<RunController>(*session_, *lesson_, *pages_, *side_)) {
  head_->add(*new Finder(*pages_, head_));
  makeCentre();
  presenting_ = std::make_unique<Presenting>(*session_, *lesson_, *pages_, *this);
  menus_ = std::make_unique<Menus>(*this, *transport_);
  lessons_ = std::make_unique<LessonController>(*lesson_, *session_, *runs_, *pages_, *side_);
  connectParts();
  setWindowIcon(programIcon());
  setWindowTitle(tr("Orrery[*]"));
  setAcceptDrops(true);
  pages_->refresh();
  setTheme(theme);
  new ControlKeys(*this);
  pages_->stage().setFocus();
  resize(1600, 1000);
}

MainWindow::~MainWindow() = default;

void MainWindow::connectParts() {
  ComposePage* compose = &pages_->compose();
  RecentMenu* recent = &menus_->recent();
  connect(pages_, &Pages::arranged, this, &MainWindow::arrange);
  connect(pages_, &Pages::roomChanged, this, &MainWindow::arrangeHalves);
  connect(pages_, &Pages::partsChanged, this, &MainWindow::partsChanged);
  connect(runs_.get(), &RunController::whyChanged, this, &MainWindow::partsChanged);
  connect(runs_.get(), &RunController::busyChanged, head_, &HeadBar::setBusy);
  connect(presenting_.get(), &Presenting::changed, this, &MainWindow::followPresenting);
  connect(presenting_.get(), &Presenting::extentChanged, this, &MainWindow::followExtent);
  connect(&pages_->course(), &CoursePage::lessonChosen, this, &MainWindow::open);
  connect(recent, &RecentMenu::chosen, this, &MainWindow::open,
          Qt::QueuedConnection);  // the menu is made anew then
  connect(head_, &HeadBar::modeChosen, pages_, &Pages::chooseMode);
  connect(head_, &HeadBar::cancelled, runs_.get(), &RunController::cancel);
  connect(compose, &ComposePage::runRequested, this, &MainWindow::showScenario);
  connect(compose, &ComposePage::openRequested, this, &MainWindow::open);
  connect(compose, &ComposePage::modifiedChanged, this, &MainWindow::setWindowModified);
  connect(compose, &ComposePage::modifiedChanged, head_, &HeadBar::setModified);
  connect(compose, &ComposePage::opened, recent, &RecentMenu::note);
  connect(compose, &ComposePage::saved, recent, &RecentMenu::note);
  connect(side_, &SidePanel::titleChanged, this, [this](const QString& title) {
    setWindowTitle(title.isEmpty() ? tr("Orrery[*]") : tr("%1[*] – Orrery").arg(title));
  });
}

void MainWindow::makeCentre() {
  setTabOrder(previousInFocusChain(), &side_->cells());  // after head_, the last
  halves_->setHandleWidth(1);
  halves_->setChildrenCollapsible(false);
  halves_->addWidget(pages_);
  halves_->addWidget(side_);
  connect(halves_, &QSplitter::splitterMoved, this, [this] { halves_moved_ = true; });
  auto* centre = new QWidget(this);
  laidOut<QVBoxLayout>(centre, {0, 0, 0, 0}, 0, {head_, {halves_, 1}, transport_});
  setCentralWidget(centre);
}

void MainWindow::resizeEvent(QResizeEvent* event) {
  QMainWindow::resizeEvent(event);
  arrangeHalves();
}

/// Gives the right half its share of the width, and at least what large letters need.
void MainWindow::arrangeHalves() {
  const int least = scaled(kWindowLeastSide, dressed_);
  side_->setMinimumWidth(least);
  if (halves_moved_) return;
  const int side =
      std::clamp(static_cast<int>(kSideShare * width()), least, scaled(kWidestSide, dressed_));
  halves_->setSizes({width() - side, side});
}

std::optional<Panes> MainWindow::panes() const {
  const auto dragged = pages_->watch().dragged();
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
  if (panes.blocks > 0 || panes.timeline > 0) pages_->watch().drag({panes.blocks, panes.timeline});
}

void MainWindow::setTheme(const Theme& theme) {
  theme_ = &theme;
  const Theme before = std::exchange(dressed_, presenting_->dressed(theme, letters_));
  if (dressed_ == before) return;
  dressApplication(dressed_);
  setStyleSheet(styleSheetOf(dressed_));
  pages_->setTheme(dressed_);
  side_->report().setTheme(dressed_);
  transport_->setTheme(dressed_);
  presenting_->ink().setTheme(dressed_);
  menus_->setTheme(theme);
  arrangeHalves();
}

void MainWindow::setLetterSize(double share) {
  letters_ = std::clamp(share, kLeastLetterScale, kMostLetters);
  setTheme(*theme_);
}

void MainWindow::showSide(bool shown) {
  side_->setWanted(shown);
  side_->setVisible(shown && pages_->watches());
  emit partsChanged();
}

/// Arranges the panes around the pages for the page that is shown.
void MainWindow::arrange(bool anew) {
  const bool plays = pages_->plays();
  Session& session = pages_->activeSession();
  head_->setMode(pages_->mode());
  side_->setVisible(side_->isWanted() && pages_->watches());
  transport_->setVisible(plays);
  transport_->setActive(plays && pages_->wait() != Wait::kLong);
  transport_->setSession(session);
  menus_->setPlaying(plays);
  menus_->setPresenting(presenting_->isPresenting());
  if (!plays || anew) presenting_->ink().setTool(Tool::kNone);
  presenting_->presenter().setSession(session);
}

/// Menus keep their keys, and so are not hidden but without height.
void MainWindow::followPresenting() {
  const bool presents = presenting_->isPresenting();
  menuBar()->setMaximumHeight(presents ? 0 : kAnyHeight);
  head_->setVisible(!presents);
  side_->setPresenting(presents);
  pages_->watch().setPresenting(presents);
  if (presents) pages_->activeStage().setFocus();
  if (isVisible()) setWindowState(windowState().setFlag(Qt::WindowFullScreen, presents));
  setTheme(*theme_);
  pages_->refresh();
  emit partsChanged();
}

/// Hides results, and other views of the run, with the future of the run.
void MainWindow::followExtent() {
  side_->setFrozen(presenting_->isFrozen());
  runs_->followExtent();
  for (const Mode mode : {Mode::kCompose, Mode::kWatch, Mode::kCompare, Mode::kCharts}) {
    head_->setOffered(mode, presenting_->offers(mode));
    menus_->setOffered(mode, presenting_->offers(mode));
  }
  emit partsChanged();
}

QStringList MainWindow::tabNames() const {
  return QStringList{QStringLiteral("compose"), QStringLiteral("watch"),
                     QStringLiteral("compare"), QStringLiteral("charts"),
                     QStringLiteral("blocks"),  QStringLiteral("timeline")} +
         side_->report().tabNames();
}

bool MainWindow::showTab(const QString& name) {
  const auto index = tabNames().indexOf(name.toLower());
  if (index < 0) return false;
  constexpr int kBlocks = 4, kTimeline = 5;
  pages_->setMode(index < kBlocks ? Mode(index) : Mode::kWatch);
  if (index == kBlocks) pages_->watch().showBlocks(true);
  if (index == kTimeline) pages_->watch().showTimeline(true);
  return index <= kTimeline || side_->report().selectTab(name);
}

bool MainWindow::openScenario(const QString& name) {
  try {
    const auto path = find_scenario(name.toStdString());
    const Scenario scenario = load_scenario(path);
    pages_->compose().open(QString::fromStdString(path.string()));
    showScenario(scenario, pages_->compose().model().openingCell(scenario));
    return true;
  } catch (const std::exception& e) {
    lessons_->leave();
    runs_->fail(tr("This scenario cannot be read"), QString::fromUtf8(e.what()));
    return false;
  }
}

void MainWindow::open(const QString& name) {
  if (!pages_->compose().mayForget()) return;
  if (isMoment(name)) return openMoment(*this, name);
  try {
    if (teaching::is_lesson(name.toStdString())) return void(lessons_->open(name));
  } catch (const std::exception&) {
    // the message below names the mistake
  }
  openScenario(name);
}

bool MainWindow::start(const QString& name) {
  if (!name.isEmpty()) return openScenario(name);
  const QString welcomed = QStringLiteral("welcomed");
  if (!menus_->recent().remembers() || QSettings().contains(welcomed)) {
    return openScenario(QString::fromLatin1(kFirstLesson));
  }
  QSettings().setValue(welcomed, true);
  openScenario(QString::fromLatin1(kFirstLesson));
  lessons_->showCourse();
  return true;
}

void MainWindow::showScenario(const Scenario& scenario, int cell) {
  lessons_->leave();
  runs_->showScenario(scenario, cell);
}

void MainWindow::exportPicture(const QString& file) {
  exportWidget(*pages_->currentWidget(), file);
}

void MainWindow::exportAnimation(const QString& file) {
  const Session& session = pages_->activeSession();
  if (!session.hasPicture())
    throw std::invalid_argument(tr("no run can be animated yet").toStdString());
  exportRun(*this, *session.run(), session.focus(), *theme_, file);
}

void MainWindow::remember() {
  const QSettings settings;
  restoreGeometry(settings.value(QStringLiteral("geometry")).toByteArray());
  setLetterSize(settings.value(QStringLiteral("letters"), 1.0).toDouble());
  for (const Theme* theme : allThemes()) {
    if (theme->name == settings.value(QStringLiteral("theme")).toString()) setTheme(*theme);
  }
  menus_->recent().remember();
  lessons_->remember();
}

void MainWindow::fitInto(const QRect& room) {
  if (isMaximized() || isFullScreen()) return;
  resize(size().boundedTo(room.size() - kFrame));
  if (!room.contains(geometry())) move(room.topLeft());
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!pages_->compose().mayForget()) return event->ignore();
  presenting_->setPresenting(false);
  presenting_->presenter().close();
  if (menus_->recent().remembers()) {
    QSettings settings;
    settings.setValue(QStringLiteral("geometry"), saveGeometry());
    settings.setValue(QStringLiteral("letters"), letters_);
    settings.setValue(QStringLiteral("theme"), theme_->name);
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

}  // namespace orrery::viz::inline widgets
