#pragma once

#include <memory>
#include <pybind11/pybind11.h>
#include <string>
#include <vector>

#include "algorithms/algorithm.h"

/// Parts of a rank's buffers, as Python programs name them.
namespace orrery::python {

/// State that the ranks of a run share.
struct SharedProblem {
  Problem problem;      ///< without its network
  Partition partition;  ///< of every rank's vector into blocks
  int blocks = 1;
};

/// A slice of a buffer. The vector of a rank knows its blocks, other slices are cut as evenly as can be.
struct PythonSlice {
  Slice slice;
  std::shared_ptr<const SharedProblem> of_vector = {};

  PythonSlice block(std::int64_t i, std::optional<std::int64_t> of) const;
  PythonSlice blocks(std::int64_t first, std::int64_t last, std::optional<std::int64_t> of) const;
  std::string text() const;
};

/// Operand of a call: one slice, or several that become one message.
struct Operand {
  Slice slice;
  std::unique_ptr<std::vector<Slice>> parts = {};
};

/// Makes an operand of a slice, or a list or tuple of slices. THROWS
/// pybind11::type_error that names the call.
Operand operand_of(pybind11::handle value, const char* call);

/// Forbids programs to make objects of a type that the module alone makes.
void forbid_making(PyHeapTypeObject* type);

void add_slices(pybind11::module_& m);

}  // namespace orrery::python
