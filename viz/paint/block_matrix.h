#pragma once

#include <optional>

#include <QPainter>
#include <QRectF>

#include "scenarios/blocks/block_history.h"
#include "viz/model/run/focus.h"
#include "viz/model/run/session.h"
#include "viz/paint/theme.h"

namespace orrery::viz::inline paint {

/// Positions of the cells of the matrix rank x block.
struct MatrixScale {
  QRectF cells;  ///< of all ranks (rows) and columns
  int ranks = 1;
  int columns = 1;

  double width() const { return cells.width() / columns; }
  double height() const { return cells.height() / ranks; }
  QRectF cell(int rank, int column) const;
  struct Place {
    int rank = 0;
    int column = 0;
  };
  std::optional<Place> at(QPointF pixel) const;
};

MatrixScale matrixScale(const QRectF& rect, const BlockHistory& history, const Theme& theme);

/// Paints every rank's holdings of every block at `now`: heading, matrix and legend. Columns have
/// the names of the blocks; blocks of one rank's data stand together. Changes of the current round
/// are outlined, followed items marked. Cells smaller than a pixel are sampled.
void paintBlockMatrix(QPainter& painter, const QRectF& rect, const BlockHistory& history,
                      const BlockTable& blocks, Time now, RoundSpan round, const Focus& focus,
                      const Theme& theme);

/// Returns the colour of a cell of a matrix of `ranks` ranks.
QColor cellColour(const Theme& theme, const Holding& cell, int ranks);

}  // namespace orrery::viz::inline paint
