#include "algorithms/schedules/pipelines.h"

#include <algorithm>
#include <utility>

#include "algorithms/common/arithmetic.h"
#include "emu/payload/slice.h"

namespace orrery::inline algorithms {

namespace {

BlockPlan plan_of(int pieces) {
  BlockPlan plan;
  plan.pieces = pieces;
  return plan;
}

/// Messages in a step of a pipeline, for blocks that exist.
class PipelineStep {
 public:
  PipelineStep(int round, int n) : step_{round}, n_(n) {}
  void send(int peer, int block) {
    if (block >= 0 && block < n_) step_.out.push_back({peer, {block}});
  }
  void receive(int peer, int block, Arrival arrival) {
    if (block >= 0 && block < n_) step_.in.push_back({peer, {block}, arrival});
  }
  void append_to(BlockPlan& plan) {
    if (!step_.out.empty() || !step_.in.empty()) plan.steps.push_back(std::move(step_));
  }

 private:
  BlockStep step_;
  int n_;
};

/// Builds place i of a chain of p: block b comes from place i - 1 in round i - 1 + b.
BlockPlan chain(int p, int i, int n, int before, int after, Arrival arrival) {
  BlockPlan plan = plan_of(n);
  for (int b = 0; b <= n; ++b) {
    PipelineStep step(i - 1 + b, n);
    if (i > 0) step.receive(before, b, arrival);
    if (i < p - 1) step.send(after, b - 1);
    step.append_to(plan);
  }
  return plan;
}

/// A rank's place in a tree of consecutive ranks whose root is the last one.
struct Place {
  int depth = 0, parent = -1;
  std::vector<int> children = {};  // the one next to the rank first
};

Place place_of(int r, int lo, int hi) {
  Place place;
  for (;; ++place.depth) {
    const int root = hi - 1, left = lo + (root - lo + 1) / 2;
    if (r == root) {
      if (left < root) place.children.push_back(root - 1);
      if (lo < left) place.children.push_back(left - 1);
      return place;
    }
    place.parent = root;
    if (r < left)
      hi = left;
    else
      lo = left, hi = root;
  }
}

}  // namespace

BlockPlan chain_scan(int p, int r, int n) {
  return chain(p, r, n, r - 1, r + 1, Arrival::kAddInFront);
}

BlockPlan chain_reduce(int p, int root, int r, int n) {
  const int v = mod(std::int64_t{r} - root, p);
  return chain(p, p - 1 - v, n, mod(std::int64_t{r} + 1, p), mod(std::int64_t{r} - 1, p),
               Arrival::kAdd);
}

int chain_allreduce_rounds(int p, int n) {
  if (p == 1) return 0;
  return p == 2 ? n + 1 : n == 1 ? 2 * (p - 1) : 2 * (n + p) - 3;
}

/// Builds the plan: exchange t of ranks r and r + 1 is in round p-2-r+2t, the sum of block t down,
/// the result of block t-(r+1) up. Leaves out rounds without a message.
BlockPlan chain_allreduce(int p, int r, int n) {
  const auto round = [&](int i) { return p == 2 ? i / 2 : n == 1 && i >= p ? i - 1 : i; };
  BlockPlan plan = plan_of(n);
  for (int t = 0; t <= n + r; ++t) {
    PipelineStep above(round(p - 2 - r + 2 * t), n), below(round(p - 1 - r + 2 * t), n);
    if (r < p - 1) {
      above.send(r + 1, t - (r + 1));
      above.receive(r + 1, t, Arrival::kAdd);
    }
    if (r > 0) {
      below.send(r - 1, t);
      below.receive(r - 1, t - r, Arrival::kStore);
    }
    above.append_to(plan);
    below.append_to(plan);
  }
  return plan;
}

BlockPlan segmented_ring_allreduce(int p, int r, int n) {
  const int left = mod(std::int64_t{r} - 1, p), right = mod(std::int64_t{r} + 1, p);
  const auto block = [&](int b) { return mod(b, p) * n; };
  BlockPlan plan = plan_of(p * n);
  plan.parts = p;
  int round = 0;
  for (int f = 0; f < n; ++f)
    for (int k = 0; k < p - 1; ++k, ++round) {
      plan.send(round, right, {block(r - 1 - k) + f});
      plan.receive(round, left, {block(r - 2 - k) + f}, Arrival::kAddInFront);
    }
  for (int k = 0; k < p - 1; ++k, ++round) {
    plan.send(round, right, numbers(block(r - k), block(r - k) + n));
    plan.receive(round, left, numbers(block(r - k - 1), block(r - k - 1) + n));
  }
  return plan;
}

BlockPlan dual_root_allreduce(int p, int r, int n) {
  const int half = (p + 1) / 2;
  const bool lower = r < half;
  const Place at = lower ? place_of(r, 0, half) : place_of(r, half, p);
  const int d = at.depth;
  BlockPlan plan = plan_of(n);
  for (int j = 0; p > 1 && j <= n + d; ++j) {
    for (const int child : at.children) {
      PipelineStep step(j, n);
      step.send(child, j - d - 1);
      step.receive(child, j, Arrival::kAddInFront);
      step.append_to(plan);
    }
    PipelineStep up(j, n);
    up.send(d > 0 ? at.parent : lower ? p - 1 : half - 1, j);
    if (d > 0)
      up.receive(at.parent, j - d, Arrival::kStore);
    else
      up.receive(lower ? p - 1 : half - 1, j, lower ? Arrival::kAdd : Arrival::kAddInFront);
    up.append_to(plan);
  }
  return plan;
}

int dual_root_rounds(int p, int n) {
  int H = 0;
  const int half = (p + 1) / 2;
  for (int r = 0; r < half; ++r) H = std::max(H, place_of(r, 0, half).depth);
  return p == 1 ? 0 : n + H;
}

BlockPlan up_down_scan(int p, int r) {
  const int f = floor_log2(p);
  BlockPlan plan = plan_of(1);
  int round = 0;
  for (int k = 0; k < f; ++k, ++round) {
    const int d = 1 << k;
    if ((r + 1) % (2 * d) == d && r + d < p) plan.send(round, r + d, {0});
    if ((r + 1) % (2 * d) == 0) plan.receive(round, r - d, {0}, Arrival::kAddInFront);
  }
  for (int k = f - 1; k >= 0; --k) {
    const int d = 1 << k;
    if (3 * d > p) continue;
    if ((r + 1) % (2 * d) == 0 && r + d < p) plan.send(round, r + d, {0});
    if ((r + 1) % (2 * d) == d && r >= 2 * d) plan.receive(round, r - d, {0}, Arrival::kAddInFront);
    ++round;
  }
  return plan;
}

BlockPlan doubling_scan(int p, int r) {
  BlockPlan plan = plan_of(1);
  for (int k = 0; k < ceil_log2(p); ++k) {
    const int d = 1 << k;
    if (r + d < p) plan.send(k, r + d, {0});
    if (r >= d) plan.receive(k, r - d, {0}, Arrival::kAddInFront);
  }
  return plan;
}

}  // namespace orrery::inline algorithms
