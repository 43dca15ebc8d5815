#pragma once

#include <functional>
#include <vector>

#include "scenarios/run/runner.h"

/// The best skips for a network: J. L. Träff, "Optimal, Non-pipelined Reduce-scatter and Allreduce
/// Algorithms" (2024, rev. 2025), Cor. 2, allows many sequences and leaves open which is the best.
namespace orrery::inline run {

struct TriedSkips {
  std::vector<int> skips;
  Time time{0};  ///< of the run with them
};

struct SkipSearch {
  int ranks = 0;
  std::vector<TriedSkips> tried;  ///< fastest first; then the shorter first, then one with a name
  bool all = false;               ///< there are no other sequences
};

struct SkipSearchOptions {
  int most = 2000;  ///< runs, >= 1
  int jobs = 1;     ///< at the same time; the result does not depend on it
  std::function<void(std::size_t done)> progress{};
};

/// Runs `spec` with other sequences of skips: all of them, if there are at most `most` candidates.
/// Otherwise it descends from each of the four named sequences, the fastest first, to the fastest
/// neighbour for as long as that helps: neighbours have a skip less, a skip more or another skip,
/// at a distance of 1, 2, 4, ... from an existing one. REQUIRES an algorithm that obeys skips.
/// THROWS InputError if a run fails.
SkipSearch search_skips(const RunSpec& spec, const SkipSearchOptions& options);

/// Returns `spec` with these skips.
RunSpec with_skips(RunSpec spec, const std::vector<int>& skips);

/// Returns "12,7,3,2,1", with its names if it has any: "halving and power-of-two: 4,2,1".
std::string skips_text(const std::vector<int>& skips, int ranks);

}  // namespace orrery::inline run
