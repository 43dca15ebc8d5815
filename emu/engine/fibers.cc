#include "emu/engine/fibers.h"

#include <chrono>
#include <deque>
#include <vector>

#include <boost/context/stack_context.hpp>
#include <boost/fiber/algo/algorithm.hpp>
#include <boost/fiber/algo/round_robin.hpp>
#include <boost/fiber/context.hpp>
#include <boost/fiber/fiber.hpp>
#include <boost/fiber/operations.hpp>

#include "emu/base/check.h"
#include "emu/engine/stacks.h"

namespace orrery {

namespace {

using boost::fibers::context;

/// A fiber that can run. Its stack ends near `frame` while it is suspended.
struct Ready {
  context* fiber;
  const std::byte* frame;
};

/// Fetches what a switch to the fiber will touch. With many fibers nothing of it is cached, and
/// waiting for one line of memory after the other takes longer than all else.
void prefetch(const Ready& ready) {
  constexpr int kLine = 64, kBelow = 6, kAbove = 14, kContext = 4;
  for (int i = -kBelow; i < kAbove; ++i) __builtin_prefetch(ready.frame + i * kLine, 1);
  const auto* const fiber = reinterpret_cast<const std::byte*>(ready.fiber);
  for (int i = 0; i < kContext; ++i) __builtin_prefetch(fiber + i * kLine, 1);
}

/// Fibers first, in the order they became ready; then the conductor; Boost's dispatcher, which
/// frees what ended fibers leave behind, only when that is much, when nothing else runs or when it
/// is asked for.
class ConductorLast : public boost::fibers::algo::algorithm {
 public:
  void awakened(context* c) noexcept override {
    if (c->is_context(boost::fibers::type::dispatcher_context))
      dispatcher_ = c;
    else if (c->is_context(boost::fibers::type::main_context))
      conductor_ = c;
    else
      make_ready({c, reinterpret_cast<const std::byte*>(c)});
  }
  void make_ready(const Ready& ready) { ready_.push_back(ready); }

  context* pick_next() noexcept override {
    if (ended_ >= kMostEnded && dispatcher_ != nullptr) {
      ended_ = 0;
      return std::exchange(dispatcher_, nullptr);
    }
    if (next_ < ready_.size()) {
      if (next_ + kAhead < ready_.size()) prefetch(ready_[next_ + kAhead]);
      context* const c = ready_[next_++].fiber;
      if (next_ == ready_.size()) ready_.clear(), next_ = 0;
      return c;
    }
    context*& c =
        (clean_up_ || conductor_ == nullptr) && dispatcher_ != nullptr ? dispatcher_ : conductor_;
    return std::exchange(c, nullptr);
  }

  bool has_ready_fibers() const noexcept override {
    return any_ready() || conductor_ != nullptr || dispatcher_ != nullptr;
  }
  // Nothing outside this thread ever wakes a fiber, so there is nothing to sleep for.
  void suspend_until(const std::chrono::steady_clock::time_point&) noexcept override {}
  void notify() noexcept override {}

  bool any_ready() const { return next_ < ready_.size(); }
  void clean_up(bool on) { clean_up_ = on; }
  void fiber_ended() { ++ended_; }

 private:
  static constexpr std::size_t kAhead = 4, kMostEnded = 256;

  std::vector<Ready> ready_;
  std::size_t next_ = 0;
  context* conductor_ = nullptr;
  context* dispatcher_ = nullptr;
  bool clean_up_ = false;
  std::size_t ended_ = 0;  // fibers, not freed yet
};

/// Boost's stack allocator concept on top of Stacks.
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
  void deallocate(boost::context::stack_context& context) noexcept {
    stacks_->give_back({context.sp, context.size});
  }

 private:
  Stacks* stacks_;
};

}  // namespace

struct Fibers::State {
  State(std::size_t expected, std::size_t stack_bytes) : stacks(expected, stack_bytes) {
    fibers.reserve(expected);
  }

  Stacks stacks;
  ConductorLast* scheduler = nullptr;  // owned by Boost
  std::vector<Ready> fibers;           // by id
  std::vector<Id> free_ids;
  bool some_ended = false;

  /// Lets Boost's dispatcher free the ended fibers.
  void clean_up() {
    scheduler->clean_up(true);
    boost::this_fiber::yield();
    scheduler->clean_up(false);
    some_ended = false;
  }
};

Fibers::Fibers(std::size_t expected, std::size_t stack_bytes)
    : state_(std::make_unique<State>(expected, stack_bytes)) {
  boost::intrusive_ptr<boost::fibers::algo::algorithm> scheduler(state_->scheduler =
                                                                     new ConductorLast);
  context::active()->get_scheduler()->set_algo(std::move(scheduler));
}

Fibers::~Fibers() {
  state_->clean_up();
  boost::fibers::use_scheduling_algorithm<boost::fibers::algo::round_robin>();
}

Fibers::Id Fibers::spawn(std::function<void()> body) {
  State& s = *state_;
  Id id = static_cast<Id>(s.fibers.size());
  if (s.free_ids.empty()) {
    s.fibers.emplace_back();
  } else {
    id = s.free_ids.back();
    s.free_ids.pop_back();
  }
  boost::fibers::fiber(boost::fibers::launch::post, std::allocator_arg, StackAllocator(s.stacks),
                       [&s, id, body = std::move(body)] {
                         s.fibers[id].fiber = context::active();
                         body();
                         s.free_ids.push_back(id);
                         s.some_ended = true;
                         s.scheduler->fiber_ended();
                       })
      .detach();
  return id;
}

void Fibers::suspend(Id self) {
  Ready& fiber = state_->fibers[self];
  fiber.frame = static_cast<const std::byte*>(__builtin_frame_address(0));
  fiber.fiber->suspend();
}
void Fibers::wake(Id fiber) {
  state_->scheduler->make_ready(state_->fibers[fiber]);
}
bool Fibers::any_ready() const {
  return state_->scheduler->any_ready();
}

void Fibers::run_ready() {
  if (any_ready()) boost::this_fiber::yield();
  if (state_->some_ended) state_->clean_up();
}

}  // namespace orrery
