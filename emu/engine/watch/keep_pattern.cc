#include "emu/engine/watch/keep_pattern.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "emu/engine/engine.h"
#include "emu/engine/executor.h"

namespace orrery::inline engine {

namespace {

constexpr std::int64_t kMostGrain = 64;

/// Returns the least power of two that makes `cost` a whole number of picoseconds; 2 kMostGrain if
/// there is none up to kMostGrain.
std::int64_t grain_of(double ps_per_byte) {
  std::int64_t grain = 1;
  while (grain <= kMostGrain && ps_per_byte * static_cast<double>(grain) !=
                                    std::floor(ps_per_byte * static_cast<double>(grain)))
    grain *= 2;
  return grain;
}

/// Returns the largest grain of all processor costs, with the crowding of hosts.
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

/// Begins the pattern. Times are exact if message costs are whole picoseconds and nothing else
/// depends on size.
void begin(Pattern& p, const Network& network, const LinkTable& links,
           const EngineOptions& options) {
  p = {};
  p.grain = grain_of(network);
  p.exact = network.costs.plain() && p.grain <= kMostGrain && network.contention &&
            network.conditions == nullptr && network.routing != Routing::kAdaptive &&
            !links.has_buses() && options.eager_limit < Bytes(0) && options.sync == Sync::kAsync;
}

void end(Pattern& p, bool exact, std::uint64_t joins) {
  p.exact = p.exact && exact && p.unit % p.grain == 0;
  p.order = mixed(p.order ^ joins);
}

void Engine::begin_observers() {
  if (pattern_ != nullptr) {
    uncontended_.lose();
    begin(*pattern_, network_, links_, options_);
  }
  if (recording_ == nullptr) return;
  recording_->begin(network_.ranks(), store_);
  if (!Executor::supports(network_, options_)) recording_->depend_on_order();
}

/// Records a send or receive.
void Engine::record(Index task, Operation::Kind kind, int comm, int peer, int tag, Slice slice,
                    Handle request) {
  if (pattern_ != nullptr && kind == Operation::Kind::kSend) note(*pattern_, slice.bytes());
  if (recording_ == nullptr) return;
  const Operation message{.kind = kind,
                          .peer = communicators_.world_rank(comm, peer),
                          .tag = tag,
                          .amount = slice.bytes().count()};
  recording_->post(task, message, comm, slice, request);
}

/// Records work of a processor.
void Engine::record_work(Index task, Operation::Kind kind, int comm, Slice into, Slice from) {
  if (pattern_ != nullptr && kind != Operation::Kind::kTouch) note(*pattern_, into.bytes());
  tell(recording_, &Recording::work, task, kind, comm, into, from);
}

}  // namespace orrery::inline engine
