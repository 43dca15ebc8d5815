#pragma once

#include <map>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace orrery::inline comm {

/// A consistent numbering of communicators, although each rank creates its own without
/// communication: the nth that a rank creates of a kind is the nth that every other member creates
/// of this kind. Lanes of one number on one parent are a kind, and so are the subs of one list of
/// ranks on one parent.
class CommunicatorNumbers {
 public:
  struct Found {
    int number = 0;  ///< 1, 2, ... in the order of first requests; 0 is the world
    int nth = 0;     ///< number of the kind that the rank created before
  };
  /// Returns the communicator that `rank` of communicator `parent` creates as its lane i.
  Found lane(int parent, int rank, int i) { return find({parent, i, {}}, rank); }
  /// Returns the communicator that `rank` of communicator `parent` creates as the sub of `ranks`.
  Found sub(int parent, int rank, const std::vector<int>& ranks) {
    return find({parent, kSub, ranks}, rank);
  }
  /// Resets the counts of all ranks, as if none had created any; the numbers repeat.
  void restart();

 private:
  using Kind = std::tuple<int, int, std::vector<int>>;  // parent, lane or kSub, ranks of a sub
  static constexpr int kSub = -1;
  struct Family {
    std::unordered_map<int, int> made;  // by rank
    std::vector<int> numbers;           // of the first, second, ... of the kind
  };

  Found find(Kind kind, int rank);

  std::map<Kind, Family> families_;
  int count_ = 0;
};

}  // namespace orrery::inline comm
