#include <dlfcn.h>
#include <pybind11/stl.h>

#include "scenarios/page/page.h"
#include "scenarios/python/module/runs.h"
#include "scenarios/python/module/runs_at_work.h"
#include "scenarios/report/map/map_report.h"
#include "scenarios/report/plot/csv.h"
#include "viz/loaded_pictures.h"

/// Pages and pictures of runs.
namespace orrery::python {
namespace py = pybind11;
namespace {

/// Lets libraries that are loaded use what this module has of the project, as they use a program's.
void lend_symbols() {
  Dl_info here{};
  if (dladdr(reinterpret_cast<void*>(&add_pictures), &here) != 0)
    dlopen(here.dli_fname, RTLD_NOW | RTLD_GLOBAL | RTLD_NOLOAD);
}

const Pictures& pictures() {
  static const LoadedPictures* const all = [] {
    lend_symbols();
    return new LoadedPictures("orrery");  // forever: Qt cannot end twice
  }();
  return *all;
}

std::string page_of(const Scenario& scenario) {
  return at_work("page", [&] { return page::scenario_page(scenario, pictures()); });
}

WinnerMap map_of(const RanScenario& ran, const std::string& x) {
  WinnerMap map = make_map(*ran.scenario, x);
  for (const RunResult& r : ran.results) {
    if (!competes(r)) continue;
    const MapSlot slot = slot_of(map, r.spec);
    map.time(slot.cell, slot.algorithm) = r.metrics.completion;
  }
  return map;
}

std::pair<std::string, std::string> map_report(const RanScenario& ran, const std::string& x) {
  const WinnerMap map = map_of(ran, x);
  return {map_text(map, {}, false), map_json(map, {})};
}

py::bytes map_picture(const RanScenario& ran, const std::string& x, const std::string& format) {
  const Plot plot = map_plot(map_of(ran, x), {});
  return at_work("map", [&] { return pictures().plot(plot, format); });
}

py::bytes render(const Scenario& scenario, std::size_t cell, const std::string& format, int round,
                 int width, int height, const std::string& theme, const std::string& layout) {
  RenderRequest request;
  request.round = round, request.width = width, request.height = height, request.theme = theme,
  request.layout = layout;
  const RunSpec& spec = cell_of(scenario, cell);
  return at_work("picture", [&] { return pictures().render(spec, request, format); });
}

py::bytes plot(const std::string& csv, const std::string& x, const std::string& y,
               const std::vector<std::string>& by, bool log_x, bool log_y, const std::string& title,
               const std::string& format) {
  std::istringstream in(csv);
  Plot plot =
      plot_of(read_csv(in, "results"), {.x = x, .y = y, .by = by, .log_x = log_x, .log_y = log_y});
  if (!title.empty()) plot.title = title;
  return at_work("plot", [&] { return pictures().plot(plot, format); });
}

}  // namespace

void add_pictures(py::module_& m) {
  using py::arg;
  m.def("page", &page_of, arg("scenario"));
  m.def("map_report", &map_report, arg("ran"), arg("x"));
  m.def("map_picture", &map_picture, arg("ran"), arg("x"), arg("format"));
  m.def("render", &render, arg("scenario"), arg("cell"), arg("format"), arg("round"), arg("width"),
        arg("height"), arg("theme"), arg("layout"));
  m.def("plot", &plot, arg("csv"), arg("x"), arg("y"), arg("by"), arg("log_x"), arg("log_y"),
        arg("title"), arg("format"));
}

}  // namespace orrery::python
