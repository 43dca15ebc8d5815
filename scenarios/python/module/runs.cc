#include "scenarios/python/module/runs.h"

#include <optional>
#include <pybind11/functional.h>
#include <pybind11/stl.h>

#include <fmt/format.h>

#include "emu/base/nearest.h"
#include "emu/engine/stop.h"
#include "scenarios/cell/validate.h"
#include "scenarios/python/module/python_algorithm.h"
#include "scenarios/python/module/rank_program.h"
#include "scenarios/python/module/runs_at_work.h"
#include "scenarios/report/export.h"
#include "scenarios/report/report.h"
#include "scenarios/run/load.h"
#include "scenarios/run/metrics/fields.h"
#include "scenarios/run/results_file.h"

namespace orrery::python {
namespace py = pybind11;
namespace {

using ScenarioPointer = std::shared_ptr<Scenario>;
using Progress = std::function<void(std::size_t done, std::size_t all)>;

bool is_of_python(const RunSpec& spec) {
  const Algorithm* const a = algorithm_or_null(spec.collective, spec.algorithm);
  return a != nullptr && is_python_algorithm(*a);
}

bool runs_python(const RunSpec& spec) {
  return runs_operations(spec) /* maybe */ || is_of_python(spec);
}

/// Returns the scenario that `load(defaults)` reads. One with a program in Python checks data, unless the payload is given.
template <class Load>
ScenarioPointer checking(Load&& load) {
  Scenario scenario = load({});
  if (std::ranges::any_of(scenario.cells, is_of_python))
    scenario = load({{"payload", "provenance"}});
  return std::make_shared<Scenario>(std::move(scenario));
}

ScenarioPointer load(const std::string& name, const Overrides& overrides) {
  return checking([&](const Overrides& defaults) {
    return load_scenario(name, overrides, Unsupported::kAsWritten, defaults);
  });
}

ScenarioPointer parse(const std::string& text, const std::string& name,
                      const Overrides& overrides) {
  return checking([&](const Overrides& defaults) {
    return parse_scenario(text, name, overrides, Unsupported::kAsWritten, defaults);
  });
}

/// Adds the places at which the ranks of an abandoned run stopped, and keeps an exception that one
/// raised.
void add_failures(RunResult& r, py::object& exception) {
  RankFailures failures = take_failures();
  exception = failures.exception;
  if (r.outcome != Outcome::kDeadlock || !r.error) return;
  for (const auto& [rank, place] : failures.places)
    *r.error += fmt::format("\n  rank {} stands at {}", rank, place);
}

RunResult open_result(const RunSpec& spec) {
  RunResult r;
  r.spec = spec, r.title = spec.title;
  r.outcome = Outcome::kNotRun;
  r.error = "the sweep was stopped before this run ended";
  return r;
}

/// Runs the cells of a scenario that the results file does not have yet.
class ScenarioRun {
 public:
  ScenarioRun(const ScenarioPointer& scenario, const std::string& resume, Detail detail)
      : scenario_(scenario), detail_(detail) {
    if (!resume.empty()) file_.emplace(resume, *scenario, detail);
    for (std::size_t i = 0; i < scenario->cells.size(); ++i) {
      auto known = file_ ? file_->find(scenario->cells[i]) : std::nullopt;
      if (!known) open_.push_back(i);
      ran_.results.push_back(known ? std::move(*known) : open_result(scenario->cells[i]));
    }
    ran_.scenario = scenario;
    ran_.exceptions.resize(ran_.results.size());
  }

  /// Runs without the interpreter's lock. THROWS Stopped.
  void run(int jobs, const Progress& progress) {
    std::vector<RunSpec> specs;
    specs.reserve(open_.size());
    for (const std::size_t i : open_) specs.push_back(scenario_->cells[i]);
    if (std::ranges::any_of(specs, runs_python)) jobs = 1;  // Python runs on one thread at a time
    std::size_t done = 0;
    run_each(specs, jobs, detail_, [&](std::size_t i, RunResult r) {
      finish(open_[i], std::move(r));
      ++done;
      if (progress) tell(progress, done);
      return !g_stop_requested;
    });
    if (done < open_.size()) throw Stopped();
  }

  RanScenario take() {
    ran_.checks = check_expectations(*scenario_, ran_.results);
    return std::move(ran_);
  }

 private:
  void finish(std::size_t cell, RunResult r) {
    {
      const Locked lock;
      add_failures(r, ran_.exceptions[cell]);
    }
    if (file_) file_->append(r);
    ran_.results[cell] = std::move(r);
  }
  void tell(const Progress& progress, std::size_t done) const {
    const Locked lock;
    progress(done, open_.size());
  }

  ScenarioPointer scenario_;
  Detail detail_;
  std::optional<ResultsFile> file_;
  std::vector<std::size_t> open_;
  RanScenario ran_;
};

std::shared_ptr<RanScenario> run(const ScenarioPointer& scenario, int jobs, bool times_only,
                                 const std::string& resume, const py::object& progress) {
  Progress told;
  if (!progress.is_none()) told = [&](std::size_t done, std::size_t all) { progress(done, all); };
  ScenarioRun runs(scenario, resume, times_only ? Detail::kTime : Detail::kFull);
  at_work("orrery.run", [&] {
    runs.run(jobs, told);
    return true;
  });
  return std::make_shared<RanScenario>(runs.take());
}

const RunResult& result_of(const RanScenario& ran, std::size_t i) {
  if (i >= ran.results.size()) throw py::index_error("no such run");
  return ran.results[i];
}

py::object value(const RanScenario& ran, std::size_t i, const std::string& name) {
  if (const Field* const field = find_field(name))
    return python_value(field->get(result_of(ran, i)));
  throw py::key_error(Complaint{fmt::format("no field of results is called '{}'", name), "",
                                nearest_of(name, field_names())}
                          .text());
}

py::dict columns(const RanScenario& ran) {
  py::dict all;
  for (const Field& field : fields()) {
    py::list values;
    for (const RunResult& r : ran.results) values.append(python_value(field.get(r)));
    all[py::str(field.name)] = values;
  }
  for (const RunResult& r : ran.results)
    for (const auto& [name, value] : further_fields(r)) {
      if (!all.contains(name)) all[py::str(name)] = py::list();
      py::list(all[py::str(name)]).append(python_value(value));
    }
  return all;
}

/// Returns the fields of a run after those that all runs have.
py::dict further(const RanScenario& ran, std::size_t i) {
  py::dict all;
  for (const auto& [name, value] : further_fields(result_of(ran, i)))
    all[py::str(name)] = python_value(value);
  return all;
}

py::list expectations(const RanScenario& ran) {
  static constexpr const char* kVerdicts[] = {"passed", "failed", "skipped"};
  py::list all;
  for (const Check& check : ran.checks) {
    py::dict d;
    d["key"] = check.expectation != nullptr ? check.expectation->key : "";
    d["cell"] = check.cell ? py::cast(*check.cell) : py::none();
    d["verdict"] = kVerdicts[static_cast<std::size_t>(check.verdict)];
    d["got"] = python_value(check.got), d["expected"] = check.expected,
    d["message"] = check.message;
    all.append(d);
  }
  return all;
}

py::list round_rows(const RanScenario& ran, std::size_t i) {
  py::list rows;
  int round = 0;
  for (const RoundMetrics& m : result_of(ran, i).metrics.per_round) {
    py::dict d;
    d["round"] = round++, d["messages"] = m.messages, d["bytes"] = m.bytes.count();
    d["max_port_bytes"] = m.max_port.count(), d["max_link_bytes"] = m.max_link.count();
    d["first_start_s"] = to_seconds(m.first_start), d["last_end_s"] = to_seconds(m.last_end);
    rows.append(d);
  }
  return rows;
}

ScenarioPointer part_of_scenario(const Scenario& scenario, const std::vector<std::size_t>& cells) {
  auto part = std::make_shared<Scenario>(scenario);
  part->cells.clear(), part->expectations.clear();
  for (const std::size_t cell : cells) part->cells.push_back(cell_of(scenario, cell));
  return part;
}

/// Returns the cells that failed unexpectedly.
std::vector<std::size_t> failed_cells(const RanScenario& ran) {
  const std::set<std::size_t> expected = cells_as_expected(ran.checks);
  std::vector<std::size_t> failed;
  for (std::size_t i = 0; i < ran.results.size(); ++i)
    if (has_run(ran.results[i]) && ran.results[i].outcome != Outcome::kFine &&
        !expected.contains(i))
      failed.push_back(i);
  return failed;
}

void add_results(py::module_& m) {
  py::class_<RanScenario, std::shared_ptr<RanScenario>>(m, "RanScenario")
      .def("__len__", [](const RanScenario& ran) { return ran.results.size(); })
      .def("value", &value)
      .def("columns", &columns)
      .def("further", &further)
      .def("expectations", &expectations)
      .def("rounds", &round_rows)
      .def("outcome", [](const RanScenario& ran,
                         std::size_t i) { return outcome_name(result_of(ran, i).outcome); })
      .def("error", [](const RanScenario& ran, std::size_t i) { return result_of(ran, i).error; })
      .def("printed",
           [](const RanScenario& ran, std::size_t i) { return result_of(ran, i).printed; })
      .def("exception",
           [](const RanScenario& ran, std::size_t i) {
             return ran.exceptions.at(i) ? ran.exceptions.at(i) : py::none();
           })
      .def("name",
           [](const RanScenario& ran, std::size_t i) { return short_name(result_of(ran, i).spec); })
      .def("failed", &failed_cells)
      .def("report",
           [](const RanScenario& ran) {
             return results_report(*ran.scenario, ran.results, ran.checks);
           })
      .def("csv", [](const RanScenario& ran) { return to_csv(ran.results); })
      .def("json", [](const RanScenario& ran) { return to_json(ran.results, ran.checks); })
      .def_property_readonly("scenario", [](const RanScenario& ran) {
        return std::const_pointer_cast<Scenario>(ran.scenario);
      });
}

}  // namespace

py::object python_value(const FieldValue& value) {
  if (const auto* const time = std::get_if<Time>(&value)) return py::float_(to_seconds(*time));
  if (std::holds_alternative<std::monostate>(value)) return py::none();
  if (const auto* const b = std::get_if<bool>(&value)) return py::bool_(*b);
  if (const auto* const i = std::get_if<std::int64_t>(&value)) return py::int_(*i);
  if (const auto* const d = std::get_if<double>(&value)) return py::float_(*d);
  return py::str(std::get<std::string>(value));
}

const RunSpec& cell_of(const Scenario& scenario, std::size_t cell) {
  if (cell >= scenario.cells.size()) throw py::index_error("no such cell");
  return scenario.cells[cell];
}

void add_runs(py::module_& m) {
  py::class_<Scenario, ScenarioPointer>(m, "Scenario")
      .def("__len__", [](const Scenario& s) { return s.cells.size(); })
      .def_readonly("title", &Scenario::title)
      .def_readonly("description", &Scenario::description)
      .def_readonly("swept", &Scenario::swept)
      .def_readonly("remarks", &Scenario::remarks)
      .def("part", &part_of_scenario)
      .def("heading", [](const Scenario& s) { return heading(s); })
      .def("runs_python",
           [](const Scenario& s) { return std::ranges::any_of(s.cells, runs_python); });
  m.def("load", &load, py::arg("name"), py::arg("overrides"));
  m.def("parse", &parse, py::arg("text"), py::arg("name"), py::arg("overrides"));
  m.def("run", &run, py::arg("scenario"), py::arg("jobs"), py::arg("times_only"), py::arg("resume"),
        py::arg("progress"));
  add_results(m);
}

}  // namespace orrery::python
