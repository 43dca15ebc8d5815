// Calls the built-in algorithm.
#include "algorithms/submission.h"

namespace orrery {

void run(Comm& c, const Call& call) {
  find_algorithm("broadcast", "binomial").run(c, call);
}

}  // namespace orrery

ORRERY_SUBMISSION("broadcast", orrery::run)
