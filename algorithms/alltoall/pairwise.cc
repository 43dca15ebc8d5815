// Pairwise all-to-all: one peer after another.
// Ref      R. Thakur, R. Rabenseifner, W. Gropp, "Optimization of Collective Communication
//          Operations in MPICH", IJHPCA 19(1), 2005, Sec. 4.4.
// Letters  p ranks, r own rank, m bytes for each peer, k round.
// Rounds   p - 1. In round k rank r exchanges blocks with r XOR (k + 1) if p is a power of two;
//          otherwise it sends to r + k + 1 and receives from r - k - 1.
// Sent     (p-1) m by every rank.
// Time     (p-1)(α + m β), and m γ for copying the rank's own block.
#include "algorithms/algorithm.h"
#include "algorithms/common/arithmetic.h"
#include "algorithms/common/symmetry_hint.h"

namespace orrery::alltoall_pairwise {

namespace {

void run(Comm& c, const Call& call) {
  const int p = c.size(), r = c.rank();
  const auto out = [&](int i) { return call.v.block(i, std::int64_t{2} * p); };
  const auto in = [&](int i) { return call.v.block(p + i, std::int64_t{2} * p); };
  c.copy(in(r), out(r));
  for (int k = 1; k < p; ++k) {
    const int to = is_power_of_two(p) ? r ^ k : mod(std::int64_t{r} + k, p);
    const int from = is_power_of_two(p) ? r ^ k : mod(r - k, p);
    // The rank sends one rank its block and receives its own from another (the same, where p is a
    // power of two).
    c.round(k - 1);
    c.sendrecv(out(to), to, in(from), from);
  }
}

}  // namespace

extern const Algorithm alltoall_pairwise{
    .collective = "alltoall",
    .name = "pairwise",
    .summary = "Every rank exchanges blocks with one peer after another.",
    .reference = "Thakur, Rabenseifner and Gropp, IJHPCA 19(1), 2005, Sec. 4.4",
    .formula = "(p-1)(α + mβ) + mγ",
    .run = run,
    .symmetry =
        [](const Problem& x) {
          return is_power_of_two(x.p) ? symmetric_by_exclusive_or(x, 1)
                                      : symmetric_by_number(x, 1, 1);
        },
    .rounds = [](const Problem& x) -> std::int64_t { return x.p - 1; },
    .bytes_total = [](const Problem& x) { return std::int64_t{x.p} * (x.p - 1) * x.bytes(); },
    .bytes_max_rank = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
    .time =
        [](const Problem& x) {
          return (x.p - 1) * x.cost.message(x.bytes()) + x.cost.reduction(x.bytes());
        },
};

}  // namespace orrery::alltoall_pairwise
