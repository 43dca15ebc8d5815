#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "emu/base/units.h"
#include "emu/engine/links/port_table.h"
#include "emu/net/network.h"

namespace orrery::inline engine {

/// A second clock beside that of a run: the times if no two messages had met on a link
/// (Network::contention). Until two have met both show the same time, and it need not run. From
/// then on messages, tasks and requests carry their times on it; any time before then stands for
/// all earlier events. The dependencies are the same on both clocks, and the second one is exact,
/// unless an event depends on the order of ranks and that order differs, or may differ, on it: then
/// it is invalid for the rest of the run.
///
/// Example  Ranks 0 and 1 send 1 MB each to rank 2 at 10 GB/s, with a port for each, and rank 2
///          then sends a signal. The two share the link to rank 2: on the run's clock both end at
///          200 us, on this one at 100 us, where the signal starts as well. If rank 2 received
///          from whichever came first, the two clocks could disagree on that, and this one would
///          be invalid.
class UncontendedClock {
 public:
  /// `ordered`: a rank's requests at one instant are in the order of its program. Otherwise there may be another order on
  /// this clock.
  explicit UncontendedClock(const Network& network, bool ordered = true);

  /// Invalidates the clock: an event depends on the order of the run's own clock.
  void lose() { known_ = false; }
  /// Starts the clock: two messages have met at `now`. `free` has, by rank, the time from which the
  /// processor is free. Messages under way continue with hold().
  void start(std::span<const Time> free, Time now);
  /// Returns whether the clock is valid and has not started.
  bool waits() const { return known_ && !started_; }
  /// Returns whether the times on it must be kept.
  bool runs() const { return known_ && started_; }
  /// Returns when a rank's processor ends `work` requested at `at`, which is `now` on the run's
  /// clock.
  Time occupy(int rank, Time work, Time at, Time now);
  /// Holds ports from `begin` to `end` for a message that finds them free.
  void hold(std::span<const PortTable::PortId> ports, Time begin, Time end) {
    for (const PortTable::PortId number : ports) {
      if (number >= ports_.size()) grow(number);
      known_ = known_ && takes(ports_[number], begin, end);
    }
  }
  /// Invalidates the clock unless end > begin: zero-length transfers have no defined order.
  void pass(Time begin, Time end) { known_ = known_ && end > begin; }
  /// Notes the end of a rank's program, or of an operation of a schedule.
  void end_program(Time at) { completion_ = std::max(completion_, at); }
  /// Returns the end of the last program; nullopt if the clock is invalid.
  std::optional<Time> completion() const {
    return known_ ? std::optional(completion_) : std::nullopt;
  }

 private:
  struct Processor {
    Time asked{0}, now{0};  ///< the last request for work, on both clocks
    Time idle{0};           ///< the last request for work of 0
    Time free{0};           ///< the time from which it is free
  };
  struct Port {
    Time begin{0}, end{0};  ///< of the last message
  };
  void grow(PortTable::PortId number);
  /// Returns whether the port has room immediately: messages come in the same order as on the run's
  /// clock, and none waits.
  bool takes(Port& port, Time begin, Time end) {
    const Port last = std::exchange(port, {begin, end});
    return capacity_ == 1 ? begin >= last.end
                          : begin >= last.begin && takes_one_of(&port - ports_.data(), begin, end);
  }
  bool takes_one_of(std::ptrdiff_t port, Time begin, Time end);

  bool ordered_;
  bool known_;
  bool started_ = false;
  Time completion_{0};
  std::size_t capacity_;                 // of a port
  std::vector<Processor> processors_;    // by rank
  std::vector<Port> ports_;              // by number; only ports that were used
  std::vector<std::vector<Time>> held_;  // by port: ends of messages that hold it; empty if it has
                                         // room for only one
};

}  // namespace orrery::inline engine
