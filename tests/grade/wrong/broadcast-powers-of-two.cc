// Does not check whether rank v + distance exists.
#include "algorithms/submission.h"

namespace orrery {

void run(Comm& c, const Call& call) {
  const int p = c.size(), v = (c.rank() - call.root + p) % p;
  for (int k = 0, distance = 1; distance < p; ++k, distance *= 2) {
    c.round(k);
    if (v < distance) c.send(call.v, (v + distance + call.root) % p);
    if (v >= distance && v < 2 * distance) c.recv(call.v, (v - distance + call.root) % p);
  }
}

}  // namespace orrery

ORRERY_SUBMISSION("broadcast", orrery::run)
