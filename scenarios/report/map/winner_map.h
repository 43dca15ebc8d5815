#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/run/runner.h"
#include "scenarios/spec/scenario.h"

/// Winner maps: the completion times of several algorithms over two swept keys.
namespace orrery::inline report {

struct WinnerMap {
  struct Axis {
    std::string key;                  ///< "ranks"; empty: nothing is swept along it
    std::vector<std::string> values;  ///< as written, in order; one empty text if nothing is swept
  };
  /// The place of a cell: indices of its values.
  struct Cell {
    std::size_t x = 0, y = 0;
  };

  std::string title;
  std::map<std::string, std::string> fixed;  ///< collective, ranks and bytes that all cells have
  Axis x, y;
  std::vector<std::string> algorithms;     ///< in the order of the sweep: ties go to the first
  std::vector<std::optional<Time>> times;  ///< by cell, then by algorithm; nothing: cannot run it
  /// By cell, the lower bounds for all algorithms; empty: not wanted.
  std::vector<std::optional<NetworkBounds>> bounds;
  /// Times that differ by at most this share do not determine the faster algorithm; 0: all do.
  double spread = 0;

  std::size_t cells() const { return x.values.size() * y.values.size(); }
  Cell cell(std::size_t number) const {
    return {number % x.values.size(), number / x.values.size()};
  }
  std::size_t number(Cell c) const { return c.y * x.values.size() + c.x; }
  std::optional<Time>& time(Cell c, std::size_t algorithm) {
    return times[number(c) * algorithms.size() + algorithm];
  }
  std::optional<Time> time(Cell c, std::size_t algorithm) const {
    return times[number(c) * algorithms.size() + algorithm];
  }
  /// Returns the bounds of a cell; nothing if they are not wanted, or not known.
  std::optional<NetworkBounds> bound(Cell c) const {
    return bounds.empty() ? std::nullopt : bounds[number(c)];
  }
  /// Returns the number of an algorithm. THROWS InputError naming the existing ones; `option` is
  /// for the error.
  std::size_t algorithm(const std::string& name, const std::string& option) const;
};

/// Returns an empty map for the sweep of a scenario. `x_key` chooses the key along x; empty: ranks
/// if it is swept, otherwise the first that is not bytes. THROWS InputError unless the sweep is
/// over at least two algorithms and one or two other keys.
WinnerMap make_map(const Scenario& scenario, const std::string& x_key = {});

/// The place of a cell's result in a map.
struct MapSlot {
  WinnerMap::Cell cell;
  std::size_t algorithm = 0;
};
MapSlot slot_of(const WinnerMap& map, const RunSpec& spec);

/// Returns whether an algorithm of a map, by number, is among those compared.
using Contenders = std::function<bool(std::size_t algorithm)>;

/// The outcome of one cell.
struct Podium {
  std::optional<std::size_t> first, second;  ///< fewer if fewer could run
  int tied = 0;                              ///< number of others that are as fast as the first
};

/// Returns the fastest two of the contenders (all by default); ties go to the first in the sweep.
Podium podium(const WinnerMap& map, WinnerMap::Cell cell, const Contenders& contenders = {});

/// Returns whether the map has a spread, and the second of the cell is within it of the first.
bool is_close(const WinnerMap& map, WinnerMap::Cell cell, const Contenders& contenders = {});

/// Returns the share of time that algorithm `a` saves against the fastest other contender: 1 - t_a
/// / t. It is negative if another is faster. Nothing if `a` or all others cannot run.
std::optional<double> gain(const WinnerMap& map, WinnerMap::Cell cell, std::size_t a,
                           const Contenders& contenders = {});

/// The gains of an algorithm over the cells that it wins.
struct GainSummary {
  std::size_t cells = 0;  ///< number of selected cells
  std::size_t wins = 0;
  double mean = 0, median = 0, best = 0;  ///< 0 without wins
};

/// Summarises the gain over the cells that `select` accepts (all by default) in which at least one
/// contender could run.
GainSummary summarise_gain(const WinnerMap& map, std::size_t a, const Contenders& contenders = {},
                           const std::function<bool(WinnerMap::Cell)>& select = {});

/// Returns the number of cells that each algorithm wins.
std::vector<std::size_t> wins(const WinnerMap& map);

}  // namespace orrery::inline report
