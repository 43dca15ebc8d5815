#include "scenarios/reproduce/paper1/curves.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "scenarios/keys/keys.h"
#include "scenarios/reproduce/construction.h"
#include "scenarios/text/units_text.h"

namespace orrery::inline reproduce {

std::vector<std::int64_t> sizes_of_curves() {
  std::vector<std::int64_t> sizes;
  for (std::int64_t bytes = 4; bytes <= kCurvesLargest; bytes *= sizes.size() % 2 == 1 ? 2 : 5)
    sizes.push_back(bytes);
  return sizes;
}

RunSpec curve_cell(int ranks_per_host, std::string_view collective, std::string_view algorithm,
                   std::int64_t bytes) {
  RunSpec spec = cluster_of_36(ranks_per_host);
  spec.collective = collective;
  spec.algorithm = algorithm;
  spec.datatype = "int32";
  give_bytes(spec, Bytes(bytes));
  return spec;
}

std::int64_t construction_of_one(int p) {
  return steps_of(p, [](const circulant::Skips& skips,
                        int r) { return kReceiveSteps(skips, r) + kSendSteps(skips, r); })
      .most;
}

std::int64_t construction_of_all(int p) {
  return steps_of(p, kReceiveSteps).sum;
}

Time construction_time(std::int64_t steps) {
  return steps * Time(40us) / construction_of_all(36);
}

std::vector<Curve> run_curves(std::vector<Curve> curves, int jobs) {
  std::vector<RunSpec> cells;
  for (const Curve& c : curves) cells.insert(cells.end(), c.cells.begin(), c.cells.end());
  const std::vector<RunResult> results = run_experiment(cells, jobs);
  std::size_t i = 0;
  for (Curve& c : curves)
    for (const RunSpec& cell : c.cells) c.runs[cell.bytes.count()] = results[i++];
  return curves;
}

const Curve& find_curve(const std::vector<Curve>& curves, int ranks_per_host,
                        std::string_view name) {
  return *std::ranges::find_if(
      curves, [&](const Curve& c) { return c.ranks_per_host == ranks_per_host && c.name == name; });
}

Result in_each_size(const std::string& what, const std::vector<std::int64_t>& sizes,
                    const std::function<double(std::int64_t bytes)>& times) {
  int slower = 0;
  std::vector<std::string> all;
  all.reserve(sizes.size());
  for (const std::int64_t bytes : sizes) {
    const double here = times(bytes);
    if (here > 1) ++slower;
    all.push_back(fmt::format("{} {:.2f}", size_text(Bytes(bytes)), here));
  }
  return {what, fmt::format("{} of {}", slower, sizes.size()),
          fmt::format("{}", fmt::join(all, ", "))};
}

void add_curves(Evidence& e, const std::string& name, const std::vector<Curve>& curves) {
  std::string csv = "ranks_per_host,curve,bytes,blocks,rounds,time_s\n";
  std::map<int, Plot> plots;
  for (const Curve& c : curves) {
    Plot& plot = plots[c.ranks_per_host];
    plot.title = fmt::format("{}, 36x{}", name, c.ranks_per_host);
    plot.x = {"bytes", true};
    plot.y = {"time (us)", true};
    Plot::Series& series = plot.series.emplace_back(Plot::Series{c.name});
    for (const auto& [bytes, r] : c.runs) {
      csv += fmt::format("{},{},{},{},{},{}\n", c.ranks_per_host, c.name, bytes, r.blocks,
                         r.metrics.rounds, seconds_text(r.metrics.completion));
      series.points.emplace_back(static_cast<double>(bytes), 1e6 * c.seconds(bytes));
    }
  }
  e.files.emplace_back(name + ".csv", csv);
  for (auto& [ranks_per_host, plot] : plots)
    e.plots.emplace_back(fmt::format("{}-36x{}.png", name, ranks_per_host), std::move(plot));
}

}  // namespace orrery::inline reproduce
