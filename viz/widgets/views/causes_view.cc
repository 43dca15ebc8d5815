#include "viz/widgets/views/causes_view.h"

#include <cmath>

#include <QMouseEvent>
#include <QPainter>

#include "viz/model/text/why_text.h"
#include "viz/paint/lanes/causes_bar.h"

namespace orrery::viz {

CausesView::CausesView(Session& session, QWidget* parent)
    : SpokenView(tr("Causes"), parent), session_(session) {
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

QSize CausesView::sizeHint() const {
  const TimeByCause times = session_.path() != nullptr ? session_.path()->times() : TimeByCause{};
  return {300, static_cast<int>(std::ceil(causesHeight(times, theme())))};
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
  paintCauses(painter, rect(), session_.path()->times(), now, theme());
  paintFocus(painter);
}

void CausesView::mousePressEvent(QMouseEvent* event) {
  if (session_.path() == nullptr || event->button() != Qt::LeftButton) return;
  const auto cause = causeAt(rect(), session_.path()->times(), event->position(), theme());
  if (cause) session_.showStretch(session_.path()->longest(*cause));
}

QString CausesView::textAt(QPointF pixel) const {
  if (session_.path() == nullptr) return {};
  const auto cause = causeAt(rect(), session_.path()->times(), pixel, theme());
  return cause ? meaningOf(*cause) + u'\n' + tr("Click: its longest stretch")
               : causesText(session_.path()->path());
}

}  // namespace orrery::viz
