#pragma once

#include <optional>

#include <QPainter>
#include <QRectF>
#include <QString>

#include "viz/model/index/pair_traffic.h"
#include "viz/paint/theme.h"

namespace orrery::viz::inline paint {

/// Contents of a matrix of bytes from rank to rank. The references must outlive it.
struct PairPicture {
  const PairTraffic& traffic;
  const TraceIndex& index;
  int round =
      -1;  ///< whose messages have the colours of how much longer they take; the others are pale
  int rank = -1;      ///< whose row and column are marked; -1: none
  QString note = {};  ///< below the heading; may be empty
};

/// Returns where the pairs lie: row = sender, column = receiver.
QRectF pairArea(const QRectF& rect, int ranks, const Theme& theme);
/// Sender and receiver under a point.
struct PairPlace {
  int from = 0, to = 0;
};
std::optional<PairPlace> pairAt(const QRectF& rect, int ranks, QPointF pixel, const Theme& theme);

/// Paints heading, matrix, and below it the messages of the marked rank. Of several pairs in a pixel, the pair with the
/// longest messages is shown.
void paintPairMatrix(QPainter& painter, const QRectF& rect, const PairPicture& picture,
                     const Theme& theme);

/// Returns "rank 3 sends 12 MiB to 4 ranks; in round 2 1 MiB to rank 7".
QString pairRowText(const PairPicture& picture, int rank);

}  // namespace orrery::viz::inline paint
