#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "emu/mpi/processes.h"

namespace orrery::inline mpi {

/// The data of a collective of the MPI library: a rank's vector, as in the collectives of the
/// catalogue.
struct NativeCall {
  Slice v;
  std::int64_t block = 0;  ///< elements of each rank's block, if all are equal
  /// Elements of the ranks' blocks of v, if they may differ.
  std::vector<std::int64_t> sizes = {};
  int root = 0;
  /// For alltoallv: the parts of v for each rank, and from each rank.
  std::vector<Slice> out = {}, in = {};
  /// Sides of the grid whose neighbours exchange blocks, those of a star, and whether they are
  /// rings; empty: no grid.
  std::vector<int> grid = {};
  bool periodic = true;
  /// Destination of the rank's block in reduce-scatter; the others work in place.
  Slice result = {};
};

/// The MPI library's own collective of the given name (broadcast: MPI_Bcast, allgather:
/// MPI_Allgather, ...) on the same data, with the operator of `store`.
class NativeCollective {
 public:
  /// Prepares the call. THROWS std::invalid_argument for an unknown name and for more elements than
  /// MPI's int can count.
  NativeCollective(Processes& processes, RealStore& store, std::string_view name,
                   const NativeCall& call);
  ~NativeCollective();
  NativeCollective(const NativeCollective&) = delete;
  NativeCollective& operator=(const NativeCollective&) = delete;

  /// Returns whether the library's operator of that name gives other results than the operator of
  /// `store`, which overflows as in C++; the latter is then used.
  bool replaced_operator() const;

  /// Runs the collective once, between two barriers; returns the time on this process, as
  /// MpiRank::run. Collective.
  MpiRank::Seconds run();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace orrery::inline mpi
