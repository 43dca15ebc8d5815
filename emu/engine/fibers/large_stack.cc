#include "emu/engine/fibers/large_stack.h"

#include <cstddef>
#include <utility>

#include <boost/context/fiber.hpp>
#include <boost/context/protected_fixedsize_stack.hpp>

namespace orrery::inline engine {
namespace {

/// The size of a main thread's stack. Pages are used only where they are touched.
constexpr std::size_t kLargeStackBytes = std::size_t{8} << 20;

/// The large stack of a thread, with a context that waits there for work.
class LargeStack {
 public:
  void call(void (*f)(void*), void* argument) {
    if (busy_) return f(argument);  // it is there already
    f_ = f, argument_ = argument;
    busy_ = true;
    if (!context_) context_ = begin();
    context_ = std::move(context_).resume();
    busy_ = false;
  }
  bool is_busy() const { return busy_; }

 private:
  boost::context::fiber begin() {
    return {std::allocator_arg, boost::context::protected_fixedsize_stack(kLargeStackBytes),
            [this](boost::context::fiber&& caller) {
              for (;;) {
                f_(argument_);
                caller = std::move(caller).resume();
              }
              return std::move(caller);
            }};
  }

  void (*f_)(void*) = nullptr;
  void* argument_ = nullptr;
  bool busy_ = false;
  boost::context::fiber context_;
};

LargeStack& stack_of_thread() {
  thread_local LargeStack stack;
  return stack;
}

}  // namespace

void call_on_large_stack(void (*f)(void*), void* argument) {
  stack_of_thread().call(f, argument);
}

bool is_on_large_stack() {
  return stack_of_thread().is_busy();
}

}  // namespace orrery::inline engine
