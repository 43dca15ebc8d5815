#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "scenarios/report/rules/library_rules.h"

/// What a library's choices cost on a network.
namespace orrery {

/// Times of algorithms by ranks and bytes, as `orrery map --json` writes them.
struct MapTimes {
  struct Cell {
    int ranks = 0;
    std::int64_t bytes = 0;
    std::map<std::string, double> seconds;  ///< by algorithm
  };
  std::string title, collective;
  std::vector<Cell> cells;
};
/// Reads a map. THROWS InputError with `name`: no such file, a map over other keys than ranks and
/// bytes.
MapTimes read_map(std::string_view text, const std::string& name);

/// Returns a line for each cell of the map: what the library chooses, which algorithm that is, what it takes, and how much longer
/// that is than the fastest takes; then how much is lost where. THROWS InputError: rules without the map's collective.
std::string rules_text(const LibraryRules& rules, const MapTimes& map, const std::string& name);

}  // namespace orrery
