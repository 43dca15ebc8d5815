#pragma once

#include <QPainter>
#include <QRectF>
#include <QString>

#include "viz/paint/theme.h"

namespace orrery::viz {

/// The line above a view: its name and a remark on the right.
double headingHeight(const Theme& theme);
void paintHeading(QPainter& painter, const QRectF& view, const QString& name, const QString& remark,
                  const Theme& theme);

}  // namespace orrery::viz
