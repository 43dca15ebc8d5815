// Linear broadcast: the root sends to one rank after another.
// Letters  p ranks, m bytes, k round.
// Rounds   p - 1. In round k the root sends everything to rank root + 1 + k.
// Sent     (p-1) m, all of it by the root.
// Time     (p-1)(α + m β).
#include "algorithms/algorithm.h"

namespace orrery::broadcast_linear {

namespace {

void run(Comm& c, const Call& call) {
  const int p = c.size(), r = c.rank(), root = call.root;
  if (r != root) {
    // The rank waits for the vector, which the root sends to one rank after the other.
    c.round(mod(r - root - 1, p));
    c.recv(call.v, root);
    return;
  }
  for (int k = 0; k < p - 1; ++k) {
    // The root sends the whole vector to the next rank.
    c.round(k);
    c.send(call.v, mod(std::int64_t{root} + 1 + k, p));
  }
}

Bytes all_from_root(const Problem& x) {
  return (x.p - 1) * x.bytes();
}

}  // namespace

extern const Algorithm broadcast_linear{
    .collective = "broadcast",
    .name = "linear",
    .summary = "The root sends the whole vector to one rank after another.",
    .reference = "folklore",
    .formula = "(p-1)(α + mβ)",
    .run = run,
    .rounds = [](const Problem& x) -> std::int64_t { return x.p - 1; },
    .bytes_total = all_from_root,
    .bytes_max_rank = all_from_root,
    .time = [](const Problem& x) { return (x.p - 1) * x.cost.message(x.bytes()); },
};

}  // namespace orrery::broadcast_linear
