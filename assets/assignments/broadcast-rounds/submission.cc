// Broadcast in few rounds. See statement.md.
#include "algorithms/submission.h"

namespace orrery {

void run(Comm& c, const Call& call) {
  // The root sends the vector to one rank after the other: correct, but p - 1 rounds.
  for (int k = 1; k < c.size(); ++k) {
    c.round(k - 1);
    const int to = (call.root + k) % c.size();
    if (c.rank() == call.root) c.send(call.v, to);
    if (c.rank() == to) c.recv(call.v, call.root);
  }
}

}  // namespace orrery

ORRERY_SUBMISSION("broadcast", orrery::run)
