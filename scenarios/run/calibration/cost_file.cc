#include "scenarios/run/calibration/cost_file.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "scenarios/document/units_text.h"
#include "scenarios/report/table.h"

namespace orrery {
namespace {

constexpr double kFastest = 1e-15;  ///< seconds a byte: a bandwidth is finite

Time alpha_of(const LineFit& fit) {
  return Time(std::llround(fit.alpha * 1e12));
}
/// To three digits more than anybody measures.
Bandwidth bandwidth_of(const LineFit& fit) {
  const double exact = 1 / std::max(fit.beta, kFastest);
  const double unit = std::pow(10, std::floor(std::log10(exact)) - 5);
  return {std::round(exact / unit) * unit};
}
CostPerByte cost_of(double seconds) {
  return {std::round(seconds * 1e15) / 1e3};
}

std::string within_keys(const LineFit& fit) {
  return fmt::format("host_alpha = \"{}\"\nhost_beta = \"{}\"\n", time_text(alpha_of(fit)),
                     cost_text(cost_of(fit.beta)));
}
std::string between_bandwidth(const LineFit& fit) {
  return fmt::format("link_bandwidth = \"{}\"\n", bandwidth_text(bandwidth_of(fit)));
}
std::string between_alpha(const LineFit& fit) {
  return fmt::format("alpha = \"{}\"\n", time_text(alpha_of(fit)));
}

std::string range_head(const SizeRange& range) {
  std::string out = fmt::format("\n[[range]]\nfrom = \"{}\"\n", size_text(Bytes(range.from)));
  if (range.to < std::numeric_limits<std::int64_t>::max())
    out += fmt::format("to = \"{}\"\n", size_text(Bytes(range.to)));
  return out;
}

std::string range_name(const SizeRange& range) {
  const std::string from = short_size(Bytes(range.from));
  return range.to < std::numeric_limits<std::int64_t>::max()
             ? fmt::format("{} to {}", from, short_size(Bytes(range.to)))
             : fmt::format("from {}", from);
}

std::vector<std::string> row(const std::string& what, const std::string& sizes,
                             const LineFit& fit) {
  return {what,
          sizes,
          short_time(alpha_of(fit)),
          cost_text(cost_of(fit.beta)),
          fit.beta > kFastest ? short_bit_rate(8 / fit.beta) : "–",
          fmt::format("{:.1f} %", 100 * fit.median_error),
          fmt::format("{:.1f} %", 100 * fit.worst_error)};
}

void add_rows(TextTable& table, const std::string& what, const MessageFit& fit) {
  if (fit.samples.empty()) return;
  table.add_row(row(what, "all", fit.all));
  if (fit.ranges.size() == 1) return;
  for (const SizeRange& range : fit.ranges) table.add_row(row("", range_name(range), range.fit));
}

const SizeRange& range_of(const MessageFit& fit, std::int64_t bytes) {
  return *std::ranges::find_if(fit.ranges, [&](const SizeRange& r) { return bytes < r.to; });
}

std::string csv_rows(const std::string& what, const MessageFit& fit) {
  std::string measured, line, ranges;
  for (const Sample& s : fit.samples) {
    measured += fmt::format("{}: measured,{},{}\n", what, s.bytes, s.seconds);
    line += fmt::format("{}: one line,{},{}\n", what, s.bytes, fit.all.at(s.bytes));
    ranges += fmt::format("{}: line for each range,{},{}\n", what, s.bytes,
                          range_of(fit, s.bytes).fit.at(s.bytes));
  }
  return measured + line + (fit.ranges.size() > 1 ? ranges : "");
}

}  // namespace

MessageFit fit_messages(std::vector<Sample> samples) {
  if (samples.empty()) return {};
  std::ranges::stable_sort(samples, {}, &Sample::bytes);
  const LineFit all = fit_line(samples);
  std::vector<SizeRange> ranges = fit_ranges(samples);
  return {std::move(samples), all, std::move(ranges)};
}

std::string cost_file(const Calibration& c) {
  const MessageFit& within = c.within.samples.empty() ? c.between : c.within;
  const MessageFit& between = c.between.samples.empty() ? c.within : c.between;
  std::string out = fmt::format(
      "# Costs of {}, measured by orrery-mpi calibrate.\n"
      "# For scenarios: include = \"costs.toml\", or \"costs.toml@64KiB\" for messages of about "
      "that "
      "size.\n",
      c.machine);
  if (c.between.samples.empty()) out += "# One host: messages between hosts are as within it.\n";
  if (c.within.samples.empty())
    out += "# One process on each host: messages within a host are as between hosts.\n";
  out += fmt::format("\n[network]\n{}link_latency = \"0ns\"\nhop_latency = \"0ns\"\n{}",
                     between_bandwidth(between.all), within_keys(within.all));
  out += fmt::format("\n[cost]\n{}gamma = \"{}\"  # {}\n", between_alpha(between.all),
                     cost_text(cost_of(c.reduction.beta)), c.work);
  for (const SizeRange& range : between.ranges)
    out += range_head(range) + between_alpha(range.fit) + between_bandwidth(range.fit);
  for (const SizeRange& range : within.ranges) out += range_head(range) + within_keys(range.fit);
  return out;
}

std::string calibration_report(const Calibration& c) {
  TextTable table;
  table.add_column("messages", TextTable::Align::kLeft);
  table.add_column("sizes", TextTable::Align::kLeft);
  for (const char* head : {"α", "β", "bandwidth", "median error", "worst error"})
    table.add_column(head, TextTable::Align::kRight);
  add_rows(table, "within a host", c.within);
  add_rows(table, "between hosts", c.between);
  std::string out = fmt::format("{}\n\n{}\n", c.machine, table.text());
  out += fmt::format("γ {} ({}; median error {:.1f} %)\n", cost_text(cost_of(c.reduction.beta)),
                     c.work, 100 * c.reduction.median_error);
  return out + "Errors: of the fitted lines, relative to the measured times.\n";
}

std::string calibration_csv(const Calibration& c) {
  std::string out = "what,bytes,time_s\n";
  out += csv_rows("within a host", c.within) + csv_rows("between hosts", c.between);
  for (const Sample& s : c.reductions)
    out += fmt::format("{}: measured,{},{}\n", c.work, s.bytes, s.seconds);
  for (const Sample& s : c.reductions)
    out += fmt::format("{}: one line,{},{}\n", c.work, s.bytes, c.reduction.at(s.bytes));
  return out;
}

}  // namespace orrery
