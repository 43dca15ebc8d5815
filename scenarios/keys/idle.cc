#include "scenarios/keys/idle.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "algorithms/levels/levels.h"
#include "emu/net/topology.h"
#include "scenarios/spec/plan_program.h"
#include "scenarios/spec/presets.h"

namespace orrery::inline keys {
namespace {

/// Returns the collective; null for a program from a file.
const Collective* collective_of(const RunSpec& s) {
  const auto all = collectives();
  const auto found = std::ranges::find(all, s.collective, &Collective::name);
  return found == all.end() ? nullptr : &*found;
}
const Algorithm* algorithm_of(const RunSpec& s) {
  return algorithm_or_null(s.collective, s.algorithm);
}
std::string schedule_says(const RunSpec& s) {
  return schedule_of(s) != nullptr ? "the schedule determines the whole run" : "";
}

/// Returns why the collective ignores a key; `reason` has a place for the name of the collective.
std::string idle_for_collective(const RunSpec& s, bool Collective::*obeys,
                                fmt::format_string<const std::string&> reason) {
  const Collective* const c = collective_of(s);
  if (c == nullptr) return schedule_says(s);
  return c->*obeys ? "" : fmt::format(reason, s.collective);
}

/// Returns the number of levels; neighbours in a sweep mostly have the same network.
int levels_of(const RunSpec& s) {
  thread_local std::pair<std::string, int> last;
  const std::string name = s.directory.string() + '\n' + s.topology;
  if (last.first != name) last = {name, make_topology(s)->levels()};
  return last.second;
}

}  // namespace

std::string idle_root(const RunSpec& s) {
  return idle_for_collective(s, &Collective::rooted, "{} has no root");
}

std::string idle_op(const RunSpec& s) {
  return idle_for_collective(s, &Collective::reduces, "{} does not reduce");
}

std::string idle_bytes(const RunSpec& s) {
  if (!s.sizes.empty()) return "the bytes follow from sizes";
  if (const Collective* const c = collective_of(s); c != nullptr && c->synchronises)
    return s.bytes > Bytes(0) ? fmt::format("{} moves no data", s.collective) : std::string();
  return runs_plan(s) ? "" : schedule_says(s);
}

std::string idle_slices(const RunSpec& s) {
  return runs_plan(s) ? "" : "the run has no schedule of chunks";
}

/// Returns that the algorithm ignores a key, in the words of its row.
std::string not_obeyed(bool Algorithm::*obeys, const RunSpec& s) {
  const auto* const row = std::ranges::find(kTuningRows, obeys, &TuningRow::obeys);
  return fmt::format("{} {}", s.algorithm, row->idle);
}

/// Returns why the algorithm ignores the key; a choosing algorithm may choose one that obeys it.
std::string idle_unless(bool Algorithm::*obeys, const RunSpec& s) {
  const Algorithm* const a = algorithm_of(s);
  if (a == nullptr) return schedule_says(s);
  return a->*obeys || a->choice != nullptr ? std::string() : not_obeyed(obeys, s);
}

std::string idle_groups(const RunSpec& s) {
  const Algorithm* const a = algorithm_of(s);
  if (a == nullptr) return schedule_says(s);
  return a->grouped ? std::string() : not_obeyed(&Algorithm::grouped, s);
}

std::string idle_sizes(const RunSpec& s) {
  return idle_for_collective(s, &Collective::irregular, "the blocks of {} are all equal");
}

std::string idle_distribution(const RunSpec& s) {
  return s.sizes.empty() ? idle_sizes(s) : "sizes sets the block of every rank";
}

std::string idle_rho(const RunSpec& s) {
  if (std::string reason = idle_distribution(s); !reason.empty()) return reason;
  return s.distribution == "spikes" || s.distribution == "skewed"
             ? ""
             : fmt::format("the distribution '{}' has no parameter", s.distribution);
}

std::string idle_neighbors(const RunSpec& s) {
  return idle_for_collective(s, &Collective::among_neighbors, "{} is not among neighbours");
}

std::string idle_core(const RunSpec& s) {
  return levels_of(s) > 1 ? "" : fmt::format("the links of {} have one level", s.topology);
}

std::string idle_duplex(const RunSpec& s) {
  return s.ports.kind == Ports::Kind::kCount || s.duplex < 1
             ? ""
             : "sends and receives share ports only if ports is a number";
}

std::string idle_eager(const RunSpec& s) {
  return s.engine.eager_limit < Bytes(0) ? "without eager_limit no sender copies a message away"
                                         : "";
}

std::string idle_port_hold(const RunSpec& s) {
  return s.ports.kind == Ports::Kind::kUnlimited ? "with unlimited ports no message waits" : "";
}

std::string idle_host(const RunSpec& s) {
  return s.mapping.ranks_per_host == 1 && s.mapping.kind != MappingKind::kList
             ? "every host has only one rank"
             : "";
}

std::string idle_noise_period(const RunSpec& s) {
  return s.conditions.noise == "none" ? "noise is off" : "";
}

std::string idle_time_slice(const RunSpec& s) {
  return s.mapping.cores_per_host == 0 ? "every rank has its own core" : "";
}

std::string idle_repeats(const RunSpec& s) {
  const GivenConditions& given = s.conditions;
  const bool perfect = std::ranges::all_of(
      std::initializer_list<const std::string*>{&given.arrival, &given.slow_ranks, &given.noise,
                                                &given.slow_links, &given.failed_links,
                                                &given.background},
      [](const std::string* text) { return *text == "none"; });
  return perfect && s.mapping.kind != MappingKind::kRandom && s.routing != Routing::kEcmp
             ? "nothing in the run is random"
             : "";
}

}  // namespace orrery::inline keys
