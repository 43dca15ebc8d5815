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

namespace orrery {

/// A second clock beside that of a run: when everything would have happened if no two messages had met on a link
/// (Network::contention). Until two have met both show the same, and it need not run. From then on messages, tasks and
/// requests carry their times on it; any time up to then stands for all that is over. What waits for what is the same
/// on both clocks, and the second one exact, unless something depends on which rank came first and that is, or may be,
/// another one on it: then it is invalid for the rest of the run.
///
/// Example  Ranks 0 and 1 send 1 MB each to rank 2 at 10 GB/s, with a port for each, and rank 2 then sends a signal. The
///          two share the link to rank 2: on the run's clock both end at 200 us, on this one at 100 us, where the signal
///          starts as well. If rank 2 received from whichever came first, the two clocks could disagree on that, and
///          this one would be invalid.
class UncontendedClock {
 public:
  explicit UncontendedClock(const Network& network);

  /// Something depends on the order of the run's own clock.
  void lose() { known_ = false; }
  /// Two messages have met at `now`; `free`, by rank, is from when on the processors are. What is under way then goes on
  /// with hold().
  void start(std::span<const Time> free, Time now);
  /// True if it is valid, and has not started.
  bool waits() const { return known_ && !started_; }
  /// True if its times must be kept.
  bool runs() const { return known_ && started_; }
  /// When a rank's processor has done `work` that it is asked for at `at`, which is `now` on the run's clock.
  Time occupy(int rank, Time work, Time at, Time now);
  /// A message that had its ports at once holds them from `begin` to `end`.
  void hold(std::span<const PortTable::PortId> ports, Time begin, Time end) {
    for (const PortTable::PortId number : ports) {
      if (number >= ports_.size()) grow(number);
      known_ = known_ && takes(ports_[number], begin, end);
    }
  }
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
    Time begin{0}, end{0};  ///< of the rank that took it last
  };
  void grow(PortTable::PortId number);
  /// Whether it has room at once: messages come in the same order as on the run's clock, and none has to wait.
  bool takes(Port& port, Time begin, Time end) {
    const Port last = std::exchange(port, {begin, end});
    return capacity_ == 1 ? begin >= last.end
                          : begin >= last.begin && takes_one_of(&port - ports_.data(), begin, end);
  }
  bool takes_one_of(std::ptrdiff_t port, Time begin, Time end);

  bool known_;
  bool started_ = false;
  Time completion_{0};
  std::size_t capacity_;                 // of a port
  std::vector<Processor> processors_;    // by rank
  std::vector<Port> ports_;              // by number; those that were taken
  std::vector<std::vector<Time>> held_;  // by port: until when; none where it has room for one only
};

}  // namespace orrery
