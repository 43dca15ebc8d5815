#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "algorithms/plan/plan.h"
#include "scenarios/formats/mscclpp/counters.h"

namespace orrery::mscclpp {

/// The actions of a thread block: its own, and those that its port channels run beside it. They are known by ids until
/// they are in the plan, as those of a thread stand together there.
class Threads {
 public:
  /// `port` >= 0: the channel runs it, after what the thread block has done so far. THROWS PlanError: too many.
  std::int32_t add(const Action& action, std::vector<Chunks> reads, std::vector<Chunks> writes,
                   std::int32_t port);
  /// Action `id` comes after all that the channel was given.
  void wait_for_port(std::int32_t id, std::int32_t port);
  /// Puts them into the plan and begins a new thread block.
  Placed place(Plan& plan);

 private:
  struct Pending {
    Action action;
    std::vector<Chunks> reads, writes;
    std::int32_t id = 0;
    std::int32_t issued_after = -1;  ///< id of the last one of the thread block itself
  };
  static void place(Plan& plan, const std::vector<Pending>& thread, Placed& placed);

  std::vector<Pending> main_;
  std::map<std::int32_t, std::vector<Pending>> ports_;
  std::vector<std::pair<std::int32_t, std::int32_t>> later_;  // ids, later and earlier
  std::int32_t next_id_ = 0;
};

}  // namespace orrery::mscclpp
