#include "scenarios/document/validate.h"

#include <algorithm>
#include <limits>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>

#include "algorithms/common/distributions.h"
#include "algorithms/common/skips.h"
#include "algorithms/phases/circulant.h"
#include "scenarios/document/keys.h"
#include "scenarios/document/presets.h"
#include "scenarios/document/units_text.h"
#include "scenarios/document/words.h"
#include "scenarios/run/plugin/plugin.h"
#include "scenarios/run/plugin/trial.h"

namespace orrery {
namespace {

constexpr std::int64_t kStackBytes = 16'384;  ///< resident memory of a rank without payload
constexpr std::int64_t kHostBytes = 128;      ///< of a host, for its ports and links
constexpr std::int64_t kPieceBytes = 256;     ///< of a piece of a vector with provenance
constexpr double kMaxBytes = 4.6e18;          ///< about 2^62: counters of bytes hold this
constexpr double kMaxPicoseconds = 4.6e18;    ///< virtual time holds this

/// A check that found something; caught in complete().
struct Refused {
  Refusal refusal;
};

[[noreturn]] void refuse(std::string_view key, std::string message) {
  throw Refused{{key, std::move(message), false}};
}
[[noreturn]] void refuse_unsupported(std::string message) {
  throw Refused{{"algorithm", std::move(message), true}};
}

std::vector<std::string_view> algorithms_of(std::string_view collective) {
  std::vector<std::string_view> names;
  for (const Algorithm* a : catalog())
    if (a->collective == collective) names.push_back(a->name);
  return names;
}

const Collective& check_collective(const RunSpec& spec) {
  std::vector<std::string_view> names;
  for (const Collective& c : collectives()) {
    if (c.name == spec.collective) return c;
    names.push_back(c.name);
  }
  refuse("collective", fmt::format("'{}' is unknown; expected {}{}", spec.collective, one_of(names),
                                   did_you_mean(spec.collective, names)));
}

const Algorithm& check_algorithm(RunSpec& spec) {
  const auto names = algorithms_of(spec.collective);
  if (names.empty()) refuse("collective", fmt::format("{} has no algorithm yet", spec.collective));
  if (spec.algorithm.empty())
    spec.algorithm = std::ranges::find(names, "ring") != names.end() ? "ring" : names.front();
  bool elsewhere = false;
  for (const Algorithm* a : catalog()) {
    if (a->collective == spec.collective && a->name == spec.algorithm) return *a;
    elsewhere = elsewhere || a->name == spec.algorithm;
  }
  std::string message =
      fmt::format("{} has no algorithm '{}'; expected {}{}", spec.collective, spec.algorithm,
                  one_of(names), did_you_mean(spec.algorithm, names));
  if (elsewhere) refuse_unsupported(std::move(message));
  refuse("algorithm", std::move(message));
}

/// Ranks are known before the topology is made: full:RANKS follows from them.
void complete_ranks_from_list(RunSpec& spec) {
  if (spec.ranks == 0 && spec.mapping.kind == MappingKind::kList)
    spec.ranks = static_cast<int>(spec.mapping.list.size());
  if (!spec.topology.empty()) return;
  if (spec.ranks == 0)
    refuse("ranks", "neither ranks nor topology is given; expected one of them, such as ranks = 8");
  const int per_host = spec.mapping.ranks_per_host;
  spec.topology = fmt::format("full:{}", (std::int64_t{spec.ranks} + per_host - 1) / per_host);
}

/// What a schedule says of itself.
void complete_schedule(RunSpec& spec) {
  if (spec.schedule == nullptr) {
    if (spec.collective == "schedule")
      refuse("schedule", "a schedule is missing; expected a file in GOAL format");
    return;
  }
  if (spec.collective != "schedule")
    refuse("schedule",
           fmt::format("{} does not run a schedule from a file; expected no collective, "
                       "or collective = \"schedule\"",
                       spec.collective));
  const auto ranks = static_cast<int>(spec.schedule->ranks.size());
  if (spec.ranks != 0 && spec.ranks != ranks)
    refuse("ranks", fmt::format("{}, but {} is for {}; expected {} or nothing", spec.ranks,
                                spec.schedule_file, ranks, ranks));
  if (spec.payload != PayloadKind::kGhost)
    refuse("payload",
           "a schedule has no contents to move or verify, and runs in the emulator only; expected "
           "ghost");
  if (static_cast<double>(spec.schedule->bytes) > kMaxBytes)
    refuse("schedule", "its messages are more than can be counted (2^62 bytes)");
  spec.ranks = ranks;
  spec.bytes = Bytes(spec.schedule->bytes);
  spec.bytes_text = size_text(spec.bytes);
}

void check_network_memory(const RunSpec& spec, const Topology& topology) {
  const std::int64_t need = topology.nodes() * kHostBytes, have = physical_memory();
  if (need > have)
    refuse(
        "topology",
        fmt::format(
            "{} has {} nodes, which need about {} of memory; this machine has {}; expected fewer",
            spec.topology, short_count(topology.nodes()), short_size(Bytes(need)),
            short_size(Bytes(have))));
}

void check_ranks(RunSpec& spec, const Topology& topology) {
  const std::int64_t slots = std::int64_t{topology.hosts()} * spec.mapping.ranks_per_host;
  if (spec.ranks == 0) {
    if (slots > std::numeric_limits<int>::max())
      refuse("ranks_per_host", fmt::format("makes {} ranks: too many", slots));
    spec.ranks = static_cast<int>(slots);
  }
  if (spec.ranks > slots)
    refuse("ranks",
           fmt::format("{} ranks do not fit on {}: {} hosts with {} each; expected at most {}",
                       spec.ranks, spec.topology, topology.hosts(), spec.mapping.ranks_per_host,
                       slots));
}

void check_op(const RunSpec& spec) {
  std::vector<std::string_view> names, types;
  const auto add = [](std::vector<std::string_view>& list, std::string_view word) {
    if (std::ranges::find(list, word) == list.end()) list.push_back(word);
  };
  for (const Op& op : ops()) add(names, op.name), add(types, op.datatype);
  const auto check = [](std::string_view key, const std::string& word,
                        const std::vector<std::string_view>& known) {
    if (std::ranges::find(known, word) == known.end())
      refuse(key, fmt::format("'{}' is unknown; expected {}{}", word, one_of(known),
                              did_you_mean(word, known)));
  };
  check("op", spec.op, names);
  check("datatype", spec.datatype, types);
  try {
    find_op(spec.op, spec.datatype);
  } catch (const std::invalid_argument& e) {
    refuse("op", e.what());
  }
}

std::vector<std::string_view> irregular_collectives() {
  std::vector<std::string_view> names;
  for (const Collective& c : collectives())
    if (c.irregular) names.push_back(c.name);
  return names;
}

/// Sizes by hand or by a distribution, where the collective takes any.
void complete_blocks(RunSpec& spec, const Collective& collective) {
  const bool uneven = !spec.sizes.empty() || spec.distribution != "same";
  const std::string_view key = spec.sizes.empty() ? "distribution" : "sizes";
  if (uneven && !collective.irregular)
    refuse(key, fmt::format("the blocks of {} are all equal; expected {}", spec.collective,
                            one_of(irregular_collectives())));
  if (spec.sizes.empty()) return;
  if (spec.sizes.size() != static_cast<std::size_t>(spec.ranks))
    refuse("sizes", fmt::format("{} sizes for {} ranks; expected one for each rank",
                                spec.sizes.size(), spec.ranks));
  std::int64_t sum = 0;
  constexpr auto most = static_cast<std::int64_t>(kMaxBytes);
  const std::int64_t element = find_op(spec.op, spec.datatype).element_bytes;
  for (const std::int64_t size : spec.sizes) {
    if (size > most / element || sum > most - size * element)
      refuse("sizes", "their sum is more than can be counted (2^62 bytes)");
    sum += size * element;
  }
  spec.bytes = Bytes(sum);
  spec.bytes_text = size_text(spec.bytes);
}

void check_sizes(const RunSpec& spec) {
  const std::int64_t element = find_op(spec.op, spec.datatype).element_bytes;
  if (spec.bytes.count() % element != 0)
    refuse("bytes", fmt::format("{} is not a multiple of {} bytes, the size of {}", spec.bytes_text,
                                element, spec.datatype));
  if (static_cast<double>(spec.bytes.count()) * spec.ranks > kMaxBytes)
    refuse("bytes", fmt::format("{} on {} ranks is more than can be counted (2^62 bytes)",
                                spec.bytes_text, spec.ranks));
}

void check_memory(const RunSpec& spec, std::string_view source_of_ranks) {
  const std::int64_t stacks = std::int64_t{spec.ranks} * kStackBytes, have = physical_memory();
  if (stacks > have)
    refuse(source_of_ranks,
           fmt::format(
               "{} ranks need about {} of memory ({} each); this machine has {}; expected fewer",
               short_count(spec.ranks), short_size(Bytes(stacks)), short_size(Bytes(kStackBytes)),
               short_size(Bytes(have))));
  const std::int64_t need = memory_estimate(spec);
  if (need > have)
    refuse(
        "payload",
        fmt::format("{} payload of {} on {} ranks needs about {} of memory; this machine has {}; "
                    "expected ghost, or a smaller problem",
                    find_key("payload")->get(spec), spec.bytes_text, short_count(spec.ranks),
                    short_size(Bytes(need)), short_size(Bytes(have))));
}

/// Nothing that a run sums up may overflow: bytes sent, and time even if all messages went one
/// after the other.
void check_overflow(const RunSpec& spec, const Problem& x, const Collective& c,
                    const Algorithm& a) {
  const double vector = static_cast<double>(c.vector_length(x)) * x.element_bytes;
  if (vector * spec.ranks * 64 > kMaxBytes)
    refuse("bytes", fmt::format("{} on {} ranks is more than can be counted (2^62 bytes)",
                                spec.bytes_text, spec.ranks));
  const int cores = spec.mapping.cores_per_host;
  const double crowd = cores > 0 ? std::max(1.0, double(spec.mapping.ranks_per_host) / cores) : 1;
  double slowest = spec.costs.host_beta.ps;
  auto latency = static_cast<double>(std::max(spec.costs.alpha, spec.costs.host_alpha).count());
  for (const LinkCost& link : spec.costs.links) {
    slowest = std::max(slowest, link.bandwidth.inverse().ps);
    latency += 64 * static_cast<double>((link.latency + spec.costs.hop_latency).count());
  }
  const auto bytes = static_cast<double>(a.bytes_total(x).count());
  double work = static_cast<double>(a.rounds(x)) * vector * spec.costs.gamma.ps;
  if (x.schedule != nullptr) work += static_cast<double>(x.schedule->work);
  const double longest = crowd * (bytes * slowest + work +
                                  latency * spec.ranks * static_cast<double>(a.rounds(x) + 1));
  if (longest > kMaxPicoseconds)
    refuse(bytes * slowest > latency ? "bytes" : "alpha",
           fmt::format("the run could take {:.3g} s of virtual time, which holds 4.6e6 s (53 "
                       "days); expected smaller sizes or "
                       "costs",
                       longest * 1e-12));
}

constexpr std::int64_t kMostEmptyBlocks = 65536;  ///< rounds without data take time all the same

/// The algorithms of a collective that can run the problem.
std::vector<std::string_view> algorithms_for(const Problem& x, std::string_view collective) {
  std::vector<std::string_view> names;
  for (const Algorithm* a : catalog())
    if (a->collective == collective && plugin_of(*a).empty() && !refusal(*a, x))
      names.push_back(a->name);
  return names;
}

/// Formulas of a plug-in may crash as well: they are tried out first.
void check_formulas(const Problem& x, const Algorithm& a) {
  if (plugin_of(a).empty()) return;
  const auto crash = trial([&] {
    if (refusal(a, x)) return;
    blocks_for(a, x);
    for (const auto formula : {a.bytes_total, a.bytes_max_rank}) formula(x);
    a.rounds(x);
    a.time(x);
  });
  if (crash)
    refuse("algorithm",
           fmt::format("a formula of {}: {}; expected a value for p = {} and {} elements",
                       plugin_text(a), *crash, x.p, x.count));
}

void check_algorithm_supports(const RunSpec& spec, const Problem& x, const Algorithm& a) {
  if (a.pipelined && x.blocks > std::max<std::int64_t>(kMostEmptyBlocks, x.count))
    refuse("blocks",
           fmt::format("{} blocks of {} elements; expected at most {}, or one for each element",
                       x.blocks, x.count, kMostEmptyBlocks));
  const auto reason = refusal(a, x);
  if (!reason) return;
  if (a.skipped && bad_skips(x))
    refuse("skips", fmt::format("{}; expected halving, or a list that does", *reason));
  const auto others = algorithms_for(x, spec.collective);
  refuse_unsupported(fmt::format("{}{}", *reason,
                                 others.empty() ? "; expected another problem"
                                                : fmt::format("; expected {}", one_of(others))));
}

}  // namespace

namespace {

/// The ranks' coordinates are those of the hosts they fill in order (a mapping then moves them away
/// from each other).
void add_coordinates(Problem& x, const Mapping& mapping, const Topology& topology) {
  const std::vector<int> dims = topology.dims();
  if (dims.empty())
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

}  // namespace

Problem make_problem(const RunSpec& spec, const Network* network) {
  const Op& op = find_op(spec.op, spec.datatype);
  const LinkCost& link = spec.costs.link(0);
  Problem x;
  x.p = spec.ranks;
  x.root = spec.root;
  x.count = spec.bytes.count() / op.element_bytes;
  x.element_bytes = op.element_bytes;
  x.blocks = spec.blocks;
  x.skips = !spec.skip_list.empty() ? spec.skip_list
                                    : circulant::named_skips(spec.skips, spec.ranks).value();
  if (!spec.sizes.empty())
    x.sizes = spec.sizes;
  else if (spec.distribution != "same")
    x.sizes = block_shares(find_distribution(spec.distribution), x.p, x.count,
                           {.rho = spec.rho, .seed = spec.seed});
  x.commutative = op.commutative;
  x.cost = {spec.costs.alpha + link.latency + spec.costs.hop_latency, link.bandwidth.inverse(),
            spec.costs.gamma};
  x.order = spec.order;
  x.schedule = spec.schedule.get();
  x.network = network;
  if (network != nullptr) add_coordinates(x, spec.mapping, *network->topology);
  return x;
}

std::int64_t memory_estimate(const RunSpec& spec) {
  double total = static_cast<double>(spec.ranks) * kStackBytes;
  const Problem x = make_problem(spec);
  const Collective& c = find_collective(spec.collective);
  if (spec.payload == PayloadKind::kReal)
    total += 2.0 * static_cast<double>(c.vector_length(x)) * x.element_bytes * spec.ranks;
  if (spec.payload == PayloadKind::kProvenance)
    total += static_cast<double>(c.after(x, x.root).size()) * kPieceBytes * (c.rooted ? 1 : x.p);
  return total > kMaxBytes ? std::numeric_limits<std::int64_t>::max()
                           : static_cast<std::int64_t>(total);
}

std::int64_t physical_memory() {
  return std::int64_t{sysconf(_SC_PHYS_PAGES)} * sysconf(_SC_PAGESIZE);
}

std::optional<Refusal> Validator::complete(RunSpec& spec) try {
  const Collective& collective = check_collective(spec);
  const Algorithm& algorithm = check_algorithm(spec);
  complete_schedule(spec);
  const std::string_view source_of_ranks = spec.ranks == 0 ? "topology" : "ranks";
  complete_ranks_from_list(spec);
  try {
    if (topology_text_ != spec.topology) network_.topology = make_topology(spec);
    topology_text_ = spec.topology;
  } catch (const std::invalid_argument& e) {
    topology_text_.clear();
    refuse("topology", e.what());
  }
  const Topology& topology = *network_.topology;
  check_network_memory(spec, topology);
  check_ranks(spec, topology);
  check_op(spec);
  complete_blocks(spec, collective);
  check_sizes(spec);
  if (spec.root >= spec.ranks)
    refuse("root", fmt::format("{} is not a rank; expected 0 to {}", spec.root, spec.ranks - 1));
  check_memory(spec, source_of_ranks);
  try {
    network_.host_of = place_ranks(spec.mapping, spec.ranks, topology.hosts());
  } catch (const std::invalid_argument& e) {
    refuse("mapping", e.what());
  }
  network_.costs = spec.costs;
  network_.ports = spec.ports;
  network_.routing = spec.routing;
  network_.seed = spec.seed;
  network_.contention = spec.contention;
  network_.cores_per_host = spec.mapping.cores_per_host;
  const Problem problem = make_problem(spec, &network_);
  check_formulas(problem, algorithm);
  check_algorithm_supports(spec, problem, algorithm);
  check_overflow(spec, problem, collective, algorithm);
  return std::nullopt;
} catch (const Refused& r) {
  return r.refusal;
} catch (const std::invalid_argument& e) {
  return Refusal{"algorithm", e.what(), false};
}

}  // namespace orrery
