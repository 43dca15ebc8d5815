#pragma once

#include <string>

#include <QPainter>
#include <QString>

#include "scenarios/report/plot/plot.h"
#include "viz/paint/theme.h"

namespace orrery::viz::inline paint {

constexpr double kSwatch = 26;  ///< length of a line in a legend, in pixels

/// Words, lines and marks of a plot's series.
class PlotInk {
 protected:
  /// Creates it. Plot and theme must outlive it; without a painter it paints nothing.
  PlotInk(QPainter* painter, const Plot& plot, const Theme& theme)
      : painter_(painter), plot_(plot), theme_(theme) {}

  static double widthOf(const QString& text, int pixels);
  QColor colourOf(std::size_t series) const;
  /// Returns the brush of cells: of hatched ones lines through which those below are seen.
  QBrush brushOf(std::size_t series) const;
  /// Returns the pen of a line: other dashes where colours come again.
  QPen penOf(std::size_t series) const;

  void text(const QRectF& rect, const std::string& words, int pixels, int alignment,
            const QColor& colour);
  void text(const QRectF& rect, const QString& words, int pixels, int alignment,
            const QColor& colour);
  /// Paints a circle, square, triangle or diamond in turn, so that series differ without colour,
  /// too; where colours come again, another one, and at last hollow ones.
  void paintMark(const QPointF& at, std::size_t series);
  /// Paints the line and mark of a series, or its colour, from `at` on to the right; `line` is the
  /// height of a line.
  void paintSwatch(const QPointF& at, std::size_t series, double line);

  QPainter* painter_;
  const Plot& plot_;
  const Theme& theme_;

 private:
  std::size_t cycleOf(std::size_t series) const;
};

}  // namespace orrery::viz::inline paint
