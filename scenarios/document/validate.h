#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "algorithms/algorithm.h"
#include "scenarios/document/scenario.h"

/// Finding out, without running it, whether a cell can be run.
namespace orrery {

/// Why a cell cannot be run.
struct Refusal {
  std::string_view key;      ///< name of the key to blame
  std::string message;       ///< what is wrong and what was expected
  bool unsupported = false;  ///< the algorithm cannot: skip_unsupported makes it a skipped cell
};

/// Fills in what the spec leaves open (ranks, topology, algorithm) and checks everything that `run`
/// would refuse: names, ranks that do not fit, the root, sizes, memory, what the algorithm
/// supports.
class Validator {
 public:
  /// Completes `spec`. Nothing means that it can be run.
  std::optional<Refusal> complete(RunSpec& spec);

  /// What the spec that complete() has just accepted runs on.
  const Network& network() const { return network_; }

 private:
  Network network_;  ///< of the last cell: most sweeps keep its topology
  std::string topology_text_;
};

/// The collective's problem that a complete spec describes. With the network it runs on, which must
/// outlive the problem, the ranks have coordinates where there is one on every host of a network
/// that has them. THROWS std::invalid_argument for unknown names.
Problem make_problem(const RunSpec& spec, const Network* network = nullptr);

/// An estimate of the memory one run needs: stacks, with real payload two vectors for each rank,
/// with provenance its pieces. REQUIRES sizes that passed Validator.
std::int64_t memory_estimate(const RunSpec& spec);

/// Physical memory of this machine in bytes.
std::int64_t physical_memory();

}  // namespace orrery
