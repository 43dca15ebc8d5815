#pragma once

#include <map>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace orrery {

/// Numbers communicators although each rank makes its own without asking the others: the nth that one
/// rank makes of a kind is the nth that every other member makes of this kind. Lanes of one number on
/// one parent are a kind, and so are the subs of one list of ranks on one parent.
class CommunicatorNumbers {
 public:
  struct Found {
    int number = 0;  ///< 1, 2, ... as they are first asked for; 0 is the world
    int nth = 0;     ///< how many of the kind the rank had made before
  };
  /// What `rank` of communicator `parent` makes as its lane i.
  Found lane(int parent, int rank, int i) { return find({parent, i, {}}, rank); }
  /// What `rank` of communicator `parent` makes as the sub of `ranks`.
  Found sub(int parent, int rank, const std::vector<int>& ranks) {
    return find({parent, kSub, ranks}, rank);
  }
  /// All ranks begin again, as if none had made anything; what they make has the numbers it had.
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

}  // namespace orrery
