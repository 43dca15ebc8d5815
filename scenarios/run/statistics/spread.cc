#include "scenarios/run/statistics/spread.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "emu/base/check.h"

namespace orrery::inline run {
namespace {

Time percentile(const std::vector<Time>& sorted, double q) {
  const double at = q * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  const double part = at - static_cast<double>(below);
  return sorted[below] +
         Time(std::llround(part * static_cast<double>((sorted[above] - sorted[below]).count())));
}

/// Returns the largest number l >= 1 for which fewer than l of n fair coins show heads with a
/// probability of at most 2.5 %; 1 if there is none.
std::size_t rank_of_interval(std::size_t n) {
  double heads = std::exp2(-static_cast<double>(n)), up_to = 0;  // exactly l - 1; fewer than l
  std::size_t l = 1;
  for (std::size_t k = 0; k < n; ++k) {
    up_to += heads;
    if (up_to > 0.025) break;
    l = k + 1;
    heads *= static_cast<double>(n - k) / static_cast<double>(k + 1);
  }
  return l;
}

}  // namespace

TimeSpread spread_of(std::span<const Time> times) {
  EMU_CHECK(!times.empty(), "the spread of no times");
  std::vector<Time> sorted(times.begin(), times.end());
  std::ranges::sort(sorted);
  TimeSpread s;
  s.runs = static_cast<int>(sorted.size());
  s.median = percentile(sorted, 0.5);
  s.p10 = percentile(sorted, 0.1);
  s.p90 = percentile(sorted, 0.9);
  const std::size_t l = rank_of_interval(sorted.size());
  s.low = sorted[l - 1];
  s.high = sorted[sorted.size() - l];
  s.least = sorted.front();
  s.most = sorted.back();
  double sum = 0;
  for (const Time t : sorted) sum += static_cast<double>(t.count());
  s.mean = Time(std::llround(sum / static_cast<double>(sorted.size())));
  return s;
}

}  // namespace orrery::inline run
