#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "emu/base/letters.h"
#include "emu/payload/op.h"
#include "scenarios/report/results_view.h"
#include "scenarios/run/score/benchmark_rows.h"
#include "scenarios/run/statistics/statistic.h"
#include "scenarios/text/errors.h"
#include "scenarios/text/named_values.h"
#include "scenarios/text/words.h"

namespace orrery::inline report {
namespace {

/// Results that differ in bytes only.
struct Series {
  std::string name;
  SeenResults results;
};

std::string series_name(const RunSpec& cell) {
  std::string name;
  for (const auto& [key, value] : cell.swept)
    if (key != "bytes") name += fmt::format("{}{} {}", name.empty() ? "" : ", ", key, value);
  return name.empty() ? cell.algorithm : name;
}

std::vector<Series> series_of(const SeenResults& results) {
  std::vector<Series> all;
  for (const RunResult* r : results) {
    const std::string name = series_name(r->spec);
    auto found = std::ranges::find(all, name, &Series::name);
    if (found == all.end()) found = all.insert(all.end(), {name, {}});
    found->results.push_back(r);
  }
  return all;
}

void check_osu(const RunSpec& cell) {
  if (runs_operations(cell))
    throw InputError("--style: benchmarks have no runs of several operations");
}

/// Returns "Reduce_scatter" of "reduce-scatter".
std::string osu_name(std::string name) {
  if (name == "broadcast") name = "bcast";
  name = with_underscores(name);
  name.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(name.front())));
  return name;
}

double microseconds(const RunResult& r) {
  return 1e6 * to_seconds(typical_time(r));
}

std::string osu_text(const SeenResults& results) {
  std::string out;
  for (const Series& s : series_of(results)) {
    const RunSpec& first = s.results.front()->spec;
    const bool sized = first.collective != "barrier";
    out += fmt::format("{}# OSU MPI {} Latency Test, emulated: {}, {} ranks\n",
                       out.empty() ? "" : "\n", osu_name(first.collective), s.name, first.ranks);
    out += sized ? fmt::format("{:<10}{:>20}\n", "# Size", "Avg Latency(us)")
                 : fmt::format("{:>20}\n", "# Avg Latency(us)");
    for (const RunResult* r : s.results) {
      if (!is_measured(*r)) continue;
      if (sized)
        out += fmt::format(
            "{:<10}", r->spec.bytes.count() / blocks_in_bytes(r->spec.collective, r->spec.ranks));
      out += fmt::format("{:>20.2f}\n", microseconds(*r));
    }
  }
  return out;
}

/// Counts of nccl-tests for a collective of p ranks.
struct NcclCount {
  std::string_view collective;
  bool by_rank;             ///< `bytes` is the part of one rank: the size is p times as much
  bool parted;              ///< its count is of one rank's part
  double (*bus)(double p);  ///< busbw / algbw
  bool reduces, rooted;
};

constexpr double bus_of_once(double /*p*/) {
  return 1;
}
constexpr double bus_of_parts(double p) {
  return (p - 1) / p;
}
constexpr double bus_of_allreduce(double p) {
  return 2 * (p - 1) / p;
}

constexpr std::array kNcclCounts{
    NcclCount{"allreduce", false, false, bus_of_allreduce, true, false},
    NcclCount{"allgather", true, true, bus_of_parts, false, false},
    NcclCount{"reduce-scatter", false, true, bus_of_parts, true, false},
    NcclCount{"alltoall", true, true, bus_of_parts, false, false},
    NcclCount{"broadcast", false, false, bus_of_once, false, true},
    NcclCount{"reduce", false, false, bus_of_once, true, true},
    NcclCount{"gather", true, true, bus_of_parts, false, true},
    NcclCount{"scatter", true, true, bus_of_parts, false, true}};

const NcclCount& nccl_count(const std::string& collective) {
  const auto* found = std::ranges::find(kNcclCounts, collective, &NcclCount::collective);
  if (found != kNcclCounts.end()) return *found;
  std::vector<std::string_view> names;
  names.reserve(kNcclCounts.size());
  for (const NcclCount& c : kNcclCounts) names.push_back(c.collective);
  throw InputError(
      fmt::format("--style: nccl-tests has no {}; expected {}", collective, one_of(names)));
}

void check_nccl(const RunSpec& cell) {
  check_osu(cell);
  nccl_count(cell.collective);
}

std::string nccl_row(const RunResult& r) {
  const NcclCount& how = nccl_count(r.spec.collective);
  const std::int64_t p = r.spec.ranks, bytes = r.spec.bytes.count();
  const std::int64_t size = how.by_rank ? bytes * p : bytes;
  const std::int64_t element =
      find_op(how.reduces ? r.spec.op : "sum", r.spec.datatype).element_bytes;
  const double us = microseconds(r);
  const double algbw = us > 0 ? static_cast<double>(size) / us / 1e3 : 0;
  return fmt::format("{:>12}  {:>12}  {:>8}  {:>6}  {:>6}  {:>9.2f}  {:>7.2f}  {:>7.2f}\n", size,
                     (how.parted ? size / p : size) / element, r.spec.datatype,
                     !how.reduces             ? "none"
                     : r.spec.op == "product" ? "prod"
                                              : r.spec.op,
                     how.rooted ? r.spec.root : -1, us, algbw,
                     algbw * how.bus(static_cast<double>(p)));
}

std::string nccl_text(const SeenResults& results) {
  std::string out;
  for (const Series& s : series_of(results)) {
    out += fmt::format("{}# nccl-tests, emulated: {}, {}, {} ranks\n", out.empty() ? "" : "\n",
                       s.results.front()->spec.collective, s.name, s.results.front()->spec.ranks);
    out += fmt::format("#{:>11}  {:>12}  {:>8}  {:>6}  {:>6}  {:>9}  {:>7}  {:>7}\n", "size",
                       "count", "type", "redop", "root", "time", "algbw", "busbw");
    out += fmt::format("#{:>11}  {:>12}  {:>8}  {:>6}  {:>6}  {:>9}  {:>7}  {:>7}\n", "(B)",
                       "(elements)", "", "", "", "(us)", "(GB/s)", "(GB/s)");
    for (const RunResult* r : s.results)
      if (is_measured(*r)) out += nccl_row(*r);
  }
  return out;
}

constexpr std::array kStyles{Named<BenchmarkStyle>{"osu", {check_osu, osu_text}},
                             Named<BenchmarkStyle>{"nccl-tests", {check_nccl, nccl_text}}};

}  // namespace

BenchmarkStyle benchmark_style(std::string_view name) {
  try {
    return choose(name, kStyles);
  } catch (const ValueError& e) {
    throw InputError(fmt::format("--style: {}", e.what()));
  }
}

}  // namespace orrery::inline report
