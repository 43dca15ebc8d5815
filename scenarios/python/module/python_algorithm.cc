#include "scenarios/python/module/python_algorithm.h"

#include <cmath>
#include <filesystem>
#include <map>
#include <memory>
#include <pybind11/stl.h>

#include <fmt/format.h>

#include "algorithms/instance.h"
#include "algorithms/source_text.h"
#include "scenarios/python/module/python_stack.h"
#include "scenarios/python/module/rank_program.h"
#include "scenarios/run/plugin/kept.h"

namespace orrery::python {
namespace py = pybind11;
namespace {

/// The Python functions of an entry of the catalogue. Never deleted: the catalogue refers to it.
struct PythonAlgorithm {
  Algorithm entry;
  py::object function, rounds, bytes_total, bytes_max_rank, time, unsupported;
};

std::map<const Algorithm*, PythonAlgorithm*>& all_algorithms() {
  static auto* const all = new std::map<const Algorithm*, PythonAlgorithm*>;
  return *all;
}

[[gnu::noinline]] std::shared_ptr<const SharedProblem> shared_of(const Algorithm& a,
                                                                 const Problem& x) {
  Problem own = x;
  own.network = nullptr;
  const Collective& c = find_collective(a.collective);
  return std::make_shared<SharedProblem>(SharedProblem{own, blocks_of(c, x), blocks_for(a, x)});
}

/// Returns the value of a Python function for a problem. THROWS std::invalid_argument with its
/// error.
template <class T>
T ask(const PythonAlgorithm& a, const py::object& function, std::string_view member,
      const Problem& x) {
  T answer{};
  std::string error;
  on_python_stack([&] {
    try {
      answer = function(std::const_pointer_cast<SharedProblem>(shared_of(a.entry, x)))
                   .template cast<T>();
    } catch (const std::exception& e) {
      error = e.what();
    }
  });
  if (!error.empty())
    throw std::invalid_argument(
        fmt::format("{} of {} {}: {}", member, a.entry.collective, a.entry.name, error));
  return answer;
}

bool is_given(const py::object& function) {
  return function && !function.is_none();
}

std::int64_t rounds_of(const PythonAlgorithm& a, const Problem& x) {
  return is_given(a.rounds) ? ask<std::int64_t>(a, a.rounds, "rounds", x) : 0;
}
Bytes bytes_total_of(const PythonAlgorithm& a, const Problem& x) {
  return Bytes(is_given(a.bytes_total) ? ask<std::int64_t>(a, a.bytes_total, "bytes_total", x) : 0);
}
Bytes bytes_max_rank_of(const PythonAlgorithm& a, const Problem& x) {
  return Bytes(
      is_given(a.bytes_max_rank) ? ask<std::int64_t>(a, a.bytes_max_rank, "bytes_max_rank", x) : 0);
}
Time time_of(const PythonAlgorithm& a, const Problem& x) {
  return Time(is_given(a.time) ? std::llround(ask<double>(a, a.time, "time", x) * 1e12) : 0);
}
std::optional<std::string> unsupported_by(const PythonAlgorithm& a, const Problem& x) {
  return ask<std::optional<std::string>>(a, a.unsupported, "unsupported", x);
}
void run_python(const PythonAlgorithm& a, Comm& c, const Call& call) {
  run_rank(a.function, c, call.v, shared_of(a.entry, call.problem));
}

/// A run of an algorithm: it has the state that all ranks share, and the number of rounds that they
/// marked.
class PythonProgram : public Instance {
 public:
  PythonProgram(const PythonAlgorithm& a, const Problem& x)
      : Instance(a.entry, x),
        of_(a),
        problem_(x),
        shared_(shared_of(a.entry, settled(a.entry, x))) {}

  void begin(bool /*has_content*/) const override { rounds_ = 0; }
  void run(Comm& c, Slice v) const override {
    if (problem_.separate_buffers || problem_.packs) return Instance::run(c, v);
    rounds_ = std::max(rounds_, run_rank(of_.function, c, v, shared_));
  }
  std::optional<std::string> mismatch(const Store& store, Slice v, int rank) const override {
    if (const auto wrong = Instance::mismatch(store, v, rank)) return wrong;
    if (rank > 0 || !is_given(of_.rounds) || problem_.separate_buffers || problem_.packs)
      return std::nullopt;
    const std::int64_t says = rounds_of(of_, problem_);
    if (says == rounds_) return std::nullopt;
    return fmt::format("rounds says {} rounds, but there were {}", says, rounds_);
  }

 private:
  const PythonAlgorithm& of_;
  const Problem& problem_;
  std::shared_ptr<const SharedProblem> shared_;
  mutable int rounds_ = 0;
};

std::unique_ptr<Program> python_program(const Algorithm& a, const Problem& x) {
  return std::make_unique<PythonProgram>(*all_algorithms().at(&a), x);
}

std::string_view text_in(const py::dict& members, const char* name) {
  return kept(py::str(members[name]));
}

/// Returns the entry for the catalogue; `to` is its final place.
Algorithm entry_of(const py::dict& members, const PythonAlgorithm& to) {
  Algorithm a{.collective = text_in(members, "collective"),
              .name = text_in(members, "name"),
              .summary = text_in(members, "summary"),
              .reference = text_in(members, "reference"),
              .formula = text_in(members, "formula")};
  a.needs_commutative = members["needs_commutative"].cast<bool>();
  a.needs_ranks = members["needs_powers_of_two"].cast<bool>() ? Ranks::kPowersOfTwo : Ranks::kAny;
  a.needs_coordinates = members["needs_coordinates"].cast<bool>();
  a.run = decltype(a.run)::of<run_python>(to);
  a.rounds = decltype(a.rounds)::of<rounds_of>(to);
  a.bytes_total = decltype(a.bytes_total)::of<bytes_total_of>(to);
  a.bytes_max_rank = decltype(a.bytes_max_rank)::of<bytes_max_rank_of>(to);
  a.time = decltype(a.time)::of<time_of>(to);
  if (!members["unsupported"].is_none())
    a.unsupported = decltype(a.unsupported)::of<unsupported_by>(to);
  return a;
}

PythonAlgorithm* known(std::string_view collective, std::string_view name) {
  for (const auto& [entry, python] : all_algorithms())
    if (entry->collective == collective && entry->name == name) return python;
  return nullptr;
}

}  // namespace

bool is_python_algorithm(const Algorithm& a) {
  return all_algorithms().contains(&a);
}

const Algorithm& put_algorithm(const py::dict& members) {
  const std::string file = py::str(members["file"]);
  allow_sources(std::filesystem::path(file).parent_path());
  PythonAlgorithm* python = known(text_in(members, "collective"), text_in(members, "name"));
  const bool is_new = python == nullptr;
  if (is_new) python = new PythonAlgorithm;
  python->entry = entry_of(members, *python);
  if (is_new) {
    try {
      add_to_catalog(python->entry, {file, python_program});
    } catch (...) {
      delete python;
      throw;
    }
    all_algorithms()[&python->entry] = python;
  }
  python->function = members["function"], python->rounds = members["rounds"],
  python->time = members["time"];
  python->bytes_total = members["bytes_total"], python->bytes_max_rank = members["bytes_max_rank"];
  python->unsupported = members["unsupported"];
  return python->entry;
}

void add_algorithms(py::module_& m) {
  m.def("put_algorithm", [](const py::dict& members) { put_algorithm(members); });
}

}  // namespace orrery::python
