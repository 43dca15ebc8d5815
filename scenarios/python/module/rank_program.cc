#include "scenarios/python/module/rank_program.h"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "algorithms/levels/placed_comm.h"
#include "emu/engine/fibers/large_stack.h"
#include "emu/engine/stop.h"
#include "scenarios/python/module/python_stack.h"
#include "scenarios/run/plugin/kept.h"

namespace orrery::python {
namespace py = pybind11;
namespace {

RankFailures& failures() {
  thread_local RankFailures all;
  return all;
}

/// The error that ends a rank. Created where Python runs, thrown on the fiber.
struct Failure {
  std::string text = {};
  bool stop = false;  ///< the user wants the run to end
  bool failed() const { return stop || !text.empty(); }
  void raise() const {
    if (stop) throw Stopped();
    if (!text.empty()) throw std::runtime_error(text);
  }
};

/// Takes the exception that Python has raised, with its traceback.
py::object raised() {
  PyObject *type = nullptr, *value = nullptr, *trace = nullptr;
  PyErr_Fetch(&type, &value, &trace);
  PyErr_NormalizeException(&type, &value, &trace);
  if (trace != nullptr) PyException_SetTraceback(value, trace);
  Py_XDECREF(type), Py_XDECREF(trace);
  return py::reinterpret_steal<py::object>(value);
}

/// Makes a failure of the exception that Python has raised.
Failure take_exception() {
  const py::object error = raised();
  Failure f{.text = {},
            .stop = PyErr_GivenExceptionMatches(error.ptr(), PyExc_KeyboardInterrupt) != 0};
  if (!failures().exception) failures().exception = error;
  if (f.stop) return f;
  try {
    f.text = py::str(py::module_::import("orrery._errors").attr("rank_traceback")(error));
  } catch (const py::error_already_set& e) {
    f.text = e.what();
  }
  return f;
}

/// A coroutine of a rank: its program, or one of its lanes.
class Coroutine {
 public:
  /// REQUIRES no lock.
  explicit Coroutine(RankState& rank) : rank_(rank) {}
  ~Coroutine() {
    on_python_stack([&] { end(); });
  }
  Coroutine(const Coroutine&) = delete;
  Coroutine& operator=(const Coroutine&) = delete;

  /// Begins the coroutine that make() returns.
  template <class Make>
  void begin(Make make) {
    Failure failure;
    on_python_stack([&] { failure = try_begin(make); });
    failure.raise();
  }
  /// Lets it run up to the next await. Returns the call that is awaited; null at the end.
  Request* next() {
    Failure failure;
    Request* request = nullptr;
    on_python_stack([&] { failure = step(request); });
    failure.raise();
    return request;
  }

 private:
  template <class Make>
  Failure try_begin(const Make& make) {
    try {
      coroutine_ = make();
    } catch (py::error_already_set& e) {
      e.restore();
      return take_exception();
    } catch (const std::exception& e) {
      return {e.what()};
    }
    if (PyCoro_CheckExact(coroutine_.ptr())) return {};
    return {fmt::format(
        "the program of a rank returned {}; expected a coroutine, as async def makes it",
        std::string(py::str(py::type::of(coroutine_).attr("__name__"))))};
  }

  Failure step(Request*& request) {
    awaited_ = {};
    PyObject* result = nullptr;
    const PySendResult how = PyIter_Send(coroutine_.ptr(), Py_None, &result);
    if (how == PYGEN_ERROR) {
      ended_ = true;
      return take_exception();
    }
    awaited_ = py::reinterpret_steal<py::object>(result);
    ended_ = how == PYGEN_RETURN;
    if (ended_) coroutine_ = {};  // its contents are checked now
    if (!rank_.forgotten.empty()) return {rank_.forgotten.front()};
    if (ended_) return {};
    if (!py::isinstance<Request>(awaited_))
      return {fmt::format(
          "awaited something that is not of orrery ({}); a rank may await calls of its comm and "
          "collectives of orrery only",
          std::string(py::repr(awaited_)))};
    request = awaited_.cast<Request*>();
    return {};
  }

  /// Notes where the coroutine is if it has not ended, and closes it.
  void end() {
    if (coroutine_ && !ended_) note_place();
    awaited_ = {}, coroutine_ = {};
    rank_.forgotten.clear();
    if (PyErr_Occurred() != nullptr) PyErr_Clear();
  }

  void note_place() {
    try {
      const auto place = py::module_::import("orrery._errors").attr("place_of")(coroutine_);
      failures().places.emplace_back(rank_.number, py::str(place));
      coroutine_.attr("close")();
    } catch (const py::error_already_set&) {  // its finally may have awaited
      static_cast<void>(coroutine_.release());
    }
  }

  RankState& rank_;
  py::object coroutine_, awaited_;
  bool ended_ = false;
};

Slice joined(Comm& on, const Operand& o) {
  return o.parts ? on.join(*o.parts) : o.slice;
}

void mark_round(const Request& r, Comm& on, RankState& rank) {
  const SourceLine place{kept(r.file).c_str(), "", static_cast<unsigned>(r.b), 0};
  on.round(r.a, place.location());
  rank.rounds = std::max(rank.rounds, r.a + 1);
}

/// Refuses what would run within so many parts and lanes of a rank that its stack overflows.
void require_stack(std::string_view what) {
  // What an algorithm in C++ needs, with room to spare.
#if defined(__SANITIZE_ADDRESS__) || !defined(NDEBUG)
  constexpr std::size_t kLeast = 80 << 10;  // frames are larger, and so are stacks
#else
  constexpr std::size_t kLeast = 20 << 10;
#endif
  if (fiber_stack_left() < kLeast)
    throw std::invalid_argument(
        fmt::format("{} would run within so many parts and lanes that the stack of the rank "
                    "overflows; expected fewer: does it run itself without end?",
                    what));
}

void run_part(const Request& r, Comm& on, RankState& rank) {
  const Algorithm& a = *r.part->algorithm;
  if (const auto why = refusal(a, r.part->problem)) throw std::invalid_argument(*why);
  require_stack(fmt::format("{} {}", a.collective, a.name));
  const auto instance = std::make_unique<Instance>(a, r.part->problem);  // too large for the stack
  const Instance& part = *instance;
  Slices pieces;
  for (const Slice& piece : r.x.parts ? *r.x.parts : std::vector{r.x.slice}) append(pieces, piece);
  if (elements_of(pieces) != part.length())
    throw std::invalid_argument(text_of(a.collective, " of ", r.part->problem.count,
                                        " elements on ", on.size(), " ranks works on a vector of ",
                                        part.length(), ", but it was given ", elements_of(pieces)));
  PlacedComm placed(on, pieces, rank.rounds);
  part.run(placed, placed.vector());
  rank.rounds += static_cast<int>(a.rounds(r.part->problem));
}

void drive(const std::shared_ptr<CommState>& comm, Coroutine& coroutine);

/// Puts what await returns into the request.
template <class T>
void answer(Request& r, T value) {
  on_python_stack([&] { r.object = py::cast(std::move(value)); });
}

CommPointer comm_state(Comm& c, const std::shared_ptr<RankState>& rank) {
  auto state = std::make_shared<CommState>();
  state->comm = &c, state->lane = &c, state->rank = rank, state->number = c.rank(),
  state->size = c.size();
  return state;
}

/// Runs a coroutine that make(comm) returns, on `c`.
template <class Make>
void run_coroutine(Comm& c, const std::shared_ptr<RankState>& rank, Make make) {
  const CommPointer state = comm_state(c, rank);
  struct Gone {
    CommState& of;
    ~Gone() { of.comm = nullptr; }
  } const gone{*state};
  Coroutine coroutine(*rank);
  coroutine.begin([&] { return make(state); });
  drive(state, coroutine);
}

void run_lanes(Request& r, Comm& on) {
  require_stack("comm.lanes");
  const std::shared_ptr<RankState> rank = r.comm->rank;
  on.lanes(r.a, [&r, &rank](Comm& lane, int i) {
    run_coroutine(lane, rank, [&](const CommPointer& state) { return r.object(state, i); });
  });
  on_python_stack([&] { r.object = {}; });
}

void split_comm(Request& r, Comm& on) {
  auto owned = on.sub(r.ranks);
  CommPointer state = comm_state(*owned, r.comm->rank);
  state->lane = r.comm->lane;
  state->owned = std::move(owned);
  answer(r, state);
}

void communicate(Request& r, Comm& on) {
  switch (r.call) {
    case CallName::kSend:
      return on.send(joined(on, r.x), r.a, r.tag);
    case CallName::kReceive:
      return on.recv(joined(on, r.x), r.a, r.tag);
    case CallName::kSendReceive: {
      const Slice out = joined(on, r.x);
      return on.sendrecv(out, r.a, joined(on, r.y), r.b, r.tag);
    }
    case CallName::kIsend:
      return answer(r, PythonHandle{on.isend(joined(on, r.x), r.a, r.tag), r.comm});
    case CallName::kIreceive:
      return answer(r, PythonHandle{on.irecv(joined(on, r.x), r.a, r.tag), r.comm});
    default:
      return on.wait_all(r.handles);
  }
}

void combine_slices(const Request& r, Comm& on) {
  const Slice into = joined(on, r.x), from = joined(on, r.y);
  if (r.call == CallName::kReduce) return on.reduce(into, from);
  if (r.call == CallName::kReduceFront) return on.reduce_front(into, from);
  on.copy(into, from);
}

void make_call(Request& r) {
  if (r.comm->comm == nullptr) throw std::invalid_argument("its comm is gone: the lane has ended");
  Comm& on = *r.comm->comm;
  if (r.call <= CallName::kWait) return communicate(r, on);
  if (r.call <= CallName::kCopy) return combine_slices(r, on);
  switch (r.call) {
    case CallName::kScratch:
      return answer(r, PythonSlice{on.scratch(r.count)});
    case CallName::kRound:
      return mark_round(r, on, *r.comm->rank);
    case CallName::kLanes:
      return run_lanes(r, on);
    case CallName::kSplit:
      return split_comm(r, on);
    default:
      return run_part(r, on, *r.comm->rank);
  }
}

/// Makes the calls of a coroutine until it ends. Errors of a call are raised where it is awaited.
void drive(const std::shared_ptr<CommState>& comm, Coroutine& coroutine) {
  while (Request* const r = coroutine.next()) try {
      if (r->comm->rank != comm->rank)
        throw std::invalid_argument("its comm is that of another rank");
      if (r->comm->comm != nullptr && r->comm->lane != comm->lane)
        throw std::invalid_argument("its comm is that of another lane");
      make_call(*r);
      r->state = Request::State::kMade;
    } catch (const std::invalid_argument& e) {
      r->error = fmt::format("{}: {}", text_of_call(*r), e.what());
      r->state = Request::State::kMade;
    }
}

}  // namespace

RankFailures take_failures() {
  RankFailures taken = std::move(failures());
  failures() = {};
  std::ranges::sort(taken.places);
  return taken;
}

int run_rank(const py::object& function, Comm& c, Slice v,
             const std::shared_ptr<const SharedProblem>& shared) {
  const auto rank = std::make_shared<RankState>();
  rank->number = c.rank(), rank->shared = shared, rank->element_bytes = v.element_bytes();
  struct Ended {
    RankState& of;
    ~Ended() { of.running = false; }
  } const ended{*rank};
  run_coroutine(c, rank, [&](const CommPointer& comm) {
    return function(comm, PythonSlice{v, shared});
  });
  return rank->rounds;
}

}  // namespace orrery::python
