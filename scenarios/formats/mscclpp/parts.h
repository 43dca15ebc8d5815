#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "algorithms/plan/plan.h"
#include "scenarios/formats/json_file.h"
#include "scenarios/formats/mscclpp/counters.h"
#include "scenarios/formats/mscclpp/gpus.h"

namespace orrery::mscclpp {

/// The actions of a thread block: its own, and those that its port channels run beside it. They are
/// known by ids until they are in the plan, where the actions of a thread stand together.
class Threads {
 public:
  /// Adds an action. `port` >= 0: the channel runs it, after the thread block's actions so far.
  /// THROWS PlanError: too many.
  std::int32_t add(const Action& action, std::vector<Chunks> reads, std::vector<Chunks> writes,
                   std::int32_t port);
  /// Orders action `id` after all actions that the channel was given.
  void wait_for_port(std::int32_t id, std::int32_t port);
  /// Puts the actions into the plan and begins a new thread block.
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

/// Sets the chunks of the vector and of every GPU's buffers, which a plan may leave out in place. THROWS PlanError
/// (kStructure).
void set_sizes(Plan& plan, std::vector<Gpu>& gpus);

/// The parts into which pipelines and groups of thread blocks cut the chunks.
class Parts {
 public:
  using Json = JsonFile::Json;
  /// Creates it for `bytes` of the whole vector; 0: not known.
  Parts(const JsonFile& file, std::int64_t bytes) : file_(file), bytes_(bytes) {}

  /// Returns the number of a pipeline's rounds: two if the size of a chunk is not known.
  std::int64_t rounds_of(const Json& op, const Where& where, Plan& plan) const;
  /// Sets the parts of a chunk, so that every slice is a whole number of them, and the buffers in
  /// parts.
  void set(Plan& plan, const Json& gpus, const std::vector<Gpu>& known) const;

 private:
  std::int64_t parts_of(const Json& op, Plan& plan) const;

  const JsonFile& file_;
  std::int64_t bytes_;
};

}  // namespace orrery::mscclpp
