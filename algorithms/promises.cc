#include "algorithms/promises.h"

#include <cmath>
#include <numeric>
#include <vector>

#include "algorithms/common/placed_problem.h"
#include "algorithms/levels/levels.h"

namespace orrery::inline algorithms {

namespace {

/// Returns whether a message between any two ranks takes the time of Problem::cost, and waits for
/// others only at their ports.
bool is_fully_connected(const Network& network) {
  return network.topology->spec().starts_with("full:") && network.topology->has_identical_links() &&
         one_rank_on_each_host(network);
}

/// Returns whether rank r is on host r for all r, without hosts left over.
bool is_in_order(const Network& network) {
  std::vector<NodeId> hosts(static_cast<std::size_t>(network.topology->hosts()));
  std::iota(hosts.begin(), hosts.end(), 0);
  return network.host_of == hosts;
}

/// Returns whether every link carries one message at a time, from neighbour to neighbour. Formulas
/// count two links of each rank in every dimension.
bool is_torus_of_links(const Problem& x) {
  const Network& network = *x.network;
  return network.topology->spec().starts_with("torus:") &&
         network.topology->has_identical_links() && is_in_order(network) &&
         network.topology->ports_per_host() == 2 * std::ssize(x.dims) &&
         network.ports.kind == Ports::Kind::kPerLink && !network.ports.half_duplex &&
         x.cost.gamma == CostPerByte{0};
}

bool shares_evenly_among_links(const Problem& x) {
  return x.count % (2 * std::ssize(x.dims) * x.p) == 0;
}

/// Returns whether the cost is whole: a formula may round the cost of several parts together, where
/// a run rounds each.
bool is_whole(CostPerByte cost) {
  return cost.ps == std::floor(cost.ps);
}

/// Returns whether all parts are equal and not empty. A message of no bytes takes no time, but
/// formulas count its α.
bool divides_evenly(const Algorithm& a, const Problem& x) {
  const Collective& c = find_collective(a.collective);
  return x.sizes.empty() && x.count % c.sizes(x.p) == 0 && x.count % blocks_for(a, x) == 0 &&
         (x.count > 0 || c.synchronises);
}

/// Returns whether all ranks of a part begin together. Groups of different sizes do not, and their
/// messages may take each other's turns.
bool begins_at_once(const Algorithm& a, const Problem& x) {
  if (a.form == nullptr || !a.form->grouped) return true;
  const RankGroups groups = groups_of(x, a.form->equal);
  return groups.smallest() == groups.largest();
}

/// Describes a difference; none if `says` is an upper bound that holds.
std::optional<std::string> difference(std::string_view member, std::int64_t says, std::int64_t was,
                                      std::string_view what, bool at_most = false) {
  if (says == was || (at_most && was < says)) return std::nullopt;
  return text_of(member, " says ", says, " ", what, ", but there were ", was);
}

}  // namespace

bool time_is_exact(const Algorithm& a, const Problem& x, const EngineOptions& options) {
  const bool alone = a.among_neighbors
                         ? is_torus_of_links(x) && shares_evenly_among_links(x)
                         : is_fully_connected(*x.network) && is_one_ported(x.network->ports) &&
                               x.network->ports.held_for_message();
  return alone && is_whole(x.cost.beta) && is_whole(x.cost.gamma) && x.network->costs.plain() &&
         x.network->duplex == 1 && x.network->duplex_by_size.steps.empty() &&
         x.network->conditions == nullptr && options.protocol == Protocol::kSync &&
         options.eager_limit < Bytes(0) && options.sync == Sync::kAsync && divides_evenly(a, x) &&
         begins_at_once(a, x);
}

std::optional<std::string> broken_promise(const Algorithm& a, const Problem& problem,
                                          const EngineOptions& options, const Metrics& measured) {
  if (a.formula.empty()) return std::nullopt;
  const Problem x = settled(a, problem);
  if (auto wrong = difference("rounds", a.rounds(x), measured.rounds, "rounds")) return wrong;
  if (auto wrong = difference("bytes_total", a.bytes_total(x).count(), measured.bytes_total.count(),
                              "bytes in all"))
    return wrong;
  if (auto wrong =
          difference("bytes_max_rank", a.bytes_max_rank(x).count(), measured.bytes_max_rank.count(),
                     "bytes sent by the busiest rank", a.at_most))
    return wrong;
  if (!time_is_exact(a, x, options) || a.time(x) == measured.completion ||
      (a.at_most && measured.completion < a.time(x)))
    return std::nullopt;
  return text_of("time says ", a.time(x).count(), " ps, but the run took ",
                 measured.completion.count(), " ps");
}

std::optional<std::string> broken_promise(const Algorithm& a, const Execution& run) {
  if (run.reproducible.value_or(a.reproducible) >= a.reproducible) return std::nullopt;
  return text_of("sums that round are promised to be ", reproducible_name(a.reproducible), ", but ",
                 run.reordered);
}

}  // namespace orrery::inline algorithms
