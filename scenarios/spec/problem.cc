#include "scenarios/spec/problem.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <unistd.h>

#include <fmt/format.h>

#include "algorithms/common/distributions.h"
#include "algorithms/common/neighbors.h"
#include "algorithms/common/skips.h"
#include "emu/net/topologies/graph.h"
#include "scenarios/spec/given_groups.h"
#include "scenarios/spec/plan_program.h"

namespace orrery::inline spec {
namespace {

constexpr std::int64_t kPieceBytes = 256;  ///< of a piece of a vector with provenance

/// Adds the ranks' coordinates, which are those of the hosts in order (a mapping then moves the
/// ranks).
void add_coordinates(Problem& x, const Mapping& mapping, const Topology& topology) {
  const std::vector<int> dims = topology.dims();
  const auto* const graph = dynamic_cast<const Graph*>(&topology);
  if (graph != nullptr && !graph->no_dims().empty())
    x.no_dims = fmt::format("{} has none: {}", topology.spec(), graph->no_dims());
  else if (dims.empty())
    x.no_dims = fmt::format("{} has none", topology.spec());
  else if (mapping.ranks_per_host != 1)
    x.no_dims = fmt::format("there are {} ranks on each host of {}", mapping.ranks_per_host,
                            topology.spec());
  else if (x.p != topology.hosts())
    x.no_dims = fmt::format("{} ranks do not fill the {} hosts of {}", x.p, topology.hosts(),
                            topology.spec());
  else
    x.dims = dims;
}

/// Returns sizes by distribution. If blocks are for pairs, each rank has as much as all others and
/// splits it among the ranks it sends to.
std::vector<std::int64_t> distributed(const RunSpec& spec, const Collective& collective,
                                      std::int64_t count) {
  const Distribution& distribution = find_distribution(spec.distribution);
  if (!collective.for_pairs)
    return block_shares(distribution, spec.ranks, count, {.rho = spec.rho, .seed = spec.seed});
  std::vector<std::int64_t> all;
  for (int r = 0; r < spec.ranks; ++r) {
    const auto own =
        block_shares(distribution, spec.ranks, Partition(count, spec.ranks).size(r),
                     {.rho = spec.rho, .seed = spec.seed + static_cast<std::uint64_t>(r)});
    all.insert(all.end(), own.begin(), own.end());
  }
  return all;
}

}  // namespace

Problem make_problem(const RunSpec& spec, const Network* network) {
  const Op& op = find_op(spec.op, spec.datatype);
  const LinkCost& link = spec.costs.link(0);
  Problem x;
  x.p = spec.ranks;
  x.root = spec.root;
  x.count = spec.bytes.count() / op.element_bytes;
  x.element_bytes = op.element_bytes;
  x.tuning() = spec.tuning;
  if (spec.block_rule.given()) x.blocks = spec.block_rule.blocks(x);
  if (x.skips.empty())
    x.skips = circulant::named_skips(spec.skips, spec.ranks).value_or(std::vector<int>{});
  x.groups = rank_groups(spec.groups, spec.ranks, network);
  if (!spec.sizes.empty())
    x.sizes = spec.sizes;
  else if (spec.distribution != "same")
    x.sizes = distributed(spec, find_collective(spec.collective), x.count);
  x.commutative = op.commutative;
  x.cost = {spec.costs.alpha + link.latency + spec.costs.hop_latency, link.bandwidth.inverse(),
            spec.costs.gamma};
  x.grid = spec.grid;
  x.periodic = spec.periodic;
  x.neighborhood = spec.neighborhood;
  x.separate_buffers = spec.separate_buffers;
  x.packs = spec.packs;
  x.network = network;
  if (network != nullptr) add_coordinates(x, spec.mapping, *network->topology);
  return x;
}

std::vector<int> grid_sides(const RunSpec& spec, const Topology& topology) {
  Problem x;
  x.p = spec.ranks;
  x.grid = spec.grid;
  x.neighborhood = spec.neighborhood;
  add_coordinates(x, spec.mapping, topology);
  return Neighbors(x).sides();
}

bool counts_parts(std::string_view collective) {
  constexpr std::string_view kBlockwise[] = {"allgather", "alltoall", "gather", "scatter"};
  return std::ranges::find(kBlockwise, collective) != std::end(kBlockwise);
}

double payload_estimate(PayloadKind payload, const Collective& c, const Problem& x) {
  if (payload == PayloadKind::kReal)
    return 2.0 * static_cast<double>(c.vector_length(x)) * x.element_bytes * x.p;
  if (payload == PayloadKind::kProvenance)
    return static_cast<double>(c.after(x, x.root).size()) * kPieceBytes * (c.rooted ? 1 : x.p);
  return 0;
}

std::int64_t emulated_ranks(const RunSpec& spec) {
  return spec.symmetry == SymmetryUse::kOn ? 1 : spec.ranks;
}

std::int64_t memory_estimate(const RunSpec& spec) {
  double total = static_cast<double>(emulated_ranks(spec)) * kStackBytes;
  if (runs_operations(spec)) return static_cast<std::int64_t>(total);
  if (schedule_of(spec) != nullptr) {
    if (spec.payload != PayloadKind::kGhost)  // input, output and what is on its way
      total += 4.0 * static_cast<double>(spec.bytes.count()) * spec.ranks;
    return total > kMaxBytes ? std::numeric_limits<std::int64_t>::max()
                             : static_cast<std::int64_t>(total);
  }
  total += payload_estimate(spec.payload, find_collective(spec.collective), make_problem(spec));
  return total > kMaxBytes ? std::numeric_limits<std::int64_t>::max()
                           : static_cast<std::int64_t>(total);
}

std::int64_t physical_memory() {
  static const std::int64_t bytes = std::int64_t{sysconf(_SC_PHYS_PAGES)} * sysconf(_SC_PAGESIZE);
  return bytes;
}

Yardstick yardstick_of(const RunSpec& spec, const Network* network) {
  if (runs_operations(spec)) return {};
  const ScheduleRun* const schedule = schedule_of(spec);
  if (schedule != nullptr && spec.collective == kNoCollective) {
    const auto hosts = network == nullptr ? std::span<const NodeId>() : network->host_of;
    return {{static_cast<double>(schedule->program->steps), 0,
             static_cast<double>(schedule->program->bytes_max_host(hosts))},
            std::nullopt,
            spec.bytes};
  }
  const Collective& c = find_collective(spec.collective);
  const Problem x = make_problem(spec, network);
  Yardstick y{c.bounds(x), std::nullopt, c.useful_bytes(x)};
  if (c.swing_bounds != nullptr) y.swing = c.swing_bounds(x);
  return y;
}

/// Returns the meaning of metrics; the bounds of schedules and operations are their own least times.
Meaning meaning_of(const RunSpec& spec) {
  if (runs_operations(spec))
    return {"the default for operations without their own",
            "each operation with its fewest rounds, and the bytes of the rank whose operations "
            "need most"};
  if (spec.collective == kNoCollective && runs_plan(spec))
    return {"the larger of a rank's input and output",
            "the longest chain of messages, and the bytes of the host that sends or receives most"};
  if (schedule_of(spec) != nullptr && spec.collective == kNoCollective)
    return {"all messages of the schedule together",
            "the longest chain of messages, and the bytes of the host that sends or receives most"};
  const Collective& c = find_collective(spec.collective);
  return {c.bytes_mean, c.bounds_mean};
}

}  // namespace orrery::inline spec
