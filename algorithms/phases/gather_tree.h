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
namespace orrery::inline algorithms {

/// A tree with its data for every rank. Immutable; the ranks of a run share one.
class TreePlan {
 public:
  TreePlan(trees::Tree tree, const Problem& x);

  const trees::Tree& tree() const { return tree_; }
  int root() const { return tree_.root(); }
  /// Returns the round in which rank r != root sends its subtree, when messages take one unit of
  /// time and copies none. 0 <= round < rounds().
  int round(int r) const { return round_[at(r)]; }
  int rounds() const { return rounds_; }
  /// Returns the elements of the subtree of r.
  std::int64_t size(int r) const { return size_[at(r)]; }
  /// Returns the ranks in the subtree of r, and its elements: "m[5..8] = 130".
  std::string text(int r) const;
  std::int64_t own_size(int r) const { return partition_.size(r); }
  std::int64_t total() const { return partition_.count(); }
  /// Returns the places of the subtree of `part` in a buffer with the subtree of r, which contains
  /// it, in rank order: a run of consecutive ranks each.
  std::vector<Slice> places(Slice buffer, int r, int part) const;
  /// Returns the place of r's own block in such a buffer.
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

using TreeBuild = trees::TimedTree (*)(const trees::Blocks&, const trees::TreeCosts&, int root);

/// Returns the tree that `build` makes for x. Each thread remembers its last plans, so that the ranks of a run, the
/// formulas below and the checks of a scenario that is read again build each once.
std::shared_ptr<const TreePlan> plan_of(TreeBuild build, const Problem& x);

/// Returns whole-numbered costs in the proportions of those of x, for elements: multiples of 2^-20
/// ps, or coarser where times would overflow.
trees::TreeCosts tree_costs(const Problem& x, std::int64_t total);

/// Runs a gather: every rank takes the subtrees of its children in sequence and copies its own
/// block at its place in between; a leaf sends from its own buffer. Empty subtrees send nothing.
void gather_over(const TreePlan& plan, Comm& c, const Call& call);

/// Runs the gather backwards. It takes the same time: all dependences are reversed.
void scatter_over(const TreePlan& plan, Comm& c, const Call& call);

/// Returns the bytes of all messages; the most that one rank sends in a gather and in a scatter.
Bytes tree_bytes(const TreePlan& plan, const Problem& x);
Bytes gather_bytes_max_rank(const TreePlan& plan, const Problem& x);
Bytes scatter_bytes_max_rank(const TreePlan& plan, const Problem& x);

/// Describes the subtree that rank r sends or receives in a round of a gather or (`scatter`) a
/// scatter.
RoundWords tree_words(const TreePlan& plan, int round, int r, bool scatter);

/// Returns the time by Eq. 1-2, rounded to picoseconds like the emulator's. No rank ever does two
/// things at a time: half- and full-duplex ports give the same time.
Time tree_time(const TreePlan& plan, const Problem& x);

/// Returns the reason why a tree for p ranks is not built, or nothing.
std::optional<std::string> too_many_ranks(int p, int most);

/// Texts of an algorithm that runs over the trees of a construction.
struct TreeWords {
  std::string_view name, summary, reference, formula;
  std::string_view formula_if = "in words";
};

/// Defines a gatherv over the trees of `build`, which takes at most `most` ranks.
template <TreeBuild build, int most>
constexpr Algorithm gatherv_over(TreeWords words) {
  return {
      .collective = "gatherv",
      .name = words.name,
      .summary = words.summary,
      .reference = words.reference,
      .formula = words.formula,
      .formula_if = words.formula_if,
      .run = [](Comm& c, const Call& call) { gather_over(*plan_of(build, call.problem), c, call); },
      .unsupported = [](const Problem& x) { return too_many_ranks(x.p, most); },
      .words = [](const Problem& x, int round,
                  int r) { return tree_words(*plan_of(build, x), round, r, false); },
      .rounds = [](const Problem& x) -> std::int64_t { return plan_of(build, x)->rounds(); },
      .bytes_total = [](const Problem& x) { return tree_bytes(*plan_of(build, x), x); },
      .bytes_max_rank =
          [](const Problem& x) { return gather_bytes_max_rank(*plan_of(build, x), x); },
      .time = [](const Problem& x) { return tree_time(*plan_of(build, x), x); },
  };
}

/// Defines the scatterv in the same way.
template <TreeBuild build, int most>
constexpr Algorithm scatterv_over(TreeWords words) {
  Algorithm a = gatherv_over<build, most>(words);
  a.collective = "scatterv";
  a.run = [](Comm& c, const Call& call) { scatter_over(*plan_of(build, call.problem), c, call); };
  a.words = [](const Problem& x, int round, int r) {
    return tree_words(*plan_of(build, x), round, r, true);
  };
  a.bytes_max_rank = [](const Problem& x) { return scatter_bytes_max_rank(*plan_of(build, x), x); };
  return a;
}

}  // namespace orrery::inline algorithms
