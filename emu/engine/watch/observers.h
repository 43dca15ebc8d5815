#pragma once

#include "emu/trace/sink.h"

namespace orrery::inline trace {
struct CriticalPath;
struct Pattern;
}  // namespace orrery::inline trace
namespace orrery::inline schedule {
class Recording;
}

namespace orrery::inline engine {

/// Calls a member function and returns its result; an empty result if `watcher` is null.
template <class Pointer, class Watcher, class Result, class... Parameters, class... Values>
Result tell(const Pointer& watcher, Result (Watcher::*of)(Parameters...), const Values&... values) {
  return watcher != nullptr ? ((*watcher).*of)(values...) : Result();
}

/// The observers of a run; each may be null.
struct Observers {
  Observers(Sink* sink = nullptr, CriticalPath* critical_path = nullptr)
      : events(sink), path(critical_path) {}

  Sink* events;                    ///< receives the events as they happen
  CriticalPath* path;              ///< filled in at the end of the run
  Pattern* pattern = nullptr;      ///< filled in at the end of the run; turns off the uncontended
                                   ///< clock
  Recording* recording = nullptr;  ///< the operations of all ranks

  bool any() const {
    return events != nullptr || path != nullptr || pattern != nullptr || recording != nullptr;
  }
  /// Returns whether the order of events within one instant is visible.
  bool see_order() const { return events != nullptr || path != nullptr; }
};

}  // namespace orrery::inline engine
