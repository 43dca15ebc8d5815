#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "emu/base/grouped.h"
#include "emu/base/units.h"
#include "emu/schedule/rank_times.h"

/// A communication schedule as data: for every rank, operations and their requirements.
///
/// Example  Rank 0 sends 8 bytes to rank 1, which reduces them and sends them on to rank 2:
///            rank 0  operations  0 kSend peer 1 amount 8
///            rank 1  operations  0 kReceive peer 0 amount 8   1 kReduce amount 8   2 kSend peer 2 amount 8
///                    requirements  1 after 0, 2 after 1
///            rank 2  operations  0 kReceive peer 1 amount 8
///          Operations without requirements begin at 0; a receive ends at the end of its send.
namespace orrery::inline schedule {

/// The faults of a schedule, in the order of the checks.
enum class Fault : std::uint8_t {
  kSyntax,
  kAttribute,
  kStructure,
  kPeer,
  kChannel,
  kBounds,
  kDependency,
  kUnmatched,
  kCount,
  kDeadlock,
  kRace,
  kUndefined,
  kResult
};
/// Returns "syntax" to "result".
std::string_view fault_name(Fault fault);

struct Operation {
  enum class Kind : std::uint8_t {
    kSend,
    kReceive,
    kCompute,
    // Only in recordings of sizes: work of `amount` bytes at the costs of the network, and no work.
    kReduce,
    kCopy,
    kTouch,  ///< uses new scratch
    kRound   ///< only enters round `step`
  };
  Kind kind = Kind::kCompute;
  std::uint8_t processor = 0;  ///< of the computing rank: different processors compute concurrently
  NodeKind node = NodeKind::kOther;  ///< its purpose, if known
  bool by_byte = false;              ///< computation that costs γ for each of `amount` bytes
  std::int32_t peer = 0;             ///< rank; of a send and a receive
  std::int32_t tag = 0;
  /// Length of the longest chain of messages that must have ended before it can begin; in
  /// recordings of sizes the round that begins with it, or -1.
  std::int32_t step = 0;
  std::int64_t amount = 0;  ///< bytes >= 0, or picoseconds >= 0 of computation that is not by_byte
};

struct OperationPlace {
  std::int32_t rank = -1, operation = -1;
  auto operator<=>(const OperationPlace&) const = default;
};

/// `later` may begin when `earlier` has ended (or begun); both are operations of one rank.
struct Requirement {
  std::int32_t later = 0;
  std::int32_t earlier = 0;
  bool only_begun = false;
  bool operator==(const Requirement&) const = default;
};

/// The operations of one rank. Those that could begin at the same time do so in the order of the
/// list.
class RankSchedule {
 public:
  std::vector<Operation> operations;
  std::vector<Requirement> requirements;
  std::vector<std::int32_t> lines;  ///< of each operation in the file; empty: unknown
  std::vector<std::int32_t>
      multiplicity;  ///< number of identical messages in a send (join_identical), by operation;
                     ///< empty: 1 each
  /// By operation: for a message, the number of the first message with its source, destination and
  /// tag. See Schedule::index().
  std::vector<std::uint32_t> groups;

  /// Indexes the requirements.
  void index();
  /// Returns the operations that require operation i: indices into requirements. REQUIRES index().
  std::span<const std::int32_t> waiting_for(std::int32_t i) const {
    return by_earlier_[static_cast<std::size_t>(i)];
  }
  /// Returns, for each operation, the number of its requirements.
  std::vector<std::int32_t> required_counts() const;

 private:
  Grouped<std::int32_t> by_earlier_;  // indices into requirements, by operation
};

/// A schedule that cannot be run. what() has the reason.
class InvalidSchedule : public std::invalid_argument {
 public:
  InvalidSchedule(Fault fault, const std::string& message, OperationPlace place)
      : std::invalid_argument(message), fault_(fault), place_(place) {}
  Fault fault() const { return fault_; }
  int rank() const { return place_.rank; }
  std::int32_t operation() const { return place_.operation; }

 private:
  Fault fault_;
  OperationPlace place_;
};

/// Sends and receives match by (source, destination, tag) in the order in which they begin; an
/// operation of 0 bytes is a message, too.
class Schedule {
 public:
  std::vector<RankSchedule> ranks;
  bool has_nodes = false;             ///< whether operations have purposes
  std::int64_t reduced_max_rank = 0;  ///< most bytes that one rank reduces, if its file tells

  /// Indexes the schedule and fills in the steps. Call it once all operations are present. THROWS
  /// InvalidSchedule, as index() does, and for operations of one rank that wait for each other
  /// (kDeadlock). Ranks may still wait for each other: see cycle. REQUIRES the same as index().
  void complete();
  /// Indexes the requirements, finds the groups of messages, and fills in the totals: enough for
  /// the recording of a run. THROWS InvalidSchedule: unequal numbers of sends and receives of one
  /// kind (kUnmatched); a message larger than its receive (kCount). REQUIRES peers 0 .. ranks-1,
  /// amounts >= 0, requirements between existing operations.
  void index();
  /// Returns the most bytes that a host sends to others or receives from others; saturated.
  /// `host_of`: of each rank; empty: every rank is on a host of its own.
  std::int64_t bytes_max_host(std::span<const int> host_of) const;

  // Valid when complete.
  std::int64_t messages = 0;
  std::int64_t bytes = 0;           ///< of all messages; saturated
  std::int64_t bytes_max_rank = 0;  ///< most bytes sent by one rank
  std::int64_t work = 0;            ///< picoseconds of computation, sum of all ranks; saturated
  std::int64_t worked_on =
      0;          ///< bytes of computation that is by_byte, sum of all ranks; saturated
  int steps = 0;  ///< messages in the longest chain
  bool sends_may_wait = true;  ///< whether it ends even if each send waits for its receive
  /// Operations each of which waits for the next, and the last for the first, even if no send
  /// waits; empty: the schedule ends.
  std::vector<OperationPlace> cycle;

  /// Returns "rank 0 operation 1 (send, line 4)".
  std::string place(OperationPlace p) const;
  /// Returns "waits for rank 1 operation 0 (recv, line 8), which waits for ..": all of a cycle,
  /// from the second operation to the first.
  std::string waiting(std::span<const OperationPlace> around) const;

 private:
  void require_order() const;
  void count();
  void match();
};

}  // namespace orrery::inline schedule
