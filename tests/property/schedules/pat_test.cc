#include "algorithms/schedules/pat.h"

#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "algorithms/common/arithmetic.h"

namespace orrery {
namespace {

/// Returns the most blocks at one time that the rank of the plan has received and not yet sent for the last time.
int room(const BlockPlan& plan) {
  std::map<int, int> last_sent;
  for (const BlockStep& step : plan.steps)
    for (const BlockMessage& message : step.out)
      for (const int block : message.blocks) last_sent[block] = step.round;
  std::set<int> waiting;
  std::size_t most = 0;
  for (const BlockStep& step : plan.steps) {
    for (const BlockMessage& message : step.in)
      for (const int block : message.blocks)
        if (last_sent.contains(block)) waiting.insert(block);
    std::erase_if(waiting, [&](int block) { return last_sent.at(block) <= step.round; });
    most = std::max(most, waiting.size());
  }
  return static_cast<int>(most);
}

/// Calls f(p, A) for numbers of ranks and every A. All ranks have the same plan but for a shift.
template <class F>
void for_each_aggregation(F&& f) {
  for (int p = 2; p <= 300; ++p)
    for (int A = 1; A <= pat::aggregation(p, 0); A *= 2) f(p, A);
}

TEST(Pat, RoundsAreLogarithmicFarAndLinearNear) {
  for_each_aggregation([](int p, int A) {
    const int D = (1 << ceil_log2(p)) / A, rounds = A == 1 ? p - 1 : floor_log2(A) + D - 1;
    EXPECT_EQ(pat::rounds(p, A), rounds) << p << ' ' << A;
    EXPECT_EQ(std::ssize(pat::allgather(p, 0, A).steps), rounds) << p << ' ' << A;
    EXPECT_EQ(std::ssize(pat::reduce_scatter(p, 0, A).steps), rounds) << p << ' ' << A;
  });
  for (int p = 2; p <= 300; ++p) EXPECT_EQ(pat::rounds(p, pat::aggregation(p, 0)), ceil_log2(p));
}

TEST(Pat, StepsAndRoomAreLimitedByTheAggregation) {
  for_each_aggregation([](int p, int A) {
    const int levels = ceil_log2(p) - floor_log2(A);
    for (const BlockPlan& plan : {pat::allgather(p, 0, A), pat::reduce_scatter(p, 0, A)})
      for (const BlockStep& step : plan.steps)
        EXPECT_LE(std::ssize(step.out.front().blocks), A) << p << ' ' << A;
    EXPECT_LE(room(pat::allgather(p, 0, A)), A * levels) << p << ' ' << A;
    EXPECT_LE(room(pat::reduce_scatter(p, 0, A)), A * ((levels + 1) / 2)) << p << ' ' << A;
  });
  // 256 ranks, 4 blocks in a step: 6 near levels.
  EXPECT_EQ(room(pat::allgather(256, 0, 4)), 4 * 6 - 1);
  EXPECT_EQ(room(pat::reduce_scatter(256, 0, 4)), 4 * 3);
}

}  // namespace
}  // namespace orrery
