#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/algorithm.h"
#include "scenarios/spec/scenario.h"

/// Cases that show whether an algorithm keeps its promises.
namespace orrery::inline run {

/// The extent of the cases.
struct Extent {
  int ranks = 9;  ///< p = 1 .. ranks
  /// Above this number of ranks the roots are 0, p/2 and p - 1 only.
  int every_root_up_to = std::numeric_limits<int>::max();
};

/// The property that a case checks: "data", "stepping by rounds", "operators and datatypes",
/// "blocks of any size", "skips", "networks, ports and protocols", "costs of zero", "time".
using Aspect = std::string_view;
const std::vector<Aspect>& aspects();

/// One run: values of keys, defaults for all others.
struct ConformanceCase {
  Aspect aspect;
  Overrides keys;  ///< collective and algorithm first
  int ranks = 1;
  std::int64_t bytes = 0;
};

/// Returns all cases for `a`, the smallest first: by ranks, then by bytes, then in the order of
/// aspects(). The algorithm may refuse some. If it needs coordinates, ranks are on tori of every
/// shape.
std::vector<ConformanceCase> conformance_cases(const Algorithm& a, const Extent& extent);

RunSpec spec_of(const ConformanceCase& c);

/// Returns "p = 3, bytes 7B, root 1, payload real".
std::string words_of(const ConformanceCase& c);

/// Returns "orrery run --collective broadcast --algorithm mine --ranks 3 ...": a line for a shell
/// that runs the case, with the plug-in if the algorithm is from one.
std::string command_line_of(const ConformanceCase& c);
/// Returns the line for an algorithm in the file `plugin`; empty: an algorithm of the program.
std::string command_line_of(const ConformanceCase& c, const std::string& plugin);

}  // namespace orrery::inline run
