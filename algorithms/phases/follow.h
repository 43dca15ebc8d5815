#pragma once

#include "algorithms/algorithm.h"
#include "algorithms/cost_models/best_tuning.h"
#include "algorithms/schedules/block_plan.h"

/// Algorithms that follow a table: the plan of a rank is data (BlockPlan), which is run and counted
/// here.
namespace orrery::inline algorithms {

/// Runs the plan on call.v.
void follow(Comm& c, const BlockPlan& plan, const Call& call);

// Return the costs of a.plan, all ranks together. REQUIRES x settled.
std::int64_t plan_rounds(const Algorithm& a, const Problem& x);
Bytes plan_bytes_total(const Algorithm& a, const Problem& x);
Bytes plan_bytes_max_rank(const Algorithm& a, const Problem& x);
/// Returns the time on fully connected one-ported ranks.
Time plan_time(const Algorithm& a, const Problem& x);

/// Returns whether messages that could go together go one after the other: ranks have one port
/// each.
bool one_at_a_time(const Problem& x);

/// Returns `a` running its plan; rounds and costs that `a` does not define are counted in the plan.
/// kSelf is the algorithm that is being defined.
template <const Algorithm& kSelf>
constexpr Algorithm by_plan(Algorithm a) {
  a.run = [](Comm& c, const Call& call) { follow(c, kSelf.plan(call.problem, c.rank()), call); };
  if (a.radixed) a.best_radix = [](const Problem& x) { return best_radix(kSelf, x); };
  if (a.rounds == nullptr)
    a.rounds = [](const Problem& x) { return plan_rounds(kSelf, settled(kSelf, x)); };
  if (a.bytes_total == nullptr)
    a.bytes_total = [](const Problem& x) { return plan_bytes_total(kSelf, settled(kSelf, x)); };
  if (a.bytes_max_rank == nullptr)
    a.bytes_max_rank = [](const Problem& x) {
      return plan_bytes_max_rank(kSelf, settled(kSelf, x));
    };
  if (a.time == nullptr)
    a.time = [](const Problem& x) { return plan_time(kSelf, settled(kSelf, x)); };
  return a;
}

/// Returns `a` running its plan, which takes kRounds(x, n) rounds for n blocks of each of kParts
/// parts of the vector.
template <const Algorithm& kSelf, PipelineRounds kRounds, int kParts>
constexpr Algorithm by_pipeline(Algorithm a) {
  a.pipelined = true;
  a.best_blocks = [](const Problem& x) {
    return fastest_blocks_in_rounds(kSelf, x, kRounds, kParts, kSelf.collective != "broadcast");
  };
  a.rounds = [](const Problem& x) { return kRounds(x, blocks_for(kSelf, x)); };
  return by_plan<kSelf>(a);
}

}  // namespace orrery::inline algorithms
