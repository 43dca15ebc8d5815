#pragma once

#include "algorithms/algorithm.h"
#include "algorithms/phases/block_broadcast.h"

/// Broadcasts from all ranks together, each of n blocks over the circulant graph, and the same
/// rounds backwards. Ref: Träff, Round-optimal n-Block Broadcast Schedules (2023), Alg. 9.
namespace orrery::inline algorithms {

/// Returns the block that virtual rank v sends in round j of one of the broadcasts, or a negative
/// number.
inline int sent_block(const circulant::ScheduleTable& table, const BlockRounds& rounds, int v,
                      int j) {
  const int k = rounds.k(j);
  return table.skips().to(v, k) == 0 ? -1 : rounds.block(table.send(v, k), j);
}
/// Returns the block that virtual rank v receives in round j, or a negative number.
inline int received_block(const circulant::ScheduleTable& table, const BlockRounds& rounds, int v,
                          int j) {
  return v == 0 ? -1 : rounds.block(table.receive(v, rounds.k(j)), j);
}

/// Gives every rank the blocks of all ranks, in n - 1 + q rounds from `first_round` on.
void broadcast_blocks_of_all(Comm& c, const Call& call, int first_round);

/// Reduces every rank's block of the vectors of all ranks at that rank, in n - 1 + q rounds from
/// `first_round` on. Round j receives and adds the blocks that broadcast_blocks_of_all sends in
/// round n - 2 + q - j, and sends those that it receives. The operator must commute.
void reduce_blocks_of_all(Comm& c, const Call& call, int first_round);

}  // namespace orrery::inline algorithms
