#include "viz/widgets/views/ink_layer.h"

#include <algorithm>

#include <QCoreApplication>
#include <QMouseEvent>

namespace orrery::viz::inline widgets {

InkLayer::InkLayer(QWidget& covered, QWidget* parent)
    : SpokenView(tr("Pen and pointer"), parent), covered_(covered) {
  setFocusPolicy(Qt::NoFocus);
  setMouseTracking(true);
  hide();
  for (QWidget* moved : {&covered, covered.parentWidget()}) moved->installEventFilter(this);
}

void InkLayer::setTool(Tool tool) {
  if (tool == tool_) return;
  tool_ = tool;
  ink_.pointer.reset();
  if (tool == Tool::kNone) ink_ = {};
  setCursor(tool == Tool::kPen ? Qt::CrossCursor : Qt::ArrowCursor);
  cover();
  setVisible(tool != Tool::kNone);
  if (tool == Tool::kPointer) moveBy({});
  refresh();
  emit toolChanged();
}

void InkLayer::erase() {
  if (ink_.isEmpty()) return;
  ink_ = {};
  refresh();
}

void InkLayer::moveBy(QPointF pixels) {
  if (tool_ == Tool::kNone) return;
  const QPointF from = ink_.pointer.value_or(QRectF(rect()).center()), to = from + pixels;
  const QPointF at(std::clamp(to.x(), 0.0, static_cast<double>(width())),
                   std::clamp(to.y(), 0.0, static_cast<double>(height())));
  if (tool_ == Tool::kPen) {
    const bool goes_on = !ink_.strokes.empty() && ink_.strokes.back().back() == from;
    if (!goes_on) ink_.strokes.push_back({from});
    ink_.strokes.back().append(at);
  }
  ink_.pointer = at;
  refresh();
}

QString InkLayer::spokenText() const {
  const auto strokes = static_cast<int>(ink_.strokes.size());
  if (tool_ == Tool::kNone) return {};
  return tool_ == Tool::kPointer ? tr("the pointer is shown")
                                 : tr("the pen is shown; strokes: %1").arg(strokes);
}

bool InkLayer::eventFilter(QObject* watched, QEvent* event) {
  const bool moved = event->type() == QEvent::Resize || event->type() == QEvent::Move;
  if (moved && watched->isWidgetType()) cover();
  return SpokenView::eventFilter(watched, event);
}

void InkLayer::cover() {
  setGeometry(QRect(covered_.mapTo(parentWidget(), QPoint()), covered_.size()));
  raise();
}

void InkLayer::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  paintInk(painter, ink_, theme());
}

/// Passes an event on to the widget below, so that it can be clicked and dragged.
void InkLayer::passOn(const QMouseEvent& event) {
  if (event.type() == QEvent::MouseButtonPress)
    pressed_ = covered_.childAt(event.position().toPoint());
  if (pressed_ == nullptr) return;
  const QPointF at = pressed_->mapFrom(&covered_, event.position());
  QMouseEvent copy(event.type(), at, event.globalPosition(), event.button(), event.buttons(),
                   event.modifiers());
  QCoreApplication::sendEvent(pressed_, &copy);
  if (event.type() == QEvent::MouseButtonRelease) pressed_ = nullptr;
}

void InkLayer::mousePressEvent(QMouseEvent* event) {
  if (tool_ == Tool::kPointer) return passOn(*event);
  if (event->button() != Qt::LeftButton) return;
  ink_.pointer.reset();
  ink_.strokes.push_back({event->position()});
  refresh();
}

void InkLayer::mouseMoveEvent(QMouseEvent* event) {
  const bool draws = tool_ == Tool::kPen && event->buttons().testFlag(Qt::LeftButton);
  if (draws && !ink_.strokes.empty()) ink_.strokes.back().append(event->position());
  if (tool_ == Tool::kPointer) {
    passOn(*event);  // a drag is a step, which the pointer outlives
    ink_.pointer = event->position();
  }
  refresh();
}

void InkLayer::mouseReleaseEvent(QMouseEvent* event) {
  if (tool_ == Tool::kPointer) passOn(*event);
}

void InkLayer::leaveEvent(QEvent* /*event*/) {
  ink_.pointer.reset();
  refresh();
}

}  // namespace orrery::viz::inline widgets
