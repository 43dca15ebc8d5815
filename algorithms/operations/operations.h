#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/algorithm.h"
#include "emu/net/network.h"

/// The operations of an application, on groups of ranks, concurrent or sequential, as data.
namespace orrery::inline algorithms {

/// A group of ranks that do one operation together.
struct OperationGroup {
  std::vector<int>
      ranks;  ///< of the run, all different, at least one; the group numbers them in this order
  /// The network of these ranks. Null if nothing is measured against it.
  std::shared_ptr<const Network> network;
  const Algorithm* algorithm = nullptr;  ///< of a collective
  Problem problem;                       ///< of it, with p ranks, or of messages: their sizes
  /// Messages from one member to another, by their numbers in the group.
  std::vector<std::pair<int, int>> messages;
};

/// An operation that some ranks must have ended before they begin another one.
struct Predecessor {
  int operation = 0;                                      ///< its number
  int first = 0, last = std::numeric_limits<int>::max();  ///< the ranks
};

/// An operation: a collective, messages, or computation. Its groups are disjoint.
struct GroupOperation {
  enum class Kind : std::uint8_t { kCollective, kMessages, kCompute };
  std::string name;
  Kind kind = Kind::kCollective;
  std::vector<Predecessor> after;
  std::vector<OperationGroup> groups;  ///< at least one
  Time work{0};                        ///< of computation, for each rank
  int processor = 0;  ///< the computing processor: 0 is the rank's main one, which also reduces and
                      ///< copies
  int repeat = 1;     ///< number of sequential repetitions by a rank

  /// Returns the operations that `rank` must have ended before it begins this one.
  std::vector<int> after_on(int rank) const;
  /// Returns the rounds of the group with the most, in one repetition; at least 1.
  int rounds_once() const;
  /// Returns the rounds of all repetitions.
  int rounds() const;
  /// Returns the bytes sent by all ranks together.
  Bytes bytes_total() const;
};

/// Returns, by operation, the run's number of its round 0. The rounds of different operations have
/// different numbers.
std::vector<int> first_rounds(const std::vector<GroupOperation>& operations);

/// Returns the operation of a round of the run. REQUIRES first_rounds() and round >= 0.
int operation_of_round(const std::vector<int>& first_rounds, int round);

}  // namespace orrery::inline algorithms
