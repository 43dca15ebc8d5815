#include "algorithms/collective.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "algorithms/common/arithmetic.h"
#include "emu/base/nearest.h"
#include "emu/net/network.h"

namespace orrery {

namespace {

using Pieces = std::vector<Piece>;

std::int64_t whole_vector(const Problem& x) {
  return x.count;
}
std::int64_t one_block_per_rank(const Problem& x) {
  EMU_CHECK(x.count <= INT64_MAX / x.p / x.element_bytes, "a vector of ", x.p, " x ", x.count,
            " elements overflows");
  return x.count * x.p;
}
std::int64_t two_blocks_per_rank(const Problem& x) {
  const std::int64_t half = one_block_per_rank(x);
  EMU_CHECK(half <= INT64_MAX / 2, "two vectors of ", half, " elements overflow");
  return 2 * half;
}
std::int64_t no_vector(const Problem&) {
  return 0;
}

/// The blocks of all ranks in rank order; behind them the rank's own one, as large as the largest.
std::int64_t all_parts_and_own(const Problem& x) {
  const std::int64_t largest = x.partition(x.count).largest();
  EMU_CHECK(x.count <= INT64_MAX - largest, "a vector of ", x.count, " and ", largest,
            " elements overflows");
  return x.count + largest;
}

Pieces nothing(const Problem&, int) {
  return {};
}
Pieces own_vector(const Problem& x, int rank) {
  return {{0, x.count, {0, rank}}};
}
Pieces reduced_vector(const Problem& x, int) {
  return {{0, x.count, {0, kEveryRank}}};
}
Pieces vector_at_root(const Problem& x, int rank) {
  return rank == x.root ? own_vector(x, rank) : Pieces{};
}
Pieces vector_of_root(const Problem& x, int) {
  return own_vector(x, x.root);
}
Pieces own_block(const Problem& x, int rank) {
  return {{rank * x.count, x.count, {rank * x.count, rank}}};
}
Pieces all_blocks(const Problem& x, int) {
  Pieces pieces;
  for (int r = 0; r < x.p; ++r) pieces.push_back(own_block(x, r).front());
  return pieces;
}

/// Block `rank` of a whole vector that is cut into p blocks.
Piece part_of_vector(const Problem& x, int rank, int contributor) {
  const Partition parts = x.partition(x.count);
  return {parts.offset(rank), parts.size(rank), {parts.offset(rank), contributor}};
}
Pieces own_part(const Problem& x, int rank) {
  return {part_of_vector(x, rank, rank)};
}
Pieces all_parts(const Problem& x, int) {
  Pieces pieces;
  for (int r = 0; r < x.p; ++r) pieces.push_back(part_of_vector(x, r, r));
  return pieces;
}
Pieces reduced_part(const Problem& x, int rank) {
  return {part_of_vector(x, rank, kEveryRank)};
}
Pieces prefix(const Problem& x, int rank) {
  return {{0, x.count, {0, 0, rank}}};
}
/// Rank 0 has nobody before it.
Pieces prefix_before(const Problem& x, int rank) {
  return rank > 0 ? prefix(x, rank - 1) : Pieces{};
}
Pieces reduced_at_root(const Problem& x, int rank) {
  return rank == x.root ? reduced_vector(x, rank) : Pieces{};
}
Pieces all_parts_at_root(const Problem& x, int rank) {
  return rank == x.root ? all_parts(x, rank) : Pieces{};
}
/// Behind the blocks of all ranks, as `contributor` had it.
Pieces own_part_behind(const Problem& x, int rank, int contributor) {
  Piece part = part_of_vector(x, rank, contributor);
  part.offset = x.count;
  return {part};
}
Pieces contribution_behind(const Problem& x, int rank) {
  return own_part_behind(x, rank, rank);
}
Pieces part_of_root_behind(const Problem& x, int rank) {
  return own_part_behind(x, rank, x.root);
}
Pieces all_blocks_at_root(const Problem& x, int rank) {
  return rank == x.root ? all_blocks(x, rank) : Pieces{};
}
/// The root's own data, cut into blocks for the ranks.
Pieces whole_at_root(const Problem& x, int rank) {
  return rank == x.root ? Pieces{{0, x.p * x.count, {0, rank}}} : Pieces{};
}
Pieces block_of_root(const Problem& x, int rank) {
  return {{rank * x.count, x.count, {rank * x.count, x.root}}};
}
/// All-to-all: the first half of v holds the blocks for ranks 0, 1, ..., the second half will hold
/// those from ranks 0, 1, ...
Pieces blocks_for_all(const Problem& x, int rank) {
  return {{0, x.p * x.count, {std::int64_t{rank} * x.p * x.count, rank}}};
}
Pieces blocks_from_all(const Problem& x, int rank) {
  Pieces pieces;
  for (std::int64_t r = 0; r < x.p; ++r)
    pieces.push_back(
        {(x.p + r) * x.count, x.count, {(r * x.p + rank) * x.count, static_cast<int>(r)}});
  return pieces;
}

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

/// A message must reach or come from everybody: with one port knowledge at most doubles in a round.
double doubling_rounds(const Problem& x) {
  return ceil_log2(x.p);
}

/// The sum over the ranks of each host that holds any; a rank counts as `of(rank)`.
template <class Of>
std::vector<std::int64_t> by_host(const Problem& x, Of&& of) {
  std::map<int, std::int64_t> sums;
  for (int r = 0; r < x.p; ++r) sums[host_of(x, r)] += of(r);
  std::vector<std::int64_t> all;
  for (const auto& [host, sum] : sums) all.push_back(sum);
  return all;
}
std::vector<std::int64_t> ranks_by_host(const Problem& x) {
  return by_host(x, [](int) { return std::int64_t{1}; });
}
/// On the host of the root.
template <class Of>
std::int64_t at_root(const Problem& x, Of&& of) {
  std::int64_t sum = 0;
  for (int r = 0; r < x.p; ++r) sum += host_of(x, r) == host_of(x, x.root) ? of(r) : 0;
  return sum;
}

/// All ranks must hear of each other, or of one.
LowerBounds all_ranks(const Problem& x, double host_bytes) {
  return {doubling_rounds(x), x.p, host_bytes};
}
/// All but what the host itself has is to come.
LowerBounds all_but(const Problem& x, std::int64_t own, std::int64_t all) {
  return all_ranks(x, as_double(x.elements(all - own)));
}

/// Every other host than the root's receives all of it.
LowerBounds broadcast_bounds(const Problem& x) {
  return all_ranks(x, ranks_by_host(x).size() > 1 ? as_double(x.bytes()) : 0);
}
/// The host with the fewest ranks receives most.
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
/// For each element h - 1 hosts send something that adds to its sum, and h - 1 receive of it; one of
/// the h hosts sends at least the mean.
LowerBounds allreduce_bounds(const Problem& x) {
  const auto h = static_cast<std::int64_t>(ranks_by_host(x).size());
  return all_ranks(x, as_double(2 * (h - 1) * x.bytes()) / static_cast<double>(h));
}
/// log2 p rounds and 2 n bytes (Sec. 2.1 and Eq. 1).
LowerBounds swing_bounds(const Problem& x) {
  return {std::log2(x.p), 0, x.p > 1 ? 2 * as_double(x.bytes()) : 0};
}
/// A host sends at least a partial sum of each block of other hosts, or receives a contribution.
LowerBounds blocks_bounds(const Problem& x) {
  const Partition parts = x.partition(x.count);
  return all_but(x, std::ranges::min(by_host(x, [&](int r) { return parts.size(r); })), x.count);
}
/// Rounds that the ranks with a block and the root need; all but the blocks of the root's host pass
/// through its ports.
LowerBounds irregular_gather_bounds(const Problem& x) {
  const Partition parts = x.partition(x.count);
  int taking_part = parts.size(x.root) == 0 ? 1 : 0;
  for (int r = 0; r < x.p; ++r) taking_part += parts.size(r) > 0 ? 1 : 0;
  const std::int64_t own = at_root(x, [&](int r) { return parts.size(r); });
  return {static_cast<double>(ceil_log2(taking_part)), taking_part,
          as_double(x.elements(x.count - own))};
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
  const Partition parts = x.partition(x.count);
  std::vector<std::int64_t> elements;
  for (int r = 0; r < x.p; ++r) elements.push_back(parts.size(r));
  return elements;
}

Crossing vector_to_all(const Problem& x) {
  return {{{only(x, x.root)}}};
}
Crossing sum_to_root(const Problem& x) {
  return {{{only(x, x.root), kEveryRank, true}}};
}
/// A rank's own contribution, which all wait for; and what it waits for, which is of all. Which rank
/// makes no difference.
Crossing sum_to_all(const Problem& x) {
  return {{{only(x, 0)}, {only(x, 0), kEveryRank, true}}, 0, x.count};
}
/// Rank 0's vector is in every sum, and every vector in that of the last rank.
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
/// The pairs say how much; the spread says who must hear of whom.
Crossing block_for_each_pair(const Problem& x) {
  return {{{one_each(x)}}, x.count};
}
/// Nothing but the news that everybody is there.
Crossing everybody_hears(const Problem& x) {
  return {{{std::vector<std::int64_t>(static_cast<std::size_t>(x.p), 1)}}};
}

constexpr Collective kCollectives[] = {
    {"broadcast", "the whole vector of the root", true, false, false, false, whole_vector,
     vector_at_root, vector_of_root, broadcast_bounds,
     "ceil(log2 p) rounds and m bytes through a rank's ports", vector_bytes, nullptr,
     vector_to_all},
    {"allgather", "the contribution of one rank", false, false, false, false, one_block_per_rank,
     own_block, all_blocks, allgather_bounds,
     "ceil(log2 p) rounds and (p-1)m bytes through a rank's ports", bytes_of_all_ranks, nullptr,
     blocks_to_all},
    {"allreduce", "the whole vector of one rank", false, true, false, false, whole_vector,
     own_vector, reduced_vector, allreduce_bounds,
     "ceil(log2 p) rounds and 2m(p-1)/p bytes through a rank's ports", vector_bytes, swing_bounds,
     sum_to_all},
    {"reduce", "the whole vector of one rank", true, true, false, false, whole_vector, own_vector,
     reduced_at_root, broadcast_bounds, "ceil(log2 p) rounds and m bytes through a rank's ports",
     vector_bytes, nullptr, sum_to_root},
    {"reduce-scatter", "the whole vector of one rank", false, true, false, true, whole_vector,
     own_vector, reduced_part, blocks_bounds,
     "ceil(log2 p) rounds and all but the smallest block through a rank's ports", vector_bytes,
     nullptr, parts_from_all},
    {"alltoall", "the block for one peer", false, false, false, false, two_blocks_per_rank,
     blocks_for_all, blocks_from_all, alltoall_bounds,
     "ceil(log2 p) rounds and (p-1)m bytes through a rank's ports", bytes_of_all_ranks, nullptr,
     block_for_each_pair},
    {"allgatherv", "the contributions of all ranks together", false, false, false, true,
     whole_vector, own_part, all_parts, blocks_bounds,
     "ceil(log2 p) rounds and all but the smallest contribution through a rank's ports",
     vector_bytes, nullptr, parts_to_all},
    {"gather", "the contribution of one rank", true, false, false, false, one_block_per_rank,
     own_block, all_blocks_at_root, gather_bounds,
     "ceil(log2 p) rounds and (p-1)m bytes through a rank's ports", bytes_of_all_ranks, nullptr,
     blocks_to_root},
    {"scatter", "the block for one rank", true, false, false, false, one_block_per_rank,
     whole_at_root, block_of_root, gather_bounds,
     "ceil(log2 p) rounds and (p-1)m bytes through a rank's ports", bytes_of_all_ranks, nullptr,
     blocks_from_root},
    {"gatherv", "the contributions of all ranks together", true, false, false, true,
     all_parts_and_own, contribution_behind, all_parts_at_root, irregular_gather_bounds,
     "ceil(log2 of the ranks with data) rounds and all but the root's block through a rank's ports",
     vector_bytes, nullptr, parts_to_root},
    {"scatterv", "the blocks for all ranks together", true, false, false, true, all_parts_and_own,
     vector_at_root, part_of_root_behind, irregular_gather_bounds,
     "ceil(log2 of the ranks with data) rounds and all but the root's block through a rank's ports",
     vector_bytes, nullptr, parts_from_root},
    {"scan", "the whole vector of one rank", false, true, false, false, whole_vector, own_vector,
     prefix, broadcast_bounds, "ceil(log2 p) rounds and m bytes through a rank's ports",
     vector_bytes, nullptr, prefixes},
    {"exscan", "the whole vector of one rank", false, true, false, false, whole_vector, own_vector,
     prefix_before, broadcast_bounds, "ceil(log2 p) rounds and m bytes through a rank's ports",
     vector_bytes, nullptr, prefixes},
    {"barrier", "nothing: a barrier moves no data", false, false, true, false, no_vector, nothing,
     nothing, barrier_bounds, "ceil(log2 p) rounds", [](const Problem&) { return Bytes(0); },
     nullptr, everybody_hears},
};

}  // namespace

double LowerBounds::fewest_rounds(int at_once) const {
  if (participants == 0 || at_once <= 1) return rounds;
  int fewest = 0;
  for (std::int64_t reached = 1; reached < participants; reached *= at_once + 1) ++fewest;
  return fewest;
}

std::span<const Collective> collectives() {
  return kCollectives;
}

const Collective& find_collective(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Collective& c : kCollectives) {
    if (c.name == name) return c;
    names.push_back(c.name);
  }
  throw_unknown("collective", name, names);
}

}  // namespace orrery
