#include "algorithms/collective.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <ranges>

#include "algorithms/collective_data.h"
#include "algorithms/common/arithmetic.h"
#include "algorithms/common/distinct.h"
#include "algorithms/common/neighbors.h"
#include "emu/base/nearest.h"
#include "emu/net/network.h"

namespace orrery::inline algorithms {

namespace {

Bytes vector_bytes(const Problem& x) {
  return x.bytes();
}
Bytes bytes_of_all_ranks(const Problem& x) {
  return x.p * x.bytes();
}

double as_double(Bytes b) {
  return static_cast<double>(b.count());
}

int host_of(const Problem& x, int rank) {
  return x.network == nullptr ? rank : x.network->host_of[static_cast<std::size_t>(rank)];
}

/// Returns the rounds to reach, or to hear from, every rank: with one port knowledge at most
/// doubles in a round.
double doubling_rounds(const Problem& x) {
  return ceil_log2(x.p);
}

/// Sums over the ranks of each host with ranks; a rank counts as `of(rank)`.
template <class Of>
std::vector<std::int64_t> by_host(const Problem& x, Of&& of) {
  const auto host = [&](int r) { return host_of(x, r); };
  std::vector<int> ranks(static_cast<std::size_t>(x.p));
  std::iota(ranks.begin(), ranks.end(), 0);
  if (!std::ranges::is_sorted(ranks, {}, host)) std::ranges::stable_sort(ranks, {}, host);
  std::vector<std::int64_t> all;
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    if (i == 0 || host(ranks[i]) != host(ranks[i - 1])) all.push_back(0);
    all.back() += of(ranks[i]);
  }
  return all;
}
std::vector<std::int64_t> ranks_by_host(const Problem& x) {
  return by_host(x, [](int) { return std::int64_t{1}; });
}
/// Sums over the ranks of the root's host.
template <class Of>
std::int64_t at_root(const Problem& x, Of&& of) {
  std::int64_t sum = 0;
  for (int r = 0; r < x.p; ++r) sum += host_of(x, r) == host_of(x, x.root) ? of(r) : 0;
  return sum;
}

/// Returns bounds in which all ranks receive from each other, or from one.
LowerBounds all_ranks(const Problem& x, double host_bytes) {
  return {doubling_rounds(x), x.p, host_bytes};
}
/// Returns bounds in which all data except the host's own must arrive.
LowerBounds all_but(const Problem& x, std::int64_t own, std::int64_t all) {
  return all_ranks(x, as_double(x.elements(all - own)));
}

/// Returns the bounds: every host except the root's receives the whole vector.
LowerBounds broadcast_bounds(const Problem& x) {
  return all_ranks(x, ranks_by_host(x).size() > 1 ? as_double(x.bytes()) : 0);
}
/// Returns the bounds: the host with the fewest ranks receives most.
LowerBounds allgather_bounds(const Problem& x) {
  return all_but(x, std::ranges::min(ranks_by_host(x)) * x.count, x.p * x.count);
}
LowerBounds gather_bounds(const Problem& x) {
  return all_but(x, at_root(x, [](int) { return 1; }) * x.count, x.p * x.count);
}
LowerBounds alltoall_bounds(const Problem& x) {
  std::int64_t most = 0;
  for (const std::int64_t ranks : ranks_by_host(x)) most = std::max(most, ranks * (x.p - ranks));
  return all_ranks(x, as_double(x.elements(most * x.count)));
}
/// Returns the bounds. For each element h - 1 hosts send a contribution to its sum, and h - 1
/// receive one; one of the h hosts sends at least the mean.
LowerBounds allreduce_bounds(const Problem& x) {
  const auto h = static_cast<std::int64_t>(ranks_by_host(x).size());
  return all_ranks(x, as_double(2 * (h - 1) * x.bytes()) / static_cast<double>(h));
}
/// Returns log2 p rounds and 2 n bytes (Sec. 2.1 and Eq. 1).
LowerBounds swing_bounds(const Problem& x) {
  return {std::log2(x.p), 0, x.p > 1 ? 2 * as_double(x.bytes()) : 0};
}
/// Returns the bounds: a host sends at least a partial sum of each block of other hosts, or
/// receives a contribution.
LowerBounds blocks_bounds(const Problem& x) {
  const Partition parts = x.partition(x.count);
  return all_but(x, std::ranges::min(by_host(x, [&](int r) { return parts.size(r); })), x.count);
}
/// Returns the rounds that the ranks with a block and the root need; all except the blocks of the
/// root's host pass through its ports.
LowerBounds irregular_gather_bounds(const Problem& x) {
  const Partition parts = x.partition(x.count);
  int taking_part = parts.size(x.root) == 0 ? 1 : 0;
  for (int r = 0; r < x.p; ++r) taking_part += parts.size(r) > 0 ? 1 : 0;
  const std::int64_t own = at_root(x, [&](int r) { return parts.size(r); });
  return {static_cast<double>(ceil_log2(taking_part)), taking_part,
          as_double(x.elements(x.count - own))};
}
/// Returns the bounds: a rank receives from all ranks with a block for it, as in a tree; blocks for
/// ranks of other hosts pass through the ports.
LowerBounds alltoallv_bounds(const Problem& x) {
  const Partition parts = data::pairs_of(x);
  std::vector<int> heard(static_cast<std::size_t>(x.p), 1), told = heard;
  std::map<int, std::int64_t> in, out;
  for (int a = 0; a < x.p; ++a)
    for (int b = 0; b < x.p; ++b) {
      const std::int64_t size = parts.size(a * x.p + b);
      if (a != b && size > 0)
        ++told[static_cast<std::size_t>(a)], ++heard[static_cast<std::size_t>(b)];
      if (host_of(x, a) != host_of(x, b)) out[host_of(x, a)] += size, in[host_of(x, b)] += size;
    }
  std::int64_t most = 0;
  for (const auto& sums : {in, out})
    for (const auto& [host, sum] : sums) most = std::max(most, sum);
  const int together = std::max(std::ranges::max(heard), std::ranges::max(told));
  return {static_cast<double>(ceil_log2(together)), together, as_double(x.elements(most))};
}

/// Returns the neighbours of rank r in order.
std::vector<int> neighbors_of(const Neighbors& near, int r) {
  std::vector<int> all;
  for (int i = 0; i < near.count(); ++i)
    if (const auto neighbor = near.at(r, i)) all.push_back(*neighbor);
  return all;
}
/// Returns the bounds: a rank receives from its neighbours, as in a tree. A block that is the same
/// for all enters a host once, and leaves its own at least once.
LowerBounds neighbor_bounds(const Problem& x, bool same_for_all) {
  const Neighbors near(x);
  std::map<int, std::int64_t> in, out;
  int together = 1;
  for (int r = 0; r < x.p; ++r) {
    std::vector<int> others = neighbors_of(near, r), hosts;
    std::erase(others, r);
    for (const int other : others)
      if (host_of(x, other) != host_of(x, r)) hosts.push_back(host_of(x, other));
    if (same_for_all) hosts = distinct(std::move(hosts));
    for (const int host : hosts) ++in[host];
    out[host_of(x, r)] +=
        same_for_all ? std::min<std::int64_t>(1, std::ssize(hosts)) : std::ssize(hosts);
    together = std::max(together, 1 + static_cast<int>(distinct(std::move(others)).size()));
  }
  std::int64_t most = 0;
  for (const auto& sums : {in, out})
    for (const auto& [host, blocks] : sums) most = std::max(most, blocks);
  return {static_cast<double>(ceil_log2(together)), together,
          as_double(x.elements(most * x.count))};
}
LowerBounds neighbor_allgather_bounds(const Problem& x) {
  return neighbor_bounds(x, true);
}
LowerBounds neighbor_alltoall_bounds(const Problem& x) {
  return neighbor_bounds(x, false);
}
/// Returns the average bytes that a rank receives from its neighbours, including itself.
Bytes bytes_from_neighbors(const Problem& x) {
  const Neighbors near(x);
  std::int64_t blocks = 0;
  for (int r = 0; r < x.p; ++r) blocks += std::ssize(neighbors_of(near, r));
  return (blocks / x.p) * x.bytes() + Bytes(blocks % x.p * x.bytes().count() / x.p);
}

LowerBounds barrier_bounds(const Problem& x) {
  return all_ranks(x, 0);
}

std::vector<std::int64_t> only(const Problem& x, int rank) {
  std::vector<std::int64_t> elements(static_cast<std::size_t>(x.p));
  elements[static_cast<std::size_t>(rank)] = x.count;
  return elements;
}
std::vector<std::int64_t> one_each(const Problem& x) {
  return std::vector<std::int64_t>(static_cast<std::size_t>(x.p), x.count);
}
std::vector<std::int64_t> parts_of(const Problem& x) {
  return x.partition(x.count).sizes();
}

Crossing vector_to_all(const Problem& x) {
  return {{{only(x, x.root)}}};
}
Crossing sum_to_root(const Problem& x) {
  return {{{only(x, x.root), kEveryRank, true}}};
}
/// Returns the crossing of a sum: one rank's contribution, which all need; and the contributions of
/// all, which it needs. Any rank may be chosen.
Crossing sum_to_all(const Problem& x) {
  return {{{only(x, 0)}, {only(x, 0), kEveryRank, true}}, 0, x.count};
}
/// Returns the crossing of prefixes: rank 0's vector is in every sum, and the sum of the last rank
/// contains every vector.
Crossing prefixes(const Problem& x) {
  return {{{only(x, 0)}, {only(x, x.p - 1), kEveryRank, true}}};
}
Crossing blocks_to_all(const Problem& x) {
  return {{{one_each(x)}}};
}
Crossing blocks_to_root(const Problem& x) {
  return {{{one_each(x), x.root}}};
}
Crossing blocks_from_root(const Problem& x) {
  return {{{one_each(x), x.root, true}}};
}
Crossing parts_to_all(const Problem& x) {
  return {{{parts_of(x)}}};
}
Crossing parts_from_all(const Problem& x) {
  return {{{parts_of(x), kEveryRank, true}}};
}
Crossing parts_to_root(const Problem& x) {
  return {{{parts_of(x), x.root}}};
}
Crossing parts_from_root(const Problem& x) {
  return {{{parts_of(x), x.root, true}}};
}
/// Returns the crossing of blocks for pairs: `pairs` have the amounts; the spread has the ranks
/// that must receive from each other.
Crossing block_for_each_pair(const Problem& x) {
  return {{{one_each(x)}}, x.count};
}
Crossing blocks_of_pairs(const Problem& x) {
  const Partition parts = data::pairs_of(x);
  Crossing all;
  for (int b = 0; b < x.p * x.p; ++b) all.pairs.push_back(parts.size(b));
  for (int to = 0; to < x.p; ++to) {
    std::vector<std::int64_t>& column = all.spreads.emplace_back(Spread{{}, to}).elements;
    for (int from = 0; from < x.p; ++from) column.push_back(parts.size(from * x.p + to));
  }
  return all;
}
/// Returns the crossing of a barrier: one element from every rank to every other.
Crossing all_hear_of_all(const Problem& x) {
  return {{{std::vector<std::int64_t>(static_cast<std::size_t>(x.p), 1)}}};
}

constexpr std::string_view kNeighborBounds =
    "ceil(log2 of a rank and its neighbours) rounds and all bytes between hosts through their "
    "ports";

constexpr Collective kCollectives[] = {
    {"broadcast", "the whole vector of the root", true, false, false, false, data::whole_vector,
     data::vector_at_root, data::vector_of_root, broadcast_bounds,
     "ceil(log2 p) rounds and m bytes through a rank's ports", vector_bytes, nullptr,
     vector_to_all},
    {"allgather", "the contribution of one rank", false, false, false, false,
     data::one_block_per_rank, data::own_block, data::all_blocks, allgather_bounds,
     "ceil(log2 p) rounds and (p-1)m bytes through a rank's ports", bytes_of_all_ranks, nullptr,
     blocks_to_all},
    {"allreduce", "the whole vector of one rank", false, true, false, false, data::whole_vector,
     data::own_vector, data::reduced_vector, allreduce_bounds,
     "ceil(log2 p) rounds and 2m(p-1)/p bytes through a rank's ports", vector_bytes, swing_bounds,
     sum_to_all},
    {"reduce", "the whole vector of one rank", true, true, false, false, data::whole_vector,
     data::own_vector, data::reduced_at_root, broadcast_bounds,
     "ceil(log2 p) rounds and m bytes through a rank's ports", vector_bytes, nullptr, sum_to_root},
    {"reduce-scatter", "the whole vector of one rank", false, true, false, true, data::whole_vector,
     data::own_vector, data::reduced_part, blocks_bounds,
     "ceil(log2 p) rounds and all but the smallest block through a rank's ports", vector_bytes,
     nullptr, parts_from_all},
    {"alltoall", "the block for one peer", false, false, false, false, data::two_blocks_per_rank,
     data::blocks_for_all, data::blocks_from_all, alltoall_bounds,
     "ceil(log2 p) rounds and (p-1)m bytes through a rank's ports", bytes_of_all_ranks, nullptr,
     block_for_each_pair},
    {"alltoallv", "all blocks of all ranks together", false, false, false, true,
     data::sent_and_received, data::sent_to_all, data::received_from_all, alltoallv_bounds,
     "ceil(log2 of the ranks whose data one rank receives) rounds and all bytes between hosts "
     "through their ports",
     [](const Problem& x) { return Bytes(x.bytes().count() / x.p); }, nullptr, blocks_of_pairs,
     true},
    {.name = "neighbor-allgather",
     .bytes_mean = "the block of one rank",
     .vector_length = data::own_and_from_neighbors,
     .before = data::own_block_first,
     .after = data::blocks_of_neighbors,
     .bounds = neighbor_allgather_bounds,
     .bounds_mean = kNeighborBounds,
     .useful_bytes = bytes_from_neighbors,
     .among_neighbors = true},
    {.name = "neighbor-alltoall",
     .bytes_mean = "the block for one neighbour",
     .vector_length = data::for_and_from_neighbors,
     .before = data::blocks_for_neighbors,
     .after = data::blocks_from_neighbors,
     .bounds = neighbor_alltoall_bounds,
     .bounds_mean = kNeighborBounds,
     .useful_bytes = bytes_from_neighbors,
     .among_neighbors = true},
    {"allgatherv", "the contributions of all ranks together", false, false, false, true,
     data::whole_vector, data::own_part, data::all_parts, blocks_bounds,
     "ceil(log2 p) rounds and all but the smallest contribution through a rank's ports",
     vector_bytes, nullptr, parts_to_all},
    {"gather", "the contribution of one rank", true, false, false, false, data::one_block_per_rank,
     data::own_block, data::all_blocks_at_root, gather_bounds,
     "ceil(log2 p) rounds and (p-1)m bytes through a rank's ports", bytes_of_all_ranks, nullptr,
     blocks_to_root},
    {"scatter", "the block for one rank", true, false, false, false, data::one_block_per_rank,
     data::whole_at_root, data::block_of_root, gather_bounds,
     "ceil(log2 p) rounds and (p-1)m bytes through a rank's ports", bytes_of_all_ranks, nullptr,
     blocks_from_root},
    {"gatherv", "the contributions of all ranks together", true, false, false, true,
     data::all_parts_and_own, data::contribution_behind, data::all_parts_at_root,
     irregular_gather_bounds,
     "ceil(log2 of the ranks with data) rounds and all but the root's block through a rank's ports",
     vector_bytes, nullptr, parts_to_root},
    {"scatterv", "the blocks for all ranks together", true, false, false, true,
     data::all_parts_and_own, data::vector_at_root, data::part_of_root_behind,
     irregular_gather_bounds,
     "ceil(log2 of the ranks with data) rounds and all but the root's block through a rank's ports",
     vector_bytes, nullptr, parts_from_root},
    {"scan", "the whole vector of one rank", false, true, false, false, data::whole_vector,
     data::own_vector, data::prefix, broadcast_bounds,
     "ceil(log2 p) rounds and m bytes through a rank's ports", vector_bytes, nullptr, prefixes},
    {"exscan", "the whole vector of one rank", false, true, false, false, data::whole_vector,
     data::own_vector, data::prefix_before, broadcast_bounds,
     "ceil(log2 p) rounds and m bytes through a rank's ports", vector_bytes, nullptr, prefixes},
    {"barrier", "nothing: a barrier moves no data", false, false, true, false, data::no_vector,
     data::nothing, data::nothing, barrier_bounds, "ceil(log2 p) rounds",
     [](const Problem&) { return Bytes(0); }, nullptr, all_hear_of_all},
};

}  // namespace

double LowerBounds::fewest_rounds(int at_once) const {
  if (participants == 0 || at_once <= 1) return rounds;
  int fewest = 0;
  for (std::int64_t reached = 1; reached < participants; reached *= at_once + 1) ++fewest;
  return fewest;
}

Partition blocks_of(const Collective& c, const Problem& x) {
  if (c.for_pairs) return data::pairs_of(x);
  return x.partition(c.irregular ? x.count : c.vector_length(x));
}

std::span<const Collective> collectives() {
  return kCollectives;
}

const Collective& find_collective(std::string_view name) {
  for (const Collective& c : kCollectives)
    if (c.name == name) return c;
  throw_unknown("collective", name, std::views::transform(kCollectives, &Collective::name));
}

}  // namespace orrery::inline algorithms
