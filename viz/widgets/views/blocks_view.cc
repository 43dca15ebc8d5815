#include "viz/widgets/views/blocks_view.h"

#include <QMouseEvent>
#include <QPainter>

#include "viz/model/text/texts.h"
#include "viz/paint/block_matrix.h"
#include "viz/paint/theme.h"
#include "viz/paint/caption.h"

namespace orrery::viz {

BlocksView::BlocksView(Session& session, QWidget* parent)
    : SpokenView(tr("Blocks"), parent), session_(session) {
  setMinimumSize(120, 120);
  setAttribute(Qt::WA_OpaquePaintEvent);
  connect(&session, &Session::runCompleted, this, &BlocksView::refresh);
  connect(&session, &Session::frameChanged, this, &BlocksView::refresh);
  connect(&session, &Session::focusChanged, this, &BlocksView::refresh);
}

const BlockHistory* BlocksView::history() const {
  return session_.hasPicture() ? session_.run()->blocks.get() : nullptr;
}

void BlocksView::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  if (const BlockHistory* blocks = history()) {
    paintBlockMatrix(painter, rect(), *blocks, session_.run()->stage->index().blocks(),
                     session_.frame().time, session_.roundSpan(), session_.focus(), theme());
    return paintFocus(painter);
  }
  painter.fillRect(rect(), theme().background);
  if (!session_.hasPicture()) return;
  paintHeading(painter, rect(), tr("Blocks"), {}, theme());
  painter.setFont(textFont(theme().small_size));
  painter.setPen(theme().faint_text);
  painter.drawText(rect().adjusted(24, 60, -24, -24), Qt::AlignHCenter | Qt::TextWordWrap,
                   session_.run()->no_blocks);
}

QString BlocksView::textAt(QPointF pixel) const {
  const BlockHistory* blocks = history();
  if (blocks == nullptr) return {};
  const auto place = matrixScale(rect(), *blocks, theme()).at(pixel);
  if (!place) return {};
  return cellText(*blocks, session_.run()->stage->index().blocks(), place->rank, place->column,
                  session_.frame().time);
}

void BlocksView::mousePressEvent(QMouseEvent* event) {
  const BlockHistory* blocks = history();
  if (blocks == nullptr || event->button() != Qt::LeftButton) return;
  const auto place = matrixScale(rect(), *blocks, theme()).at(event->position());
  Focus focus;
  if (place) {
    focus.rank = place->rank;
    focus.block = blocks->block(place->column);
  }
  session_.pick(focus);
}

}  // namespace orrery::viz
