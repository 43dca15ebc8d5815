#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/collective.h"

/// Data of collectives before and after, as members of Collective.
namespace orrery::data {

using Pieces = std::vector<Piece>;

// Elements of the vector that every rank works on.
std::int64_t whole_vector(const Problem& x);
std::int64_t one_block_per_rank(const Problem& x);
std::int64_t two_blocks_per_rank(const Problem& x);
std::int64_t no_vector(const Problem& x);
/// The blocks of all ranks in rank order; behind them the rank's own one, as large as the largest.
std::int64_t all_parts_and_own(const Problem& x);
/// The most that a rank has for all ranks; behind it the most that one gets from all.
std::int64_t sent_and_received(const Problem& x);
/// The rank's own block, or one for each neighbour, and then those from the neighbours.
std::int64_t own_and_from_neighbors(const Problem& x);
std::int64_t for_and_from_neighbors(const Problem& x);

// What rank `rank` has before or after.
Pieces nothing(const Problem& x, int rank);
Pieces own_vector(const Problem& x, int rank);
Pieces reduced_vector(const Problem& x, int rank);
Pieces vector_at_root(const Problem& x, int rank);
Pieces vector_of_root(const Problem& x, int rank);
Pieces own_block(const Problem& x, int rank);
Pieces all_blocks(const Problem& x, int rank);
Pieces own_part(const Problem& x, int rank);
Pieces all_parts(const Problem& x, int rank);
Pieces reduced_part(const Problem& x, int rank);
Pieces prefix(const Problem& x, int rank);
/// Rank 0 has no rank before it.
Pieces prefix_before(const Problem& x, int rank);
Pieces reduced_at_root(const Problem& x, int rank);
Pieces all_parts_at_root(const Problem& x, int rank);
Pieces contribution_behind(const Problem& x, int rank);
Pieces part_of_root_behind(const Problem& x, int rank);
Pieces all_blocks_at_root(const Problem& x, int rank);
/// The root's own data, cut into blocks for the ranks.
Pieces whole_at_root(const Problem& x, int rank);
Pieces block_of_root(const Problem& x, int rank);
/// All-to-all: the first half of v holds the blocks for ranks 0, 1, ..., the second half will hold
/// those from ranks 0, 1, ...
Pieces blocks_for_all(const Problem& x, int rank);
Pieces blocks_from_all(const Problem& x, int rank);
/// Irregular all-to-all, where PairBlocks has them.
Pieces sent_to_all(const Problem& x, int rank);
Pieces received_from_all(const Problem& x, int rank);
/// Exchanges of neighbours. Beyond open edges there is nothing.
Pieces own_block_first(const Problem& x, int rank);
Pieces blocks_of_neighbors(const Problem& x, int rank);
Pieces blocks_for_neighbors(const Problem& x, int rank);
Pieces blocks_from_neighbors(const Problem& x, int rank);

/// The p² blocks that ranks have for each other, see Collective::for_pairs.
Partition pairs_of(const Problem& x);

}  // namespace orrery::data
