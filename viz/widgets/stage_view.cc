#include "viz/widgets/stage_view.h"

#include <QPainter>

#include "viz/model/texts.h"
#include "viz/paint/stage_painter.h"

namespace orrery::viz {

StageView::StageView(const Session& session, QWidget* parent)
    : QWidget(parent), session_(session), theme_(&lightTheme()) {
  setMinimumSize(240, 180);
  setAttribute(Qt::WA_OpaquePaintEvent);
  connect(&session, &Session::frameChanged, this, qOverload<>(&QWidget::update));
}

void StageView::setTheme(const Theme& theme) {
  theme_ = &theme;
  update();
}

QRectF StageView::networkRect() const {
  return stageRect(rect(), *theme_);
}

void StageView::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  const FinishedRun* run = session_.run();
  if (run == nullptr || !run->hasPicture()) {
    painter.fillRect(rect(), theme_->background);
    return;
  }
  const RunSpec& spec = run->result.spec;
  paintScene(painter, rect(), *run->stage, session_.frame(), {runTitle(spec), runDetails(spec)},
             *theme_);
}

}  // namespace orrery::viz
