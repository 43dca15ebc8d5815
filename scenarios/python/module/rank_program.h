#pragma once

#include <string>
#include <vector>

#include "algorithms/instance.h"
#include "scenarios/python/module/requests.h"

/// Runs programs of ranks that are written in Python: each is a coroutine, which the rank's fiber drives. The fiber
/// resumes it until the next await, and makes the awaited call.
namespace orrery::python {

/// Errors of the ranks in this thread's last run.
struct RankFailures {
  std::vector<std::pair<int, std::string>>
      places;                       ///< rank, and where its program stood when the run was given up
  pybind11::object exception = {};  ///< the first that a rank raised
};
/// Returns them, and forgets them. REQUIRES the interpreter's lock.
RankFailures take_failures();

/// Runs `function(comm, v)` as rank c.rank(). THROWS std::runtime_error with the traceback of the rank, Stopped.
/// Returns how many rounds it marked.
int run_rank(const pybind11::object& function, Comm& c, Slice v,
             const std::shared_ptr<const SharedProblem>& shared);

}  // namespace orrery::python
