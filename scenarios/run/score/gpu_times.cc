#include "scenarios/run/score/gpu_times.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <fstream>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "algorithms/common/arithmetic.h"
#include "emu/base/quantity.h"
#include "scenarios/run/score/counterparts.h"
#include "scenarios/text/csv_table.h"
#include "scenarios/text/errors.h"

namespace orrery::inline run {

/// How data cross a link. Hops and rate are shares of those of Simple; hops of trees also hold for rings through one GPU
/// on each node. LL sends a flag with every 4 bytes, LL128 with every 120.
struct NcclProtocol {
  double hop_in, hop_out, tree_out, rate;
};

namespace {

constexpr NcclProtocol kNcclSimple{1, 1, 1, 1},
    kNcclLl128{1.9 / 3.4, 4.0 / 14, 8.5 / 14, 120.0 / 128},
    kNcclLl{0.6 / 3.4, 2.7 / 14, 5.0 / 14, 0.5};

constexpr std::array<std::string_view, 4> kTimes{"start", "hop_in", "hop_out", "level"};
constexpr std::array<std::string_view, 6> kRates{"nvlink",   "nvls",       "nic",
                                                 "exchange", "channel_in", "channel_out"};

/// Returns the limit of LL in bytes a second: of an H100 on one node, else of hosts with Intel processors.
constexpr double limit_of_ll(int nodes) {
  return nodes == 1 ? 141e9 : nodes == 2 ? 39e9 : 20.4e9;
}

template <class Names>
bool holds_name(const Names& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

double seconds_or_rate(std::string_view name, const std::string& value) {
  if (holds_name(kTimes, name)) return to_seconds(parse_time(value));
  return parse_bandwidth(value).bytes_per_second;
}

/// Reads a table, and empties its lines that begin with #.
CsvTable commented_table(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw InputError(fmt::format("{}: cannot be read", path));
  std::string text;
  for (std::string line; std::getline(in, line);)
    text += (line.starts_with('#') ? "" : line) + '\n';
  std::istringstream lines(text);
  return read_csv(lines, path);
}

/// Returns "allgather" of "all_gather".
std::string plain_name(std::string name) {
  std::erase_if(name, [](char c) { return c == '_' || c == '-'; });
  return name;
}

/// A time of nccl-tests, with nodes, collective and bytes.
struct NcclTime {
  int line = 0;
  NcclCosts::Layout at;
  std::string collective;
  Bytes bytes;
  double seconds = 0;

  std::string layout() const { return fmt::format("{}x{}", at.nodes, at.gpus); }
};

MeasuredSchedule predicted(const NcclTime& time, const NcclCosts& costs) {
  MeasuredSchedule row;
  row.line = time.line;
  row.file = time.layout() + ' ' + time.collective;
  row.bytes = time.bytes;
  row.seconds = time.seconds;
  const auto bytes = static_cast<double>(time.bytes.count());
  const std::string name = plain_name(time.collective);
  if (std::int64_t{time.at.nodes} * time.at.gpus < 2)
    row.reason = "one GPU sends no message";
  else if (name == "allgather" || name == "reducescatter")
    row.predicted = costs.parts(time.at, bytes);
  else if (name == "allreduce")
    row.predicted = costs.allreduce(time.at, bytes);
  else if (name == "alltoall")
    row.predicted = costs.alltoall(time.at, bytes);
  else if (name == "sendrecv")
    row.predicted = costs.shift(time.at, bytes);
  else
    row.reason = fmt::format("no formula predicts {}", time.collective);
  return row;
}

/// Returns the rows of a table with columns nodes, gpus_per_node, collective, bytes, time_us.
std::vector<NcclTime> times_in_table(const std::string& path) {
  const CsvTable table = commented_table(path);
  std::vector<NcclTime> times;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const CsvLine line(table, i);
    const double us = line.number<double>("time_us", 0, "microseconds, more than 0");
    if (us == 0) line.refuse("time_us", "0", "microseconds, more than 0");
    times.push_back({line.line(),
                     {line.count("nodes"), line.count("gpus_per_node")},
                     line.word("collective"),
                     Bytes(line.number<std::int64_t>("bytes", 1, "a number of bytes above 0")),
                     1e-6 * us});
  }
  return times;
}

/// Returns the times out of place in a log of nccl-tests.
std::vector<NcclTime> times_in_log(const std::string& path, const std::string& given,
                                   std::vector<std::string>* warnings) {
  const CsvTable log = read_csv_file(path);
  if (!is_benchmark(log) || log.rows.front().front() != "nccl-tests")
    throw InputError(fmt::format("--nccl-tests: {} is not an output of nccl-tests", path));
  std::vector<NcclTime> times;
  for (const MeasuredRow& row : read_measured(path, {"machine=nccl," + given}, warnings))
    times.push_back({row.line,
                     {row.nodes, std::max(1, row.ranks / row.nodes)},
                     row.collective,
                     row.bytes,
                     row.seconds});
  return times;
}

}  // namespace

NcclCosts::NcclCosts(const std::string& path) {
  const CsvTable table = read_csv_file(path);
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const CsvLine line(table, i);
    const std::string name = line.word("name"), value = line.word("value");
    if (!holds_name(kTimes, name) && !holds_name(kRates, name))
      line.refuse("name", fmt::format("'{}' is unknown", name),
                  fmt::format("{} or {}", fmt::join(kTimes, ", "), fmt::join(kRates, ", ")));
    try {
      values_[name] = seconds_or_rate(name, value);
    } catch (const std::invalid_argument& e) {
      line.refuse("value", e.what(), "a time or a bandwidth");
    }
  }
  const auto check = [&](std::string_view name) {
    if (!values_.contains(std::string(name)))
      throw InputError(fmt::format("{}: '{}' is missing", path, name));
  };
  std::ranges::for_each(kTimes, check);
  std::ranges::for_each(kRates, check);
}

double NcclCosts::around(Layout at, const NcclProtocol& by) const {
  const double in = by.hop_in * of("hop_in") * (at.gpus - 1);
  if (at.nodes == 1) return in;
  return at.nodes * (in + (at.gpus == 1 ? by.tree_out : by.hop_out) * of("hop_out"));
}

double NcclCosts::ring(Layout at, double bytes, int ways) const {
  const int gpus = at.nodes * at.gpus;
  const double nics = of("nic") * at.gpus, part = bytes * (gpus - 1) / gpus;
  const double simple = at.nodes == 1  ? of("nvlink")
                        : at.gpus == 1 ? nics
                                       : std::min(of("nvlink"), nics);
  const auto way = [&](const NcclProtocol& by, double limit) {
    return around(at, by) + part / std::min(by.rate * simple, limit);
  };
  return of("start") + ways * std::min({way(kNcclSimple, simple), way(kNcclLl128, simple),
                                        way(kNcclLl, limit_of_ll(at.nodes))});
}

double NcclCosts::parts(Layout at, double bytes) const {
  const double by_ring = ring(at, bytes, 1);
  if (at.gpus > 1) return by_ring;
  const double by_pat = of("start") + floor_log2(at.nodes) * of("hop_out") / 3.5 +
                        at.nodes * 2.8e-6 + bytes / (0.75 * of("nic"));
  return std::min(by_ring, by_pat);
}

double NcclCosts::trees(Layout at, double bytes) const {
  const double added = at.gpus > 1 ? bytes * (1 + 1.0 / at.gpus) / of("nvls") : 0;
  if (at.nodes == 1) return of("start") + added;
  const int levels = ceil_log2(at.nodes);
  const double nics = of("nic") * at.gpus, out = (at.nodes == 2 ? 1 : 2) * bytes;
  const double switched = 2 * levels * of("level") + std::max(added, out / nics),
               hops = (at.gpus - 1) * kNcclLl.hop_in * of("hop_in") +
                      levels * kNcclLl.tree_out * of("hop_out"),
               chained = 2 * hops + out / std::min(0.92 / 3.8 * nics, limit_of_ll(at.nodes));
  return of("start") + std::min(switched, chained);
}

double NcclCosts::allreduce(Layout at, double bytes) const {
  return std::min(ring(at, bytes, 2), trees(at, bytes));
}

double NcclCosts::out_of_node(Layout at, int peers) const {
  const int all = std::min(16, 4 * at.gpus), each = 2 * at.nodes * at.gpus > 4 * all ? 1 : 2;
  return std::pow(
      std::pow(of("exchange"), -3) + std::pow(std::min(all, each * peers) * of("channel_out"), -3),
      -1.0 / 3);
}

double NcclCosts::alltoall(Layout at, double bytes) const {
  const int gpus = at.nodes * at.gpus, peers = gpus - at.gpus;
  const double inside = bytes * (at.gpus - 1) / gpus / of("nvlink"),
               out = peers == 0 ? 0 : bytes * peers / gpus / out_of_node(at, peers);
  return of("start") + around(at, kNcclSimple) + std::max(inside, out);
}

double NcclCosts::shift(Layout at, double bytes) const {
  if (at.nodes > 1) return of("start") + bytes / out_of_node(at, 1);
  constexpr unsigned kChannels = 32;
  unsigned channels = std::max(1u, std::bit_floor(kChannels / static_cast<unsigned>(at.gpus)));
  while (channels < kChannels && bytes > channels * 16.0 * (1 << 20)) channels *= 2;
  return of("start") + bytes / std::min(of("nvlink"), channels * of("channel_in"));
}

std::vector<MeasuredSchedule> predict_nccl(const NcclTables& measured, const std::string& fitted,
                                           const NcclCosts& costs,
                                           std::vector<std::string>* warnings) {
  std::set<std::string> seen;
  for (const NcclTime& time : times_in_table(fitted)) seen.insert(time.layout());
  std::vector<NcclTime> times;
  if (!measured.table.empty()) times = times_in_table(measured.table);
  for (const std::string& log : measured.logs)
    for (NcclTime& time : times_in_log(log, measured.given, warnings))
      times.push_back(std::move(time));
  std::vector<MeasuredSchedule> rows;
  for (const NcclTime& time : times) {
    rows.push_back(predicted(time, costs));
    rows.back().fitted = seen.contains(time.layout());
  }
  return rows;
}

}  // namespace orrery::inline run
