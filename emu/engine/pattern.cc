/// What a PatternSink is told.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "emu/base/random.h"
#include "emu/engine/engine.h"

namespace orrery {

namespace {

constexpr std::int64_t kMostGrain = 64;

/// The least power of two of which `cost` makes a whole number of picoseconds; 2 kMostGrain: none that is not larger.
std::int64_t grain_of(double ps_per_byte) {
  std::int64_t grain = 1;
  while (grain <= kMostGrain && ps_per_byte * static_cast<double>(grain) !=
                                    std::floor(ps_per_byte * static_cast<double>(grain)))
    grain *= 2;
  return grain;
}

/// That of all that processors do, each of them as slow as its host is crowded.
std::int64_t grain_of(const Network& network) {
  std::vector<double> factors = network.crowding();
  factors.push_back(1);
  std::ranges::sort(factors);
  const auto [last, end] = std::ranges::unique(factors);
  std::int64_t grain = 1;
  for (auto f = factors.begin(); f != last; ++f)
    for (const CostPerByte c : {network.costs.gamma, network.costs.host_beta})
      grain = std::max(grain, grain_of(c.ps * *f));
  return grain;
}

}  // namespace

/// Times are exact where what a message costs is a whole number of picoseconds and nothing depends on size otherwise.
void Engine::begin_pattern() {
  Pattern& p = pattern_sink_->pattern;
  p = {};
  p.grain = grain_of(network_);
  p.exact = network_.costs.plain() && p.grain <= kMostGrain && network_.contention &&
            network_.conditions == nullptr && network_.routing != Routing::kAdaptive &&
            !links_.has_buses() && options_.eager_limit < Bytes(0) && options_.sync == Sync::kAsync;
}

void Engine::note(const Event& e, bool first_of_instant) {
  std::uint64_t& order = pattern_sink_->pattern.order;
  order = mixed(order ^ (std::uint64_t{first_of_instant} << 63 |
                         static_cast<std::uint64_t>(e.kind) << 32 | e.index));
}

void Engine::note(Bytes amount) {
  std::int64_t& unit = pattern_sink_->pattern.unit;
  unit = std::gcd(unit, amount.count());
}

void Engine::end_pattern() {
  Pattern& p = pattern_sink_->pattern;
  p.exact = p.exact && transfers_.exact() && p.unit % p.grain == 0;
  p.order = mixed(p.order ^ traffic_.joins());
}

}  // namespace orrery
