#pragma once

#include <memory>
#include <vector>

#include "algorithms/algorithm.h"
#include "algorithms/trees/construct.h"

/// Irregular gather and scatter over any tree.
///
/// Ref      J. L. Träff, "On Optimal Trees for Irregular Gather and Scatter Collectives", IEEE TPDS
///          30(9), 2019, doi:10.1109/TPDS.2019.2899843.
/// Letters  T the tree, r own rank, v as in Collective::vector_length.
namespace orrery {

/// A tree and what every rank needs to know of it. Immutable; the ranks of a run share one.
class TreePlan {
 public:
  TreePlan(trees::Tree tree, const Problem& x);

  const trees::Tree& tree() const { return tree_; }
  int root() const { return tree_.root(); }
  /// In which round rank r != root sends its subtree, when messages take one unit of time and copies
  /// none. 0 <= round < rounds().
  int round(int r) const { return round_[at(r)]; }
  int rounds() const { return rounds_; }
  /// Elements of the subtree of r.
  std::int64_t size(int r) const { return size_[at(r)]; }
  /// "m[5..8] = 130": the ranks in the subtree of r, and its elements.
  std::string text(int r) const;
  std::int64_t own_size(int r) const { return partition_.size(r); }
  std::int64_t total() const { return partition_.count(); }
  /// The places in a buffer with the subtree of r, in rank order, where the subtree of `part`, which
  /// belongs to it, lies: a run of consecutive ranks each.
  std::vector<Slice> places(Slice buffer, int r, int part) const;
  /// The place of r's own block in such a buffer.
  Slice own_place(Slice buffer, int r) const { return place(buffer, r, {r, r}); }

 private:
  struct Run {
    int from, to;
  };
  static std::size_t at(int r) { return static_cast<std::size_t>(r); }
  Slice place(Slice buffer, int r, Run run) const;
  void join_runs(int r);
  void set_round(int r, std::vector<int>& ready);

  trees::Tree tree_;
  Partition partition_;
  std::vector<std::vector<Run>> runs_;  // of consecutive ranks in each subtree, in rank order
  std::vector<std::int64_t> size_;
  std::vector<int> round_;
  int rounds_ = 0;
};

using TreeBuild = trees::TimedTree (*)(const trees::Blocks&, const trees::Costs&, int root);

/// The tree that `build` makes for x. The plan made last on a thread is remembered, so that the
/// ranks of a run and the formulas below build it once.
std::shared_ptr<const TreePlan> plan_of(TreeBuild build, const Problem& x);

/// Costs in whole numbers that stand to each other as those of x, for elements: multiples of
/// 2^-20 ps, or coarser where times would overflow.
trees::Costs tree_costs(const Problem& x, std::int64_t total);

/// Every rank takes the subtrees of its children in sequence and copies its own block to its place
/// in between; a leaf sends from its own buffer. Empty subtrees send nothing.
void gather_over(const TreePlan& plan, Comm& c, const Call& call);

/// The gather backwards. It takes as long: what waits for what is reversed.
void scatter_over(const TreePlan& plan, Comm& c, const Call& call);

/// Bytes of all messages; the most that one rank sends in a gather and in a scatter.
Bytes tree_bytes(const TreePlan& plan, const Problem& x);
Bytes gather_bytes_max_rank(const TreePlan& plan, const Problem& x);
Bytes scatter_bytes_max_rank(const TreePlan& plan, const Problem& x);

/// The subtree that rank r sends or receives in a round of a gather or (`scatter`) a scatter.
RoundWords tree_words(const TreePlan& plan, int round, int r, bool scatter);

/// Eq. 1-2, rounded to picoseconds as the emulator rounds. No rank ever does two things at a time:
/// the time is the same whether ports are half or full duplex.
Time tree_time(const TreePlan& plan, const Problem& x);

/// Why a tree for p ranks is not built, or nothing.
std::optional<std::string> too_many_ranks(int p, int most);

/// A construction as an algorithm: its trees, for at most so many ranks, and what is said of it.
struct TreeWords {
  TreeBuild build;
  int most;
  std::string_view name, summary;
  std::string_view of_scatter = {};  ///< the summary where it is another one
  std::string_view reference;
  std::string_view formula = "Eq. 1-2 on the tree: orrery tree prints it";
  std::string_view formula_if = "in words";
};

inline constexpr TreeWords kLinearTree{
    .build = trees::linear_tree,
    .most = trees::kMostLinear,
    .name = "linear",
    .summary = "Over a star: the root takes from all others one by one.",
    .of_scatter = "Over a star: the root serves all others one by one.",
    .reference =
        "Träff, On Optimal Trees for Irregular Gather and Scatter Collectives, IEEE TPDS 30(9), "
        "2019, Sec. 5",
    .formula = "(p-1)α + (m-m_r)β + m_rγ",
    .formula_if = "no empty block"};
inline constexpr TreeWords kBinaryTree{
    .build = trees::binary_tree,
    .most = trees::kMostCubic,
    .name = "binary",
    .summary = "Over the best ordered tree with at most two children, found in O(p^3).",
    .reference =
        "Träff, On Optimal Trees for Irregular Gather and Scatter Collectives, IEEE TPDS 30(9), "
        "2019, Fig. 7, Thm. 3"};
inline constexpr TreeWords kObliviousTree{
    .build = trees::oblivious_tree,
    .most = trees::kMostLinear,
    .name = "oblivious",
    .summary = "Over a binomial tree by ranks, to which sizes mean nothing.",
    .reference =
        "Träff, On Optimal Trees for Irregular Gather and Scatter Collectives, IEEE TPDS 30(9), "
        "2019, Sec. 5"};
inline constexpr TreeWords kAdaptiveTree{
    .build = trees::adaptive_tree,
    .most = trees::kMostLinear,
    .name = "adaptive",
    .summary = "Over a binomial tree by ranks whose roots follow the sizes.",
    .reference =
        "Träff, On Optimal Trees for Irregular Gather and Scatter Collectives, IEEE TPDS 30(9), "
        "2019, Prop. 1"};
inline constexpr TreeWords kOptimalTree{
    .build = trees::optimal_tree,
    .most = trees::kMostFast,
    .name = "optimal",
    .summary =
        "Over the best tree whose ranks deal with their nearest neighbours first, in O(p^2).",
    .reference =
        "Träff, On Optimal Trees for Irregular Gather and Scatter Collectives, IEEE TPDS 30(9), "
        "2019, Thm. 2; fast algorithm ours"};
inline constexpr TreeWords kOptimalStrictTree{
    .build = trees::optimal_strict_tree,
    .most = trees::kMostCubic,
    .name = "optimal-strict",
    .summary =
        "Over the best tree with nearest neighbours first whose last rank copies last, in O(p^3).",
    .reference =
        "Träff, On Optimal Trees for Irregular Gather and Scatter Collectives, IEEE TPDS 30(9), "
        "2019, Fig. 4-5, Thm. 2"};
inline constexpr TreeWords kOrderedTree{
    .build = trees::ordered_tree,
    .most = trees::kMostCubic,
    .name = "ordered",
    .summary = "Over the best strongly ordered tree, found in O(p^3).",
    .reference =
        "Träff, On Optimal Trees for Irregular Gather and Scatter Collectives, IEEE TPDS 30(9), "
        "2019, Def. 3"};
inline constexpr TreeWords kWeaklyOrderedTree{
    .build = trees::weakly_ordered_tree,
    .most = trees::kMostCubic,
    .name = "weakly-ordered",
    .summary = "Over the best weakly ordered tree of few ranks, a heuristic one of many.",
    .reference =
        "Träff, On Optimal Trees for Irregular Gather and Scatter Collectives, IEEE TPDS 30(9), "
        "2019, Def. 3"};
inline constexpr TreeWords kNonOrderedTree{
    .build = trees::non_ordered_tree,
    .most = trees::kMostCubic,
    .name = "non-ordered",
    .summary = "Over the best tree of few ranks, a heuristic one of many.",
    .reference =
        "Träff, On Optimal Trees for Irregular Gather and Scatter Collectives, IEEE TPDS 30(9), "
        "2019, Prop. 2"};
inline constexpr TreeWords kTwoStageTree{
    .build = trees::two_stage_tree,
    .most = trees::kMostLinear,
    .name = "two-stage",
    .summary = "Large and small blocks are gathered over a binomial tree each, then one message.",
    .of_scatter =
        "One message between large and small blocks, scattered over a binomial tree each.",
    .reference =
        "Träff, On Optimal Trees for Irregular Gather and Scatter Collectives, IEEE TPDS 30(9), "
        "2019, Sec. 5.2",
    .formula = "max(time of each domain) + α + β (data of the domain without the root)"};

/// Gatherv over the trees of a construction.
template <const TreeWords& kTree>
constexpr Algorithm gatherv_over() {
  constexpr TreeBuild build = kTree.build;
  return {
      .collective = "gatherv",
      .name = kTree.name,
      .summary = kTree.summary,
      .reference = kTree.reference,
      .formula = kTree.formula,
      .formula_if = kTree.formula_if,
      .run = [](Comm& c, const Call& call) { gather_over(*plan_of(build, call.problem), c, call); },
      .unsupported = [](const Problem& x) { return too_many_ranks(x.p, kTree.most); },
      .words = [](const Problem& x, int round,
                  int r) { return tree_words(*plan_of(build, x), round, r, false); },
      .rounds = [](const Problem& x) -> std::int64_t { return plan_of(build, x)->rounds(); },
      .bytes_total = [](const Problem& x) { return tree_bytes(*plan_of(build, x), x); },
      .bytes_max_rank =
          [](const Problem& x) { return gather_bytes_max_rank(*plan_of(build, x), x); },
      .time = [](const Problem& x) { return tree_time(*plan_of(build, x), x); },
  };
}

/// Scatterv likewise.
template <const TreeWords& kTree>
constexpr Algorithm scatterv_over() {
  constexpr TreeBuild build = kTree.build;
  Algorithm a = gatherv_over<kTree>();
  a.collective = "scatterv";
  if (!kTree.of_scatter.empty()) a.summary = kTree.of_scatter;
  a.run = [](Comm& c, const Call& call) { scatter_over(*plan_of(build, call.problem), c, call); };
  a.words = [](const Problem& x, int round, int r) {
    return tree_words(*plan_of(build, x), round, r, true);
  };
  a.bytes_max_rank = [](const Problem& x) { return scatter_bytes_max_rank(*plan_of(build, x), x); };
  return a;
}

}  // namespace orrery
