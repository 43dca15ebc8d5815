// A binomial tree, which ignores sizes: few rounds, but large blocks may travel far.
#include <algorithm>
#include <vector>

#include "algorithms/submission.h"

namespace orrery {

namespace {

/// Ranks first .. last - 1, whose blocks the first one has.
struct Group {
  int first, last;
};

}  // namespace

/// Joins groups of ranks, counted from the root, which is always the first of its group.
void run(Comm& c, const Call& call) {
  const int p = c.size(), v = (c.rank() - call.root + p) % p;
  const Slice own = call.v.part(call.partition.count(), call.partition.size(c.rank()));
  const auto rank = [&](int number) { return (number + call.root) % p; };
  const auto pieces = [&](Group g, bool sent) {
    std::vector<Slice> all;
    for (int i = g.first; i < g.last; ++i) {
      const Slice block = sent && i == g.first ? own : call.block(rank(i));
      if (!block.empty()) all.push_back(block);
    }
    return all;
  };
  for (int distance = 1, k = 0; distance < p; distance *= 2, ++k) {
    c.round(k);
    const int first = v - v % (2 * distance), middle = first + distance;
    if (middle >= p) continue;
    const auto moved = pieces({middle, std::min(middle + distance, p)}, v == middle);
    if (moved.empty()) continue;
    if (v == middle) c.send(c.join(moved), rank(first));
    if (v == first) c.recv(c.join(moved), rank(middle));
  }
  if (v == 0) c.copy(call.block(call.root), own);
}

}  // namespace orrery

ORRERY_SUBMISSION("gatherv", orrery::run)
