#pragma once

#include <atomic>
#include <exception>

/// Ending work early because the user says so. Whatever may take long asks now and then.
namespace orrery {

/// The work was given up. No std::runtime_error: it is not a failure of what was run.
class Stopped : public std::exception {
 public:
  const char* what() const noexcept override { return "stopped"; }
};

/// Set by a signal handler; true until its setter takes it back.
inline std::atomic<bool> g_stop_requested = false;
static_assert(std::atomic<bool>::is_always_lock_free);

/// THROWS Stopped if the user wants the work to end.
inline void check_stop() {
  if (g_stop_requested.load(std::memory_order_relaxed)) throw Stopped();
}

}  // namespace orrery
