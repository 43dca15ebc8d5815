#pragma once

#include <optional>
#include <pybind11/pybind11.h>
#include <utility>

#include "emu/engine/stop.h"
#include "scenarios/python/module/python_stack.h"

namespace orrery::python {

/// Marks a run in progress on this thread while it exists: other threads may use the interpreter; Ctrl-C and the end of
/// the interpreter stop the run. At its end what ranks raised is forgotten. THROWS std::runtime_error inside a rank's
/// program.
class RunAtWork {
 public:
  explicit RunAtWork(const char* what);
  ~RunAtWork();
  RunAtWork(const RunAtWork&) = delete;
  RunAtWork& operator=(const RunAtWork&) = delete;
};

/// Raises the exception that ended a stopped run: that of Python which stopped it, or KeyboardInterrupt.
[[noreturn]] void raise_stopped();

/// Returns f(), a RunAtWork without the interpreter's lock. THROWS as raise_stopped() where f throws Stopped.
template <class F>
auto at_work(const char* what, F f) {
  std::optional<decltype(f())> result;
  const RunAtWork work(what);
  {
    const pybind11::gil_scoped_release unlocked;
    try {
      result.emplace(f());
    } catch (const Stopped&) {  // there is no result
    }
  }
  if (!result) raise_stopped();
  return *std::move(result);
}

void add_end_of_interpreter(pybind11::module_& m);

}  // namespace orrery::python
