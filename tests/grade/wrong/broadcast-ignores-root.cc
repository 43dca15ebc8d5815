// Always begins the tree at rank 0.
#include "algorithms/submission.h"

namespace orrery {

void run(Comm& c, const Call& call) {
  const int p = c.size(), v = c.rank();
  int distance = 1;
  while (distance < p) distance *= 2;
  for (int k = 0; distance > 1; ++k) {
    distance /= 2;
    c.round(k);
    if (v % (2 * distance) == 0 && v + distance < p) c.send(call.v, v + distance);
    if (v % (2 * distance) == distance) c.recv(call.v, v - distance);
  }
}

}  // namespace orrery

ORRERY_SUBMISSION("broadcast", orrery::run)
