#include "scenarios/run/score/gpu_times.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "algorithms/common/arithmetic.h"
#include "emu/base/quantity.h"
#include "scenarios/text/csv_table.h"
#include "scenarios/text/errors.h"

namespace orrery {
namespace {

constexpr std::array<std::string_view, 4> kTimes{"start", "hop_in", "hop_out", "level"};
constexpr std::array<std::string_view, 7> kRates{"nvlink", "nvls",  "nic", "exchange",
                                                 "pair",   "shift", "few"};
constexpr std::string_view kSize = "few_to";

template <class Names>
bool holds_name(const Names& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

double seconds_or_rate(std::string_view name, const std::string& value) {
  if (holds_name(kTimes, name)) return to_seconds(parse_time(value));
  if (name == kSize) return static_cast<double>(parse_bytes(value).count());
  return parse_bandwidth(value).bytes_per_second;
}

/// A table whose lines with # in front are empty.
CsvTable commented_table(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw InputError(fmt::format("{}: cannot be read", path));
  std::string text;
  for (std::string line; std::getline(in, line);)
    text += (line.starts_with('#') ? "" : line) + '\n';
  std::istringstream lines(text);
  return read_csv(lines, path);
}

std::string layout_of(const CsvLine& line) {
  return fmt::format("{}x{}", line.count("nodes"), line.count("gpus_per_node"));
}

void predict_row(MeasuredSchedule& row, const CsvLine& line, const NcclCosts& costs) {
  const NcclCosts::Layout at{line.count("nodes"), line.count("gpus_per_node")};
  const auto bytes = static_cast<double>(row.bytes.count());
  const std::string name = line.word("collective");
  if (std::int64_t{at.nodes} * at.gpus < 2)
    row.reason = "one GPU sends no message";
  else if (name == "all_gather" || name == "reduce_scatter")
    row.predicted = costs.ring(at, bytes, 1);
  else if (name == "all_reduce")
    row.predicted = costs.allreduce(at, bytes);
  else if (name == "alltoall")
    row.predicted = costs.alltoall(at, bytes);
  else if (name == "sendrecv")
    row.predicted = costs.shift(at, bytes);
  else
    row.reason = fmt::format("there is no formula for {}", name);
}

}  // namespace

NcclCosts::NcclCosts(const std::string& path) {
  const CsvTable table = read_csv_file(path);
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const CsvLine line(table, i);
    const std::string name = line.word("name"), value = line.word("value");
    if (!holds_name(kTimes, name) && !holds_name(kRates, name) && name != kSize)
      line.refuse(
          "name", fmt::format("'{}' is unknown", name),
          fmt::format("{}, {} or {}", fmt::join(kTimes, ", "), fmt::join(kRates, ", "), kSize));
    try {
      values_[name] = seconds_or_rate(name, value);
    } catch (const std::invalid_argument& e) {
      line.refuse("value", e.what(), "a time, a bandwidth or a size");
    }
  }
  const auto check = [&](std::string_view name) {
    if (!values_.contains(std::string(name)))
      throw InputError(fmt::format("{}: '{}' is missing", path, name));
  };
  std::ranges::for_each(kTimes, check);
  std::ranges::for_each(kRates, check);
  check(kSize);
}

double NcclCosts::around(Layout at) const {
  const int gpus = at.nodes * at.gpus;
  if (at.nodes == 1) return of("hop_in") * (gpus - 1);
  return of("hop_out") * at.nodes + of("hop_in") * (gpus - at.nodes);
}

double NcclCosts::ring(Layout at, double bytes, int ways) const {
  const int gpus = at.nodes * at.gpus;
  const double nics = of("nic") * at.gpus, part = bytes * (gpus - 1) / gpus;
  const double rate = at.nodes == 1  ? of("nvlink")
                      : at.gpus == 1 ? nics
                                     : std::min(of("nvlink"), nics);
  return of("start") + ways * (around(at) + part / rate);
}

double NcclCosts::allreduce(Layout at, double bytes) const {
  const double added = at.gpus > 1 ? bytes * (1 + 1.0 / at.gpus) / of("nvls") : 0;
  const double by_ring = ring(at, bytes, 2);
  if (at.nodes == 1) return std::min(by_ring, of("start") + added);
  const double between = (at.nodes == 2 ? 1 : 2) * bytes / (of("nic") * at.gpus);
  const double by_tree =
      of("start") + 2 * of("level") * ceil_log2(at.nodes) + std::max(added, between);
  return std::min(by_ring, by_tree);
}

double NcclCosts::alltoall(Layout at, double bytes) const {
  const int gpus = at.nodes * at.gpus;
  const double inside = bytes * (at.gpus - 1) / gpus / of("nvlink"),
               out = bytes * (gpus - at.gpus) / gpus / of(at.nodes == 2 ? "pair" : "exchange");
  return of("start") + around(at) + std::max(inside, out);
}

double NcclCosts::shift(Layout at, double bytes) const {
  const char* const rate = at.nodes > 2            ? "shift"
                           : at.nodes == 2         ? "pair"
                           : bytes <= of("few_to") ? "few"
                                                   : "nvlink";
  return of("start") + bytes / of(rate);
}

std::vector<MeasuredSchedule> predict_nccl(const std::string& path, const std::string& fitted,
                                           const NcclCosts& costs) {
  std::set<std::string> seen;
  const CsvTable fitted_table = commented_table(fitted);
  for (std::size_t i = 0; i < fitted_table.rows.size(); ++i)
    seen.insert(layout_of(CsvLine(fitted_table, i)));
  const CsvTable table = commented_table(path);
  std::vector<MeasuredSchedule> rows;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const CsvLine line(table, i);
    MeasuredSchedule row;
    row.line = line.line();
    row.file = layout_of(line) + ' ' + line.word("collective");
    row.bytes = Bytes(line.number<std::int64_t>("bytes", 1, "a number of bytes above 0"));
    row.seconds = 1e-6 * line.number<double>("time_us", 0, "microseconds, more than 0");
    if (row.seconds == 0) line.refuse("time_us", "0", "microseconds, more than 0");
    row.fitted = seen.contains(layout_of(line));
    predict_row(row, line, costs);
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace orrery
