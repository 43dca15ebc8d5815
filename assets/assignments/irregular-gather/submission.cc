// Gather blocks of any sizes. See statement.md.
#include "algorithms/submission.h"

namespace orrery {

/// Returns the rank's own block, which lies behind the space for all blocks.
Slice own_block(const Comm& c, const Call& call) {
  return call.v.part(call.partition.count(), call.partition.size(c.rank()));
}

void run(Comm& c, const Call& call) {
  // The root receives from one rank after the other: correct, but p - 1 rounds.
  int round = 0;
  for (int r = 0; r < c.size(); ++r) {
    if (r == call.root || call.partition.size(r) == 0) continue;
    c.round(round++);
    if (c.rank() == r) c.send(own_block(c, call), call.root);
    if (c.rank() == call.root) c.recv(call.block(r), r);
  }
  if (c.rank() == call.root) c.copy(call.block(call.root), own_block(c, call));
}

}  // namespace orrery

ORRERY_SUBMISSION("gatherv", orrery::run)
