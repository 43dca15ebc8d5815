#include "algorithms/phases/tori/swing_tree.h"

#include <algorithm>

namespace orrery::inline algorithms {

namespace {

constexpr Design kDesign{Pairing::kSwing};

/// Calls f(lane, plan, part of v) for each tree.
template <class F>
void run_trees(Comm& c, const Call& call, F&& f) {
  const Torus torus = kDesign.torus(call.problem);
  const std::vector<Direction> directions = kDesign.directions(call.problem, torus);
  const auto n = static_cast<std::int64_t>(directions.size());
  run_parts(c, directions.size(), [&](Comm& lane, std::size_t i) {
    f(lane, SwingPlan(torus, directions[i], lane.rank(), call.root),
      call.v.block(static_cast<std::int64_t>(i), n));
  });
}

/// Returns, by tree, the number of edges with rank r at the upper end.
std::vector<int> children(const Problem& x, int r) {
  const Torus torus = kDesign.torus(x);
  std::vector<int> counts;
  for (const Direction& direction : kDesign.directions(x, torus)) {
    const SwingPlan plan(torus, direction, r, x.root);
    int count = 0;
    for (int s = 0; s < plan.steps(); ++s)
      count += static_cast<int>(plan.arrivals(s, x.root).size());
    counts.push_back(count);
  }
  return counts;
}

}  // namespace

void swing_reduce(Comm& c, const Call& call) {
  run_trees(c, call, [&](Comm& lane, const SwingPlan& plan, Slice v) {
    const auto [leaves, parent] = plan.departure(lane.rank(), call.root);
    OpenExchanges open(lane);
    std::vector<Slice> T;  // for arrivals in a step: from a partner, from a node left out
    for (int s = 0; s < leaves; ++s) {
      // The rank receives the vectors of its children in this step, and adds them to its own.
      lane.round(s);
      const std::vector<int> children = plan.arrivals(s, call.root);
      while (T.size() < children.size()) T.push_back(lane.scratch(v.count()));
      for (std::size_t i = 0; i < children.size(); ++i) open.begin(children[i], {}, T[i], v);
      open.settle();
    }
    if (leaves == plan.steps()) return;
    // The rank has summed its subtree and sends the sum to its parent.
    lane.round(leaves);
    lane.send(v, parent);
  });
}

void swing_broadcast(Comm& c, const Call& call) {
  run_trees(c, call, [&](Comm& lane, const SwingPlan& plan, Slice v) {
    const auto [enters, parent] = plan.departure(lane.rank(), call.root);
    const int last = plan.steps() - 1;
    OpenExchanges open(lane);
    if (enters <= last) {
      // The rank receives the vector from its parent.
      lane.round(last - enters);
      lane.recv(v, parent);
    }
    for (int s = enters - 1; s >= 0; --s) {
      // The rank sends the vector to its children in this step; they are partners at the distance
      // of Swing.
      lane.round(last - s);
      for (const int child : plan.arrivals(s, call.root)) open.begin(child, v, {});
      open.settle();
    }
  });
}

std::int64_t swing_tree_rounds(const Problem& x) {
  return swing_steps(kDesign.torus(x));
}

Bytes swing_reduce_most(const Problem& x) {
  return x.p == 1 ? Bytes(0) : x.bytes();
}

Bytes swing_broadcast_most(const Problem& x) {
  std::int64_t most = 0;
  for (int r = 0; r < x.p; ++r) {
    const std::vector<int> count = children(x, r);
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < count.size(); ++i)
      sum += count[i] *
             Slice(0, 1, 0, x.count)
                 .block(static_cast<std::int64_t>(i), static_cast<std::int64_t>(count.size()))
                 .count();
    most = std::max(most, sum);
  }
  return x.elements(most);
}

Time swing_tree_time(const Problem& x, bool reduce) {
  const Torus torus = kDesign.torus(x);
  const std::vector<Direction> directions = kDesign.directions(x, torus);
  const auto n = static_cast<std::int64_t>(directions.size());
  const Bytes m = x.block(0, n), none(0);
  if (m == none) return Time(0);
  std::vector<std::vector<Exchange>> programs;
  for (int r = 0; r < x.p; ++r) {
    const SwingPlan plan(torus, directions.front(), r, x.root);
    std::vector<Exchange>& program = programs.emplace_back();
    const auto [leaves, parent] = plan.departure(r, x.root);
    const bool is_root = leaves == plan.steps();
    if (!reduce && !is_root) program.push_back({parent, none, m, none});
    for (int k = 0; k < leaves; ++k) {
      for (const int child : plan.arrivals(reduce ? k : leaves - 1 - k, x.root))
        program.push_back(reduce ? Exchange{child, none, m, m, false}
                                 : Exchange{child, m, none, none, false});
      program.push_back(settled());
    }
    if (reduce && !is_root) program.push_back({parent, m, none, none});
  }
  return n * one_port_time(programs, x.cost);
}

}  // namespace orrery::inline algorithms
