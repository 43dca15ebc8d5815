#pragma once

#include <vector>

#include "emu/comm/communicator_numbers.h"
#include "emu/engine/fibers/pool.h"

namespace orrery::inline engine {

/// All communicators of a run by number. Each of their ranks has a place: a unique number among the
/// ranks of all communicators.
class Communicators {
 public:
  static constexpr int kWorld = 0;

  explicit Communicators(int world_size) { add({}, world_size, 0); }

  int size(int comm) const { return at(comm).size; }
  int world_rank(int comm, int rank) const {
    const std::vector<int>& ranks = at(comm).ranks;
    return ranks.empty() ? rank : ranks[static_cast<std::size_t>(rank)];
  }
  Index place(int comm, int rank) const { return at(comm).first_place + static_cast<Index>(rank); }

  /// Returns the communicator that `rank` of `parent` creates as lane i when it calls lanes(n).
  /// THROWS std::invalid_argument if another rank called lanes() with another n.
  int lane(int parent, int rank, int i, int n);
  /// Returns the communicator that `rank` of `parent` creates as the sub of `ranks`.
  int sub(int parent, int rank, const std::vector<int>& ranks);

 private:
  struct Communicator {
    Index first_place = 0;   // of its rank 0
    std::vector<int> ranks;  // in the world; empty = all, in order
    int size = 0;
    int lanes = 0;  // n of the lanes() call that created it; 0 otherwise
  };

  const Communicator& at(int comm) const { return table_[static_cast<std::size_t>(comm)]; }
  bool is_new(int number) const { return static_cast<std::size_t>(number) == table_.size(); }
  void add(std::vector<int> ranks, int size, int lanes);

  CommunicatorNumbers numbers_;
  std::vector<Communicator> table_;
  Index places_ = 0;
};

}  // namespace orrery::inline engine
