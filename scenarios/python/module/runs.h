#pragma once

#include <memory>
#include <pybind11/pybind11.h>
#include <vector>

#include "scenarios/run/expect.h"
#include "scenarios/run/runner.h"

/// Scenarios and what came out of them, for Python.
namespace orrery::python {

/// A scenario, the results of its cells, and its expectations, looked at.
struct RanScenario {
  std::shared_ptr<const Scenario> scenario;
  std::vector<RunResult> results;
  std::vector<Check> checks;
  std::vector<pybind11::object> exceptions;  ///< by cell: the exception of a rank, or none
};

/// Returns None, a bool, a number (times in seconds) or a text.
pybind11::object python_value(const FieldValue& value);

/// Returns the cell of that number. THROWS pybind11::index_error.
const RunSpec& cell_of(const Scenario& scenario, std::size_t cell);

void add_runs(pybind11::module_& m);
void add_reports(pybind11::module_& m);
void add_tables(pybind11::module_& m);
void add_traces(pybind11::module_& m);
void add_pictures(pybind11::module_& m);

}  // namespace orrery::python
