#include "scenarios/cell/validate.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "algorithms/common/skips.h"
#include "algorithms/levels/composition.h"
#include "algorithms/phases/circulant.h"
#include "algorithms/plugin_error.h"
#include "scenarios/cell/checks.h"
#include "scenarios/cell/given_operations.h"
#include "scenarios/keys/keys.h"
#include "scenarios/spec/given_conditions.h"
#include "scenarios/spec/given_groups.h"
#include "scenarios/spec/link_conditions.h"
#include "scenarios/spec/places.h"
#include "scenarios/spec/plan_program.h"
#include "scenarios/spec/presets.h"
#include "scenarios/text/words.h"

namespace orrery::inline cell {

std::vector<std::string_view> algorithms_of(std::string_view collective) {
  if (collective == kNoCollective) return {kNoAlgorithm};
  std::vector<std::string_view> names;
  for (const Algorithm* a : catalog())
    if (a->collective == collective) names.push_back(a->name);
  return names;
}

namespace {

/// Returns the collective; null for a program.
const Collective* check_collective(const RunSpec& spec) {
  std::vector<std::string_view> names;
  for (const Collective& c : collectives()) {
    if (c.name == spec.collective) return &c;
    names.push_back(c.name);
  }
  if (spec.collective == kNoCollective) return nullptr;
  names.push_back(kNoCollective);
  refuse("collective", unknown_word(spec.collective, names));
}

/// Checks a composition: one that fits no collective is a mistake, one that fits others a cell that
/// cannot be run.
const Algorithm* check_composition(const RunSpec& spec) {
  try {
    return &find_algorithm(spec.collective, spec.algorithm);
  } catch (const std::invalid_argument& e) {
    Complaint complaint{.what = e.what(), .whole = true};
    const auto fits = [&](const Collective& c) {
      return algorithm_or_null(c.name, spec.algorithm) != nullptr;
    };
    if (std::ranges::any_of(collectives(), fits)) refuse_unsupported(std::move(complaint));
    refuse("algorithm", std::move(complaint));
  }
}

/// Returns the algorithm; null for a program.
const Algorithm* check_algorithm(RunSpec& spec) {
  const auto names = algorithms_of(spec.collective);
  if (names.empty())
    refuse("collective", {fmt::format("{} has no algorithm yet", spec.collective)});
  if (spec.algorithm.empty() && runs_plan(spec)) spec.algorithm = kNoAlgorithm;
  if (spec.algorithm.empty())
    spec.algorithm = std::ranges::find(names, "ring") != names.end() ? "ring" : names.front();
  const bool runs_file = spec.collective == kNoCollective || runs_plan(spec);
  if (runs_file && spec.algorithm == kNoAlgorithm) return nullptr;
  if (is_composition(spec.algorithm)) return check_composition(spec);
  if (const Algorithm* a = algorithm_or_null(spec.collective, spec.algorithm)) return a;
  const bool elsewhere =
      spec.algorithm == kNoAlgorithm ||
      std::ranges::any_of(catalog(), [&](auto* a) { return a->name == spec.algorithm; });
  Complaint complaint =
      unknown_word(spec.algorithm, names,
                   fmt::format("{} has no algorithm '{}'", spec.collective, spec.algorithm));
  if (elsewhere) refuse_unsupported(std::move(complaint));
  refuse("algorithm", std::move(complaint));
}

/// Sets the ranks before the topology is made: full:RANKS follows from them.
void complete_ranks_from_list(RunSpec& spec) {
  if (spec.ranks == 0 && spec.mapping.kind == MappingKind::kList)
    spec.ranks = static_cast<int>(spec.mapping.list.size());
  if (!spec.topology.empty()) return;
  if (spec.ranks == 0)
    refuse("ranks", {"neither ranks nor topology is given", "one of them, such as ranks = 8"});
  const int per_host = spec.mapping.ranks_per_host;
  spec.topology = fmt::format("full:{}", (std::int64_t{spec.ranks} + per_host - 1) / per_host);
}

void check_op(const RunSpec& spec) {
  std::vector<std::string_view> names, types;
  const auto add = [](std::vector<std::string_view>& list, std::string_view word) {
    if (std::ranges::find(list, word) == list.end()) list.push_back(word);
  };
  for (const Op& op : ops()) add(names, op.name), add(types, op.datatype);
  const auto check = [](std::string_view key, const std::string& word,
                        const std::vector<std::string_view>& known) {
    if (std::ranges::find(known, word) == known.end()) refuse(key, unknown_word(word, known));
  };
  check("op", spec.op, names);
  check("datatype", spec.datatype, types);
  try {
    find_op(spec.op, spec.datatype);
  } catch (const std::invalid_argument& e) {
    refuse("op", complaint_of(e));
  }
}

/// Sets the operations of a plan for the requested bytes.
void complete_from_plan(RunSpec& spec) {
  const std::shared_ptr<const Plan> plan = plan_of(spec);
  auto& schedule = std::get<ScheduleRun>(spec.runs);
  if (spec.collective != collective_of(*plan))
    refuse("schedule", {fmt::format("{} is for {}, not {}", schedule.file, plan->demand->name,
                                    spec.collective)});
  if (spec.ranks != 0 && spec.ranks != plan->setting.ranks)
    refuse("ranks",
           {fmt::format("{}, but {} is for {}", spec.ranks, schedule.file, plan->setting.ranks),
            fmt::format("{} or nothing", plan->setting.ranks)});
  spec.ranks = plan->setting.ranks;
  check_op(spec);
  if (plan->demand->rooted) spec.root = std::max(0, plan->root.value_or(0));
  try {
    schedule.program = graph_of_plan(spec);
  } catch (const std::exception& e) {
    refuse("schedule", {.what = e.what(), .whole = true});
  }
}

/// Sets the values that a program gives itself.
void complete_from_program(RunSpec& spec) {
  if (runs_plan(spec)) return complete_from_plan(spec);
  complete_beside_plan(spec);
  const ScheduleRun* const schedule = schedule_of(spec);
  if (schedule == nullptr && spec.collective != kNoCollective) return;
  if (schedule == nullptr) refuse("schedule", {"a schedule is missing", "a file that holds one"});
  if (spec.collective != kNoCollective)
    refuse("schedule", {fmt::format("{} does not run a schedule from a file", spec.collective),
                        fmt::format("no collective, or collective = \"{}\"", kNoCollective)});
  const auto ranks = static_cast<int>(schedule->program->ranks.size());
  if (spec.ranks != 0 && spec.ranks != ranks)
    refuse("ranks", {fmt::format("{}, but {} is for {}", spec.ranks, schedule->file, ranks),
                     fmt::format("{} or nothing", ranks)});
  if (spec.payload != PayloadKind::kGhost)
    refuse(
        "payload",
        {"a schedule has no contents to move or verify, and runs in the emulator only", "ghost"});
  if (static_cast<double>(schedule->program->bytes) > kMaxBytes)
    refuse("schedule", {"its messages are more than can be counted (2^62 bytes)"});
  spec.ranks = ranks;
  give_bytes(spec, Bytes(schedule->program->bytes));
}

void check_ranks(RunSpec& spec, const Topology& topology) {
  const std::int64_t slots = std::int64_t{topology.hosts()} * spec.mapping.ranks_per_host;
  if (spec.ranks == 0) {
    if (slots > std::numeric_limits<int>::max())
      refuse("ranks_per_host", {fmt::format("makes {} ranks: too many", slots)});
    spec.ranks = static_cast<int>(slots);
  }
  if (spec.ranks > slots)
    refuse("ranks", {fmt::format("{} do not fit on {}: {} with {} each",
                                 counted(spec.ranks, "rank"), spec.topology,
                                 counted(topology.hosts(), "host"), spec.mapping.ranks_per_host),
                     fmt::format("at most {}", slots)});
}

std::vector<std::string_view> irregular_collectives() {
  std::vector<std::string_view> names;
  for (const Collective& c : collectives())
    if (c.irregular) names.push_back(c.name);
  return names;
}

/// Sets sizes by hand or by a distribution, if the collective takes any.
void complete_blocks(RunSpec& spec, const Collective* collective) {
  const bool uneven = !spec.sizes.empty() || spec.distribution != "same";
  const std::string_view key = spec.sizes.empty() ? "distribution" : "sizes";
  if (uneven && (collective == nullptr || !collective->irregular))
    refuse(key, {fmt::format("the blocks of {} are all equal", spec.collective),
                 one_of(irregular_collectives())});
  if (spec.sizes.empty()) return;
  if (std::ssize(spec.sizes) != collective->sizes(spec.ranks))
    refuse("sizes", {fmt::format("{} sizes for {} ranks", spec.sizes.size(), spec.ranks),
                     collective->for_pairs
                         ? fmt::format("{}, of what each rank has for each, rank 0's first",
                                       collective->sizes(spec.ranks))
                         : "one for each rank"});
  std::int64_t sum = 0;
  constexpr auto most = static_cast<std::int64_t>(kMaxBytes);
  const std::int64_t element = find_op(spec.op, spec.datatype).element_bytes;
  for (const std::int64_t size : spec.sizes) {
    if (size > most / element || sum > most - size * element)
      refuse("sizes", {"their sum is more than can be counted (2^62 bytes)"});
    sum += size * element;
  }
  give_bytes(spec, Bytes(sum));
}

void complete_grid(RunSpec& spec, const Collective* collective, const Topology& topology) {
  if (collective == nullptr || !collective->among_neighbors) return;
  try {
    spec.grid = grid_sides(spec, topology);
  } catch (const std::invalid_argument& e) {
    refuse("grid", complaint_of(e));
  }
}

void check_sizes(const RunSpec& spec) {
  const std::int64_t element = find_op(spec.op, spec.datatype).element_bytes;
  if (spec.bytes.count() % element != 0)
    refuse("bytes", {fmt::format("{} is not a multiple of {} bytes, the size of {}",
                                 spec.bytes_text, element, spec.datatype)});
  if (static_cast<double>(spec.bytes.count()) * spec.ranks > kMaxBytes)
    refuse("bytes", {fmt::format("{} on {} ranks is more than can be counted (2^62 bytes)",
                                 spec.bytes_text, spec.ranks)});
}

constexpr std::int64_t kMostEmptyBlocks = 65536;  ///< rounds without data take time all the same

/// Returns the algorithms of a collective that can run the problem.
std::vector<std::string_view> algorithms_for(const Problem& x, std::string_view collective) {
  std::vector<std::string_view> names;
  for (const Algorithm* a : catalog())
    if (a->collective == collective && origin_of(*a) == nullptr && !refusal(*a, x))
      names.push_back(a->name);
  return names;
}

void check_algorithm_supports(const RunSpec& spec, const Problem& x, const Algorithm& a,
                              bool skips) {
  if (a.pipelined && x.blocks > std::max<std::int64_t>(kMostEmptyBlocks, x.count))
    refuse("blocks", {fmt::format("{} blocks of {} elements", x.blocks, x.count),
                      fmt::format("at most {}, or one for each element", kMostEmptyBlocks)});
  const auto reason = refusal(a, x);
  if (!reason) return;
  if (a.skipped && bad_skips(x)) refuse("skips", {*reason, "halving, or a list that does"});
  if (skips) refuse_unsupported({*reason, ""});
  const auto others = algorithms_for(x, spec.collective);
  refuse_unsupported({*reason, others.empty() ? "another problem" : one_of(others)});
}

void check_groups(const RunSpec& spec, const Network& network) {
  if (spec.groups == "auto") return;  // always possible
  try {
    rank_groups(spec.groups, spec.ranks, &network);
  } catch (const std::invalid_argument& e) {
    refuse("groups", complaint_of(e));
  }
}

void check_root(const RunSpec& spec) {
  if (spec.root >= spec.ranks)
    refuse("root",
           {fmt::format("{} is not a rank", spec.root), fmt::format("0 to {}", spec.ranks - 1)});
}

/// Checks for keys that exclude operations.
void check_whole(const RunSpec& spec) {
  if (spec.engine.sync == Sync::kRounds && given_operations(spec).size() > 1)
    refuse("sync", {"the rounds of operations have no common order", "async"});
}

/// Creates the network with the ranks in their places.
std::shared_ptr<const Network> make_network(const RunSpec& spec,
                                            std::shared_ptr<const Topology> topology) {
  const auto network = std::make_shared<Network>();
  try {
    Mapping mapping = spec.mapping;
    if (!mapping.names.empty()) mapping.list = hosts_by_name(mapping, *topology);
    network->host_of = place_ranks(mapping, spec.ranks, topology->hosts());
  } catch (const PlacementError& e) {
    refuse("mapping", {.what = e.reason(), .whole = true});
  }
  network->topology = network_of_the_day(spec, std::move(topology), network->host_of);
  static_cast<NetworkSettings&>(*network) = spec;
  network->seed = spec.seed;
  network->cores_per_host = spec.mapping.cores_per_host;
  network->conditions = conditions_of(spec);
  return network;
}

}  // namespace

void complete_part(Prepared& cell) {
  RunSpec& spec = cell.spec;
  const Collective* const collective = check_collective(spec);
  cell.algorithm = check_algorithm(spec);
  if (cell.algorithm == nullptr || origin_of(*cell.algorithm) != nullptr)
    refuse("algorithm", {"an operation runs algorithms of the program's own"});
  complete_blocks(spec, collective);
  complete_grid(spec, collective, *cell.network->topology);
  check_sizes(spec);
  check_root(spec);
  check_groups(spec, *cell.network);
  cell.problem = make_problem(spec, cell.network.get());
  check_algorithm_supports(spec, cell.problem, *cell.algorithm, false);
  check_overflow(cell);
}

bool Validator::needs_symmetry(const Prepared& cell) const {
  return !reads_ || cell.spec.symmetry == SymmetryUse::kOn || !surely_fits(cell);
}

void Validator::complete(Prepared& cell) {
  RunSpec& spec = cell.spec;
  const bool several = runs_operations(spec);
  const Collective* const collective = several ? nullptr : check_collective(spec);
  if (several) {
    check_whole(spec);
  } else {
    cell.algorithm = check_algorithm(spec);
    complete_from_program(spec);
  }
  const std::string_view source_of_ranks = spec.ranks == 0 ? "topology" : "ranks";
  complete_ranks_from_list(spec);
  try {
    if (topology_text_ != spec.topology) topology_ = make_topology(spec);
    topology_text_ = spec.topology;
  } catch (const std::invalid_argument& e) {
    topology_text_.clear();
    refuse("topology", complaint_of(e));
  }
  check_network_memory(spec, *topology_);
  check_ranks(spec, *topology_);
  check_op(spec);
  if (!several) {
    complete_blocks(spec, collective);
    complete_grid(spec, collective, *topology_);
    check_sizes(spec);
    check_root(spec);
  }
  if (!may_be_symmetric(spec, *topology_)) check_memory(cell, source_of_ranks);
  cell.network = make_network(spec, topology_);
  if (several) {
    find_symmetry(cell);
    cell.operations = operations_on(spec, cell.network);
    check_memory_of_operations(cell);
    return check_overflow(cell);
  }
  check_groups(spec, *cell.network);
  cell.problem = make_problem(spec, cell.network.get());
  try {
    if (cell.algorithm != nullptr)
      check_algorithm_supports(spec, cell.problem, *cell.algorithm, skips_);
    if (needs_symmetry(cell)) find_symmetry(cell);
    check_memory(cell, source_of_ranks);
    check_overflow(cell);
  } catch (const PluginError&) {
    cell.failure = std::current_exception();
  }
}

Preparation Validator::prepare(RunSpec spec) {
  Prepared cell;
  cell.spec = std::move(spec);
  try {
    complete(cell);
    return cell;
  } catch (Refused& r) {
    r.refusal.spec = std::move(cell.spec);
    return std::move(r.refusal);
  } catch (const std::invalid_argument& e) {
    return Refusal{"algorithm", complaint_of(e), false, std::move(cell.spec)};
  }
}

Preparation prepare(RunSpec spec) {
  return Validator().prepare(std::move(spec));
}

}  // namespace orrery::inline cell
