#include "scenarios/run/score/schedule_times.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fnmatch.h>
#include <map>

#include <fmt/format.h>

#include "scenarios/run/calibration/cost_file.h"
#include "scenarios/run/load.h"
#include "scenarios/run/runner.h"
#include "scenarios/spec/problem.h"
#include "scenarios/spec/schedule_format.h"
#include "scenarios/text/csv_table.h"
#include "scenarios/text/errors.h"

namespace orrery::inline run {
namespace {

constexpr int kFitRounds = 12;

MeasuredSchedule measured_schedule(const CsvLine& line) {
  MeasuredSchedule row;
  row.line = line.line();
  row.file = line.text("xml");
  row.bytes = Bytes(line.number<std::int64_t>("bytes", 1, "a number of bytes above 0"));
  row.seconds = 1e-6 * line.number<double>("measured_us", 0, "microseconds, more than 0");
  if (row.seconds == 0) line.refuse("measured_us", "0", "microseconds, more than 0");
  row.applies = line.optional("xml_applies") != "0";
  return row;
}

/// Returns the library's own allreduce, if the line has it.
std::optional<MeasuredSchedule> native_of(const CsvLine& line, const MeasuredSchedule& beside) {
  constexpr const char* kColumn = "native_rccl_us";
  if (line.optional("coll") != "allreduce" || line.optional(kColumn).empty()) return std::nullopt;
  MeasuredSchedule row = beside;
  row.file = kNativeAllreduce;
  row.beside = beside.file;
  row.seconds = 1e-6 * line.number<double>(kColumn, 0, "microseconds, more than 0");
  if (row.seconds == 0) line.refuse(kColumn, "0", "microseconds, more than 0");
  row.applies = true;
  return row;
}

/// Runs of schedules on the node, each file read once.
class Node {
 public:
  explicit Node(std::string folder) : folder_(std::move(folder)) {}

  /// Returns the cell of a row; nothing, and sets the reason, if there is none.
  std::optional<RunSpec> cell_of(MeasuredSchedule& row) {
    try {
      const std::string& name = row.beside.empty() ? row.file : row.beside;
      const std::filesystem::path file = std::filesystem::path(folder_) / name;
      const auto [known, is_new] = plans_.try_emplace(name);
      if (is_new) known->second = read_schedule(format_of(file), file).plan;
      if (known->second == nullptr) throw std::invalid_argument("holds no plan of a collective");
      const Plan& plan = *known->second;
      return row.beside.empty() ? cell(file, plan, row.bytes.count())
                                : ring(plan.setting.ranks, row.bytes.count());
    } catch (const std::invalid_argument& e) {
      row.reason = e.what();
      return std::nullopt;
    }
  }

  /// Returns the time in seconds; nothing if the run fails.
  static std::optional<double> time_of(RunSpec cell, const NodeCosts& costs) {
    cell.costs.alpha = costs.alpha;
    cell.costs.links.front() = {costs.bandwidth, Time(0)};
    const RunResult r = run_one(cell, nullptr, Detail::kTime);
    if (r.outcome != Outcome::kFine) return std::nullopt;
    return to_seconds(r.metrics.completion);
  }

 private:
  /// Returns a cell; `bytes` of a scenario are one rank's part if each rank has a part.
  static RunSpec cell(const std::filesystem::path& file, const Plan& plan, std::int64_t bytes) {
    const int ranks = plan.setting.ranks;
    const bool parts = counts_parts(plan.demand->name);
    if (parts && bytes % ranks != 0)
      throw std::invalid_argument(
          fmt::format("{} bytes do not divide evenly among {} ranks", bytes, ranks));
    return on_node({{"schedule", file.string()}}, ranks, parts ? bytes / ranks : bytes);
  }

  static RunSpec ring(int ranks, std::int64_t bytes) {
    return on_node({{"collective", "allreduce"}, {"algorithm", "ring"}}, ranks, bytes);
  }

  static RunSpec on_node(Overrides what, int ranks, std::int64_t bytes) {
    what.insert(what.end(), {{"topology", fmt::format("full:{}", ranks)},
                             {"ports", "unlimited"},
                             {"link_latency", "0s"},
                             {"bytes", fmt::format("{}B", bytes)}});
    return load_scenario({}, what).cells.front();
  }

  std::string folder_;
  std::map<std::string, std::shared_ptr<const Plan>> plans_;
};

struct Fitted {
  RunSpec cell;
  double seconds;
};

/// Fits the costs by the lines that hold near `costs`: each time is a number of α and the rest
/// bytes.
std::optional<NodeCosts> better(const std::vector<Fitted>& rows, const NodeCosts& costs) {
  const Time more = std::max(Time(1000), costs.alpha / 1000);
  std::vector<Sample> samples;
  for (const Fitted& row : rows) {
    const auto time = Node::time_of(row.cell, costs);
    const auto later = Node::time_of(row.cell, {costs.alpha + more, costs.bandwidth});
    if (!time || !later) continue;
    const double alphas = (*later - *time) / to_seconds(more);
    if (alphas < 0.5) continue;
    const double bytes =
        (*time - alphas * to_seconds(costs.alpha)) * costs.bandwidth.bytes_per_second;
    samples.push_back({std::llround(std::max(0.0, bytes / alphas)), row.seconds / alphas});
  }
  if (samples.empty()) return std::nullopt;
  const LineFit line = fit_line(samples);
  return NodeCosts{alpha_of(line), line.beta > kLeastBeta ? bandwidth_of(line) : costs.bandwidth};
}

bool matches(const MeasuredSchedule& row, const std::string& pattern) {
  return fnmatch(pattern.c_str(), row.file.c_str(), 0) == 0;
}

/// Returns the pattern of ring allreduces' names.
std::string rings(const std::vector<MeasuredSchedule>& rows) {
  const std::string files = "*ar_ring*";
  const auto native = [](const MeasuredSchedule& row) { return !row.beside.empty(); };
  const auto a_ring = [&](const MeasuredSchedule& row) { return matches(row, files); };
  return std::ranges::any_of(rows, a_ring) || std::ranges::none_of(rows, native) ? files
                                                                                 : kNativeAllreduce;
}

}  // namespace

std::vector<MeasuredSchedule> read_measured_schedules(const std::string& path) {
  const CsvTable table = read_csv_file(path);
  std::vector<MeasuredSchedule> rows;
  rows.reserve(table.rows.size());
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const CsvLine line(table, i);
    const MeasuredSchedule row = measured_schedule(line);
    rows.push_back(row);
    if (auto native = native_of(line, row)) rows.push_back(*std::move(native));
  }
  return rows;
}

NodeCosts fit_and_predict(std::vector<MeasuredSchedule>& rows, const std::string& schedules,
                          const std::string& wanted) {
  const std::string pattern = wanted.empty() ? rings(rows) : wanted;
  std::erase_if(rows, [&](const MeasuredSchedule& row) {
    return !row.beside.empty() && !matches(row, pattern);
  });
  Node node(schedules);
  std::vector<std::optional<RunSpec>> cells;
  std::vector<Fitted> fitted;
  for (MeasuredSchedule& row : rows) {
    if (!row.applies) row.reason = "the library ran another algorithm";
    cells.push_back(row.applies ? node.cell_of(row) : std::nullopt);
    row.fitted = cells.back() && matches(row, pattern);
    if (row.fitted) fitted.push_back({*cells.back(), row.seconds});
  }
  if (fitted.empty())
    throw InputError(
        fmt::format("--fit-on: no schedule that can be run is called like '{}'", pattern));
  NodeCosts costs{Time(10'000'000), Bandwidth(50e9)};
  for (int round = 0; round < kFitRounds; ++round) {
    const auto next = better(fitted, costs);
    if (!next || (next->alpha == costs.alpha && next->bandwidth == costs.bandwidth)) break;
    costs = *next;
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!cells[i]) continue;
    rows[i].predicted = Node::time_of(*cells[i], costs);
    if (!rows[i].predicted) rows[i].reason = "the schedule does not end well";
  }
  return costs;
}

}  // namespace orrery::inline run
