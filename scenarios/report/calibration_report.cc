#include "scenarios/report/calibration_report.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "scenarios/report/table.h"
#include "scenarios/text/units_text.h"

namespace orrery {
namespace {

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
          fit.beta > kLeastBeta ? short_bit_rate(8 / fit.beta) : "–",
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

std::string calibration_report(const Calibration& c) {
  TextTable table;
  table.left({"messages", "sizes"}).right({"α", "β", "bandwidth", "median error", "worst error"});
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
