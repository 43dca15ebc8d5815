// Neighbor exchange allgather.
// Ref      J. Chen, L. Zhang, Y. Zhang, W. Yuan, "Performance Evaluation of Allgather Algorithms on
//          Terascale Linux Cluster with Fast Ethernet", HPC Asia 2005.
// Letters  p ranks (even), r own rank, m bytes contributed by each rank, k round, s = 1 for even r
//          and -1 for odd r; pair j: ranks and blocks 2j and 2j + 1.
// Rounds   p/2. Every rank exchanges with r + s and r - s in turn: first its own block, then the two
//          blocks of a pair, those that it got in the round before.
//
// p = 6, what rank 2 (pair 1, s = 1) does:
//   k  with  sends  receives
//   0  3     2      3
//   1  1     2, 3   0, 1
//   2  3     0, 1   4, 5
// Sent     (p-1) m by every rank.
// Time     p/2 α + (p-1) m β.
#include "algorithms/common/symmetry_hint.h"
#include "algorithms/phases/block_sets.h"

namespace orrery::allgather_neighbor_exchange {

namespace {

void run(Comm& c, const Call& call) {
  const int p = c.size(), r = c.rank(), s = r % 2 == 0 ? 1 : -1;
  const CyclicBlocks B(c, call);
  const auto pair = [&](std::int64_t j) { return B(2 * j, 2); };
  if (p == 1) return;
  // Neighbours swap their own blocks, so that each pair of ranks has a pair of blocks.
  c.round(0);
  c.sendrecv(B(r), mod(r + s, p), B(r + s), mod(r + s, p));
  for (int k = 1, held = r / 2; k < p / 2; ++k) {
    const int peer = mod(k % 2 == 0 ? r + s : r - s, p);
    const int next = r / 2 + (k % 2 == 0 ? s * k / 2 : -s * (k + 1) / 2);
    // The rank gives the neighbour on its other side the two blocks that came last, and gets two
    // from it.
    c.round(k);
    c.sendrecv(pair(held), peer, pair(next), peer);
    held = next;
  }
}

std::optional<std::string> unsupported(const Problem& x) {
  if (x.p == 1 || x.p % 2 == 0) return std::nullopt;
  return text_of("neighbor-exchange works in pairs: the number of ranks must be even and is ", x.p);
}

}  // namespace

extern const Algorithm allgather_neighbor_exchange{
    .collective = "allgather",
    .name = "neighbor-exchange",
    .summary =
        "Ranks exchange with their left and right neighbours in turn, two blocks at a time; p is "
        "even.",
    .reference = "Chen et al., HPC Asia 2005",
    .formula = "p/2α + (p-1)mβ",
    .needs_ranks = Ranks::kEven,
    .run = run,
    .unsupported = unsupported,
    .symmetry = [](const Problem& x) { return symmetric_by_number(x, 2, 1); },
    .rounds = [](const Problem& x) -> std::int64_t { return x.p / 2; },
    .bytes_total = [](const Problem& x) { return std::int64_t{x.p} * (x.p - 1) * x.bytes(); },
    .bytes_max_rank = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
    .time =
        [](const Problem& x) {
          if (x.p == 1) return Time(0);
          return x.cost.message(x.bytes()) + (x.p / 2 - 1) * x.cost.message(2 * x.bytes());
        },
};

}  // namespace orrery::allgather_neighbor_exchange
