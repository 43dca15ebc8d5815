// Lacks a semicolon.
#include "algorithms/submission.h"

void run(orrery::Comm& c, const orrery::Call& call) {
  c.round(0) c.send(call.v, 1);
}

ORRERY_SUBMISSION("broadcast", run)
