#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "emu/mpi/processes.h"

namespace orrery {

/// What a collective of the MPI library works on: a rank's vector, as the collectives of the
/// catalogue have it.
struct NativeCall {
  Slice v;
  std::int64_t block = 0;  ///< elements of each rank's block, where all are equal
  /// Elements of the ranks' blocks of v, where they may differ.
  std::vector<std::int64_t> sizes = {};
  int root = 0;
  /// Parts of v that go to, and come from, each rank: of alltoallv.
  std::vector<Slice> out = {}, in = {};
  /// Sides of the grid whose neighbours exchange blocks, those of a star, and whether they are rings; empty: none.
  std::vector<int> grid = {};
  bool periodic = true;
  /// Where reduce-scatter puts the rank's block; the others work in place.
  Slice result = {};
};

/// The MPI library's own collective of the given name (broadcast: MPI_Bcast, allgather:
/// MPI_Allgather, ...) on the same data, with the operator of `store`.
class NativeCollective {
 public:
  /// THROWS std::invalid_argument for an unknown name and for more elements than MPI's int can count.
  NativeCollective(Processes& processes, RealStore& store, std::string_view name,
                   const NativeCall& call);
  ~NativeCollective();
  NativeCollective(const NativeCollective&) = delete;
  NativeCollective& operator=(const NativeCollective&) = delete;

  /// True if the library's operator of that name gives other results than that of `store`, which
  /// overflows as C++ does; then it is given this one.
  bool replaced_operator() const;

  /// Once, between two barriers; how long it took on this process, as MpiRank::run. Collective.
  MpiRank::Seconds run();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace orrery
