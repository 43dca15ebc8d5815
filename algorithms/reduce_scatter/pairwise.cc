// Pairwise reduce-scatter: every rank sends its part of each block straight to the block's owner.
// Letters  p ranks, r own rank, m bytes of the whole vector, k round.
// Rounds   p - 1. In round k rank r sends block r + k + 1 to its owner and adds what it receives
//          from r - k - 1 to its own block.
// Sent     every rank sends all blocks but its own. Time (p-1)(α + m/p β + m/p γ) when p divides
//          m.
// Needs    a commutative operator: block r is summed in the order r, r-1, ..., r+1.
#include "algorithms/common/symmetry_hint.h"
#include "algorithms/phases/ring.h"

namespace orrery::reduce_scatter_pairwise {

namespace {

void run(Comm& c, const Call& call) {
  const int p = c.size(), r = c.rank();
  const CyclicBlocks B(c, call);
  const Slice T = c.scratch(B(r).count());
  for (int k = 0; k < p - 1; ++k) {
    // The rank sends block r + k + 1 to the rank that it belongs to, and adds what another one has
    // for its own block.
    c.round(k);
    c.sendrecv(B(std::int64_t{r} + k + 1), mod(std::int64_t{r} + k + 1, p), T, mod(r - k - 1, p));
    c.reduce(B(r), T);
  }
}

}  // namespace

extern const Algorithm reduce_scatter_pairwise{
    .collective = "reduce-scatter",
    .name = "pairwise",
    .summary = "Every rank sends its part of each block straight to the rank that owns the block.",
    .reference = "Thakur, Rabenseifner and Gropp, IJHPCA 19(1), 2005, Sec. 4.3",
    .formula = "(p-1)(α + m/p β + m/p γ)",
    .reproducible = Reproducible::kOnAllRanks,
    .needs_commutative = true,
    .run = run,
    .symmetry = [](const Problem& x) { return symmetric_by_number(x, 1, x.p); },
    .rounds = [](const Problem& x) -> std::int64_t { return x.p - 1; },
    .bytes_total = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
    .bytes_max_rank = all_but_smallest,
    .time =
        [](const Problem& x) {
          const Bytes block = x.elements(x.partition(x.count).largest());
          return (x.p - 1) * (x.cost.message(block) + x.cost.reduction(block));
        },
};

}  // namespace orrery::reduce_scatter_pairwise
