#include "scenarios/python/module/slices.h"

#include <pybind11/stl.h>

#include <fmt/format.h>

namespace orrery::python {
namespace py = pybind11;
namespace {

/// Names the type of a value, with the probable intention.
std::string type_text(py::handle value) {
  const std::string type = py::str(py::type::of(value).attr("__name__"));
  if (type == "ndarray") return "a numpy array; ranks never see data, only slices of their buffers";
  if (type == "Request") return "a call that was not awaited: write await before it";
  return type;
}

Slice slice_of(py::handle value, const char* call) {
  if (py::isinstance<PythonSlice>(value)) return value.cast<const PythonSlice&>().slice;
  throw py::type_error(fmt::format("{}: expected a slice such as v, v.block(i) or v[2:5], got {}",
                                   call, type_text(value)));
}

PythonSlice part_of(const PythonSlice& s, const py::slice& range) {
  py::ssize_t start = 0, stop = 0, step = 0, length = 0;
  if (!range.compute(s.slice.count(), &start, &stop, &step, &length)) throw py::error_already_set();
  if (step != 1) throw py::value_error(fmt::format("a slice with step {}; expected step 1", step));
  return {s.slice.part(start, std::max<py::ssize_t>(length, 0))};
}

PythonSlice refuse_element(const PythonSlice& /*s*/, std::int64_t i) {
  throw py::type_error(
      fmt::format("v[{}] is an element, which ranks never see; expected a slice such as v[{}:{}]",
                  i, i, i + 1));
}

template <class T>
py::object optional_text(const T& text) {
  return text.empty() ? py::object(py::none()) : py::cast(text);
}

py::dict problem_dict(const SharedProblem& s) {
  py::dict d;
  const Problem& x = s.problem;
  d["p"] = x.p, d["root"] = x.root, d["count"] = x.count, d["element_bytes"] = x.element_bytes;
  d["bytes"] = x.bytes().count(), d["sizes"] = x.sizes, d["dims"] = x.dims;
  d["blocks"] = s.blocks, d["radix"] = x.radix, d["groups"] = x.groups, d["grid"] = x.grid;
  d["alpha"] = to_seconds(x.cost.alpha), d["beta"] = x.cost.beta.ps * 1e-12;
  d["gamma"] = x.cost.gamma.ps * 1e-12, d["commutative"] = x.commutative;
  return d;
}

}  // namespace

PythonSlice PythonSlice::block(std::int64_t i, std::optional<std::int64_t> of) const {
  return blocks(i, i + 1, of);
}

PythonSlice PythonSlice::blocks(std::int64_t first, std::int64_t last,
                                std::optional<std::int64_t> of) const {
  if (!of && !of_vector)
    throw py::type_error(
        "block: only a rank's vector knows how many blocks it has; expected block(i, of=n)");
  const std::int64_t n = of ? *of : of_vector->partition.blocks();
  if (n < 1) throw py::value_error(fmt::format("block of={}; expected at least 1", n));
  if (first < 0 || first > last || last > n)
    throw py::index_error(
        last == first + 1
            ? fmt::format("block {} of {}; expected 0 .. {}", first, n, n - 1)
            : fmt::format("blocks {} .. {} of {}; expected 0 .. {}", first, last, n, n));
  if (of) return {slice.blocks(first, last, n)};
  const Partition& parts = of_vector->partition;
  return {parts.blocks(slice, static_cast<int>(first), static_cast<int>(last))};
}

std::string PythonSlice::text() const {
  return fmt::format("<slice of {} elements from {} in buffer {}>", slice.count(), slice.offset(),
                     slice.buffer());
}

void forbid_making(PyHeapTypeObject* type) {
  type->ht_type.tp_flags |= Py_TPFLAGS_DISALLOW_INSTANTIATION;
  type->ht_type.tp_flags &= ~static_cast<unsigned long>(Py_TPFLAGS_BASETYPE);
}

Operand operand_of(py::handle value, const char* call) {
  if (!py::isinstance<py::list>(value) && !py::isinstance<py::tuple>(value))
    return {slice_of(value, call)};
  auto parts = std::make_unique<std::vector<Slice>>();
  for (const py::handle part : value) parts->push_back(slice_of(part, call));
  return {{}, std::move(parts)};
}

void add_slices(py::module_& m) {
  py::class_<PythonSlice>(m, "Slice", py::custom_type_setup(forbid_making),
                          "Elements of a buffer of a rank: its vector v, or scratch.")
      .def("block", &PythonSlice::block, py::arg("i"), py::arg("of") = py::none(),
           "Block i of the vector (rank i's), or of as many even blocks as `of` says.")
      .def("blocks", &PythonSlice::blocks, py::arg("first"), py::arg("last"),
           py::arg("of") = py::none(), "Blocks first .. last - 1 as one slice.")
      .def("__getitem__", &part_of, py::arg("range"), "Elements a .. b - 1: v[a:b].")
      .def("__getitem__", &refuse_element)
      .def("__len__", [](const PythonSlice& s) { return s.slice.count(); })
      .def(
          "__eq__", [](const PythonSlice& a, const PythonSlice& b) { return a.slice == b.slice; },
          py::is_operator())
      .def("__hash__",
           [](const PythonSlice& s) {
             return py::hash(py::make_tuple(s.slice.buffer(), s.slice.offset(), s.slice.count()));
           })
      .def_property_readonly(
          "offset", [](const PythonSlice& s) { return s.slice.offset(); },
          "Elements before it in its buffer.")
      .def_property_readonly(
          "nbytes", [](const PythonSlice& s) { return s.slice.bytes().count(); }, "Bytes of it.")
      .def("__repr__", &PythonSlice::text);
  m.attr("token") = py::cast(PythonSlice{Slice::token()});
  py::class_<SharedProblem, std::shared_ptr<SharedProblem>>(
      m, "Problem",
      "What a collective works on: p, root, count, bytes, sizes, dims, blocks, alpha, beta, gamma, "
      "...")
      .def("__getattr__",
           [](const SharedProblem& s, const std::string& name) {
             const py::dict all = problem_dict(s);
             if (all.contains(name.c_str())) return py::object(all[name.c_str()]);
             throw py::attribute_error(fmt::format("a problem has no '{}'", name));
           })
      .def("__dir__", [](const SharedProblem& s) { return py::list(problem_dict(s)); })
      .def("__repr__", [](const SharedProblem& s) {
        return fmt::format("Problem({})", std::string(py::str(problem_dict(s))));
      });
}

}  // namespace orrery::python
