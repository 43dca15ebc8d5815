#include "emu/engine/fibers/fibers.h"

#include <chrono>
#include <ctime>
#include <utility>
#include <vector>

#include <boost/context/stack_context.hpp>
#include <boost/fiber/algo/algorithm.hpp>
#include <boost/fiber/algo/round_robin.hpp>
#include <boost/fiber/context.hpp>
#include <boost/fiber/fiber.hpp>
#include <boost/fiber/operations.hpp>

#include "emu/base/check.h"
#include "emu/engine/fibers/guests.h"
#include "emu/engine/fibers/stacks.h"

namespace orrery::inline engine {

namespace {

using boost::fibers::context;

/// A fiber that can run: on the stack of Boost's `fiber`, which ends near `frame` while it is
/// suspended.
struct Ready {
  context* fiber = nullptr;
  const std::byte* frame = nullptr;
  Fibers::Id id = 0;
  bool is_called = false;  // its host resumes immediately at its end
};

/// Prefetches the memory that a switch to the fiber touches. With many fibers nothing of it is
/// cached, and loading its cache lines one by one takes longer than the rest of the switch.
void prefetch(const Ready& ready) {
  constexpr int kLine = 64, kBelow = 4, kAbove = 8, kContext = 4;
  for (int i = -kBelow; i < kAbove; ++i) __builtin_prefetch(ready.frame + i * kLine, 1);
  const auto* const fiber = reinterpret_cast<const std::byte*>(ready.fiber);
  for (int i = 0; i < kContext; ++i) __builtin_prefetch(fiber + i * kLine, 1);
}

/// A scheduler that runs fibers first, in the order they became ready; then the conductor; Boost's
/// dispatcher, which has no work as no fiber ever ends, when nothing else runs.
class ConductorLast : public boost::fibers::algo::algorithm {
 public:
  void awakened(context* c) noexcept override {
    if (c->is_context(boost::fibers::type::dispatcher_context))
      dispatcher_ = c;
    else if (c->is_context(boost::fibers::type::main_context))
      conductor_ = c;
    else
      make_ready({c, reinterpret_cast<const std::byte*>(c), begins_, false});
  }
  void make_ready(const Ready& ready) { ready_.push_back(ready); }
  /// Notes which fiber the next one from Boost is.
  void begin(Fibers::Id fiber) { begins_ = fiber; }

  context* pick_next() noexcept override {
    if (any_ready()) return take_next();
    return std::exchange(conductor_ != nullptr ? conductor_ : dispatcher_, nullptr);
  }
  /// Returns whether the next ready fiber is on the stack of `fiber`, and then selects it.
  bool stays_on(const context* fiber) {
    if (!any_ready() || ready_[next_].fiber != fiber) return false;
    take_next();
    return true;
  }
  Fibers::Id running() const { return running_; }

  bool has_ready_fibers() const noexcept override {
    return any_ready() || conductor_ != nullptr || dispatcher_ != nullptr;
  }
  // Nothing outside this thread ever wakes a fiber, so there is nothing to sleep for.
  void suspend_until(const std::chrono::steady_clock::time_point&) noexcept override {}
  void notify() noexcept override {}

  bool any_ready() const { return next_ < ready_.size(); }

 private:
  static constexpr std::size_t kAhead = 4;

  context* take_next() {
    if (next_ + kAhead < ready_.size()) prefetch(ready_[next_ + kAhead]);
    const Ready next = ready_[next_++];
    if (next_ == ready_.size()) ready_.clear(), next_ = 0;
    running_ = next.id;
    return next.fiber;
  }

  std::vector<Ready> ready_;
  std::size_t next_ = 0;
  Fibers::Id running_ = 0, begins_ = 0;
  context* conductor_ = nullptr;
  context* dispatcher_ = nullptr;
};

/// Boost's stack allocator concept on top of Stacks, which frees all stacks together.
class StackAllocator {
 public:
  explicit StackAllocator(Stacks& stacks) : stacks_(&stacks) {}
  boost::context::stack_context allocate() {
    const Stacks::Stack stack = stacks_->take();
    boost::context::stack_context context;
    context.sp = stack.top;
    context.size = stack.size;
    return context;
  }
  void deallocate(boost::context::stack_context&) noexcept {}

 private:
  Stacks* stacks_;
};

}  // namespace

/// A fiber whose body has ended rests until it gets another body, or forever: Boost would end it on
/// its own stack, with some 6 KiB for a lock, and so touch a second page of every stack.
struct Fibers::State {
  State(std::size_t expected, std::size_t stack_bytes)
      : stacks(expected + 1, stack_bytes), guests(stacks, begin_guest, this) {
    fibers.reserve(expected);
    bodies.reserve(expected);
    contexts.reserve(expected);
  }

  Stacks stacks;
  Guests guests;
  ConductorLast* scheduler = nullptr;         // owned by Boost
  std::vector<Ready> fibers;                  // by id
  std::vector<std::function<void()>> bodies;  // by id: of fibers that have not begun theirs
  std::vector<context*> contexts;             // all that have begun, each with its stack
  std::vector<Id> resting, guests_resting;

  Id add(std::function<void()> body) {
    const Id id = static_cast<Id>(fibers.size());
    fibers.push_back({nullptr, nullptr, id, false});
    bodies.push_back(std::move(body));
    return id;
  }
  void begin_body(Id id) {
    const std::function<void()> body = std::exchange(bodies[id], nullptr);
    body();
  }
  /// Lets others run until a fiber on this stack resumes; returns that fiber.
  Id run_others(context* stack) {
    if (!scheduler->stays_on(stack)) stack->suspend();
    return scheduler->running();
  }
  static void begin_guest(void* state, Id id) {
    State& s = *static_cast<State*>(state);
    s.begin_body(id);
    const Id host = s.guests.end(id);
    s.guests_resting.push_back(id);
    s.guests.leave(host, s.fibers[id].is_called ? host : s.run_others(s.fibers[host].fiber));
  }
};

Fibers::Fibers(std::size_t expected, std::size_t stack_bytes)
    : state_(std::make_unique<State>(expected, stack_bytes)) {
  boost::intrusive_ptr<boost::fibers::algo::algorithm> scheduler(state_->scheduler =
                                                                     new ConductorLast);
  context::active()->get_scheduler()->set_algo(std::move(scheduler));
}

/// Detaches the fibers, which all rest, from Boost; their stacks are freed without unwinding.
Fibers::~Fibers() {
  for (context* const stack : state_->contexts)
    stack->get_scheduler()->detach_worker_context(stack);
  boost::fibers::use_scheduling_algorithm<boost::fibers::algo::round_robin>();
}

Fibers::Id Fibers::spawn(std::function<void()> body) {
  State& s = *state_;
  if (!s.resting.empty()) {
    const Id id = s.resting.back();
    s.resting.pop_back();
    s.bodies[id] = std::move(body);
    wake(id);
    return id;
  }
  const Id id = s.add(std::move(body));
  s.scheduler->begin(id);
  boost::fibers::fiber(boost::fibers::launch::post, std::allocator_arg, StackAllocator(s.stacks),
                       [this, &s, id] {
                         s.fibers[id].fiber = context::active();
                         s.contexts.push_back(context::active());
                         for (;;) {
                           s.begin_body(id);
                           s.resting.push_back(id);
                           suspend(id);
                         }
                       })
      .detach();
  return id;
}

[[gnu::noinline]] Fibers::Id Fibers::add_guest(Id host, std::function<void()> body) {
  State& s = *state_;
  if (s.guests_resting.empty()) s.guests_resting.push_back(s.add(nullptr));
  const Id id = s.guests_resting.back();
  auto* const frame = static_cast<std::byte*>(__builtin_frame_address(0));
  s.guests.add(id, host, frame);
  s.guests_resting.pop_back();
  s.bodies[id] = std::move(body);
  s.fibers[id] = {s.fibers[host].fiber, frame, id, false};
  return id;
}

void Fibers::run_guest(Id host, Id guest) {
  state_->fibers[guest].is_called = true;
  state_->guests.switch_to(host, guest);
}

void Fibers::suspend(Id self) {
  state_->fibers[self].frame = static_cast<const std::byte*>(__builtin_frame_address(0));
  const Id next = state_->run_others(state_->fibers[self].fiber);
  if (next != self) state_->guests.switch_to(self, next);
}
void Fibers::wake(Id fiber) {
  state_->scheduler->make_ready(state_->fibers[fiber]);
}
bool Fibers::any_ready() const {
  return state_->scheduler->any_ready();
}

void Fibers::run_ready() {
  if (any_ready()) boost::this_fiber::yield();
}

double seconds_per_switch(int fibers, int rounds) {
  Stacks stacks(static_cast<std::size_t>(fibers));
  std::vector<boost::fibers::fiber> all;
  for (int i = 0; i < fibers; ++i)
    all.emplace_back(boost::fibers::launch::post, std::allocator_arg, StackAllocator(stacks),
                     [rounds] {
                       for (int k = 0; k < rounds; ++k) boost::this_fiber::yield();
                     });
  const std::clock_t start = std::clock();
  for (boost::fibers::fiber& fiber : all) fiber.join();
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  return seconds / fibers / rounds;
}

}  // namespace orrery::inline engine
