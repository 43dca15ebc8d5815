#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/collective.h"

/// Data of collectives before and after, as members of Collective.
namespace orrery::data {

using Pieces = std::vector<Piece>;

// Returns the elements of the vector that every rank works on.
std::int64_t whole_vector(const Problem& x);
std::int64_t one_block_per_rank(const Problem& x);
std::int64_t two_blocks_per_rank(const Problem& x);
std::int64_t no_vector(const Problem& x);
/// Returns the elements of all ranks' blocks, followed by the rank's own one, as large as the
/// largest.
std::int64_t all_parts_and_own(const Problem& x);
/// Returns the most elements that a rank sends to all, plus the most that one receives from all.
std::int64_t sent_and_received(const Problem& x);
/// Returns the elements of the own block, or one per neighbour, plus those from the neighbours.
std::int64_t own_and_from_neighbors(const Problem& x);
std::int64_t for_and_from_neighbors(const Problem& x);

// Returns the contents of rank `rank` before or after.
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
/// Returns the reduction over the ranks before `rank`; empty for rank 0.
Pieces prefix_before(const Problem& x, int rank);
Pieces reduced_at_root(const Problem& x, int rank);
Pieces all_parts_at_root(const Problem& x, int rank);
Pieces contribution_behind(const Problem& x, int rank);
Pieces part_of_root_behind(const Problem& x, int rank);
Pieces all_blocks_at_root(const Problem& x, int rank);
/// Returns the root's own data, cut into blocks for the ranks.
Pieces whole_at_root(const Problem& x, int rank);
Pieces block_of_root(const Problem& x, int rank);
/// Returns the blocks of all-to-all: the first half of v has the blocks for ranks 0, 1, ..., the
/// second half will have those from ranks 0, 1, ...
Pieces blocks_for_all(const Problem& x, int rank);
Pieces blocks_from_all(const Problem& x, int rank);
/// Returns the blocks of irregular all-to-all, at the offsets of PairBlocks.
Pieces sent_to_all(const Problem& x, int rank);
Pieces received_from_all(const Problem& x, int rank);
/// Returns the blocks of exchanges between neighbours; none beyond open edges.
Pieces own_block_first(const Problem& x, int rank);
Pieces blocks_of_neighbors(const Problem& x, int rank);
Pieces blocks_for_neighbors(const Problem& x, int rank);
Pieces blocks_from_neighbors(const Problem& x, int rank);

/// Returns the partition into the p² blocks that ranks have for each other, see
/// Collective::for_pairs.
Partition pairs_of(const Problem& x);

}  // namespace orrery::data
