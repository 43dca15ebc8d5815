#pragma once

#include <optional>

#include "scenarios/report/map/winner_map.h"
#include "scenarios/report/plot/plot.h"

namespace orrery {

/// The map as a picture: a cell in the colour of its winner; where the chosen algorithm wins, the
/// stronger the more it saves.
Plot map_plot(const WinnerMap& map, std::optional<std::size_t> chosen);

}  // namespace orrery
