#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "emu/net/conditions.h"
#include "emu/net/network.h"

namespace orrery {

/// When a processor does a piece of work.
struct Turn {
  Time start{0};  ///< it is free from then on, though it may be preempted
  Time end{0};
  Time preempted{0};  ///< for how long it is preempted between them
  Time work() const { return end - start - preempted; }
};

/// When the processors of ranks are preempted (Conditions::noise and slice): from the beginning of an absence on, and
/// no longer at its end. What they were doing waits. Absences are made when they are asked for.
class Absences {
 public:
  /// Null if no processor is ever preempted.
  static std::unique_ptr<Absences> of(const Network& network);

  /// When the rank's processor is there, from `at` on; both are asked with the time that it is now.
  Time back(int rank, Time at, Time now);
  /// When it ends `work` that it begins at `start`, or when it is back then; work of 0 needs no processor.
  Time finish(int rank, Time start, Time work, Time now);

 private:
  struct Absence {
    Time from{0}, to{0};
  };
  /// What preempts one processor, again and again.
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

}  // namespace orrery
