#include "scenarios/run/sizes/size_fit.h"

#include <algorithm>
#include <map>

#include "emu/base/units.h"

namespace orrery::inline run {
namespace {

constexpr std::size_t kFewestPoints = 3;  ///< two lie on a line anyway
constexpr std::size_t kMostSamples =
    100;  ///< evenly chosen among more: fit_line() takes the cube of their number

using SizeSeries = std::vector<std::pair<std::string, std::string>>;

SizeSeries series_of(const RunSpec& spec) {
  SizeSeries series;
  for (const auto& swept : spec.swept)
    if (swept.first != "bytes") series.push_back(swept);
  return series;
}

std::vector<Sample> samples_of(const std::map<std::int64_t, double>& seconds) {
  const std::size_t every = (seconds.size() + kMostSamples - 1) / kMostSamples;
  std::vector<Sample> samples;
  std::size_t i = 0;
  for (const auto& [bytes, time] : seconds)
    if (i++ % every == 0) samples.push_back({bytes, time});
  return samples;
}

}  // namespace

std::vector<SizeFit> fits_over_sizes(const std::vector<RunResult>& results) {
  std::vector<SizeSeries> order;
  std::map<SizeSeries, std::map<std::int64_t, double>> seconds;  // by size
  for (const RunResult& r : results) {
    if (!is_measured(r) || r.metrics.completion == Time(0)) continue;
    const SizeSeries series = series_of(r.spec);
    if (!seconds.contains(series)) order.push_back(series);
    seconds[series][r.spec.bytes.count()] = to_seconds(r.metrics.completion);
  }
  std::vector<SizeFit> fits;
  for (const SizeSeries& series : order) {
    const auto& by_size = seconds.at(series);
    if (by_size.size() < kFewestPoints) continue;
    fits.push_back({series, static_cast<int>(by_size.size()), fit_line(samples_of(by_size))});
  }
  return fits;
}

bool runs_schedules(const std::vector<RunResult>& results) {
  return std::ranges::any_of(results,
                             [](const RunResult& r) { return schedule_of(r.spec) != nullptr; });
}

}  // namespace orrery::inline run
