#pragma once

#include <cstdint>
#include <vector>

/// Records the sends of an MPI library's own code, below its collectives; implemented for each
/// library.
namespace orrery::testing {

/// A message as its sender began it.
struct Sent {
  int to = 0;  ///< a rank of MPI_COMM_WORLD, on which the collectives run
  std::int64_t bytes = 0;
};

/// Makes ready, after MPI_Init. Collective. THROWS std::runtime_error where the library is not the one
/// that this was written for.
void prepare_recorder();
/// Starts recording the sends of this process.
void start_recorder();
/// Stops recording, and returns the sends in order.
std::vector<Sent> stop_recorder();

}  // namespace orrery::testing
