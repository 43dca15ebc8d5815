#include "algorithms/schedules/pairs.h"

#include "emu/payload/slice.h"

namespace orrery::pairs {

namespace {

/// Adds an exchange: the block for rank r + distance, and the one from r - distance.
void exchange(BlockPlan& plan, int round, int p, int r, int distance) {
  const int to = mod(std::int64_t{r} + distance, p), from = mod(std::int64_t{r} - distance, p);
  plan.send(round, to, {r * p + to});
  plan.receive(round, from, {from * p + r});
}

BlockPlan for_all() {
  BlockPlan plan;
  plan.pieces = BlockPlan::kForAll;
  return plan;
}

}  // namespace

BlockPlan shifted(int p, int r, int at_once) {
  BlockPlan plan = for_all();
  for (int k = 1; k < p; ++k) exchange(plan, (k - 1) / at_once, p, r, k);
  return plan;
}

BlockPlan scattered(int p, int r, int at_once) {
  BlockPlan plan = for_all();
  for (int k = 1; k < p; ++k) exchange(plan, k / at_once, p, r, -k);
  return plan;
}

}  // namespace orrery::pairs
