#include "viz/widgets/views/meters_view.h"

#include <cmath>

#include <QPainter>

#include "viz/paint/meters.h"

namespace orrery::viz {

MetersView::MetersView(Session& session, QWidget* parent)
    : QWidget(parent), session_(session), theme_(&lightTheme()) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setAccessibleName(tr("Deficiencies"));
  setToolTip(
      tr("Λ: rounds over the fewest rounds any algorithm needs.\n"
         "Ψ: bytes through the busiest port, summed over the rounds, over the fewest that a "
         "port must carry.\n"
         "Ξ: bytes over the busiest link over bytes through the busiest port, each summed "
         "over the rounds.\n"
         "De Sensi et al., NSDI 2024, Eq. 1."));
  connect(&session, &Session::frameChanged, this, qOverload<>(&QWidget::update));
}

void MetersView::setTheme(const Theme& theme) {
  theme_ = &theme;
  updateGeometry();
  update();
}

QSize MetersView::sizeHint() const {
  return {300, static_cast<int>(std::ceil(metersHeight(*theme_)))};
}

void MetersView::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  if (session_.run() == nullptr || !session_.run()->isMeasured()) return;
  paintMeters(painter, rect(), metersOf(session_.run()->result, session_.frame().round), *theme_);
}

}  // namespace orrery::viz
