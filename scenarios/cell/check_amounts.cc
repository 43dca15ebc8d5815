#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "algorithms/common/pipeline.h"
#include "emu/net/symmetry.h"
#include "scenarios/cell/checks.h"
#include "scenarios/keys/keys.h"
#include "scenarios/spec/given_conditions.h"
#include "scenarios/spec/problem.h"
#include "scenarios/text/units_text.h"

namespace orrery::inline cell {
namespace {

constexpr std::int64_t kHostBytes = 128;    ///< of a host, for its ports and links
constexpr double kMaxPicoseconds = 4.6e18;  ///< virtual time holds this

/// Returns the bytes that a rank works on; unknown for a program.
double vector_of(const Prepared& cell) {
  if (cell.algorithm == nullptr) return 0;
  const Problem& x = cell.problem;
  return static_cast<double>(find_collective(cell.spec.collective).vector_length(x)) *
         x.element_bytes;
}

/// Upper bounds of a run's amounts, or nearly so.
struct Amount {
  double rounds = 0;
  double bytes = 0;  ///< sent by all ranks
  double work = 0;   ///< picoseconds of computing
};

Amount amount_of_operations(const Prepared& cell) {
  Amount sum{0, static_cast<double>(cell.bytes_total().count()), 0};
  for (const GroupOperation& o : cell.operations) {
    sum.rounds += static_cast<double>(o.rounds());
    sum.work += static_cast<double>(o.work.count());
    for (const OperationGroup& g : o.groups)
      sum.work += static_cast<double>(o.rounds()) * static_cast<double>(g.problem.bytes().count()) *
                  g.problem.p * cell.spec.costs.gamma.ps;
  }
  return sum;
}

Amount amount_of(const Prepared& cell) {
  const auto bytes = static_cast<double>(cell.bytes_total().count());
  if (!cell.operations.empty()) return amount_of_operations(cell);
  if (cell.algorithm == nullptr) {
    const Schedule& graph = *schedule_of(cell.spec)->program;
    return {static_cast<double>(graph.steps), bytes,
            static_cast<double>(graph.work) +
                static_cast<double>(graph.worked_on) * cell.spec.costs.gamma.ps};
  }
  const auto rounds = static_cast<double>(cell.algorithm->rounds(cell.problem));
  return {rounds, bytes, rounds * vector_of(cell) * cell.spec.costs.gamma.ps};
}

/// Returns more than the algorithm of the catalogue can need, without choosing blocks or a radix.
Amount bound_of(const Prepared& cell) {
  const Problem& x = cell.problem;
  const double p = x.p, vector = vector_of(cell);
  const bool in_blocks = cell.algorithm->pipelined || cell.algorithm->form != nullptr;
  const double most = std::min<double>(vector / x.element_bytes, kMostBlocks);
  const double blocks = in_blocks ? std::max<double>(x.blocks, most) : 1;
  const double rounds = 4 * p * (p + blocks);
  return {rounds, 8 * p * p * (vector + x.element_bytes),
          rounds * vector * cell.spec.costs.gamma.ps};
}

/// The highest costs in a cell [picoseconds].
struct Pace {
  double crowd = 1;      ///< factor of hosts and conditions
  double slowest = 0;    ///< of a byte
  double latency = 0;    ///< of a message
  double ranks = 0;      ///< in all
  double identical = 1;  ///< ranks that one is emulated for

  /// Returns the time if all messages go one after the other.
  double longest(const Amount& run) const {
    return crowd * (run.bytes / identical * slowest + run.work +
                    latency * ranks / identical * (run.rounds + 1));
  }
};

Pace pace_of(const Prepared& cell) {
  const RunSpec& spec = cell.spec;
  Pace pace;
  const int cores = spec.mapping.cores_per_host;
  if (cores > 0) pace.crowd = std::max(1.0, double(spec.mapping.ranks_per_host) / cores);
  const Conditions* const conditions = cell.network->conditions.get();
  if (conditions != nullptr) pace.crowd *= longest_factor(*conditions);
  if (cell.symmetry != nullptr) pace.identical = static_cast<double>(cell.symmetry->class_size());
  pace.ranks = spec.ranks;
  pace.slowest = spec.costs.host_beta.ps;
  pace.latency = static_cast<double>(std::max(spec.costs.alpha, spec.costs.host_alpha).count());
  for (const LinkCost& link : spec.costs.links) {
    pace.slowest = std::max(pace.slowest, link.bandwidth.inverse().ps);
    pace.latency += 64 * static_cast<double>((link.latency + spec.costs.hop_latency).count());
  }
  return pace;
}

bool time_surely_fits(const Prepared& cell) {
  const bool in_catalogue =
      cell.operations.empty() && cell.algorithm != nullptr && origin_of(*cell.algorithm) == nullptr;
  return in_catalogue && pace_of(cell).longest(bound_of(cell)) <= kMaxPicoseconds;
}

/// Checks that `need` bytes of memory can hold `what`.
void check_payload(const RunSpec& spec, std::string_view what, double need) {
  const std::int64_t have = physical_memory();
  if (need <= static_cast<double>(have)) return;
  refuse("payload",
         {fmt::format("{} payload of {} on {} ranks needs about {} of memory; this machine has {}",
                      find_key("payload")->get(spec), what, short_count(spec.ranks),
                      short_size(Bytes(static_cast<std::int64_t>(std::min(need, kMaxBytes)))),
                      short_size(Bytes(have))),
          "ghost, or a smaller problem"});
}

}  // namespace

bool surely_fits(const Prepared& cell) {
  return cell.spec.ranks * kStackBytes <= physical_memory() && time_surely_fits(cell);
}

void check_network_memory(const RunSpec& spec, const Topology& topology) {
  const std::int64_t need = topology.nodes() * kHostBytes, have = physical_memory();
  if (need > have)
    refuse("topology",
           {fmt::format("{} has {} nodes, which need about {} of memory; this machine has {}",
                        spec.topology, short_count(topology.nodes()), short_size(Bytes(need)),
                        short_size(Bytes(have))),
            "fewer"});
}

/// Checks memory: only emulated ranks have a stack.
void check_memory(const Prepared& cell, std::string_view source_of_ranks) {
  const RunSpec& spec = cell.spec;
  const std::int64_t emulated =
      cell.symmetry == nullptr ? spec.ranks : std::ssize(cell.symmetry->representatives());
  const std::int64_t stacks = emulated * kStackBytes, have = physical_memory();
  if (stacks > have)
    refuse(source_of_ranks,
           {fmt::format("{} ranks need about {} of memory ({} each); this machine has {}",
                        short_count(spec.ranks), short_size(Bytes(stacks)),
                        short_size(Bytes(kStackBytes)), short_size(Bytes(have))),
            "fewer"});
  if (spec.payload != PayloadKind::kGhost)
    check_payload(spec, spec.bytes_text, static_cast<double>(memory_estimate(spec)));
}

void check_memory_of_operations(const Prepared& cell) {
  double need = static_cast<double>(memory_estimate(cell.spec));
  for (const GroupOperation& o : cell.operations)
    for (const OperationGroup& g : o.groups)
      need += payload_estimate(
          cell.spec.payload,
          find_collective(g.algorithm == nullptr ? "broadcast" : g.algorithm->collective),
          g.problem);
  check_payload(cell.spec, fmt::format("{} operations", cell.operations.size()), need);
}

void check_overflow(const Prepared& cell) {
  const RunSpec& spec = cell.spec;
  if (vector_of(cell) * spec.ranks * 64 > kMaxBytes)
    refuse("bytes", {fmt::format("{} on {} ranks is more than can be counted (2^62 bytes)",
                                 spec.bytes_text, spec.ranks)});
  if (time_surely_fits(cell)) return;
  const Pace pace = pace_of(cell);
  const Amount run = amount_of(cell);
  const double longest = pace.longest(run);
  if (longest > kMaxPicoseconds)
    refuse(run.bytes * pace.slowest > pace.latency ? "bytes" : "alpha",
           {fmt::format("the run could take {:.3g} s of virtual time, which holds 4.6e6 s (53 "
                        "days)",
                        longest * 1e-12),
            "smaller sizes or costs"});
}

}  // namespace orrery::inline cell
