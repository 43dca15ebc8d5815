#pragma once

#include <pybind11/pybind11.h>

/// Runs Python code of ranks on the large stack of the thread (emu/engine/fibers/large_stack.h),
/// because Python needs megabytes.
namespace orrery::python {

/// Calls f() with the interpreter's lock, on the large stack of this thread, and returns when f has returned. REQUIRES that
/// f throws nothing, and waits for no fiber.
void call_on_python_stack(void (*f)(void*), void* argument);

template <class F>
void on_python_stack(F&& f) {
  call_on_python_stack([](void* g) { (*static_cast<std::remove_reference_t<F>*>(g))(); }, &f);
}

/// Holds the interpreter's lock. Once the interpreter ends, the thread stops here forever, because Python can no
/// longer be used.
class Locked {
 public:
  Locked();
  ~Locked() { PyGILState_Release(state_); }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;

  /// Stops, from now on, every thread that requests the lock.
  static void end_all();

 private:
  PyGILState_STATE state_;
};

/// Returns whether Python code of a rank runs on this thread.
bool is_in_rank();

}  // namespace orrery::python
