#pragma once

#include <atomic>
#include <exception>

/// Cancellation by the user. Long work checks for it regularly.
namespace orrery::inline engine {

/// The work was cancelled. Not a std::runtime_error: the run itself did not fail.
class Stopped : public std::exception {
 public:
  const char* what() const noexcept override { return "stopped"; }
};

/// Whether the work is to stop; set by a signal handler, true until its setter resets it.
inline std::atomic<bool> g_stop_requested = false;
static_assert(std::atomic<bool>::is_always_lock_free);

/// Throws Stopped if the user has cancelled the work.
inline void check_stop() {
  if (g_stop_requested.load(std::memory_order_relaxed)) throw Stopped();
}

}  // namespace orrery::inline engine
