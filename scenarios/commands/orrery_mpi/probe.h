#pragma once

#include <string>
#include <utility>
#include <vector>

#include "emu/mpi/processes.h"
#include "scenarios/run/calibration/fit.h"

/// Measurements of the costs of messages and reductions on the processes.
namespace orrery::inline commands {

using Pair = std::pair<int, int>;

/// Pairs of processes whose messages represent all.
struct ProbePairs {
  std::vector<Pair> within;   ///< on one host; none if every host has one process
  std::vector<Pair> between;  ///< on different hosts; none if there is one host
};
/// Returns the first two processes of up to three hosts, and the first process of all with the
/// first ones of up to three other hosts. hosts[r]: name of process r's host.
ProbePairs pairs_of(const std::vector<std::string>& hosts);

class Probe {
 public:
  /// Creates a probe. Collective, as all calls.
  Probe(Processes& processes, const Op& op, double patience);

  /// Measures half a round trip between two processes, while all others sleep: for each size the
  /// median over many. Sizes ascend. Returns it on every process.
  std::vector<Sample> messages(Pair pair, const std::vector<std::int64_t>& sizes);

  /// Measures the reduction of a vector into another one on process 0: likewise. Sizes are rounded
  /// up to elements.
  std::vector<Sample> reductions(std::vector<std::int64_t> sizes);

 private:
  template <class Measure>
  std::vector<Sample> medians(const std::vector<std::int64_t>& sizes, Measure&& measure);

  Processes& processes_;
  double patience_;
  RealStore store_;
  MpiRank rank_;
};

}  // namespace orrery::inline commands
