#include "viz/widgets/presenting.h"

#include <algorithm>

#include <QApplication>
#include <QEvent>
#include <QMainWindow>
#include <QPointer>
#include <QScreen>

#include "viz/model/run/lesson_session.h"
#include "viz/widgets/pages/compare_page.h"
#include "viz/widgets/pages/pages.h"
#include "viz/widgets/presenter_window.h"
#include "viz/widgets/views/ink_layer.h"

namespace orrery::viz::inline widgets {
namespace {

constexpr double kPresentedLetters = 1.3;  ///< of the size that is chosen
constexpr int kLeastPresented = 16;        ///< pixels, that can be read from the last row

/// Covers a window in black until a key or a button of the mouse is pressed, which does nothing else.
class BlackScreen : public QWidget {
 public:
  explicit BlackScreen(QWidget& window) : QWidget(&window) {
    setAutoFillBackground(true);
    setPalette(Qt::black);
    hide();
  }

 protected:
  bool event(QEvent* event) override {
    if (event->type() == QEvent::ShortcutOverride) event->accept();
    if (event->type() == QEvent::KeyPress || event->type() == QEvent::MouseButtonPress) {
      hide();
      return true;
    }
    return QWidget::event(event);
  }
  void showEvent(QShowEvent* /*event*/) override {
    before_ = QApplication::focusWidget();
    setFocus();
  }
  void hideEvent(QHideEvent* /*event*/) override {
    if (before_ != nullptr) before_->setFocus();
  }

 private:
  QPointer<QWidget> before_;  // had the keys
};

/// Returns a screen without the window; null if there is none.
const QScreen* otherScreen(const QWidget& window) {
  const QList<QScreen*> screens = QGuiApplication::screens();
  const auto other = std::ranges::find_if(
      screens, [&](const QScreen* screen) { return screen != window.screen(); });
  return other == screens.end() ? nullptr : *other;
}

}  // namespace

Presenting::Presenting(Session& session, LessonSession& lesson, Pages& pages, QMainWindow& window)
    : session_(session),
      lesson_(lesson),
      pages_(pages),
      window_(window),
      ink_(new InkLayer(pages, window.centralWidget())),
      black_(new BlackScreen(window)),
      presenter_(new PresenterWindow(session, lesson, &window)) {
  Comparison& comparison = pages.compare().comparison();
  for (Session* shown : {&session, &comparison.side(0), &comparison.side(1)}) {
    connect(&shown->clock(), &PlaybackClock::timeChanged, ink_, &InkLayer::erase);
    connect(shown, &Session::runChanged, ink_, &InkLayer::erase);
    connect(shown, &Session::runChanged, this, &Presenting::extentChanged);
    connect(shown, &Session::extentChanged, this, &Presenting::extentChanged);
  }
}

Theme Presenting::dressed(const Theme& theme, double letters) const {
  return presents_ ? withLeastLetters(theme, kPresentedLetters * letters, kLeastPresented)
                   : withLetters(theme, letters);
}

bool Presenting::isBlack() const {
  return !black_->isHidden();
}

void Presenting::setBlack(bool black) {
  if (black == isBlack()) return;
  black_->setGeometry(window_.rect());
  black_->raise();
  black_->setVisible(black);
}

void Presenting::setPresenting(bool presents) {
  if (presents == presents_) return;
  presents_ = presents;
  using Pace = PlaybackClock::Pace;
  session_.clock().setPace(presents || lesson_.isOpen() ? Pace::kEqualRounds : Pace::kTrueTime);
  emit changed();
  if (!presents) ink_->setTool(Tool::kNone);
  setBlack(false);
  const QScreen* other = otherScreen(window_);
  if (presents) presenter_->restart();
  if (!window_.isVisible() || other == nullptr) return;
  presenter_->setVisible(presents);
  presenter_->setGeometry(other->availableGeometry());
  window_.activateWindow();
}

bool Presenting::isFrozen() const {
  return session_.isFrozen() || pages_.compare().isFrozen();
}

void Presenting::setFrozen(bool frozen) {
  if (pages_.showsTwo()) return pages_.compare().setFrozen(frozen);
  frozen ? session_.freeze() : session_.reveal();
}

bool Presenting::offers(Mode mode) const {
  if (mode == Mode::kCompose || !isFrozen()) return true;
  const bool watches = session_.isFrozen() || pages_.compare().showsPair();
  return mode == (watches ? Mode::kWatch : Mode::kCompare);
}

void Presenting::nextStep() {
  if (isBlack()) return setBlack(false);
  Session& session = pages_.activeSession();
  if (session.hasPicture() && session.clock().now() < session.clock().end())
    return session.nextRound();
  if (isFrozen()) {
    setFrozen(false);
    return pages_.activeSession().nextRound();
  }
  if (pages_.mode() != Mode::kWatch || !lesson_.isOpen()) return;
  lesson_.isHidden() ? lesson_.reveal() : lesson_.go(1);
}

void Presenting::previousStep() {
  if (isBlack()) return setBlack(false);
  const bool turns = pages_.mode() == Mode::kWatch && lesson_.isOpen();
  Session& session = pages_.activeSession();
  if (turns && session.clock().now() <= lesson_.moment()) return lesson_.go(-1);
  session.previousRound();
}

}  // namespace orrery::viz::inline widgets
