#include "scenarios/run/calibration/cost_file.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "scenarios/text/units_text.h"

namespace orrery::inline run {
namespace {

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

}  // namespace

Time alpha_of(const LineFit& fit) {
  return Time(std::llround(fit.alpha * 1e12));
}

Bandwidth bandwidth_of(const LineFit& fit) {
  const double exact = 1 / std::max(fit.beta, kLeastBeta);
  const double unit = std::pow(10, std::floor(std::log10(exact)) - 5);
  return {std::round(exact / unit) * unit};
}

CostPerByte cost_of(double seconds) {
  return {std::round(seconds * 1e15) / 1e3};
}

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
      "that size.\n",
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

}  // namespace orrery::inline run
