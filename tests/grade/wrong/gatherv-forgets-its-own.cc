// The root does not copy its own block to its place.
#include "algorithms/submission.h"

namespace orrery {

void run(Comm& c, const Call& call) {
  const Slice own = call.v.part(call.partition.count(), call.partition.size(c.rank()));
  for (int r = 0, k = 0; r < c.size(); ++r) {
    if (r == call.root || call.partition.size(r) == 0) continue;
    c.round(k++);
    if (c.rank() == r) c.send(own, call.root);
    if (c.rank() == call.root) c.recv(call.block(r), r);
  }
}

}  // namespace orrery

ORRERY_SUBMISSION("gatherv", orrery::run)
