#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/algorithm.h"
#include "emu/net/network.h"

/// What an application does: several operations on groups of ranks, at once or one after the other, as data.
namespace orrery {

/// A group of ranks that do one operation together.
struct OperationGroup {
  std::vector<int>
      ranks;  ///< of the run, all different, at least one; the group numbers them in this order
  /// The network as these ranks see it. Null where there is nothing to measure against it.
  std::shared_ptr<const Network> network;
  const Algorithm* algorithm = nullptr;  ///< of a collective
  Problem problem;                       ///< of it, with p ranks, or of messages: their sizes
  /// From one of the group to another, by their numbers there; of messages.
  std::vector<std::pair<int, int>> messages;
};

/// An operation that some ranks must have ended before they begin another one.
struct Predecessor {
  int operation = 0;                                      ///< its number
  int first = 0, last = std::numeric_limits<int>::max();  ///< the ranks
};

/// An operation: a collective, messages, or computing. No rank is in two of its groups.
struct GroupOperation {
  enum class Kind : std::uint8_t { kCollective, kMessages, kCompute };
  std::string name;
  Kind kind = Kind::kCollective;
  std::vector<Predecessor> after;
  std::vector<OperationGroup> groups;  ///< at least one
  Time work{0};                        ///< of computing, for each rank
  int processor = 0;  ///< that computes: 0 is the rank's, which also reduces and copies
  int repeat = 1;     ///< how many times a rank does it, one after the other

  /// The operations that `rank` must have ended before it begins this one.
  std::vector<int> after_on(int rank) const;
  /// Rounds of the group that has most, each time; at least 1.
  int rounds_once() const;
  /// All times.
  int rounds() const;
  /// Sent by all ranks together.
  Bytes bytes_total() const;
};

/// By operation: the number in the run of its round 0. The rounds of different operations have different numbers.
std::vector<int> first_rounds(const std::vector<GroupOperation>& operations);

/// The operation that a round of the run belongs to. REQUIRES first_rounds() and round >= 0.
int operation_of_round(const std::vector<int>& first_rounds, int round);

}  // namespace orrery
