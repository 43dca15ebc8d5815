#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/collective.h"
#include "algorithms/common/neighbors.h"
#include "algorithms/common/partition.h"

/// Data of collectives before and after, as members of Collective: the elements of the vector that every rank works on,
/// and the contents of a rank.
namespace orrery::data {

using Pieces = std::vector<Piece>;

/// Returns the partition into the p² blocks that ranks have for each other, see
/// Collective::for_pairs.
inline Partition pairs_of(const Problem& x) {
  constexpr int kMostPairing = 32768;  // p² blocks have int numbers
  EMU_CHECK(x.p <= kMostPairing, "blocks of ", x.p, " ranks for each other are too many");
  return x.sizes.empty() ? Partition(x.count, x.p * x.p) : Partition(x.sizes);
}

inline std::int64_t whole_vector(const Problem& x) {
  return x.count;
}
inline std::int64_t one_block_per_rank(const Problem& x) {
  EMU_CHECK(x.count <= INT64_MAX / x.p / x.element_bytes, "a vector of ", x.p, " x ", x.count,
            " elements overflows");
  return x.count * x.p;
}
inline std::int64_t two_blocks_per_rank(const Problem& x) {
  const std::int64_t half = one_block_per_rank(x);
  EMU_CHECK(half <= INT64_MAX / 2, "two vectors of ", half, " elements overflow");
  return 2 * half;
}
inline std::int64_t no_vector(const Problem&) {
  return 0;
}

/// Returns the elements of all ranks' blocks, followed by the rank's own one, as large as the
/// largest.
inline std::int64_t all_parts_and_own(const Problem& x) {
  const std::int64_t largest = x.partition(x.count).largest();
  EMU_CHECK(x.count <= INT64_MAX - largest, "a vector of ", x.count, " and ", largest,
            " elements overflows");
  return x.count + largest;
}

inline Pieces nothing(const Problem&, int) {
  return {};
}
inline Pieces own_vector(const Problem& x, int rank) {
  return {{0, x.count, {0, rank}}};
}
inline Pieces reduced_vector(const Problem& x, int) {
  return {{0, x.count, {0, kEveryRank}}};
}
inline Pieces vector_at_root(const Problem& x, int rank) {
  return rank == x.root ? own_vector(x, rank) : Pieces{};
}
inline Pieces vector_of_root(const Problem& x, int) {
  return own_vector(x, x.root);
}
inline Pieces own_block(const Problem& x, int rank) {
  return {{rank * x.count, x.count, {rank * x.count, rank}}};
}
inline Pieces all_blocks(const Problem& x, int) {
  Pieces pieces;
  for (int r = 0; r < x.p; ++r) pieces.push_back(own_block(x, r).front());
  return pieces;
}

/// Returns block `rank` of a whole vector in p blocks.
inline Piece part_of_vector(const Problem& x, int rank, int contributor) {
  const Partition parts = x.partition(x.count);
  return {parts.offset(rank), parts.size(rank), {parts.offset(rank), contributor}};
}
/// Returns the rank's own part after the blocks of all ranks, with the contents of `contributor`.
inline Pieces own_part_behind(const Problem& x, int rank, int contributor) {
  Piece part = part_of_vector(x, rank, contributor);
  part.offset = x.count;
  return {part};
}

inline Pieces own_part(const Problem& x, int rank) {
  return {part_of_vector(x, rank, rank)};
}
inline Pieces all_parts(const Problem& x, int) {
  Pieces pieces;
  for (int r = 0; r < x.p; ++r) pieces.push_back(part_of_vector(x, r, r));
  return pieces;
}
inline Pieces reduced_part(const Problem& x, int rank) {
  return {part_of_vector(x, rank, kEveryRank)};
}
inline Pieces prefix(const Problem& x, int rank) {
  return {{0, x.count, {0, 0, rank}}};
}
/// Returns the reduction over the ranks before `rank`; empty for rank 0.
inline Pieces prefix_before(const Problem& x, int rank) {
  return rank > 0 ? prefix(x, rank - 1) : Pieces{};
}
inline Pieces reduced_at_root(const Problem& x, int rank) {
  return rank == x.root ? reduced_vector(x, rank) : Pieces{};
}
inline Pieces all_parts_at_root(const Problem& x, int rank) {
  return rank == x.root ? all_parts(x, rank) : Pieces{};
}
inline Pieces contribution_behind(const Problem& x, int rank) {
  return own_part_behind(x, rank, rank);
}
inline Pieces part_of_root_behind(const Problem& x, int rank) {
  return own_part_behind(x, rank, x.root);
}
inline Pieces all_blocks_at_root(const Problem& x, int rank) {
  return rank == x.root ? all_blocks(x, rank) : Pieces{};
}
/// Returns the root's own data, cut into blocks for the ranks.
inline Pieces whole_at_root(const Problem& x, int rank) {
  return rank == x.root ? Pieces{{0, x.p * x.count, {0, rank}}} : Pieces{};
}
inline Pieces block_of_root(const Problem& x, int rank) {
  return {{rank * x.count, x.count, {rank * x.count, x.root}}};
}
/// Returns the blocks of all-to-all: the first half of v has the blocks for ranks 0, 1, ..., the
/// second half will have those from ranks 0, 1, ...
inline Pieces blocks_for_all(const Problem& x, int rank) {
  return {{0, x.p * x.count, {std::int64_t{rank} * x.p * x.count, rank}}};
}
inline Pieces blocks_from_all(const Problem& x, int rank) {
  Pieces pieces;
  for (std::int64_t r = 0; r < x.p; ++r)
    pieces.push_back(
        {(x.p + r) * x.count, x.count, {(r * x.p + rank) * x.count, static_cast<int>(r)}});
  return pieces;
}

/// Returns the most elements that a rank sends to all, plus the most that one receives from all.
inline std::int64_t sent_and_received(const Problem& x) {
  const Partition parts = pairs_of(x);
  return most_sent(parts, x.p) + most_received(parts, x.p);
}
/// Returns the blocks of irregular all-to-all, at the offsets of PairBlocks.
inline Pieces sent_to_all(const Problem& x, int rank) {
  const Partition parts = pairs_of(x);
  const std::int64_t begin = parts.offset(rank * x.p);
  return {{0, parts.offset((rank + 1) * x.p) - begin, {begin, rank}}};
}
inline Pieces received_from_all(const Problem& x, int rank) {
  const Partition parts = pairs_of(x);
  std::int64_t at = most_sent(parts, x.p);
  Pieces pieces;
  for (int r = 0; r < x.p; ++r) {
    const int b = r * x.p + rank;
    pieces.push_back({at, parts.size(b), {parts.offset(b), r}});
    at += parts.size(b);
  }
  return pieces;
}

inline std::int64_t so_many_blocks(const Problem& x, std::int64_t blocks) {
  EMU_CHECK(x.count <= INT64_MAX / blocks / x.element_bytes, "a vector of ", blocks, " x ", x.count,
            " elements overflows");
  return blocks * x.count;
}

/// Returns the elements of the rank's own block, or one per neighbour, plus those from the neighbours.
inline std::int64_t own_and_from_neighbors(const Problem& x) {
  return so_many_blocks(x, 1 + std::int64_t{Neighbors(x).count()});
}
inline std::int64_t for_and_from_neighbors(const Problem& x) {
  return so_many_blocks(x, 2 * std::int64_t{Neighbors(x).count()});
}
/// Returns the rank's own block, the first of exchanges between neighbours.
inline Pieces own_block_first(const Problem& x, int rank) {
  return {{0, x.count, {rank * x.count, rank}}};
}
/// Returns piece(near, i, rank of neighbour i) for each neighbour of a rank; none beyond open edges.
template <class F>
Pieces pieces_of_neighbors(const Problem& x, int rank, F&& piece) {
  const Neighbors near(x);
  Pieces pieces;
  for (int i = 0; i < near.count(); ++i)
    if (const auto other = near.at(rank, i)) pieces.push_back(piece(near, i, *other));
  return pieces;
}
inline Pieces blocks_of_neighbors(const Problem& x, int rank) {
  return pieces_of_neighbors(x, rank, [&](const Neighbors&, int i, int other) -> Piece {
    return {(1 + i) * x.count, x.count, {other * x.count, other}};
  });
}

/// Returns the blocks for neighbours. That of rank r for its neighbour i is number r t + i of all.
inline Pieces blocks_for_neighbors(const Problem& x, int rank) {
  return pieces_of_neighbors(x, rank, [&](const Neighbors& near, int i, int) -> Piece {
    const std::int64_t t = near.count();
    return {i * x.count, x.count, {(rank * t + i) * x.count, rank}};
  });
}
inline Pieces blocks_from_neighbors(const Problem& x, int rank) {
  return pieces_of_neighbors(x, rank, [&](const Neighbors& near, int i, int other) -> Piece {
    const std::int64_t t = near.count();
    return {(t + i) * x.count, x.count, {(other * t + near.opposite(i)) * x.count, other}};
  });
}

}  // namespace orrery::data
