// Round-optimal n-block reduce-scatter of blocks of any sizes: the n-block allgather on the circulant graph, backwards.
// Ref      J. L. Träff, "(Poly)Logarithmic Time Construction of Round-optimal n-Block Broadcast
//          Schedules for Broadcast and irregular Allgather in MPI" (2022/2023), Alg. 9, reversed;
//          named in "Optimal, Non-pipelined Reduce-scatter and Allreduce Algorithms" (2025), Sec. 2.
// Letters  p ranks, q = ceil(log2 p), n blocks that each rank's block is cut into, r own rank, j rank
//          whose block is reduced, m_j bytes of it, m = m_0 + ... + m_{p-1}.
// Rounds   n - 1 + q. What rank r would send in round n - 2 + q - i of allgatherv/circulant it receives
//          in round i and adds; what it would receive it sends, in ONE message: of every j a block.
// Sent     every rank sends every block of the others once: (p-1) m in all.
// Time     at most (n - 1 + q)(α + m/n β + m/n γ). With equal blocks n = 1 is the best, and the time
//          is that of reduce-scatter/circulant; with all in one block n = sqrt((q-1) m (β + γ) / α).
// Needs    a commutative operator.
#include "algorithms/common/pipeline.h"
#include "algorithms/cost_models/blocks_of_all_time.h"
#include "algorithms/phases/blocks_of_all.h"

namespace orrery::reduce_scatter_circulant_blocks {

extern const Algorithm reduce_scatter_circulant_blocks;

namespace {

void run(Comm& c, const Call& call) {
  reduce_blocks_of_all(c, call, 0);
}

int best(const Problem& x) {
  return best_blocks_of_all(reduce_scatter_circulant_blocks, x, WithAll::kReduce);
}

}  // namespace

extern const Algorithm reduce_scatter_circulant_blocks{
    .collective = "reduce-scatter",
    .name = "circulant-blocks",
    .summary =
        "The blocks of all ranks, each cut into n blocks, are reduced at once over a circulant "
        "graph; unequal sizes even out.",
    .reference = "Träff, Round-optimal n-Block Broadcast Schedules (2023), Alg. 9 reversed",
    .formula = "at most (n-1+ceil(log2 p))(α + m/n (β + γ))",
    .reproducible = Reproducible::kOnAllRanks,
    .needs_commutative = true,
    .pipelined = true,
    .run = run,
    .best_blocks = best,
    .rounds = [](const Problem& x) { return block_rounds(x, pipeline_blocks(x, best)); },
    .bytes_total = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
    .bytes_max_rank =
        [](const Problem& x) {
          return blocks_of_all_bytes(x, pipeline_blocks(x, best), WithAll::kReduce);
        },
    .time =
        [](const Problem& x) {
          return blocks_of_all_time(x, pipeline_blocks(x, best), WithAll::kReduce);
        },
};

}  // namespace orrery::reduce_scatter_circulant_blocks
