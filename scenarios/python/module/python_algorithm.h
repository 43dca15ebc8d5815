#pragma once

#include <pybind11/pybind11.h>

#include "algorithms/algorithm.h"

/// Algorithms whose ranks run a coroutine function of Python: entries of the catalogue like others.
namespace orrery::python {

/// Adds an algorithm, or replaces the one of that name that was added before. `members` has collective, name, summary,
/// reference, formula, file, function (async def f(comm, v)), and, each a function of a Problem or None: rounds,
/// bytes_total, bytes_max_rank, time (seconds), unsupported; and needs_commutative, needs_powers_of_two. THROWS
/// std::invalid_argument for the name of a built-in algorithm.
const Algorithm& put_algorithm(const pybind11::dict& members);

/// Returns whether it is one of those.
bool is_python_algorithm(const Algorithm& a);

void add_algorithms(pybind11::module_& m);

}  // namespace orrery::python
