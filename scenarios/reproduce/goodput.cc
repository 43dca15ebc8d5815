#include "scenarios/reproduce/goodput.h"

#include <algorithm>
#include <fstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "scenarios/report/plot/csv.h"
#include "scenarios/reproduce/kept_runs.h"
#include "scenarios/run/load.h"
#include "scenarios/text/scenario_library.h"
#include "scenarios/text/units_text.h"

namespace orrery::inline reproduce {

namespace {

constexpr double kLeastGoodput = 1;  ///< Gb/s: below it the digits of the plots are coarse

/// Returns our name of an algorithm in the file.
std::string ours(const std::string& name) {
  return name == "recdoub"    ? "recursive-doubling"
         : name == "mirrored" ? "mirrored-recursive-doubling"
         : name == "ring"     ? "hamiltonian-ring"
                              : name;
}

CsvTable read_table() {
  const auto path = scenario_directory() / "papers/data/swing_goodput.csv";
  std::ifstream in(path);
  if (!in) throw InputError(fmt::format("{}: cannot be read", path.string()));
  std::string comment;
  std::getline(in, comment);
  return read_csv(in, path.string());
}

GoodputCurves& curves_on(std::vector<GoodputCurves>& all, const std::string& topology) {
  const auto found = std::ranges::find(all, topology, &GoodputCurves::topology);
  return found != all.end() ? *found : all.emplace_back(topology, "400Gb/s");
}

constexpr const char* kSwing = "swing";

std::string size_name(std::int64_t bytes) {
  return size_text(Bytes(bytes));
}

/// Returns "torus-64x64-400Gbps".
std::string file_name(const GoodputSweep& sweep) {
  std::string text = sweep.topology + "-" + sweep.bandwidth, name;
  if (sweep.latencies) text += "-" + sweep.latencies->alpha + "-" + sweep.latencies->links;
  for (const char c : text) name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '-';
  return name;
}

/// Returns a name without commas, for tables: "torus:8x8 with alpha 1us and links 20ns/40ns".
std::string network_name(const GoodputSweep& sweep) {
  if (!sweep.latencies) return sweep.topology;
  std::string links = sweep.latencies->links.substr(std::string_view("list:").size());
  std::ranges::replace(links, ',', '/');
  return fmt::format("{} with alpha {} and links {}", sweep.topology, sweep.latencies->alpha,
                     links);
}

Scenario scenario_of(const GoodputSweep& sweep) {
  const GoodputLatencies latencies = sweep.latencies.value_or(latencies_of(sweep.topology));
  std::vector<std::string> sizes, algorithms;
  for (std::int64_t bytes = 32; bytes <= sweep.largest; bytes *= 4)
    sizes.push_back(fmt::format("\"{}\"", size_name(bytes)));
  for (const std::string& a : sweep.algorithms) algorithms.push_back(fmt::format("\"{}\"", a));
  return parse_scenario(
      fmt::format("title = \"Goodput on {0}\"\n"
                  "[network]\ntopology = \"{0}\"\nlink_bandwidth = \"{1}\"\n"
                  "level_latency = \"{4}\"\nhop_latency = \"300ns\"\nports = \"per-link\"\n"
                  "[cost]\nalpha = \"{5}\"\n"
                  "[run]\ncollective = \"allreduce\"\nalgorithm = [{2}]\nbytes = [{3}]\n",
                  sweep.topology, sweep.bandwidth, fmt::join(algorithms, ", "),
                  fmt::join(sizes, ", "), latencies.links, latencies.alpha),
      "goodput of " + sweep.topology, {}, Unsupported::kSkip);
}

/// Returns the length of a run; rings take longest of all.
Length length_of(const RunSpec& cell) {
  return {cell.algorithm == "hamiltonian-ring", cell.ranks};
}

}  // namespace

std::vector<GoodputCurves> simulated_goodput() {
  std::vector<GoodputCurves> all;
  for (const auto& row : read_table().rows) {
    const double gbps = std::stod(row[3]);
    const std::int64_t bytes = std::stoll(row[2]);
    if (gbps >= kLeastGoodput)
      curves_on(all, row[0])
          .add(ours(row[1]), bytes, round_to_ps(static_cast<double>(bytes) * 8000 / gbps));
  }
  return all;
}

GoodputLatencies latencies_of(const std::string& topology) {
  if (topology.starts_with("hammingmesh")) return {"0ns", "list:20ns,40ns"};
  return {"500ns", "list:100ns"};
}

GoodputCurves::GoodputCurves(std::string topology, std::string bandwidth)
    : topology_(std::move(topology)), bandwidth_(std::move(bandwidth)) {}

void GoodputCurves::add(const std::string& algorithm, std::int64_t bytes, Time time) {
  if (std::ranges::find(algorithms_, algorithm) == algorithms_.end())
    algorithms_.push_back(algorithm);
  if (std::ranges::find(sizes_, bytes) == sizes_.end()) {
    sizes_.push_back(bytes);
    std::ranges::sort(sizes_);
  }
  times_[{algorithm, bytes}] = time;
}

std::optional<double> GoodputCurves::goodput_gbps(const std::string& algorithm,
                                                  std::int64_t bytes) const {
  const auto found = times_.find({algorithm, bytes});
  if (found == times_.end()) return std::nullopt;
  return static_cast<double>(bytes) * 8e-9 / to_seconds(found->second);
}

std::string GoodputCurves::best_other(const std::string& but, std::int64_t bytes) const {
  std::string best;
  for (const std::string& a : algorithms_) {
    // The paper leaves its own improvement of recursive doubling out of the comparison.
    if (a == but || a == "mirrored-recursive-doubling" || !goodput_gbps(a, bytes)) continue;
    if (best.empty() || *goodput_gbps(a, bytes) > *goodput_gbps(best, bytes)) best = a;
  }
  return best;
}

double GoodputCurves::gain(std::int64_t bytes) const {
  return *goodput_gbps(kSwing, bytes) / *goodput_gbps(best_other(kSwing, bytes), bytes) - 1;
}

std::vector<double> GoodputCurves::sorted_gains(std::int64_t above) const {
  std::vector<double> gains;
  for (const std::int64_t bytes : sizes_)
    if (bytes > above) gains.push_back(gain(bytes));
  std::ranges::sort(gains);
  return gains;
}

std::vector<std::string> swing_and_rivals(bool with_ring) {
  std::vector<std::string> names{kSwing, "recursive-doubling", "bucket"};
  if (with_ring) names.emplace_back("hamiltonian-ring");
  return names;
}

std::vector<GoodputCurves> run_sweeps(const Workshop& w, const std::vector<GoodputSweep>& sweeps) {
  std::vector<GoodputCurves> curves;
  std::vector<KeptSweep> kept;
  for (const GoodputSweep& sweep : sweeps) {
    curves.emplace_back(network_name(sweep), sweep.bandwidth);
    kept.push_back({file_name(sweep), scenario_of(sweep)});
  }
  const auto take = [&](std::size_t i, const RunResult& r) {
    curves[i].add(r.spec.algorithm, r.spec.bytes.count(), r.metrics.completion);
  };
  run_kept(w, kept, take, length_of);
  return curves;
}

std::string goodput_csv(const std::vector<GoodputCurves>& all) {
  std::string csv = "topology,bandwidth,algorithm,bytes,goodput_gbps\n";
  for (const GoodputCurves& c : all)
    for (const std::string& a : c.algorithms())
      for (const std::int64_t bytes : c.sizes())
        if (const auto g = c.goodput_gbps(a, bytes))
          csv += fmt::format("{},{},{},{},{:.6g}\n", c.topology(), c.bandwidth(), a, bytes, *g);
  return csv;
}

std::string gain_csv(const std::vector<GoodputCurves>& all) {
  std::string csv = "topology,bandwidth,bytes,best_other,gain\n";
  for (const GoodputCurves& c : all)
    for (const std::int64_t bytes : c.sizes())
      csv += fmt::format("{},{},{},{},{:.4f}\n", c.topology(), c.bandwidth(), bytes,
                         c.best_other(kSwing, bytes), c.gain(bytes));
  return csv;
}

namespace {

/// Returns an axis of sizes as names from left to right, as in the paper's figures.
Plot::Axis size_axis(const GoodputCurves& curves) {
  Plot::Axis axis{"vector size"};
  for (const std::int64_t bytes : curves.sizes()) axis.names.push_back(size_name(bytes));
  return axis;
}

}  // namespace

Plot goodput_plot(const GoodputCurves& curves) {
  Plot plot;
  plot.title = fmt::format("Allreduce on {}, {} links", curves.topology(), curves.bandwidth());
  plot.x = size_axis(curves);
  plot.y = {"goodput (Gb/s)"};
  for (const std::string& a : curves.algorithms()) {
    Plot::Series series{a};
    for (std::size_t i = 0; i < curves.sizes().size(); ++i)
      if (const auto g = curves.goodput_gbps(a, curves.sizes()[i]))
        series.points.emplace_back(static_cast<double>(i), *g);
    plot.series.push_back(std::move(series));
  }
  return plot;
}

Plot gain_plot(const std::string& title, const std::vector<GoodputCurves>& all,
               const std::function<std::string(const GoodputCurves&)>& name_of) {
  Plot plot;
  plot.title = title;
  plot.x = size_axis(all.front());
  plot.y = {"gain over the best other (%)"};
  for (const GoodputCurves& c : all) {
    Plot::Series series{name_of(c)};
    for (std::size_t i = 0; i < c.sizes().size(); ++i)
      series.points.emplace_back(static_cast<double>(i), 100 * c.gain(c.sizes()[i]));
    plot.series.push_back(std::move(series));
  }
  return plot;
}

void add_goodput_files(Evidence& e, const std::string& title, const std::vector<GoodputCurves>& all,
                       const std::function<std::string(const GoodputCurves&)>& name_of) {
  e.files.emplace_back("goodput.csv", goodput_csv(all));
  e.files.emplace_back("gain.csv", gain_csv(all));
  for (const GoodputCurves& c : all) {
    std::string name = name_of(c);
    std::ranges::replace_if(
        name, [](unsigned char ch) { return std::isalnum(ch) == 0; }, '-');
    e.plots.emplace_back(fmt::format("goodput-{}.svg", name), goodput_plot(c));
  }
  e.plots.emplace_back("gain.svg", gain_plot(title, all, name_of));
}

Finding swing_is_fastest(const std::string& where, const GoodputCurves& curves, std::int64_t hi) {
  const std::string sizes = hi == 0 ? "at any size" : "up to " + size_name(hi);
  return at_least(Basis::kWords, fmt::format("{}: Swing's smallest gain {}", where, sizes), 0,
                  100 * smallest_gain(curves, hi).gain, exactly(), "%")
      .with("the fastest " + where_swing_loses(curves));
}

Finding largest_factor(const std::string& where, const GoodputCurves& curves, double times) {
  const LargestGain gain = largest_gain(curves);
  return equals(Basis::kFigure, where + ": Swing at its best, over the best other", times,
                1 + gain.gain,
                share_of(times, 0.1, "a tenth: the paper says 'up to', read off a plot"))
      .with("at " + size_name(gain.bytes));
}

std::string where_swing_loses(const GoodputCurves& curves) {
  std::vector<std::int64_t> lost;
  for (const std::int64_t bytes : curves.sizes())
    if (curves.gain(bytes) < 0) lost.push_back(bytes);
  if (lost.empty()) return "at every size";
  const LargestGain worst = smallest_gain(curves);
  const bool to_the_end =
      lost.back() == curves.sizes().back() &&
      lost.size() == static_cast<std::size_t>(curves.sizes().end() -
                                              std::ranges::find(curves.sizes(), lost.front()));
  return fmt::format("not {} {}{} (worst {}, {})", to_the_end && lost.size() > 1 ? "from" : "at",
                     size_name(lost.front()),
                     lost.size() == 1 ? ""
                     : to_the_end     ? " on"
                                      : fmt::format(" and {} others", lost.size() - 1),
                     percent(worst.gain), curves.best_other(kSwing, worst.bytes));
}

std::string LargestGain::text() const {
  return fmt::format("{} at {}", percent(gain), size_name(bytes));
}

LargestGain largest_gain(const GoodputCurves& curves) {
  LargestGain best{curves.gain(curves.sizes().front()), curves.sizes().front()};
  for (const std::int64_t bytes : curves.sizes())
    if (curves.gain(bytes) > best.gain) best = {curves.gain(bytes), bytes};
  return best;
}

LargestGain smallest_gain(const GoodputCurves& curves, std::int64_t hi) {
  LargestGain worst{curves.gain(curves.sizes().front()), curves.sizes().front()};
  for (const std::int64_t bytes : curves.sizes())
    if ((hi == 0 || bytes <= hi) && curves.gain(bytes) < worst.gain)
      worst = {curves.gain(bytes), bytes};
  return worst;
}

double turning_alpha(const GoodputCurves& curves, std::int64_t bytes, double alpha, int more) {
  const auto seconds = [&](const char* algorithm) {
    return static_cast<double>(bytes) * 8e-9 / *curves.goodput_gbps(algorithm, bytes);
  };
  return alpha + (seconds(kSwing) - seconds("bucket")) / more;
}

double quantile(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto i = static_cast<std::size_t>(place);
  const double next = sorted[std::min(i + 1, sorted.size() - 1)];
  return sorted[i] + (place - static_cast<double>(i)) * (next - sorted[i]);
}

std::string percent(double fraction) {
  return fmt::format("{:.0f} %", 100 * fraction);
}

}  // namespace orrery::inline reproduce
