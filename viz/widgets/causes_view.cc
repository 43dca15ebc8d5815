#include "viz/widgets/causes_view.h"

#include <cmath>

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include "scenarios/report/why/why_report.h"
#include "viz/model/text/why_text.h"
#include "viz/paint/causes_bar.h"

namespace orrery::viz {

CausesView::CausesView(Session& session, QWidget* parent)
    : SpokenView(tr("Causes"), parent), session_(session), theme_(&lightTheme()) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  connect(&session, &Session::pathChanged, this, &CausesView::follow);
  connect(&session, &Session::frameChanged, this, &CausesView::refresh);
  follow();
}

void CausesView::follow() {
  setVisible(session_.path() != nullptr);
  updateGeometry();
  refresh();
}

void CausesView::setTheme(const Theme& theme) {
  theme_ = &theme;
  updateGeometry();
  update();
}

QSize CausesView::sizeHint() const {
  const TimeByCause times = session_.path() != nullptr ? session_.path()->times() : TimeByCause{};
  return {300, static_cast<int>(std::ceil(causesHeight(times, *theme_)))};
}

QString CausesView::spokenText() const {
  return session_.path() != nullptr ? causesText(session_.path()->path()) : QString();
}

void CausesView::paintEvent(QPaintEvent* /*event*/) {
  if (session_.path() == nullptr) return;
  QPainter painter(this);
  const int i = session_.stretch();
  std::optional<Cause> now;
  if (i >= 0) now = session_.path()->stretches()[static_cast<std::size_t>(i)].cause;
  paintCauses(painter, rect(), session_.path()->times(), now, *theme_);
  paintFocus(painter);
}

void CausesView::mousePressEvent(QMouseEvent* event) {
  if (session_.path() == nullptr || event->button() != Qt::LeftButton) return;
  const auto cause = causeAt(rect(), session_.path()->times(), event->position(), *theme_);
  if (cause) session_.showStretch(session_.path()->longest(*cause));
}

bool CausesView::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip || session_.path() == nullptr)
    return SpokenView::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const auto cause = causeAt(rect(), session_.path()->times(), help->pos(), *theme_);
  const QString text = cause ? meaningOf(*cause) + u'\n' + tr("Click: its longest stretch")
                             : causesText(session_.path()->path());
  QToolTip::showText(help->globalPos(), text, this);
  return true;
}

}  // namespace orrery::viz
