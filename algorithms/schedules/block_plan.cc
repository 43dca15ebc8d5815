#include "algorithms/schedules/block_plan.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "emu/payload/slice.h"

namespace orrery::inline algorithms {

BlockStep& BlockPlan::at_round(int round) {
  if (steps.empty() || steps.back().round != round) steps.push_back({round});
  return steps.back();
}

void BlockPlan::send(int round, int peer, std::vector<int> blocks) {
  at_round(round).out.push_back({peer, std::move(blocks)});
}

void BlockPlan::receive(int round, int peer, std::vector<int> blocks, Arrival arrival) {
  at_round(round).in.push_back({peer, std::move(blocks), arrival});
}

std::vector<int> numbers(int lo, int hi) {
  std::vector<int> all(static_cast<std::size_t>(hi - lo));
  std::iota(all.begin(), all.end(), lo);
  return all;
}

std::vector<int> cyclic_numbers(int begin, int n, int p) {
  std::vector<int> all;
  all.reserve(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) all.push_back(mod(std::int64_t{begin} + i, p));
  std::ranges::sort(all);
  return all;
}

BlockPlan backwards(const BlockPlan& plan, int rounds) {
  BlockPlan back = plan;
  std::ranges::reverse(back.steps);
  for (BlockStep& step : back.steps) {
    step.round = rounds - 1 - step.round;
    std::swap(step.out, step.in);
    std::ranges::reverse(step.out);
    std::ranges::reverse(step.in);
  }
  return back;
}

BlockPlan backwards_adding(const BlockPlan& plan, int rounds, int own) {
  BlockPlan back = backwards(plan, rounds);
  for (BlockStep& step : back.steps)
    for (BlockMessage& message : step.in) message.arrival = in_rank_order(message.peer, own);
  return back;
}

BlockPlan separated(BlockPlan plan) {
  for (BlockStep& step : plan.steps)
    for (auto* messages : {&step.out, &step.in}) {
      std::vector<BlockMessage> single;
      for (const BlockMessage& m : *messages)
        for (const int b : m.blocks) single.push_back({m.peer, {b}, m.arrival});
      *messages = std::move(single);
    }
  return plan;
}

BlockPlan in_sequence(BlockPlan first, int rounds, const BlockPlan& second) {
  for (BlockStep step : second.steps) {
    step.round += rounds;
    first.steps.push_back(std::move(step));
  }
  return first;
}

}  // namespace orrery::inline algorithms
