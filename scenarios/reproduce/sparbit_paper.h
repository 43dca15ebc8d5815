#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "scenarios/report/map/winner_map.h"
#include "scenarios/reproduce/reproduction.h"
#include "scenarios/run/load.h"

/// What Loch and Koslovski, Sparbit (2021), say about their four maps, and the sweeps beside them.
namespace orrery {

/// A number of the paper from the averages of 50 runs, and those from the minima and from the maxima.
struct SparbitMetric {
  double average, minimum, maximum;
  /// How far those from the minima and from the maxima lie from that from the averages.
  double spread() const {
    return std::max(std::abs(minimum - average), std::abs(maximum - average));
  }
};

/// Sparbit's gain on the cells that it wins among p > more_ranks with 1 KiB to 256 KiB, in per cent.
struct SparbitSelection {
  int more_ranks;
  double mean, median;
  std::optional<double> wins;  ///< of those cells
};

/// Cells that Sparbit wins by more than one of minima, averages and maxima: Table I, as far as the text has it.
struct SparbitSets {
  double any, all;             ///< by one of the three, by all of them, in per cent of all cells
  std::optional<double> both;  ///< by averages, in per cent of those won by maxima
};

/// A cluster and a mapping, in per cent: Tables I and II, and the text.
struct SparbitMap {
  const char* cluster;
  const char* mapping;
  int most_ranks;
  SparbitMetric share;               ///< of cells that Sparbit wins
  SparbitMetric mean, median, best;  ///< its gain there
  SparbitSets sets;
  std::optional<SparbitSelection> selection = {};
  bool segmented = false;  ///< the paper also compares with groups of algorithms

  /// "yahoo-cyclic".
  std::string name() const { return std::string(cluster) + "-" + mapping; }
  /// "yahoo cyclic: Sparbit wins".
  std::string text(const std::string& what) const {
    return std::string(cluster) + " " + mapping + ": " + what;
  }
};

extern const SparbitMap kYahooSequential, kCervinoSequential, kYahooCyclic, kCervinoCyclic;

/// Every p and size of the paper, or a sixth of them.
enum class MapDensity { kFull, kThinned };

/// p = 8, 16, ... and 5, 13, ... side by side; sizes 1 B, 2 B, ... up to `largest`; five algorithms, Sparbit the last.
Scenario sparbit_sweep(const SparbitMap& paper, MapDensity density, const Overrides& more = {},
                       std::int64_t largest = 1 << 20);
inline constexpr std::size_t kSparbit = 4;

/// The cells that it wins, in per cent of those looked at.
double share(const GainSummary& s);
/// A value of the paper that may differ by the spread of a metric, in per cent.
Finding compare(std::string what, double paper, const SparbitMetric& metric, double ours);
/// Sparbit's cells and gain on large messages and many ranks, as far as the paper tells them; what it has on `map`.
/// Nothing where the paper has no selection.
std::optional<GainSummary> add_selection(Evidence& e, const SparbitMap& paper,
                                         const WinnerMap& map);
/// "p > 128, 1 KiB to 256 KiB: Sparbit wins".
std::string selection_text(const SparbitSelection& paper, const std::string& what);

}  // namespace orrery
