#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "emu/net/conditions.h"
#include "emu/net/network.h"

namespace orrery::inline engine {

/// The time of a piece of work on a processor.
struct Turn {
  Time start{0};  ///< the processor is free from then on, though it may be preempted
  Time end{0};
  Time preempted{0};  ///< total preemption between them
  Time work() const { return end - start - preempted; }
};

/// The preemptions (absences) of the ranks' processors (Conditions::noise and slice): each from its
/// beginning until before its end. Preempted work waits. Absences are generated on demand.
class Absences {
 public:
  /// Returns the absences; null if no processor is ever preempted.
  static std::unique_ptr<Absences> of(const Network& network);

  /// Returns when the rank's processor is available, from `at` on. `now` is the current time in
  /// back() and finish().
  Time back(int rank, Time at, Time now);
  /// Returns the end of `work` that begins at `start`, or the end of an absence then; work of 0
  /// needs no processor.
  Time finish(int rank, Time start, Time work, Time now);

 private:
  struct Absence {
    Time from{0}, to{0};
  };
  /// A source of repeated preemptions of one processor.
  struct Source {
    Noise noise;
    Time phase{0};
    std::uint64_t seed = 0;
    std::uint64_t whose = 0;
    std::int64_t made = 0;
    std::deque<Absence> ahead = {};

    const Absence& ending_after(Time t, Time now);
    void make_next();
  };

  void add_noise(const Conditions& conditions, int ranks);
  void add_slices(const Network& network);

  std::vector<std::vector<Source>> sources_;  // by rank
};

}  // namespace orrery::inline engine
