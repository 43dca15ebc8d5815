/// What a PatternSink is told.
#include <cmath>

#include "emu/base/random.h"
#include "emu/engine/engine.h"

namespace orrery {

/// Times are exact where every cost of a byte is a whole number of picoseconds and nothing depends on size otherwise.
void Engine::begin_pattern() {
  const Costs& costs = network_.costs;
  const auto is_whole = [](CostPerByte c) { return c.ps == std::floor(c.ps); };
  pattern_sink_->pattern = {};
  pattern_sink_->pattern.exact = costs.plain() && is_whole(costs.gamma) &&
                                 is_whole(costs.host_beta) && network_.contention &&
                                 network_.conditions == nullptr && network_.crowding().empty() &&
                                 network_.routing != Routing::kAdaptive && !links_.has_buses() &&
                                 options_.eager_limit < Bytes(0) && options_.sync == Sync::kAsync;
}

void Engine::note(const Event& e, bool first_of_instant) {
  std::uint64_t& order = pattern_sink_->pattern.order;
  order = mixed(order ^ (std::uint64_t{first_of_instant} << 63 |
                         static_cast<std::uint64_t>(e.kind) << 32 | e.index));
}

void Engine::end_pattern() {
  Pattern& p = pattern_sink_->pattern;
  p.exact = p.exact && transfers_.exact();
  p.order = mixed(p.order ^ traffic_.joins());
}

}  // namespace orrery
