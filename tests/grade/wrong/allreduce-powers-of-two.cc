// Recursive doubling that assumes a power of two.
#include "algorithms/submission.h"

namespace orrery {

void run(Comm& c, const Call& call) {
  const Slice other = c.scratch(call.v.count());
  for (int k = 0, distance = 1; distance < c.size(); ++k, distance *= 2) {
    c.round(k);
    const int partner = c.rank() ^ distance;
    if (partner >= c.size()) continue;
    c.sendrecv(call.v, partner, other, partner);
    c.reduce(call.v, other);
  }
}

}  // namespace orrery

ORRERY_SUBMISSION("allreduce", orrery::run)
