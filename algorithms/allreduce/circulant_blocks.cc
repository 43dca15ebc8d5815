// Allreduce of n blocks on the circulant graph: the n-block reduce-scatter, then the n-block allgather.
// Ref      J. L. Träff, "(Poly)Logarithmic Time Construction of Round-optimal n-Block Broadcast
//          Schedules for Broadcast and irregular Allgather in MPI" (2022/2023), Alg. 9, there and back.
// Letters  p ranks, q = ceil(log2 p), n blocks that each rank's block is cut into, m bytes of the
//          whole vector.
// Rounds   2 (n - 1 + q): those of reduce-scatter/circulant-blocks, then those of allgatherv/circulant.
// Sent     2 (p-1) m in all.
// Time     at most 2 (n - 1 + q)(α + m/n β) + (n - 1 + q) m/n γ. The ranks' blocks are as even as can be: n = 1
//          is the best where ranks are fully connected, and the time is that of allreduce/circulant.
// Needs    a commutative operator.
#include "algorithms/common/pipeline.h"
#include "algorithms/cost_models/blocks_of_all_time.h"
#include "algorithms/phases/blocks_of_all.h"

namespace orrery::allreduce_circulant_blocks {

extern const Algorithm allreduce_circulant_blocks;

namespace {

int best(const Problem& x) {
  return best_blocks_of_all(allreduce_circulant_blocks, x, WithAll::kReduceAndBroadcast);
}

/// Returns the rounds of one half.
std::int64_t rounds_of_way(const Problem& x) {
  return block_rounds(x, pipeline_blocks(x, best));
}

void run(Comm& c, const Call& call) {
  reduce_blocks_of_all(c, call, 0);
  broadcast_blocks_of_all(c, call, static_cast<int>(block_rounds(call.problem, call.blocks)));
}

}  // namespace

extern const Algorithm allreduce_circulant_blocks{
    .collective = "allreduce",
    .name = "circulant-blocks",
    .summary =
        "Reduce-scatter and allgather of blocks cut into n over a circulant graph, for any p.",
    .reference = "Träff, Round-optimal n-Block Broadcast Schedules (2023), Alg. 9, there and back",
    .formula = "at most 2(n-1+ceil(log2 p))(α + m/n (β + γ))",
    .reproducible = Reproducible::kOnAllRanks,
    .needs_commutative = true,
    .pipelined = true,
    .run = run,
    .best_blocks = best,
    .rounds = [](const Problem& x) { return 2 * rounds_of_way(x); },
    .bytes_total = [](const Problem& x) { return 2 * (x.p - 1) * x.bytes(); },
    .bytes_max_rank =
        [](const Problem& x) {
          return blocks_of_all_bytes(x, pipeline_blocks(x, best), WithAll::kReduceAndBroadcast);
        },
    .time =
        [](const Problem& x) {
          return blocks_of_all_time(x, pipeline_blocks(x, best), WithAll::kReduceAndBroadcast);
        },
};

}  // namespace orrery::allreduce_circulant_blocks
