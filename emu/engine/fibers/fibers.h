#pragma once

#include <cstdint>
#include <functional>
#include <memory>

namespace orrery::inline engine {

/// Cooperative threads of one operating-system thread, run in the order they became ready. The only
/// user of Boost.Fiber. The thread that creates the object is the conductor; it must also destroy
/// it, after every body has ended.
class Fibers {
 public:
  using Id = std::uint32_t;

  /// Prepares about `expected` fibers; more are possible. Their stacks have at least `stack_bytes`;
  /// 0: the need of an emulated rank.
  explicit Fibers(std::size_t expected, std::size_t stack_bytes = 0);
  ~Fibers();
  Fibers(const Fibers&) = delete;
  Fibers& operator=(const Fibers&) = delete;

  /// Creates a fiber ready to run `body`, which must not throw. Ids are 0, 1, 2, ... ; a fiber
  /// whose body has ended is reused. THROWS std::bad_alloc without memory for its stack.
  Id spawn(std::function<void()> body);
  /// Creates a fiber on the stack of the calling fiber, which is `host`, below the caller's frame
  /// (see Guests); it waits for wake() or run_guest(). The caller does not return before it has
  /// ended. It may use the frames of the host above the caller's; only `body` may use its own
  /// frames.
  Id add_guest(Id host, std::function<void()> body);
  /// Blocks the calling fiber, which is `host`, until its newest guest has run and ended.
  void run_guest(Id host, Id guest);
  /// Blocks the calling fiber, which is `self`, until wake().
  void suspend(Id self);
  /// Makes a suspended fiber ready.
  void wake(Id fiber);
  bool any_ready() const;
  /// Runs fibers until none is ready. REQUIRES the conductor.
  void run_ready();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Measures the cost of a fiber switch in Boost.Fiber itself, with its own scheduler and no work:
/// processor time in seconds, over `rounds` >= 1 rounds in which each of `fibers` >= 1 yields once.
/// An emulated message takes two ranks that each wait, so two switches.
double seconds_per_switch(int fibers, int rounds);

}  // namespace orrery::inline engine
