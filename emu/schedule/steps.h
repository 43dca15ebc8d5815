#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "emu/schedule/countdown.h"
#include "emu/schedule/schedule.h"

namespace orrery::inline schedule {

/// An execution of a graph without a clock: finds the number of messages before each operation, and
/// the operations that never begin. Concurrent operations begin rank by rank in the order of the
/// list.
class Steps {
 public:
  /// Prepares an indexed `graph`. A send ends with its receive if `sends_wait`, and otherwise
  /// independently.
  Steps(Schedule& graph, bool sends_wait);

  /// Fills in the steps of operations and of the graph; operations that never begin keep their
  /// partial value. Returns false if there are any.
  bool find();
  /// Returns operations each of which waits for the next, and the last for the first, from the
  /// first in the file on. REQUIRES that find() returned false.
  std::vector<OperationPlace> cycle() const;

 private:
  using Place = OperationPlace;
  using Blockers = std::vector<std::vector<Place>>;
  /// The receive [0] and the send [1] of a message, once they have begun.
  struct Message {
    std::array<Place, 2> begun;
    /// Number of receives and sends of a group that have begun; at its first message.
    std::array<std::uint32_t, 2> count{};
  };
  const RankSchedule& tasks(Place p) const;
  std::uint32_t group(Place p) const;
  std::int64_t step(Place p) const;
  bool has_begun(Place p) const;
  bool has_ended(Place p) const;
  void sort_beginning();
  void begin(Place p);
  void begin_message(Place p, bool sends);
  void end(Place p, std::int64_t step);
  void tell(Place p, bool begins, std::int64_t step);
  Blockers blockers() const;
  void add_messages(Blockers& all) const;

  Schedule& graph_;
  bool sends_wait_;
  std::vector<Countdown> countdowns_;
  std::vector<std::vector<bool>> ended_;
  std::vector<Message> messages_;
  std::vector<Place> ready_, beginning_;  // all that may begin and have not begun
};

}  // namespace orrery::inline schedule
