// Van de Geijn's broadcast without blocks that ranks have already.
// Ref      scatter and ring allgather as in scatter_allgather.cc; as libraries do that leave out what is there.
// Letters  p ranks, q = ceil(log2 p), m bytes, v = (r - root) mod p virtual rank, z_v blocks that v has after the
//          scatter: p for v = 0, else min(v & -v, p - v).
// Rounds   q + p - 1: binomial scatter, then p - 1 rounds of a ring. In round q + k v sends block v - k to v + 1, unless
//          that is one of the z that v + 1 has.
// Sent     (p-1) m in all, as much as every broadcast must.
// Time     (q + p - 1) α + 2 (p-1)/p m β when p divides m.
#include <algorithm>

#include "algorithms/common/arithmetic.h"
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/trees/k_nomial.h"
#include "emu/payload/slice.h"

namespace orrery::broadcast_scatter_allgather_frugal {

namespace {

/// Returns whether v has block u after the scatter.
bool has(int v, int u, int p) {
  return v == 0 || (u >= v && u < v + std::min(v & -v, p - v));
}

}  // namespace

extern constinit const Algorithm broadcast_scatter_allgather_frugal =
    by_plan<broadcast_scatter_allgather_frugal>({
        .collective = "broadcast",
        .name = "scatter-allgather-frugal",
        .summary =
            "Scatter and ring allgather, in which no rank receives data that it already has.",
        .reference = "Barnett et al., SHPCC 1994; Thakur, Rabenseifner and Gropp, IJHPCA 19(1), "
                     "2005, Sec. 4.2",
        .formula = "(ceil(log2 p)+p-1)α + 2(p-1)/p mβ",
        .plan =
            [](const Problem& x, int r) {
              const int p = x.p, q = ceil_log2(p), v = mod(std::int64_t{r} - x.root, p);
              const auto rank = [&](int u) { return mod(std::int64_t{u} + x.root, p); };
              BlockPlan ring;
              for (int k = 0; k + 1 < p; ++k) {
                const int right = mod(std::int64_t{v} + 1, p), left = mod(std::int64_t{v} - 1, p);
                const int sent = mod(std::int64_t{v} - k, p), got = mod(std::int64_t{left} - k, p);
                if (!has(right, sent, p)) ring.send(k, rank(right), {rank(sent)});
                if (!has(v, got, p)) ring.receive(k, rank(left), {rank(got)});
              }
              return in_sequence(down_the_tree(k_nomial_tree(p, 2), x.root, r, Carried::kSubtree),
                                 q, ring);
            },
        .rounds = [](const Problem& x) -> std::int64_t { return ceil_log2(x.p) + x.p - 1; },
    });

}  // namespace orrery::broadcast_scatter_allgather_frugal
