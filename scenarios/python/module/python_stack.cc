#include "scenarios/python/module/python_stack.h"

#include <atomic>
#include <unistd.h>
#include <utility>

#include <boost/context/fiber.hpp>
#include <boost/context/protected_fixedsize_stack.hpp>

namespace orrery::python {
namespace {

/// As much as a main thread has. Pages are used only where they are touched.
constexpr std::size_t kPythonStackBytes = std::size_t{8} << 20;

std::atomic<bool> g_ended = false;

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
    return {std::allocator_arg, boost::context::protected_fixedsize_stack(kPythonStackBytes),
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

void call_on_python_stack(void (*f)(void*), void* argument) {
  std::pair call(f, argument);
  stack_of_thread().call(
      [](void* c) {
        const auto& [body, with] = *static_cast<decltype(call)*>(c);
        const Locked lock;
        body(with);
      },
      &call);
}

bool is_in_rank() {
  return stack_of_thread().is_busy();
}

Locked::Locked() {
  while (g_ended) pause();
  state_ = PyGILState_Ensure();
}

void Locked::end_all() {
  g_ended = true;
}

}  // namespace orrery::python
