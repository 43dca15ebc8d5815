#pragma once

#include <vector>

#include <QLineF>
#include <QPainter>
#include <QRectF>
#include <QString>

#include "viz/paint/theme.h"

namespace orrery::viz::inline paint {

/// Returns the height of the line above a view: its name and a remark on the right.
double headingHeight(const Theme& theme);
void paintHeading(QPainter& painter, const QRectF& view, const QString& name, const QString& remark,
                  const Theme& theme);

/// Text above the stage.
struct Caption {
  QString title;
  QString details;
  QString clock;
  QString moment;  ///< the round and the transfers under way
};

double captionHeight(const Theme& theme);
void paintCaption(QPainter& painter, const QRectF& rect, const Caption& caption,
                  const Theme& theme);

/// Marks of a picture that its legend has to name.
struct LegendMarks {
  bool by_load = false;                 ///< colours of links show their load
  int doublings = 3;                    ///< of the time of messages, at most: 1 ×, 2 ×, .. 8 ×
  bool computes = true;                 ///< ranks compute
  bool holds = false, reduces = false;  ///< ranks show their holdings, among them sums
  bool compared = false;                ///< links that differ from those of another picture
  bool background = false, slow = false, failed = false;
  friend bool operator==(const LegendMarks&, const LegendMarks&) = default;
};
/// Returns the height of the legend: two lines or more in a narrow picture, 0 (no legend) where it
/// would take too much of a small one.
double legendHeight(const Theme& theme, QSizeF picture, const LegendMarks& marks = {});
/// Paints the legend of the map of links.
void paintMapLegend(QPainter& painter, const QRectF& rect, const LegendMarks& marks,
                    const Theme& theme);
/// Paints the legend of a drawing of the communication.
void paintDrawingLegend(QPainter& painter, const QRectF& rect, const LegendMarks& marks,
                        const Theme& theme);
/// Paints a failed link: dots along `lines`, and a cross in their middle.
void paintFailed(QPainter& painter, const std::vector<QLineF>& lines, QPointF middle,
                 const Theme& theme);
/// Paints the legend of colours and widths.
void paintLegend(QPainter& painter, const QRectF& rect, const LegendMarks& marks,
                 const Theme& theme);

}  // namespace orrery::viz::inline paint
