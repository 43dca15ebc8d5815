#include "algorithms/schedules/tuna.h"

#include "algorithms/schedules/radix.h"
#include "emu/payload/slice.h"

namespace orrery::tuna {

namespace {

/// The plan of rank r over nodes.
class NodesPlan {
 public:
  NodesPlan(const RankGroups& nodes, int r)
      : nodes_(nodes),
        N_(nodes.count()),
        s_(nodes.largest()),
        g_(nodes.of(r)),
        i_(nodes.place(r)) {}

  BlockPlan all(int k, bool coalesced, bool one_by_one) const {
    BlockPlan plan = alltoallv(s_, i_, k, one_by_one);
    const int inside = plan.steps.empty() ? 0 : plan.steps.back().round + 1;
    for_each_message(plan, [this](BlockMessage& m) {
      m.peer = rank_of(g_, m.peer);
      m.blocks = for_all_nodes(m.blocks);
    });
    for (int j = 1; j < N_; ++j) hand_over(plan, inside + j - 1, j, coalesced);
    return plan;
  }

 private:
  int rank_of(int g, int i) const {
    return nodes_.members(mod(g, N_))[static_cast<std::size_t>(i)];
  }
  int block(int from, int to) const { return from * N_ * s_ + to; }

  /// Returns blocks for all nodes: block a s + b of places a and b stands for the blocks from place
  /// a of this node to place b of every node.
  std::vector<int> for_all_nodes(const std::vector<int>& of_places) const {
    std::vector<int> blocks;
    for (const int ab : of_places)
      for (int g = 0; g < N_; ++g)
        blocks.push_back(block(rank_of(g_, ab / s_), rank_of(g, ab % s_)));
    return blocks;
  }

  /// Sends blocks to node g + j, and receives from node g - j.
  void hand_over(BlockPlan& plan, int round, int j, bool coalesced) const {
    const int to = rank_of(g_ + j, i_), from = rank_of(g_ - j, i_), n = coalesced ? s_ : 1;
    for (int first = 0; first < s_; first += n) {
      plan.send(round, to, handed_over(g_, first, n, to));
      plan.receive(round, from, handed_over(g_ - j, first, n, rank_of(g_, i_)));
    }
    for (auto* messages : {&plan.steps.back().out, &plan.steps.back().in})
      for (BlockMessage& m : *messages) m.sizes_known = true;
  }
  /// Returns the blocks from the n ranks of node g from place `first` on to rank `to`.
  std::vector<int> handed_over(int g, int first, int n, int to) const {
    std::vector<int> blocks;
    for (int a = first; a < first + n; ++a) blocks.push_back(block(rank_of(g, a), to));
    return blocks;
  }

  const RankGroups& nodes_;
  int N_, s_, g_, i_;
};

}  // namespace

BlockPlan alltoallv(int p, int r, int k, bool one_by_one) {
  BlockPlan plan = radix::bruck_alltoall(p, r, k, one_by_one);
  plan.size_bytes = 4;
  return plan;
}

BlockPlan over_nodes(const RankGroups& nodes, int r, int k, bool coalesced, bool one_by_one) {
  return NodesPlan(nodes, r).all(k, coalesced, one_by_one);
}

}  // namespace orrery::tuna
