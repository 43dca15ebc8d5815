// Allreduce with 3-2 elimination: halving and doubling for any number of ranks, without folding.
// Ref      R. Rabenseifner, J. L. Träff, "More Efficient Reduction Algorithms for Non-Power-of-Two
//          Number of Processors in Message-Passing Parallel Systems", EuroPVM/MPI 2004, LNCS 3241,
//          rebuilt from its bounds; "the 3-2 elimination technique" of De Sensi et al., "Swing",
//          NSDI 2024, Sec. 2.3.3.
// Letters  p ranks, n = floor(log2 p), N = 2^n blocks, m bytes, i trailing zero bits of p; a, b a pair;
//          e0, e1, e2 a triple (see schedules/elimination.h); L and U the halves of their part.
// Rounds   Reduce-scatter. A pair exchanges halves: a sums L, b sums U. A triple takes two rounds:
//          e1 and e2 exchange halves, e1 sums U, e2 sums L; then e2 gives its L to e0, and e0 its U to
//          e1. e2 is out. Allgather: the same backwards. 2 ceil(log2 p) in all.
// Sent     2 (1 - 1/N) m by a rank of pairs only, up to m/2 more by one of triples.
// Time     2 ceil(log2 p) α + 2 (1 - 1/N + x) m β + (1 - 1/N + x) m γ with x = 1/2^(i+1), or x = 0 if p
//          is a power of two: the later triples cost no time, as their e0 comes one round late anyway.
// Keeps the order of ranks, so any associative operator will do.
#include "algorithms/schedules/elimination.h"

#include <algorithm>
#include <bit>
#include <vector>

#include "algorithms/algorithm.h"
#include "algorithms/common/arithmetic.h"
#include "algorithms/phases/block_sets.h"

namespace orrery::allreduce_elimination {

namespace {

/// One exchange of the reduce-scatter: `gives` goes to rank `to`, and the received data are added
/// to `keeps`. In the allgather `keeps` goes back, and `gives` comes.
struct TeamExchange {
  int round, to;
  Range gives;
  int from;
  Range keeps;
};

constexpr Range kNone{};

void add_exchanges(std::vector<TeamExchange>& all, const elimination::Team& team, Range L,
                   Range U) {
  const auto [e0, e1, e2] = team.ranks;
  const int k = team.round;
  if (!team.triple) {
    if (team.member == 0) all.push_back({k, e1, U, e1, L});
    if (team.member == 1) all.push_back({k, e0, L, e0, U});
  } else if (team.member == 0) {
    all.push_back({k + 1, e1, U, e2, L});
  } else if (team.member == 1) {
    all.push_back({k, e2, L, e2, U});
    all.push_back({k + 1, e0, kNone, e0, U});
  } else {
    all.push_back({k, e1, U, e1, L});
    all.push_back({k + 1, e0, L, e0, kNone});
  }
}

/// Returns the exchanges of rank r, with the halves in numbers of the N blocks.
std::vector<TeamExchange> exchanges_of(int p, int r) {
  std::vector<TeamExchange> all;
  for (const elimination::Team& team : elimination::teams(p, r)) {
    const int half = 1 << floor_log2(p) >> (team.z + 1), lo = 2 * half * team.place;
    add_exchanges(all, team, {lo, lo + half}, {lo + half, lo + 2 * half});
  }
  return all;
}

VectorBlocks blocks_of(Slice v, int p) {
  return {v, 1 << floor_log2(p)};
}

void run(Comm& c, const Call& call) {
  const int p = c.size(), last = 2 * elimination::rounds(p) - 1;
  const std::vector<TeamExchange> all = exchanges_of(p, c.rank());
  const VectorBlocks B = blocks_of(call.v, p);
  if (all.empty()) return;
  const Slice T = c.scratch(B.elements(all.front().keeps));
  for (const auto& [round, to, gives, from, keeps] : all) {
    const Slice mine = B(c, keeps), t = T.part(0, mine.count());
    // The rank gives away the blocks that others of its pair or triple keep, and adds what comes to
    // those it keeps.
    c.round(round);
    c.sendrecv(B(c, gives), to, t, from);
    from < c.rank() ? c.reduce_front(mine, t) : c.reduce(mine, t);
  }
  for (auto e = all.rbegin(); e != all.rend(); ++e) {
    // The rank hands the finished blocks it keeps back to where sums came from, and gets those it
    // had given away.
    c.round(last - e->round);
    c.sendrecv(B(c, e->keeps), e->from, B(c, e->gives), e->to);
  }
}

std::int64_t sent_by(const Problem& x, int r) {
  const VectorBlocks B = blocks_of(Slice(0, 1, 0, x.count), x.p);
  std::int64_t sum = 0;
  for (const TeamExchange& e : exchanges_of(x.p, r))
    sum += B.elements(e.gives) + B.elements(e.keeps);
  return sum;
}

Bytes bytes_max_rank(const Problem& x) {
  std::int64_t most = 0;
  for (int r = 0; r < x.p; ++r) most = std::max(most, sent_by(x, r));
  return x.elements(most);
}

/// Adds up the exchanges: a pair exchanges its part once in each half, a triple twice, ceil(g / 2)
/// parts of a level.
Bytes bytes_total(const Problem& x) {
  std::int64_t vectors = 0;
  for (int g = x.p; g > 1; g /= 2) vectors += g / 2 + g % 2;
  return 2 * vectors * x.bytes();
}

/// Adds up all levels, and the first triple's second round.
Time time(const Problem& x) {
  const VectorBlocks B = blocks_of(Slice(0, 1, 0, x.count), x.p);
  const auto halving = [&](int half) {
    const Bytes m = x.elements(B.elements(Range{0, half}));
    return 2 * x.cost.message(m) + x.cost.reduction(m);
  };
  const int n = floor_log2(x.p);
  Time sum{0};
  for (int half = 1 << n >> 1; half > 0; half /= 2) sum += halving(half);
  return is_power_of_two(x.p)
             ? sum
             : sum + halving(1 << n >> (std::countr_zero(static_cast<unsigned>(x.p)) + 1));
}

}  // namespace

extern const Algorithm allreduce_elimination{
    .collective = "allreduce",
    .name = "elimination",
    .summary =
        "Halving and doubling in which pairs and triples of groups join: any number of ranks "
        "without folding.",
    .reference = "Rabenseifner and Träff, EuroPVM/MPI 2004",
    .formula = "at most 2 ceil(log2 p)α + 3mβ + 3/2 mγ",
    .reproducible = Reproducible::kOnAllRanks,
    .run = run,
    .rounds = [](const Problem& x) -> std::int64_t {
      return std::int64_t{2} * elimination::rounds(x.p);
    },
    .bytes_total = bytes_total,
    .bytes_max_rank = bytes_max_rank,
    .time = time,
};

}  // namespace orrery::allreduce_elimination
