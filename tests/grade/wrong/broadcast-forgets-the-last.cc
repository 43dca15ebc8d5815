// Has an off-by-one error: rank p - 1 gets nothing.
#include "algorithms/submission.h"

namespace orrery {

void run(Comm& c, const Call& call) {
  const int p = c.size(), v = (c.rank() - call.root + p) % p;
  const auto rank = [&](int number) { return (number + call.root) % p; };
  int distance = 1;
  while (distance < p) distance *= 2;
  for (int k = 0; distance > 1; ++k) {
    distance /= 2;
    c.round(k);
    if (v % (2 * distance) == 0 && v + distance < p - 1) c.send(call.v, rank(v + distance));
    if (v % (2 * distance) == distance && v < p - 1) c.recv(call.v, rank(v - distance));
  }
}

}  // namespace orrery

ORRERY_SUBMISSION("broadcast", orrery::run)
