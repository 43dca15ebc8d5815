#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "emu/base/units.h"
#include "emu/engine/port_table.h"
#include "emu/net/network.h"

namespace orrery {

/// A second clock beside that of a run: when everything would have happened if no two messages had met on a link
/// (Network::contention). Messages, tasks and requests carry their times on it. What waits for what is the same on
/// both clocks, and the second one exact, unless something depends on who came first and that is, or may be, another
/// one on it: then it is lost for the rest of the run.
class UncontendedClock {
 public:
  UncontendedClock(const Network& network, std::size_t ranks);

  /// Something depends on the order of the run's own clock.
  void lose() { known_ = false; }
  /// False once it is lost: then nobody needs to keep it.
  bool known() const { return known_; }
  /// When a rank's processor has done `work` that it is asked for at `at`, which is `now` on the run's clock.
  Time occupy(int rank, Time work, Time at, Time now) {
    if (work == Time(0) && processors_.empty()) {
      idle_ = std::max(idle_, at);
      return at;
    }
    return take_turn(rank, work, at, now);
  }
  /// A message that had its ports at once holds them from `begin` to `end`.
  void hold(std::span<const PortTable::PortId> ports, Time begin, Time end);
  /// A message that takes from `begin` to `end` may not take no time: then it is not clear what is first.
  void pass(Time begin, Time end) { known_ = known_ && end > begin; }
  /// A rank's program has ended.
  void end_program(Time at) { completion_ = std::max(completion_, at); }
  /// When the last one has.
  std::optional<Time> completion() const {
    return known_ ? std::optional(completion_) : std::nullopt;
  }

 private:
  struct Processor {
    Time asked{0}, now{0};  ///< when it was asked for work last, on both clocks
    Time idle{0};           ///< when it was asked for no work last
    Time free{0};           ///< from when on
  };
  struct Port {
    Time begin{0}, end{0};     ///< of who took it last
    std::vector<Time> held{};  ///< until when it is held; none where it has room for one only
  };
  Time take_turn(int rank, Time work, Time at, Time now);
  bool takes(Port& port, Time begin, Time end) const;

  bool known_;
  Time completion_{0};
  std::size_t ranks_;
  Time idle_{0};          // when any processor was asked for no work, while none has worked
  std::size_t capacity_;  // of a port
  std::vector<Processor> processors_;  // by rank; none while none has worked
  std::vector<Port> ports_;            // by number; those that were taken
};

}  // namespace orrery
