// Presenting: full screen, steps, the presenter's window, pen and pointer; and asking what comes next.
#include <algorithm>
#include <array>
#include <tuple>

#include <QGuiApplication>
#include <QMenuBar>
#include <QScreen>

#include "viz/widgets/main_window.h"
#include "viz/widgets/style.h"

namespace orrery::viz {
namespace {

constexpr double kPresentedLetters = 1.3;  ///< of the size that is chosen
constexpr double kInkStep = 24;            ///< pixels that a key moves pointer and pen
constexpr int kAnyHeight = 16777215;       ///< of a widget

/// One on which the window is not; null if there is none.
const QScreen* otherScreen(const QWidget& window) {
  const QList<QScreen*> screens = QGuiApplication::screens();
  const auto other = std::ranges::find_if(
      screens, [&](const QScreen* screen) { return screen != window.screen(); });
  return other == screens.end() ? nullptr : *other;
}

}  // namespace

void MainWindow::makePresenter() {
  ink_ = new InkLayer(*pages_, centralWidget());
  presenter_ = new PresenterWindow(session_, lesson_, this);
  frozen_->setText(tr("<b>What happens next?</b><br>What comes after this moment is hidden (F)."));
  frozen_->setWordWrap(true);
  frozen_->setContentsMargins(14, 0, 14, 8);
  frozen_->hide();
  for (Session* session :
       {&session_, &compare_->comparison().side(0), &compare_->comparison().side(1)}) {
    connect(&session->clock(), &PlaybackClock::timeChanged, ink_, &InkLayer::erase);
    connect(session, &Session::runChanged, ink_, &InkLayer::erase);
    connect(session, &Session::runChanged, this, &MainWindow::followExtent);
    connect(session, &Session::extentChanged, this, &MainWindow::followExtent);
  }
}

void MainWindow::makePresentMenu() {
  QMenu* menu = menuBar()->addMenu(tr("P&resent"));
  QAction* present = menu->addAction(tr("&Present in full screen"), Qt::Key_F7, this,
                                     [this] { setPresenting(!presents_); });
  present->setCheckable(true);
  connect(this, &MainWindow::partsChanged, present, [=, this] { present->setChecked(presents_); });
  QAction* notes = menu->addAction(tr("Presenter's &notes"), Qt::SHIFT | Qt::Key_F7, this,
                                   [this] { presenter_->setVisible(!presenter_->isVisible()); });
  notes->setCheckable(true);
  connect(presenter_, &PresenterWindow::shown, notes, &QAction::setChecked);
  steps_ = {
      addWatched(*menu, tr("Previous step, while presenting"), {}, [this] { previousStep(); }),
      addWatched(*menu, tr("Next step, while presenting"), {}, [this] { nextStep(); })};
  menu->addSeparator();
  QAction* freeze = addWatched(*menu, tr("&Freeze and ask, or show what comes"), Qt::Key_F,
                               [this] { setFrozen(!isFrozen()); });
  freeze->setCheckable(true);
  connect(this, &MainWindow::partsChanged, freeze, [=, this] { freeze->setChecked(isFrozen()); });
  menu->addSeparator();
  makeInkActions(*menu);
  presenter_->addActions(menu->actions());
  for (QAction* action : transport_->playbackActions()) presenter_->addAction(action);
}

void MainWindow::makeInkActions(QMenu& menu) {
  const std::array<std::tuple<QString, Qt::Key, Tool>, 2> tools{
      std::tuple{tr("P&ointer"), Qt::Key_L, Tool::kPointer},
      std::tuple{tr("P&en"), Qt::Key_D, Tool::kPen}};
  for (const auto& [text, key, tool] : tools) {
    QAction* action = addWatched(menu, text, key, [this, tool = tool] { toggleTool(tool); });
    action->setCheckable(true);
    connect(ink_, &InkLayer::toolChanged, action,
            [=, this, tool = tool] { action->setChecked(ink_->tool() == tool); });
  }
  addWatched(menu, tr("E&rase what is drawn"), Qt::Key_Delete, [this] { ink_->erase(); });
  const std::array<std::tuple<QString, Qt::Key, QPointF>, 4> ways{
      std::tuple{tr("Pointer or pen to the left"), Qt::Key_Left, QPointF(-kInkStep, 0)},
      std::tuple{tr("Pointer or pen to the right"), Qt::Key_Right, QPointF(kInkStep, 0)},
      std::tuple{tr("Pointer or pen up"), Qt::Key_Up, QPointF(0, -kInkStep)},
      std::tuple{tr("Pointer or pen down"), Qt::Key_Down, QPointF(0, kInkStep)}};
  for (const auto& [text, key, way] : ways)
    addWatched(menu, text, Qt::ALT | Qt::SHIFT | key, [this, way = way] { ink_->moveBy(way); });
}

double MainWindow::shownLetters() const {
  return presents_ ? kPresentedLetters * letters_ : letters_;
}

/// Menus keep their keys, and so are not hidden but without height.
void MainWindow::setPresenting(bool presents) {
  if (presents == presents_) return;
  presents_ = presents;
  menuBar()->setMaximumHeight(presents ? 0 : kAnyHeight);
  head_->setVisible(!presents);
  if (isVisible()) setWindowState(windowState().setFlag(Qt::WindowFullScreen, presents));
  setTheme(*theme_);
  setMode(mode_);
  if (!presents) ink_->setTool(Tool::kNone);
  const QScreen* other = otherScreen(*this);
  if (presents) presenter_->restart();
  if (isVisible() && other != nullptr) {
    presenter_->setVisible(presents);
    presenter_->setGeometry(other->availableGeometry());
    activateWindow();
  }
  emit partsChanged();
}

/// Who presents may hold a remote control with two keys, which mean something else otherwise.
void MainWindow::followPresenting() {
  const std::array<QKeySequence, 2> keys{Qt::Key_PageUp, Qt::Key_PageDown};
  for (std::size_t i = 0; i < keys.size(); ++i) {
    steps_[i]->setShortcut(presents_ ? keys[i] : QKeySequence());
    rank_keys_[i]->setShortcut(presents_ ? QKeySequence() : keys[i]);
    if (!presents_) steps_[i]->setEnabled(false);
  }
}

void MainWindow::setFrozen(bool frozen) {
  if (showsTwo()) return compare_->setFrozen(frozen);
  frozen ? session_.freeze() : session_.reveal();
}

/// Results are hidden with the future of their run, and so are other views of it.
void MainWindow::followExtent() {
  frozen_->setVisible(isFrozen());
  if (wait_ == Wait::kNone && session_.hasPicture()) {
    report_->setVisible(showsReport());
    showReason();
  }
  for (const Mode mode : {Mode::kCompose, Mode::kWatch, Mode::kCompare, Mode::kCharts}) {
    head_->setOffered(mode, offers(mode));
    modes_[static_cast<std::size_t>(mode)]->setEnabled(offers(mode));
  }
  emit partsChanged();
}

bool MainWindow::offers(Mode mode) const {
  if (mode == Mode::kCompose || !isFrozen()) return true;
  const bool watches = session_.isFrozen() || compare_->showsPair();
  return mode == (watches ? Mode::kWatch : Mode::kCompare);
}

void MainWindow::toggleTool(Tool tool) {
  ink_->setTool(ink_->tool() == tool ? Tool::kNone : tool);
}

void MainWindow::nextStep() {
  const Session& session = activeSession();
  if (session.hasPicture() && session.clock().now() < session.clock().end())
    return activeSession().nextRound();
  if (isFrozen()) {
    setFrozen(false);
    return activeSession().nextRound();
  }
  if (mode_ != Mode::kWatch || !lesson_.isOpen()) return;
  lesson_.isHidden() ? lesson_.reveal() : lesson_.go(1);
}

void MainWindow::previousStep() {
  const bool pages = mode_ == Mode::kWatch && lesson_.isOpen();
  Session& session = activeSession();
  if (pages && session.clock().now() <= lesson_.moment()) return lesson_.go(-1);
  session.previousRound();
}

}  // namespace orrery::viz
