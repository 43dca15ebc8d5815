#pragma once

#include <cstdint>
#include <vector>

/// What an MPI library's own code sends, seen below its collectives: once for each library.
namespace orrery::testing {

/// A message as its sender began it.
struct Sent {
  int to = 0;  ///< a rank of MPI_COMM_WORLD, on which the collectives run
  std::int64_t bytes = 0;
};

/// Makes ready, after MPI_Init. Collective. THROWS std::runtime_error where the library is not the one
/// that this was written for.
void prepare_recorder();
/// What this process sends from now on is recorded.
void start_recorder();
/// What it sent, in order.
std::vector<Sent> stop_recorder();

}  // namespace orrery::testing
