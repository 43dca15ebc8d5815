// Round-optimal allgather of contributions of any sizes: p broadcasts of n blocks at once.
// Ref      J. L. Träff, "(Poly)Logarithmic Time Construction of Round-optimal n-Block Broadcast
//          Schedules for Broadcast and irregular Allgather in MPI" (2022/2023), Alg. 9.
// Letters  p ranks, q = ceil(log2 p), n blocks, r own rank, j root of a broadcast, m_j bytes of its
//          contribution, m = m_0 + ... + m_{p-1}.
// Rounds   n - 1 + q. In each round rank r sends, in ONE message to (r + skip[k]) mod p, for every j
//          the block that rank (r - j) mod p sends in that round of a broadcast from rank 0 (see
//          BlockBroadcast), and receives likewise. Empty blocks are not sent.
// Sent     every rank receives every block of the others once: (p-1) m in all.
// Time     at most (n - 1 + q)(α + m/n β); best n = sqrt((q-1) m β / α).
#include "algorithms/common/pipeline.h"
#include "algorithms/cost_models/blocks_of_all_time.h"
#include "algorithms/phases/blocks_of_all.h"

namespace orrery::allgatherv_circulant {

extern const Algorithm allgatherv_circulant;

namespace {

void run(Comm& c, const Call& call) {
  broadcast_blocks_of_all(c, call, 0);
}

int best(const Problem& x) {
  return best_blocks_of_all(allgatherv_circulant, x, WithAll::kBroadcast);
}

}  // namespace

extern const Algorithm allgatherv_circulant{
    .collective = "allgatherv",
    .name = "circulant",
    .summary =
        "All ranks broadcast n blocks at once over a circulant graph; unequal sizes even out.",
    .reference = "Träff, Round-optimal n-Block Broadcast Schedules (2023), Alg. 9",
    .formula = "at most (n-1+ceil(log2 p))(α + m/n β)",
    .pipelined = true,
    .run = run,
    .best_blocks = best,
    .words = [](const Problem& x, int round,
                int) { return block_words(x, pipeline_blocks(x, best), round); },
    .rounds = [](const Problem& x) { return block_rounds(x, pipeline_blocks(x, best)); },
    .bytes_total = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
    .bytes_max_rank =
        [](const Problem& x) {
          return blocks_of_all_bytes(x, pipeline_blocks(x, best), WithAll::kBroadcast);
        },
    .time =
        [](const Problem& x) {
          return blocks_of_all_time(x, pipeline_blocks(x, best), WithAll::kBroadcast);
        },
};

}  // namespace orrery::allgatherv_circulant
