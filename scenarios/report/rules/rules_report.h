#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "scenarios/report/rules/library_rules.h"

/// Costs of a library's choices on a network.
namespace orrery::inline report {

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

/// Returns a line for each cell of the map: the library's choice, the corresponding algorithm, its time, and how much
/// longer it takes than the fastest; then the losses by cell. THROWS InputError for rules without the map's collective.
std::string rules_text(const LibraryRules& rules, const MapTimes& map, const std::string& name);

}  // namespace orrery::inline report
