#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>

#include "scenarios/report/map/winner_map.h"
#include "scenarios/reproduce/reproduction.h"
#include "scenarios/run/load.h"

/// Claims of Loch and Koslovski, Sparbit (2021), on their four maps, and the corresponding sweeps.
namespace orrery::inline reproduce {

/// A number of the paper from the averages of 50 runs, and those from the minima and from the maxima.
struct SparbitMetric {
  double average, minimum, maximum;
  /// Returns the largest distance of the numbers from the minima and the maxima to the one from the
  /// averages.
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

/// Cells by the times by which Sparbit wins them, as in Table I: kMinima, kAverages, kMaxima, added
/// up.
struct SparbitSets {
  static constexpr unsigned kMinima = 1, kAverages = 2, kMaxima = 4, kAll = 7;
  std::array<int, kAll + 1> cells{};  ///< by these times and no others; cells[0]: by none

  /// Returns the cells won by `times` and perhaps others.
  constexpr int won(unsigned times) const {
    int sum = 0;
    for (unsigned set = 0; set < cells.size(); ++set)
      sum += (set & times) == times ? cells[set] : 0;
    return sum;
  }
  constexpr int total() const { return won(0); }
  constexpr int any() const { return total() - cells[0]; }
  constexpr double percent(int of_cells) const { return 100.0 * of_cells / total(); }
  double percent_of_any(unsigned times) const { return 100.0 * cells[times] / std::max(1, any()); }
};

/// A cluster and a mapping, in per cent: Tables I and II, and the text.
struct SparbitMap {
  const char* cluster;
  const char* mapping;
  int most_ranks;
  SparbitSets sets;                  ///< Table I
  SparbitMetric mean, median, best;  ///< Sparbit's gain on the cells that it wins
  std::optional<SparbitSelection> selection = {};
  bool segmented = false;  ///< the paper also compares with groups of algorithms
  int turning_point =
      0;  ///< from this number of ranks Sparbit wins most large sizes; 0: the paper sees none

  /// Returns the share of all cells that Sparbit wins.
  SparbitMetric share() const {
    return {sets.percent(sets.won(SparbitSets::kAverages)),
            sets.percent(sets.won(SparbitSets::kMinima)),
            sets.percent(sets.won(SparbitSets::kMaxima))};
  }
  /// Returns "yahoo-cyclic".
  std::string name() const { return std::string(cluster) + "-" + mapping; }
  /// Returns "yahoo cyclic: Sparbit wins".
  std::string text(const std::string& what) const {
    return std::string(cluster) + " " + mapping + ": " + what;
  }
};

extern const SparbitMap kYahooSequential, kCervinoSequential, kYahooCyclic, kCervinoCyclic;

/// The density of a map: every p and size of the paper, or a sixth of them.
enum class MapDensity { kFull, kThinned };

/// Returns a sweep: p = 8, 16, ... and 5, 13, ... side by side; sizes 1 B, 2 B, ... up to
/// `largest`; five algorithms, Sparbit the last.
Scenario sparbit_sweep(const SparbitMap& paper, MapDensity density, const Overrides& more = {},
                       std::int64_t largest = 1 << 20);
inline constexpr std::size_t kSparbit = 4;

inline constexpr std::int64_t kSparbitLarge = 1024;  ///< sizes above count as large
int ranks_at(const WinnerMap& map, WinnerMap::Cell c);
std::int64_t bytes_at(const WinnerMap& map, WinnerMap::Cell c);

/// Returns the won cells, in per cent of the selected ones.
double share(const GainSummary& s);
/// Compares with a value of the paper that may differ by the spread of a metric, in per cent.
Finding compare(std::string what, double paper, const SparbitMetric& metric, double ours);
/// Adds Sparbit's cells and gain on large messages and many ranks, as far as the paper gives them;
/// returns those on `map`, nothing if the paper has no selection.
std::optional<GainSummary> add_selection(Evidence& e, const SparbitMap& paper,
                                         const WinnerMap& map);
/// Adds the number of ranks from which Sparbit wins most of the large sizes at each, against the
/// paper's turning point, if it has one.
void add_turning_point(Evidence& e, const SparbitMap& paper, const WinnerMap& map);
/// Lets rows of one text in several reproductions of the paper judge one claim.
void share_claims(Evidence& e);
/// Returns "p > 128, 1 KiB to 256 KiB: Sparbit wins".
std::string selection_text(const SparbitSelection& paper, const std::string& what);

}  // namespace orrery::inline reproduce
