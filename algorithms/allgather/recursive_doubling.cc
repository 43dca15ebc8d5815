// Recursive doubling allgather.
// Ref      R. Thakur, R. Rabenseifner, W. Gropp, "Optimization of Collective Communication
//          Operations in MPICH", IJHPCA 19(1), 2005, Sec. 3.1.
// Letters  p ranks (a power of two), r own rank, m bytes contributed by each rank, d distance: 1, 2,
//          4, ...
// Rounds   log2 p. Rank r exchanges all it holds, the d blocks whose numbers differ from r in the
//          lower bits only, with rank r XOR d.
// Sent     (p-1) m by every rank.
// Time     log2 p α + (p-1) m β.
#include "algorithms/common/arithmetic.h"
#include "algorithms/common/symmetry_hint.h"
#include "algorithms/phases/block_sets.h"

namespace orrery::allgather_recursive_doubling {

namespace {

void run(Comm& c, const Call& call) {
  const int p = c.size(), r = c.rank();
  const CyclicBlocks B(c, call);
  for (int d = 1, k = 0; d < p; d *= 2, ++k) {
    const int peer = r ^ d, own = r / d * d, other = peer / d * d;  // where each one's blocks begin
    // The rank swaps all blocks it has with the partner whose number differs in one bit: both then
    // have twice as many.
    c.round(k);
    c.sendrecv(B(own, d), peer, B(other, d), peer);
  }
}

std::optional<std::string> unsupported(const Problem& x) {
  if (is_power_of_two(x.p)) return std::nullopt;
  return text_of(
      "recursive-doubling pairs rank r with r XOR 2^k: the number of ranks must be a power of two "
      "and is ",
      x.p);
}

Time time(const Problem& x) {
  Time sum{0};
  for (int d = 1; d < x.p; d *= 2) sum += x.cost.message(d * x.bytes());
  return sum;
}

}  // namespace

extern const Algorithm allgather_recursive_doubling{
    .collective = "allgather",
    .name = "recursive-doubling",
    .summary = "Pairs exchange all they hold at doubling distances; p is a power of two.",
    .reference = "Thakur et al., IJHPCA 19(1), 2005, Sec. 3.1",
    .formula = "log2 p α + (p-1)mβ",
    .needs_ranks = Ranks::kPowersOfTwo,
    .run = run,
    .unsupported = unsupported,
    .symmetry = [](const Problem& x) { return symmetric_by_exclusive_or(x, 1); },
    .rounds = [](const Problem& x) -> std::int64_t { return ceil_log2(x.p); },
    .bytes_total = [](const Problem& x) { return std::int64_t{x.p} * (x.p - 1) * x.bytes(); },
    .bytes_max_rank = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
    .time = time,
};

}  // namespace orrery::allgather_recursive_doubling
