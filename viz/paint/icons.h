#pragma once

#include <QIcon>

#include "viz/paint/theme.h"

namespace orrery::viz::inline paint {

enum class Symbol {
  kToStart,
  kStepBack,
  kPlay,
  kPause,
  kStepForward,
  kToEnd,
  kMessageBack,
  kMessageForward
};

/// Draws a symbol of the playback bar in the theme's text colour, sharp at any size.
QIcon symbolIcon(Symbol symbol, const Theme& theme);

/// Draws the program's icon: a ring of ranks with a block under way.
QIcon programIcon();

}  // namespace orrery::viz::inline paint
