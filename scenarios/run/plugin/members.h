#pragma once

#include <type_traits>

#include "algorithms/algorithm.h"
#include "emu/net/network.h"

/// The members of types that are sent between processes, so that writer and reader visit the same
/// ones. The bindings name every member: a new one does not compile until it stands here.
namespace orrery::inline run {

/// Visits all members except the network.
template <typename P, typename Visit>
void visit_members(P& problem, Visit visit) {
  using Data = std::conditional_t<std::is_const_v<P>, const ProblemData, ProblemData>;
  auto& [p, root, count, element_bytes, sizes, groups, commutative, dims, no_dims, grid, periodic,
         neighborhood, cost, separate_buffers, packs, network] = static_cast<Data&>(problem);
  static_cast<void>(network);
  visit(p), visit(root), visit(count), visit(element_bytes), visit(sizes), visit(groups);
  visit(commutative), visit(dims), visit(no_dims), visit(grid), visit(periodic);
  visit(neighborhood), visit(cost), visit(separate_buffers), visit(packs);
  auto& [blocks, radix, aggregation, skips, order] = problem.tuning();
  visit(blocks), visit(radix), visit(aggregation), visit(skips), visit(order);
}

/// Visits all members except the topology, the conditions and the symmetry.
template <typename N, typename Visit>
void visit_network(N& network, Visit visit) {
  using Settings = std::conditional_t<std::is_const_v<N>, const NetworkSettings, NetworkSettings>;
  auto& [costs, ports, routing, duplex, duplex_by_size, contention] =
      static_cast<Settings&>(network);
  auto& [alpha, overhead, gamma, links, hop_latency, host_alpha, host_beta, alpha_by_size,
         overhead_by_size, beta_by_size, gamma_by_size, copy_cost, touch, touch_from,
         receive_overhead, eager_copy] = costs;
  visit(alpha), visit(overhead), visit(gamma), visit(links), visit(hop_latency);
  visit(host_alpha), visit(host_beta), visit(alpha_by_size.steps), visit(overhead_by_size.steps);
  visit(beta_by_size.steps), visit(gamma_by_size.steps), visit(copy_cost), visit(touch);
  visit(touch_from), visit(receive_overhead), visit(eager_copy), visit(ports), visit(routing);
  visit(duplex), visit(duplex_by_size.steps), visit(contention);
  visit(network.seed), visit(network.cores_per_host), visit(network.host_of);
}

/// Visits the parts of an algorithm that a plug-in sends: its texts, its facts, the ranks it needs,
/// its functions. A choice is made and a plan followed where the plug-in runs, parts are in the
/// catalogue, and symmetry is not used.
template <typename A, typename Visit>
void visit_described(A& algorithm, Visit visit) {
  auto& [collective, name, summary, reference, formula, formula_if, at_most, run_by, reproducible,
         needs_commutative, needs_coordinates, needs_ranks, pipelined, skipped, radixed,
         aggregating, grouped, ordered, among_neighbors, choice, form, plan, run, unsupported,
         symmetry, best_blocks, best_radix, words, rounds, bytes_total, bytes_max_rank, time] =
      algorithm;
  static_cast<void>(choice), static_cast<void>(form), static_cast<void>(plan);
  static_cast<void>(symmetry);
  visit(collective), visit(name), visit(summary), visit(reference), visit(formula);
  visit(formula_if), visit(run_by);
  visit(at_most), visit(reproducible), visit(needs_commutative), visit(needs_coordinates),
      visit(needs_ranks);
  visit(pipelined), visit(skipped), visit(radixed), visit(aggregating), visit(grouped);
  visit(ordered);
  visit(among_neighbors);
  visit(run), visit(unsupported), visit(best_blocks), visit(best_radix), visit(words);
  visit(rounds), visit(bytes_total), visit(bytes_max_rank), visit(time);
}

}  // namespace orrery::inline run
