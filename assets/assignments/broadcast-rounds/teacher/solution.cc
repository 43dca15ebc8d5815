// Broadcast along a binomial tree: a rank that has the vector passes it on, half as far in each round.
#include "algorithms/submission.h"

namespace orrery {

void run(Comm& c, const Call& call) {
  const int p = c.size(), v = (c.rank() - call.root + p) % p;  // the root is number 0
  const auto rank = [&](int number) { return (number + call.root) % p; };
  int distance = 1;
  while (distance < p) distance *= 2;
  for (int k = 0; distance > 1; ++k) {
    distance /= 2;
    c.round(k);
    if (v % (2 * distance) == 0 && v + distance < p) c.send(call.v, rank(v + distance));
    if (v % (2 * distance) == distance) c.recv(call.v, rank(v - distance));
  }
}

}  // namespace orrery

ORRERY_SUBMISSION("broadcast", orrery::run)
