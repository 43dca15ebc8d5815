#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "algorithms/libraries.h"
#include "scenarios/report/map/decision.h"

/// Winner maps as decision tables of communication libraries.
namespace orrery::inline report {

/// The algorithms of a map that a library has.
struct KnownAlgorithms {
  std::vector<const LibraryAlgorithm*> rows;  ///< by algorithm of the map; null: it has none
  std::string ours, left_out;                 ///< "ring = 4, bruck = 2"; "swing"
  Contenders contenders() const;
};
/// Returns the algorithms that the library has. THROWS InputError naming --rules if there are fewer
/// than two.
KnownAlgorithms algorithms_in(const Library& library, const WinnerMap& map,
                              const std::string& collective);

/// Formats by the words of --rules-for: openmpi, openmpi-json, mpich, nccl and ucc. THROWS InputError, also for another word.
std::string rules_for(std::string_view format, const WinnerMap& map, const Scenario& scenario);

}  // namespace orrery::inline report
