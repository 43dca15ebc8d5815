#include "scenarios/python/module/requests.h"

#include <algorithm>
#include <array>
#include <pybind11/stl.h>

#include <fmt/format.h>

#include "scenarios/python/module/python_stack.h"

namespace orrery::python {
namespace py = pybind11;
namespace {

std::string_view name_of(CallName call) {
  static constexpr std::array<std::string_view, 14> kNames{
      "send",         "recv", "sendrecv", "isend", "irecv", "wait",  "reduce",
      "reduce_front", "copy", "scratch",  "round", "lanes", "split", "collective"};
  return kNames.at(static_cast<std::size_t>(call));
}

/// Begins a call. THROWS where the communicator is gone.
Request begin(CallName call, const CommPointer& on) {
  if (on->comm == nullptr)
    throw std::runtime_error(fmt::format(
        "comm.{}: its rank or lane has ended; a comm is only good while that runs", name_of(call)));
  return {call, on};
}

Request one_way(CallName call, const CommPointer& on, py::handle what, int peer, int tag) {
  Request r = begin(call, on);
  r.x = operand_of(what, name_of(call).data());
  r.a = peer, r.tag = tag;
  return r;
}

Request combine(CallName call, const CommPointer& on, py::handle into, py::handle from) {
  Request r = begin(call, on);
  r.x = operand_of(into, name_of(call).data()), r.y = operand_of(from, name_of(call).data());
  return r;
}

Request send_receive(const CommPointer& on, py::handle what, int to, py::handle into, int source,
                     int tag) {
  Request r = one_way(CallName::kSendReceive, on, what, to, tag);
  r.y = operand_of(into, "sendrecv"), r.b = source;
  return r;
}

void add_handle(Request& r, py::handle value) {
  if (!py::isinstance<PythonHandle>(value))
    throw py::type_error(
        "wait: expected handles that `await comm.isend(...)` or `await comm.irecv(...)` returned");
  r.handles.push_back(value.cast<const PythonHandle&>().handle);
}

Request wait(const CommPointer& on, const py::args& handles) {
  Request r = begin(CallName::kWait, on);
  for (const py::handle h : handles) {
    if (py::isinstance<py::list>(h) || py::isinstance<py::tuple>(h))
      for (const py::handle each : h) add_handle(r, each);
    else
      add_handle(r, h);
  }
  return r;
}

Request round(const CommPointer& on, int k) {
  Request r = begin(CallName::kRound, on);
  r.a = k;
  std::tie(r.file, r.b) = place_of_code();
  return r;
}

Request lanes(const CommPointer& on, int n, py::object body) {
  constexpr int kMost = 1 << 16;
  Request r = begin(CallName::kLanes, on);
  if (n > kMost) throw py::value_error(fmt::format("lanes({}); expected at most {}", n, kMost));
  if (PyCallable_Check(body.ptr()) == 0)
    throw py::type_error("lanes: expected an async function of (lane, i)");
  r.a = n, r.object = std::move(body);
  return r;
}

Request split(const CommPointer& on, const py::iterable& ranks) {
  Request r = begin(CallName::kSplit, on);
  for (const py::handle rank : ranks) {
    r.ranks.push_back(
        PyLong_Check(rank.ptr()) != 0 || PyIndex_Check(rank.ptr()) != 0
            ? rank.cast<int>()
            : throw py::type_error(fmt::format("split: {} is not a rank; expected numbers",
                                               std::string(py::repr(rank)))));
  }
  return r;
}

Request scratch(const CommPointer& on, std::int64_t elements) {
  Request r = begin(CallName::kScratch, on);
  r.count = elements;
  return r;
}

/// Requests an algorithm of the catalogue on `on` with `v`. Costs and datatype are those of the
/// run.
Request collective(const CommPointer& on, const std::string& name, const std::string& algorithm,
                   py::handle v, int root, std::optional<std::int64_t> count,
                   const std::vector<std::int64_t>& sizes, int blocks, int radix) {
  Request r = begin(CallName::kCollective, on);
  if (blocks < 0 || radix < 0)
    throw py::value_error(fmt::format(
        "{}: blocks={}, radix={}; expected at least 1, or 0 for the default", name, blocks, radix));
  if (root < 0 || root >= on->size)
    throw py::value_error(fmt::format("{}: root={}; expected 0 .. {}", name, root, on->size - 1));
  if (!v.is_none() || name != "barrier") r.x = operand_of(v, name.c_str());
  r.part = std::make_unique<CollectivePart>();
  r.part->name = name;
  std::ranges::replace(r.part->name, '-', '_');
  r.part->algorithm = &find_algorithm(name, algorithm);
  Problem& x = r.part->problem = on->rank->shared->problem;
  x.p = on->size, x.root = root, x.sizes = sizes, x.groups.clear(), x.grid.clear(), x.skips.clear();
  if (on->size != on->rank->shared->problem.p)
    x.dims.clear(), x.no_dims = "its ranks are a part of those of the run";
  x.blocks = blocks, x.radix = radix;
  std::int64_t elements = r.x.slice.count();
  if (r.x.parts)
    for (const Slice& part : *r.x.parts) elements += part.count();
  x.count = count.value_or(elements);
  return r;
}

// A request is its own awaitable and iterator: the first step hands it to the fiber, which makes the call, the second gives
// back the result.

Request& request_of(PyObject* self) {
  return *py::cast<Request*>(py::handle(self));
}

PySendResult step(PyObject* self, PyObject* /*sent*/, PyObject** result) {
  Request& r = request_of(self);
  switch (r.state) {
    case Request::State::kCreated:
      r.state = Request::State::kAwaited;
      *result = Py_NewRef(self);
      return PYGEN_NEXT;
    case Request::State::kMade:
      r.state = Request::State::kDone;
      if (r.error) {
        PyErr_SetString(PyExc_ValueError, r.error->c_str());
        return PYGEN_ERROR;
      }
      *result = r.object ? r.object.release().ptr() : Py_NewRef(Py_None);
      return PYGEN_RETURN;
    default:
      PyErr_Format(PyExc_RuntimeError,
                   "this call of %s has been awaited already; call it again for another message",
                   text_of_call(r).c_str());
      return PYGEN_ERROR;
  }
}

PyObject* next(PyObject* self) {
  PyObject* result = nullptr;
  const PySendResult how = step(self, Py_None, &result);
  if (how != PYGEN_RETURN) return result;
  // An exception of its own: the interpreter would take a tuple for its arguments.
  if (result != Py_None)
    if (PyObject* const stop = PyObject_CallOneArg(PyExc_StopIteration, result)) {
      PyErr_SetObject(PyExc_StopIteration, stop);
      Py_DECREF(stop);
    }
  Py_DECREF(result);
  return nullptr;
}

PyObject* await(PyObject* self) {
  request_of(self).is_awaited = true;
  return Py_NewRef(self);
}

PyObject* iterate(PyObject* self) {
  if (request_of(self).is_awaited) return Py_NewRef(self);
  PyErr_Format(PyExc_TypeError, "%s(...) is a call, not a list; expected await before it",
               text_of_call(request_of(self)).c_str());
  return nullptr;
}

void make_awaitable(PyHeapTypeObject* type) {
  forbid_making(type);
  type->as_async.am_await = await;
  type->as_async.am_send = step;
  type->ht_type.tp_iter = iterate;
  type->ht_type.tp_iternext = next;
}

void add_calls(py::class_<CommState, CommPointer>& c) {
  using py::arg;
  const auto send = [](CallName call) {
    return [call](const CommPointer& on, py::handle what, int to, int tag) {
      return one_way(call, on, what, to, tag);
    };
  };
  const auto receive = [](CallName call) {
    return [call](const CommPointer& on, py::handle into, int source, int tag) {
      return one_way(call, on, into, source, tag);
    };
  };
  const auto both = [](CallName call) {
    return [call](const CommPointer& on, py::handle into, py::handle what) {
      return combine(call, on, into, what);
    };
  };
  c.def("send", send(CallName::kSend), arg("what"), arg("to"), arg("tag") = 0,
        "Sends a slice; done when it has been sent.")
      .def("recv", receive(CallName::kReceive), arg("into"), arg("source"), arg("tag") = 0,
           "Receives into a slice.")
      .def("sendrecv", &send_receive, arg("what"), arg("to"), arg("into"), arg("source"),
           arg("tag") = 0, "Sends and receives at the same time; done when both are.")
      .def("isend", send(CallName::kIsend), arg("what"), arg("to"), arg("tag") = 0,
           "Begins to send; await gives a handle for wait.")
      .def("irecv", receive(CallName::kIreceive), arg("into"), arg("source"), arg("tag") = 0,
           "Begins to receive; await gives a handle for wait.")
      .def("wait", &wait, "Waits for handles, or lists of them.")
      .def("reduce", both(CallName::kReduce), arg("into"), arg("what"),
           "into = into + what, by the operator of the run.")
      .def("reduce_front", both(CallName::kReduceFront), arg("into"), arg("what"),
           "into = what + into: operators may keep the order.")
      .def("copy", both(CallName::kCopy), arg("into"), arg("what"), "into = what.")
      .def("scratch", &scratch, arg("elements"), "A buffer of the rank until the end of the run.")
      .def("round", &round, arg("k"),
           "Enters round k of the algorithm, 0, 1, ...; the comment above is its sentence.")
      .def("lanes", &lanes, arg("n"), arg("body"),
           "Runs body(lane, i) for i = 0 .. n - 1 at the same time.")
      .def("split", &split, arg("ranks"),
           "The communicator of these ranks, in this order; all of them call it.")
      .def("_collective", &collective);
}

}  // namespace

std::string text_of_call(const Request& r) {
  if (r.part) return fmt::format("orrery.{}", r.part->name);
  return fmt::format("comm.{}", name_of(r.call));
}

std::pair<std::string, int> place_of_code() {
  auto* const frame = PyEval_GetFrame();
  if (frame == nullptr) return {};
  const auto code =
      py::reinterpret_steal<py::object>(reinterpret_cast<PyObject*>(PyFrame_GetCode(frame)));
  return {py::str(code.attr("co_filename")), PyFrame_GetLineNumber(frame)};
}

Request::~Request() {
  const bool was_made = state == State::kMade || state == State::kDone;
  if (!comm || was_made || !comm->rank->running) return;
  const py::error_scope others;  // an exception may be on its way
  const auto [where, line] = place_of_code();
  comm->rank->forgotten.push_back(
      fmt::format("{}:{}: {}(...) was called without await, so nothing was done", where, line,
                  text_of_call(*this)));
}

void add_requests(py::module_& m) {
  py::class_<Request>(m, "Request", py::custom_type_setup(make_awaitable),
                      "A call that is made when it is awaited.")
      .def("__repr__",
           [](const Request& r) { return fmt::format("<call of {}>", text_of_call(r)); });
  py::class_<PythonHandle>(m, "Handle", py::custom_type_setup(forbid_making),
                           "A message under way, for comm.wait.");
  py::class_<CommState, CommPointer> comm(
      m, "Comm", py::custom_type_setup(forbid_making),
      "A rank's communicator. Every call but size, rank and problem is awaited.");
  comm.def_readonly("rank", &CommState::number, "This rank, 0 .. size - 1.")
      .def_readonly("size", &CommState::size, "The number of ranks.")
      .def_property_readonly(
          "problem",
          [](const CommState& c) { return std::const_pointer_cast<SharedProblem>(c.rank->shared); },
          "What the collective works on (of the whole run).")
      .def("__repr__", [](const CommState& c) {
        return fmt::format("<comm of rank {} of {}>", c.number, c.size);
      });
  add_calls(comm);
}

}  // namespace orrery::python
