#pragma once

#include <QPalette>
#include <QString>

#include "viz/paint/theme.h"

namespace orrery::viz {

/// The theme as Qt's widgets understand it.
QPalette paletteOf(const Theme& theme);
QString styleSheetOf(const Theme& theme);

}  // namespace orrery::viz
