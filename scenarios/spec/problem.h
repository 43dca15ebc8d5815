#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "algorithms/collective.h"
#include "scenarios/spec/scenario.h"

/// What a complete cell asks of a machine, and what its results are measured against.
namespace orrery {

constexpr double kMaxBytes = 4.6e18;          ///< about 2^62: counters of bytes hold this
constexpr std::int64_t kStackBytes = 16'384;  ///< resident memory of a rank without payload

/// Ranks with a stack; of those that are identical only a few have one.
std::int64_t emulated_ranks(const RunSpec& spec);

/// The problem that a complete spec describes. With the network it runs on, which must
/// outlive the problem, the ranks have coordinates where there is one on every host of a network
/// that has them. THROWS std::invalid_argument for unknown names.
Problem make_problem(const RunSpec& spec, const Network* network = nullptr);

/// The sides of the grid whose neighbours exchange blocks, whether the spec says them or the ranks' coordinates do. The
/// spec says all ranks. THROWS std::invalid_argument for what is not a grid of these ranks.
std::vector<int> grid_sides(const RunSpec& spec, const Topology& topology);

/// What the results of a complete cell are measured against.
struct Yardstick {
  LowerBounds bounds;
  std::optional<LowerBounds> swing;  ///< see Collective::swing_bounds
  Bytes useful;                      ///< that goodput counts
};
/// Without a network every rank is on a host of its own.
Yardstick yardstick_of(const RunSpec& spec, const Network* network = nullptr);

/// What metrics of a cell mean, in words: what the key `bytes` counts, and what the bounds are.
struct Meaning {
  std::string_view bytes, bounds;
};
Meaning meaning_of(const RunSpec& spec);

/// Whether the key `bytes` counts one rank's part, where others count a whole vector: every rank has a block of what the
/// collective gathers, scatters or exchanges.
bool counts_parts(std::string_view collective);

/// An estimate of the bytes of memory that the payload of a problem needs: with real payload two vectors for each rank,
/// with provenance its pieces.
double payload_estimate(PayloadKind payload, const Collective& collective, const Problem& x);

/// An estimate of the memory one run needs: stacks and the payload, but for that of operations.
/// REQUIRES a complete spec.
std::int64_t memory_estimate(const RunSpec& spec);

/// Physical memory of this machine in bytes.
std::int64_t physical_memory();

}  // namespace orrery
