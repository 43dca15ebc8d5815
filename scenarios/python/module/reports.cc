#include <pybind11/stl.h>

#include <fmt/format.h>

#include "emu/engine/stop.h"
#include "scenarios/formats/formats.h"
#include "scenarios/python/module/runs.h"
#include "scenarios/python/module/runs_at_work.h"
#include "scenarios/report/conformance_report.h"
#include "scenarios/report/why/what_if_report.h"
#include "scenarios/report/why/why_report.h"
#include "scenarios/run/conformance/conformance.h"
#include "scenarios/run/explain.h"
#include "scenarios/run/what_if.h"

/// Reports about runs (why, what-if, bounds), and whether an algorithm keeps its promises.
namespace orrery::python {
namespace py = pybind11;
namespace {

/// A text for people, and the same as JSON.
using Report = std::pair<std::string, std::string>;

Report why(const Scenario& scenario) {
  return at_work("why", [&] {
    std::vector<Explained> all;
    for (const RunSpec& cell : scenario.cells) all.push_back(explain(cell));
    return Report(why_text(all), why_json(all));
  });
}

Report what_if(const Scenario& scenario, double factor) {
  if (!(factor > 1 && factor <= 1e6))
    throw py::value_error(fmt::format(
        "what_if: factor {} improves nothing; expected more than 1, at most 1000000", factor));
  return at_work("what_if", [&] {
    std::vector<Sensitivity> all;
    for (const RunSpec& cell : scenario.cells) {
      if (!cell.skipped.empty()) continue;
      Sensitivity& s = all.emplace_back(Sensitivity{run_one(cell, {}, Detail::kTime), {}});
      for (const WhatIf& change : what_ifs(cell, factor))
        s.changes.push_back({change, run_one(change.spec, {}, Detail::kTime)});
    }
    return Report(what_if_text(all), what_if_json(all));
  });
}

py::object bounds(const RanScenario& ran, std::size_t i) {
  const auto& found = ran.results.at(i).bounds;
  if (!found) return py::none();
  py::dict d;
  d["latency_s"] = to_seconds(found->latency), d["ports_s"] = to_seconds(found->ports);
  d["cut_s"] = to_seconds(found->cut), d["least_s"] = to_seconds(found->least());
  d["binding"] = name_of(found->binding()), d["exact"] = found->exact;
  return d;
}

py::dict keys_of(const ConformanceCase& c) {
  py::dict keys;
  for (const auto& [key, value] : c.keys) keys[py::str(key)] = value;
  return keys;
}

py::dict verify_algorithm(const std::string& collective, const std::string& name, int ranks) {
  const Algorithm& a = find_algorithm(collective, name);
  const Conformance found = at_work("verify", [&] {
    auto result = verify(a, conformance_cases(a, {.ranks = ranks}), 1,
                         [](std::size_t) { return !g_stop_requested; });
    if (!result) throw Stopped();
    return *std::move(result);
  });
  py::dict d;
  d["holds"] = found.holds(), d["cases"] = found.all.run, d["refused"] = found.all.refused,
  d["failed"] = found.all.failed;
  d["text"] = conformance_table({found});
  d["case"] = found.all.first ? py::object(keys_of(found.all.first->tried)) : py::none();
  d["words"] = found.all.first ? words_of(found.all.first->tried) : "";
  d["error"] = found.all.first ? found.all.first->error : "";
  return d;
}

std::string exported(const Scenario& scenario, std::size_t cell, const std::string& format) {
  const ExportFormat& to = find_export_format(format);
  const RunSpec& spec = cell_of(scenario, cell);
  return at_work("export", [&] {
    const ExportedRun run = run_for_export(spec, to.needs);
    if (!is_measured(run.result))
      throw std::runtime_error(run.result.error.value_or("the run failed"));
    return to.write(run);
  });
}

}  // namespace

void add_reports(py::module_& m) {
  m.def("why", &why);
  m.def("what_if", &what_if, py::arg("scenario"), py::arg("factor") = 2.0);
  m.def("bounds", &bounds);
  m.def("verify", &verify_algorithm, py::arg("collective"), py::arg("name"), py::arg("ranks") = 9);
  m.def("export", &exported);
}

}  // namespace orrery::python
