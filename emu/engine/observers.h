#pragma once

#include "emu/trace/sink.h"

namespace orrery {

/// Calls a member of what may be null, and then is not asked.
template <class Watcher, class... Parameters, class... Values>
void tell(Watcher* watcher, void (Watcher::*of)(Parameters...), const Values&... values) {
  if (watcher != nullptr) (watcher->*of)(values...);
}

struct CriticalPath;
struct Pattern;
class Recording;

/// Who watches a run. Each may be null: then nothing is kept for it.
struct Observers {
  Observers(Sink* sink = nullptr, CriticalPath* its_path = nullptr)
      : events(sink), path(its_path) {}

  Sink* events;        ///< takes them as they come
  CriticalPath* path;  ///< becomes what the time of the run is made of
  Pattern* pattern =
      nullptr;  ///< becomes what stays the same at other sizes; the second clock is not kept then
  Recording* recording = nullptr;  ///< writes down what the ranks ask for

  bool any() const {
    return events != nullptr || path != nullptr || pattern != nullptr || recording != nullptr;
  }
  /// Whether somebody sees in which order ranks do what they do at one instant.
  bool see_order() const { return events != nullptr || path != nullptr; }
};

}  // namespace orrery
