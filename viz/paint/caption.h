#pragma once

#include <vector>

#include <QLineF>
#include <QPainter>
#include <QRectF>
#include <QString>

#include "viz/paint/theme.h"

namespace orrery::viz {

/// The line above a view: its name and a remark on the right.
double headingHeight(const Theme& theme);
void paintHeading(QPainter& painter, const QRectF& view, const QString& name, const QString& remark,
                  const Theme& theme);

/// What stands above the stage.
struct Caption {
  QString title;
  QString details;
  QString clock;
  QString moment;  ///< the round and what is under way
};

double captionHeight(const Theme& theme);
void paintCaption(QPainter& painter, const QRectF& rect, const Caption& caption,
                  const Theme& theme);

/// What a picture shows beside loads.
struct LegendMarks {
  bool by_load = false;                 ///< colours of links say how much they carry
  bool holds = false, reduces = false;  ///< ranks show what they hold, and hold sums
  bool compared = false;                ///< links that differ from those of another picture
  bool background = false, slow = false, failed = false;
  friend bool operator==(const LegendMarks&, const LegendMarks&) = default;
};
/// In a narrow picture the legend takes two lines or more; 0 where it would take too much of a small
/// one: there is none then.
double legendHeight(const Theme& theme, QSizeF picture, const LegendMarks& marks = {});
/// The legend where groups of ranks are shown.
void paintGroupLegend(QPainter& painter, const QRectF& rect, bool by_load, const Theme& theme);
/// The legend of the map of links.
void paintMapLegend(QPainter& painter, const QRectF& rect, bool by_load, const Theme& theme);
/// The legend of a drawing of the communication.
void paintDrawingLegend(QPainter& painter, const QRectF& rect, const Theme& theme);
/// A link that failed: dots along `lines`, and a cross in their middle.
void paintFailed(QPainter& painter, const std::vector<QLineF>& lines, QPointF middle,
                 const Theme& theme);
/// What colours and widths mean.
void paintLegend(QPainter& painter, const QRectF& rect, const LegendMarks& marks,
                 const Theme& theme);

}  // namespace orrery::viz
