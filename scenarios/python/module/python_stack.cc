#include "scenarios/python/module/python_stack.h"

#include <atomic>
#include <unistd.h>
#include <utility>

#include "emu/engine/fibers/large_stack.h"

namespace orrery::python {
namespace {

std::atomic<bool> g_ended = false;

}  // namespace

void call_on_python_stack(void (*f)(void*), void* argument) {
  std::pair call(f, argument);
  call_on_large_stack(
      [](void* c) {
        const auto& [body, with] = *static_cast<decltype(call)*>(c);
        const Locked lock;
        body(with);
      },
      &call);
}

bool is_in_rank() {
  return is_on_large_stack();
}

Locked::Locked() {
  while (g_ended) pause();
  state_ = PyGILState_Ensure();
}

void Locked::end_all() {
  g_ended = true;
}

}  // namespace orrery::python
