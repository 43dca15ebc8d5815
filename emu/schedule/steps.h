#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "emu/schedule/countdown.h"
#include "emu/schedule/schedule.h"

namespace orrery {

/// Carries out a graph without a clock: how many messages come before each operation, and which operations never begin.
/// Where several may begin, they do so rank by rank in the order of the list.
class Steps {
 public:
  /// `graph` is indexed. A send ends with its receive if `sends_wait`, and otherwise by itself.
  Steps(Schedule& graph, bool sends_wait);

  /// Fills in the steps of operations and of the graph; those that never begin are left at what they have come to.
  /// False if there are any.
  bool find();
  /// Operations each of which waits for the next, and the last for the first, from the first in the file on. REQUIRES
  /// that find() returned false.
  std::vector<OperationPlace> cycle() const;

 private:
  using Place = OperationPlace;
  using Blockers = std::vector<std::vector<Place>>;
  const RankSchedule& tasks(Place p) const;
  Operation& operation(Place p);
  std::uint32_t group(Place p) const;
  bool has_begun(Place p) const;
  bool has_ended(Place p) const;
  void begin(Place p);
  void begin_message(Place p, const Operation& o);
  void end(Place p, std::int32_t step);
  void tell(Place p, bool begins, std::int32_t step);
  Blockers blockers() const;
  void add_messages(Blockers& all) const;

  Schedule& graph_;
  bool sends_wait_;
  std::vector<Countdown> countdowns_;
  std::vector<std::vector<bool>> ended_;
  // Receives [0] and sends [1] that have begun: from the first number of a group on those of the group, in that order.
  std::array<std::vector<Place>, 2> begun_;
  std::array<std::vector<std::uint32_t>, 2> count_;  // how many, at the first number of a group
  std::vector<Place> ready_, beginning_;             // all that may begin and have not
};

}  // namespace orrery
