#include "viz/widgets/views/spoken_view.h"

#include <QAccessibleWidget>
#include <QFocusEvent>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

namespace orrery::viz::inline widgets {
namespace {

/// Composes sentences only when a screen reader requests them, since a run that plays would compose many that
/// nothing reads.
class Speaker : public QAccessibleWidget {
 public:
  explicit Speaker(SpokenView& view)
      : QAccessibleWidget(&view, QAccessible::Graphic, view.accessibleName()), view_(view) {}
  QString text(QAccessible::Text kind) const override {
    return kind == QAccessible::Description || kind == QAccessible::Value
               ? view_.spokenText()
               : QAccessibleWidget::text(kind);
  }

 private:
  SpokenView& view_;
};

QAccessibleInterface* speakerOf(const QString& /*type*/, QObject* object) {
  auto* view = qobject_cast<SpokenView*>(object);
  return view == nullptr ? nullptr : new Speaker(*view);
}

}  // namespace

SpokenView::SpokenView(const QString& name, QWidget* parent) : QWidget(parent) {
  [[maybe_unused]] static const bool installed = [] {
    QAccessible::installFactory(speakerOf);
    return true;
  }();
  setAccessibleName(name);
  setFocusPolicy(Qt::TabFocus);
}

void SpokenView::setTheme(const Theme& theme) {
  theme_ = &theme;
  updateGeometry();
  update();
}

bool SpokenView::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip || !toolTip().isEmpty()) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const QString text = textAt(help->pos());
  text.isEmpty() ? QToolTip::hideText() : QToolTip::showText(help->globalPos(), text, this);
  return true;
}

void SpokenView::refresh() {
  update();
  if (!QAccessible::isActive()) return;
  QAccessibleEvent event(this, QAccessible::DescriptionChanged);
  QAccessible::updateAccessibility(&event);
}

void SpokenView::focusInEvent(QFocusEvent* event) {
  marked_ = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
  QWidget::focusInEvent(event);
}

void SpokenView::focusOutEvent(QFocusEvent* event) {
  marked_ = false;
  QWidget::focusOutEvent(event);
}

void SpokenView::paintFocus(QPainter& painter) {
  if (!marked_) return;
  painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(rect().adjusted(1, 1, -1, -1));
}

}  // namespace orrery::viz::inline widgets
