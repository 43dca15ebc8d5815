#include "scenarios/python/module/runs_at_work.h"

#include <chrono>
#include <csignal>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>

#include "scenarios/python/module/rank_program.h"

namespace orrery::python {
namespace py = pybind11;
namespace {

// All under the interpreter's lock.
std::multiset<unsigned long> g_threads;  // that have runs under way
struct sigaction g_before {};            // the handler of SIGINT before the first run

/// Stops the runs, and passes the signal on to Python.
void interrupt(int signal) {
  g_stop_requested = true;
  if (g_before.sa_handler != SIG_DFL && g_before.sa_handler != SIG_IGN) g_before.sa_handler(signal);
}

void watch_interrupts() {
  struct sigaction now {};
  sigaction(SIGINT, nullptr, &g_before);
  if ((g_before.sa_flags & SA_SIGINFO) != 0 || g_before.sa_handler == SIG_DFL ||
      g_before.sa_handler == SIG_IGN)
    return;
  now.sa_handler = interrupt;
  now.sa_flags = g_before.sa_flags;
  sigaction(SIGINT, &now, nullptr);
}

void leave_interrupts() {
  struct sigaction now {};
  sigaction(SIGINT, nullptr, &now);
  if (now.sa_handler == interrupt) sigaction(SIGINT, &g_before, nullptr);
  g_stop_requested = false;
}

/// Ends all runs, and from then on lets no thread of them use Python. Threads that do not hear of it within seconds, such as
/// in a call that blocks, stop when they come back.
void end_runs() {
  using namespace std::chrono_literals;
  g_stop_requested = true;
  for (int i = 0; i < 300 && !g_threads.empty(); ++i) {
    for (const unsigned long thread : g_threads)
      PyThreadState_SetAsyncExc(thread, PyExc_KeyboardInterrupt);
    const py::gil_scoped_release unlocked;
    std::this_thread::sleep_for(10ms);
  }
  Locked::end_all();
}

}  // namespace

RunAtWork::RunAtWork(const char* what) {
  if (is_in_rank())
    throw std::runtime_error(
        std::string(what) +
        " inside a rank's program or a formula; expected it outside, before or after the run");
  if (g_threads.empty()) watch_interrupts();
  g_threads.insert(PyThread_get_thread_ident());
}

RunAtWork::~RunAtWork() {
  take_failures();  // those that are left must not outlive the interpreter
  g_threads.erase(g_threads.find(PyThread_get_thread_ident()));
  if (g_threads.empty()) leave_interrupts();
}

void raise_stopped() {
  const RankFailures failures = take_failures();
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  if (failures.exception)
    PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(failures.exception.ptr())),
                    failures.exception.ptr());
  else
    PyErr_SetString(PyExc_KeyboardInterrupt, "the run was stopped");
  throw py::error_already_set();
}

void add_end_of_interpreter(py::module_& m) {
  m.def("_end_runs", &end_runs);
  py::module_::import("atexit").attr("register")(m.attr("_end_runs"));
}

}  // namespace orrery::python
