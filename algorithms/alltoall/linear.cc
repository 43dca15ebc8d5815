// Linear all-to-all: everything is posted at once, and the ports sort it out.
// Letters  p ranks, r own rank, m bytes for each peer, k round.
// Rounds   p - 1. Rank r posts, in round k, its block for r + k + 1 and the receive from r - k - 1,
//          and waits for all of them at the end.
// Sent     (p-1) m by every rank.
// Time     (p-1)(α + m β) with one port, and m γ for copying the rank's own block.
#include <vector>

#include "algorithms/algorithm.h"
#include "algorithms/common/symmetry_hint.h"

namespace orrery::alltoall_linear {

namespace {

void run(Comm& c, const Call& call) {
  const int p = c.size(), r = c.rank();
  const auto out = [&](int i) { return call.v.block(i, std::int64_t{2} * p); };
  const auto in = [&](int i) { return call.v.block(p + i, std::int64_t{2} * p); };
  c.copy(in(r), out(r));
  std::vector<Handle> handles;
  for (int k = 0; k < p - 1; ++k) {
    const int to = mod(std::int64_t{r} + k + 1, p), from = mod(r - k - 1, p);
    // The rank posts the block for one other rank and the receive for one from another, and does
    // not wait for either.
    c.round(k);
    handles.push_back(c.irecv(in(from), from));
    handles.push_back(c.isend(out(to), to));
  }
  c.wait_all(handles);
}

}  // namespace

extern const Algorithm alltoall_linear{
    .collective = "alltoall",
    .name = "linear",
    .summary = "Every rank posts all its sends and receives at once.",
    .reference = "folklore; as Open MPI's basic linear all-to-all",
    .formula = "(p-1)(α + mβ) + mγ",
    .run = run,
    .symmetry = [](const Problem& x) { return symmetric_by_number(x, 1, 1); },
    .rounds = [](const Problem& x) -> std::int64_t { return x.p - 1; },
    .bytes_total = [](const Problem& x) { return std::int64_t{x.p} * (x.p - 1) * x.bytes(); },
    .bytes_max_rank = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
    .time =
        [](const Problem& x) {
          return (x.p - 1) * x.cost.message(x.bytes()) + x.cost.reduction(x.bytes());
        },
};

}  // namespace orrery::alltoall_linear
