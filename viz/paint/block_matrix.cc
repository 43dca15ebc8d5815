#include "viz/paint/block_matrix.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include <QFontMetricsF>
#include <QImage>

#include "viz/model/text/block_names.h"
#include "viz/model/text/words.h"
#include "viz/paint/caption.h"
#include "viz/paint/stage/labels.h"

namespace orrery::viz::inline paint {
namespace {

constexpr double kMatrixGutter = 40;  ///< for the ranks' numbers
constexpr double kTop = 26;           ///< for the blocks' numbers
constexpr double kLegend = 34;
constexpr double kMatrixMargin = 14;
constexpr double kMostHigh = 44, kMostWide = 76;
constexpr double kMostAspect = 4;
constexpr double kMatrixSeparate = 5;  ///< cells from this size on are drawn one by one
constexpr double kMatrixClosestLabels = 15;

/// Returns the step between labels that take `room` each, where numbers are `pitch` apart.
int labelStep(double pitch, double room) {
  for (int step = 1;; step *= 10) {
    for (int factor : {1, 2, 5}) {
      if (pitch * step * factor >= room) return step * factor;
    }
  }
}

/// Returns the common name of the columns of one rank's data: "0→" and "3", or the block's own
/// name.
QString groupName(const BlockTable& blocks, int block) {
  const Owner owner = blocks.owner(block);
  if (blocks.pieces().paired()) return QStringLiteral("%1→").arg(owner.origin);
  return QString::number(owner.origin >= 0 ? owner.origin : owner.destination);
}

/// Returns whether another rank's data begin at a column.
bool beginsGroup(const BlockHistory& history, const BlockTable& blocks, int column) {
  const auto rank = [&](int c) {
    const Owner owner = blocks.owner(history.block(c));
    return owner.origin >= 0 ? owner.origin : owner.destination;
  };
  return column == 0 || rank(column) != rank(column - 1);
}

void paintName(QPainter& painter, const QRectF& cell, const QString& name) {
  painter.drawText(QRectF(cell.center().x() - 60, cell.top() - 20, 120, 16),
                   Qt::AlignHCenter | Qt::AlignBottom, name);
}

/// Paints names of columns at equal steps; where not all fit, those of the ranks whose data begin there.
void paintColumnNames(QPainter& painter, const MatrixScale& scale, const BlockHistory& history,
                      const BlockTable& blocks) {
  std::vector<int> columns(static_cast<std::size_t>(scale.columns));
  std::iota(columns.begin(), columns.end(), 0);
  bool grouped = false;
  const auto name = [&](int column) {
    const int block = history.block(column);
    return grouped ? groupName(blocks, block) : blockName(blocks, block);
  };
  const auto step = [&] {
    const QFontMetricsF metrics(painter.font());
    double widest = 0;
    for (std::size_t i = 0; i < columns.size(); i += 1 + columns.size() / 256)
      widest = std::max(widest, metrics.horizontalAdvance(name(columns[i])));
    return labelStep(scale.cells.width() / static_cast<double>(columns.size()), widest + 8);
  };
  if (step() > 1 && blocks.pieces().owned()) {
    grouped = true;
    std::erase_if(columns, [&](int c) { return !beginsGroup(history, blocks, c); });
  }
  const auto apart = static_cast<std::size_t>(step());
  for (std::size_t i = 0; i < columns.size(); i += apart)
    paintName(painter, scale.cell(0, columns[i]), name(columns[i]));
}

/// Returns an explanation of the names of columns.
QString columnsText(const BlockHistory& history, const BlockTable& blocks) {
  if (history.step() > 1) return Words::tr("one block in %1").arg(history.step());
  if (blocks.pieces().paired()) return Words::tr("rank (down) by data from → for (across)");
  if (!blocks.pieces().owned()) return Words::tr("rank (down) by block (across)");
  return blocks.owner(0).origin >= 0 ? Words::tr("rank (down) by owner of the data (across)")
                                     : Words::tr("rank (down) by receiver (across)");
}

void paintNumbers(QPainter& painter, const MatrixScale& scale, const BlockHistory& history,
                  const BlockTable& blocks, const Theme& theme) {
  painter.setFont(textFont(theme.small_size));
  painter.setPen(theme.faint_text);
  const int rows = labelStep(scale.height(), kMatrixClosestLabels);
  for (int r = 0; r < scale.ranks; r += rows) {
    const QRectF cell = scale.cell(r, 0);
    painter.drawText(
        QRectF(cell.left() - kMatrixGutter, cell.center().y() - 10, kMatrixGutter - 6, 20),
        Qt::AlignRight | Qt::AlignVCenter, QString::number(r));
  }
  paintColumnNames(painter, scale, history, blocks);
}

/// Paints one pixel for each cell, or in each pixel the cell under its middle.
QImage sampled(const MatrixScale& scale, const BlockHistory& history, Time now,
               const Theme& theme) {
  const int width = std::clamp(static_cast<int>(scale.cells.width()), 1, scale.columns);
  const int height = std::clamp(static_cast<int>(scale.cells.height()), 1, scale.ranks);
  QImage image(width, height, QImage::Format_RGB32);
  for (int y = 0; y < height; ++y) {
    const int rank = static_cast<int>((y + 0.5) * scale.ranks / height);
    auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
    for (int x = 0; x < width; ++x) {
      const int column = static_cast<int>((x + 0.5) * scale.columns / width);
      line[x] = cellColour(theme, history.at(rank, column, now), scale.ranks).rgb();
    }
  }
  return image;
}

/// Fills a cell; one without a block, whose colour is close to the ground's, has an outline if there is room for it.
void fillCell(QPainter& painter, const QRectF& rect, const Holding& cell, int ranks,
              const Theme& theme) {
  constexpr double kLeastOutlined = 7;
  const bool is_outlined =
      cell.state == BlockState::kAbsent && std::min(rect.width(), rect.height()) >= kLeastOutlined;
  if (is_outlined) painter.fillRect(rect, theme.idle_link);
  painter.fillRect(is_outlined ? rect.adjusted(1, 1, -1, -1) : rect,
                   cellColour(theme, cell, ranks));
}

void paintCells(QPainter& painter, const MatrixScale& scale, const BlockHistory& history, Time now,
                RoundSpan round, const Theme& theme) {
  const double gap = std::min(scale.width(), scale.height()) >= 9 ? 1 : 0.5;
  const int pixels = static_cast<int>(std::min(0.62 * scale.height(), 12.0));
  for (int r = 0; r < scale.ranks; ++r) {
    for (int c = 0; c < scale.columns; ++c) {
      const Holding cell = history.at(r, c, now);
      const QRectF rect = scale.cell(r, c).adjusted(gap, gap, -gap, -gap);
      fillCell(painter, rect, cell, scale.ranks, theme);
      if (cell.state == BlockState::kPartial || cell.state == BlockState::kWrong) {
        paintLabel(painter, rect, QString::number(cell.contributions), pixels, theme.cell_text,
                   theme);
      }
      if (!history.changes(r, c, round.begin, round.end)) continue;
      painter.setPen(QPen(theme.cell_outline, scale.height() >= 14 ? 1.6 : 1));
      painter.setBrush(Qt::NoBrush);
      painter.drawRect(rect.adjusted(0.3, 0.3, -0.3, -0.3));
    }
  }
}

/// Paints separators between one rank's data and the next's, where these have several columns each.
void paintSeparators(QPainter& painter, const MatrixScale& scale, const BlockHistory& history,
                     const BlockTable& blocks, const Theme& theme) {
  if (!blocks.pieces().paired()) return;
  painter.setPen(QPen(theme.faint_text, 1));
  for (int c = 1; c < scale.columns; ++c) {
    if (!beginsGroup(history, blocks, c)) continue;
    const double x = scale.cell(0, c).left();
    painter.drawLine(QPointF(x, scale.cells.top() - 4), QPointF(x, scale.cells.bottom()));
  }
}

void paintFocus(QPainter& painter, const MatrixScale& scale, const BlockHistory& history,
                const Focus& focus, const Theme& theme) {
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme.focus, 2));
  if (focus.rank >= 0 && focus.rank < scale.ranks) {
    const QRectF row = scale.cell(focus.rank, 0) | scale.cell(focus.rank, scale.columns - 1);
    painter.drawRect(row.adjusted(-1.5, -1, 1.5, 1));
  }
  const int column = history.column_of(focus.block);
  if (column >= 0 && column < scale.columns) {
    const QRectF all = scale.cell(0, column) | scale.cell(scale.ranks - 1, column);
    painter.drawRect(all.adjusted(-1, -1.5, 1, 1.5));
  }
}

void paintKey(QPainter& painter, const QRectF& rect, int ranks, const Theme& theme) {
  painter.setFont(textFont(theme.small_size));
  const QFontMetricsF metrics(painter.font());
  double x = rect.left() + kMatrixMargin;
  const double y = rect.center().y();
  const auto entry = [&](const Holding& cell, bool outlined, const QString& name) {
    const double width = metrics.horizontalAdvance(name);
    if (x + 18 + width > rect.right() - 4) return;
    const QRectF box(x, y - 6, 12, 12);
    fillCell(painter, box, cell, ranks, theme);
    if (outlined) {
      painter.setPen(QPen(theme.cell_outline, 1.6));
      painter.setBrush(Qt::NoBrush);
      painter.drawRect(box);
    }
    painter.setPen(theme.faint_text);
    painter.drawText(QRectF(x + 18, y - 12, width + 2, 24), Qt::AlignLeft | Qt::AlignVCenter, name);
    x += 18 + width + 14;
  };
  entry({}, false, Words::tr("absent"));
  entry({BlockState::kHeld, 1}, false, Words::tr("held"));
  entry({BlockState::kPartial, std::max(2, ranks / 2)}, false, Words::tr("partial sum"));
  entry({BlockState::kFinal, 1}, false, Words::tr("final"));
  entry({}, true, Words::tr("this round"));
}

}  // namespace

QRectF MatrixScale::cell(int rank, int column) const {
  return {cells.left() + column * width(), cells.top() + rank * height(), width(), height()};
}

std::optional<MatrixScale::Place> MatrixScale::at(QPointF pixel) const {
  if (!cells.contains(pixel)) return std::nullopt;
  return Place{std::min(static_cast<int>((pixel.y() - cells.top()) / height()), ranks - 1),
               std::min(static_cast<int>((pixel.x() - cells.left()) / width()), columns - 1)};
}

MatrixScale matrixScale(const QRectF& rect, const BlockHistory& history, const Theme& theme) {
  const QRectF room = rect.adjusted(kMatrixMargin + kMatrixGutter, headingHeight(theme) + kTop,
                                    -kMatrixMargin, -kLegend);
  const int rows = std::max(history.ranks(), 1), columns = std::max(history.columns(), 1);
  double w = std::min(kMostWide, room.width() / columns);
  double h = std::min(kMostHigh, room.height() / rows);
  if (w >= 1 && h >= 1) {
    w = std::min(w, kMostAspect * h);
    h = std::min(h, kMostAspect * w);
  }
  return {QRectF(room.left(), room.top(), w * columns, h * rows), rows, columns};
}

QColor cellColour(const Theme& theme, const Holding& cell, int ranks) {
  switch (cell.state) {
    case BlockState::kAbsent:
      return theme.cell_absent;
    case BlockState::kHeld:
      return theme.cell_held;
    case BlockState::kFinal:
      return theme.cell_final;
    case BlockState::kWrong:
      return theme.warning;
    case BlockState::kPartial:
      break;
  }
  const double share = std::log2(std::max(cell.contributions, 1)) / std::log2(std::max(ranks, 2));
  return blended(theme.cell_partial_few, theme.cell_partial_many, std::clamp(share, 0.0, 1.0));
}

void paintBlockMatrix(QPainter& painter, const QRectF& rect, const BlockHistory& history,
                      const BlockTable& blocks, Time now, RoundSpan round, const Focus& focus,
                      const Theme& theme) {
  painter.save();
  painter.fillRect(rect, theme.background);
  paintHeading(painter, rect, Words::tr("Blocks"), columnsText(history, blocks), theme);
  const MatrixScale scale = matrixScale(rect, history, theme);
  paintNumbers(painter, scale, history, blocks, theme);
  if (std::min(scale.width(), scale.height()) >= kMatrixSeparate) {
    painter.setRenderHint(QPainter::Antialiasing);
    paintCells(painter, scale, history, now, round, theme);
    paintSeparators(painter, scale, history, blocks, theme);
  } else {
    painter.drawImage(scale.cells, sampled(scale, history, now, theme));
  }
  painter.setRenderHint(QPainter::Antialiasing);
  paintFocus(painter, scale, history, focus, theme);
  paintKey(painter, QRectF(rect.left(), rect.bottom() - kLegend, rect.width(), kLegend),
           scale.ranks, theme);
  painter.restore();
}

}  // namespace orrery::viz::inline paint
