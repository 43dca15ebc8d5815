#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "algorithms/collective.h"
#include "scenarios/spec/scenario.h"

/// The problem that a complete cell poses, and the bounds that its results are measured against.
namespace orrery::inline spec {

constexpr double kMaxBytes = 4.6e18;          ///< about 2^62: counters of bytes hold this
constexpr std::int64_t kStackBytes = 16'384;  ///< resident memory of a rank without payload

/// Returns the number of ranks with a stack; 1 where all ranks are identical by request.
std::int64_t emulated_ranks(const RunSpec& spec);

/// Creates the problem that a complete spec describes. With the network it runs on, which must
/// outlive the problem, the ranks have coordinates if the network has them and every host has one
/// rank. THROWS std::invalid_argument for unknown names.
Problem make_problem(const RunSpec& spec, const Network* network = nullptr);

/// Returns the sides of the grid whose neighbours exchange blocks, from the spec or the ranks'
/// coordinates. The spec covers all ranks. THROWS std::invalid_argument if it is not a grid of
/// these ranks.
std::vector<int> grid_sides(const RunSpec& spec, const Topology& topology);

/// The bounds that the results of a complete cell are measured against.
struct Yardstick {
  LowerBounds bounds;
  std::optional<LowerBounds> swing;  ///< see Collective::swing_bounds
  Bytes useful;                      ///< the bytes that goodput counts
};
/// Returns the bounds of a cell; without a network every rank is on a host of its own.
Yardstick yardstick_of(const RunSpec& spec, const Network* network = nullptr);

/// Meaning of a cell's metrics in words: of the key `bytes`, and of the bounds.
struct Meaning {
  std::string_view bytes, bounds;
};
Meaning meaning_of(const RunSpec& spec);

/// Returns whether the key `bytes` counts one rank's part instead of a whole vector: every rank has
/// a block of the data that the collective gathers, scatters or exchanges.
bool counts_parts(std::string_view collective);

/// Estimates the bytes of memory for the payload of a problem: with real payload two vectors for
/// each rank, with provenance its pieces.
double payload_estimate(PayloadKind payload, const Collective& collective, const Problem& x);

/// Estimates the memory of one run in bytes: stacks and payload, except the payload of operations.
/// REQUIRES a complete spec.
std::int64_t memory_estimate(const RunSpec& spec);

/// Returns the physical memory of this machine in bytes.
std::int64_t physical_memory();

}  // namespace orrery::inline spec
