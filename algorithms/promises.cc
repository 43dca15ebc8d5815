#include "algorithms/promises.h"

#include <set>

namespace orrery {

namespace {

/// A message between any two ranks takes what Problem::cost says, and no other message makes it wait but at
/// their ports.
bool is_fully_connected(const Network& network) {
  const std::set<NodeId> hosts(network.host_of.begin(), network.host_of.end());
  return network.topology->spec().starts_with("full:") && hosts.size() == network.host_of.size();
}

bool is_one_ported(const Ports& ports) {
  return ports.kind == Ports::Kind::kCount && ports.count == 1 && !ports.half_duplex &&
         ports.held_for_message();
}

/// A message of no bytes takes no time, but formulas count its α.
bool divides_evenly(const Algorithm& a, const Problem& x) {
  return x.sizes.empty() && x.count % x.p == 0 && x.count % blocks_for(a, x) == 0 &&
         (x.count > 0 || find_collective(a.collective).synchronises);
}

std::optional<std::string> difference(std::string_view member, std::int64_t says, std::int64_t was,
                                      std::string_view what) {
  if (says == was) return std::nullopt;
  return text_of(member, " says ", says, " ", what, ", but there were ", was);
}

/// With the number of blocks that it runs with, which may take long to choose.
Problem settled(const Algorithm& a, Problem x) {
  if (a.pipelined) x.blocks = blocks_for(a, x);
  return x;
}

}  // namespace

bool time_is_exact(const Algorithm& a, const Problem& x, const EngineOptions& options) {
  return is_fully_connected(*x.network) && is_one_ported(x.network->ports) &&
         x.network->costs.overhead == Time(0) && options.protocol == Protocol::kSync &&
         options.sync == Sync::kAsync && divides_evenly(a, x);
}

std::optional<std::string> broken_promise(const Algorithm& a, const Problem& problem,
                                          const EngineOptions& options, const Metrics& measured) {
  const Problem x = settled(a, problem);
  if (auto wrong = difference("rounds", a.rounds(x), measured.rounds, "rounds")) return wrong;
  if (auto wrong = difference("bytes_total", a.bytes_total(x).count(), measured.bytes_total.count(),
                              "bytes in all"))
    return wrong;
  if (auto wrong = difference("bytes_max_rank", a.bytes_max_rank(x).count(),
                              measured.bytes_max_rank.count(), "bytes sent by the busiest rank"))
    return wrong;
  if (!time_is_exact(a, x, options) || a.time(x) == measured.completion) return std::nullopt;
  return text_of("time says ", a.time(x).count(), " ps, but the run took ",
                 measured.completion.count(), " ps");
}

}  // namespace orrery
