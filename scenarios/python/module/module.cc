#include <pybind11/pybind11.h>

#include "scenarios/python/module/python_algorithm.h"
#include "scenarios/python/module/requests.h"
#include "scenarios/python/module/runs.h"
#include "scenarios/python/module/runs_at_work.h"
#include "scenarios/text/errors.h"

namespace orrery::python {
namespace py = pybind11;
namespace {

/// Raises orrery.InputError in Python, with place, key, the expected value and the nearest known
/// one.
void raise_input_error(const InputError& e) {
  const py::object type = py::module_::import("orrery._errors").attr("InputError");
  const Place& place = e.place();
  const py::object error =
      type(e.what(), py::arg("place") = place.text(), py::arg("line") = place.line,
           py::arg("is_option") = place.is_option, py::arg("key") = e.key(),
           py::arg("expected") = e.expected(), py::arg("nearest") = e.nearest(),
           py::arg("wrong") = e.text_without_place());
  PyErr_SetObject(type.ptr(), error.ptr());
}

void translate(std::exception_ptr error) {
  try {
    if (error) std::rethrow_exception(error);
  } catch (const InputError& e) {
    raise_input_error(e);
  }
}

}  // namespace
}  // namespace orrery::python

PYBIND11_MODULE(_orrery, m) {
  using namespace orrery::python;
  m.doc() = "The emulator behind the package orrery.";
  m.attr("version") = ORRERY_VERSION;
  pybind11::register_exception_translator(&translate);
  add_slices(m);
  add_requests(m);
  add_algorithms(m);
  add_runs(m);
  add_reports(m);
  add_tables(m);
  add_traces(m);
  add_pictures(m);
  add_end_of_interpreter(m);
}
