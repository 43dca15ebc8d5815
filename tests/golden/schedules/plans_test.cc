// Tests reference schedules cell by cell: bine_schedules.csv (De Sensi et al., SC'25, compared with the authors'
// code), pat_schedules.csv (Jeaugey, as NCCL's code), dbt_trees.csv (NCCL, UCC), catalogue_trees.csv (MPICH's
// treeutil.c) and catalogue_scan.csv (MPICH, and the rounds of Träff's exclusive scans).
#include <algorithm>
#include <functional>
#include <map>

#include <gtest/gtest.h>

#include "algorithms/common/arithmetic.h"
#include "algorithms/schedules/pat.h"
#include "algorithms/schedules/prefix.h"
#include "algorithms/schedules/tori/bine.h"
#include "algorithms/schedules/trees/double_tree.h"
#include "algorithms/schedules/trees/k_nomial.h"
#include "tests/golden/schedules/csv.h"

namespace orrery {
namespace {

using testing::integer;
using testing::integers;
using testing::Row;
using testing::split;
using testing::table;

/// Actions of one rank in one round, from a row.
struct Turn {
  int to = -1, from = -1;
  std::string blocks;
  bool operator==(const Turn&) const = default;
};

void PrintTo(const Turn& t, std::ostream* out) {
  *out << "to " << t.to << " from " << t.from << " blocks " << t.blocks;
}

std::string text_of_blocks(const BlockPlan& plan, std::vector<int> blocks, int p) {
  if (plan.pieces == 1) return "all";
  std::ranges::sort(blocks);
  std::string text;
  for (const int b : blocks)
    text += (text.empty() ? "" : " ") +
            (plan.pieces == BlockPlan::kForAll ? text_of(b / p, '>', b % p) : text_of(b));
  return text;
}

std::map<int, Turn> turns(const BlockPlan& plan, int p) {
  std::map<int, Turn> all;
  for (const BlockStep& step : plan.steps) {
    if (step.out.empty() && step.in.empty()) continue;
    Turn& turn = all[step.round];
    EXPECT_LE(step.out.size(), 1U);
    EXPECT_LE(step.in.size(), 1U);
    if (!step.out.empty()) {
      turn.to = step.out[0].peer;
      turn.blocks = text_of_blocks(plan, step.out[0].blocks, p);
    }
    if (!step.in.empty()) turn.from = step.in[0].peer;
  }
  return all;
}

using Plan = std::function<BlockPlan(int p, int root, int r)>;

std::map<std::string, Plan> bine_plans() {
  using bine::Distances;
  constexpr auto kD = Distances::kDoubling, kH = Distances::kHalving;
  const auto down = [](Distances d, Carried what) {
    return [=](int p, int root, int r) { return down_the_tree(bine::tree(p, d), root, r, what); };
  };
  const auto up = [](Distances d, Carried what) {
    return [=](int p, int root, int r) { return up_the_tree(bine::tree(p, d), root, r, what); };
  };
  const auto adding = [](const BlockPlan& plan, int p, int r) {
    return backwards_adding(plan, ceil_log2(p), r);
  };
  return {
      {"broadcast tree-halving", down(kH, Carried::kVector)},
      {"broadcast tree-doubling", down(kD, Carried::kVector)},
      {"reduce tree-doubling", up(kH, Carried::kVector)},
      {"reduce tree-halving", up(kD, Carried::kVector)},
      {"scatter halving", down(kH, Carried::kSubtree)},
      {"scatter doubling", down(kD, Carried::kSubtree)},
      {"gather doubling", up(kH, Carried::kSubtree)},
      {"gather halving", up(kD, Carried::kSubtree)},
      {"allgather halving", [](int p, int, int r) { return bine::allgather_near(p, r); }},
      {"allgather doubling", [](int p, int, int r) { return bine::allgather_far(p, r); }},
      {"allgather halving-send", [](int p, int, int r) { return bine::allgather_near_sent(p, r); }},
      {"reduce-scatter doubling",
       [=](int p, int, int r) { return adding(bine::allgather_near(p, r), p, r); }},
      {"reduce-scatter halving",
       [=](int p, int, int r) { return adding(bine::allgather_far(p, r), p, r); }},
      {"reduce-scatter doubling-send",
       [](int p, int, int r) { return bine::reduce_scatter_near_sent(p, r); }},
      {"allreduce bandwidth", [](int p, int, int r) { return bine::allreduce(p, r); }},
      {"alltoall doubling", [](int p, int, int r) { return bine::alltoall(p, r); }},
      {"broadcast scatter-doubling+allgather-halving",
       [=](int p, int root, int r) { return bine::broadcast(p, root, r, kD); }},
      {"broadcast scatter-halving+allgather-doubling",
       [=](int p, int root, int r) { return bine::broadcast(p, root, r, kH); }},
      {"reduce reduce-scatter-doubling+gather-halving",
       [=](int p, int root, int r) { return bine::reduce(p, root, r, kD); }},
      {"reduce reduce-scatter-halving+gather-doubling",
       [=](int p, int root, int r) { return bine::reduce(p, root, r, kH); }},
  };
}

TEST(Bine, SchedulesAreThoseOfTheReference) {
  const auto plans = bine_plans();
  std::map<std::tuple<std::string, int, int, int>, std::map<int, Turn>> wanted;
  for (const Row& row : table("bine_schedules.csv")) {
    const std::string name = row[1] + ' ' + row[2];
    if (name == "allreduce latency") continue;  // swing-latency's, see messages_test.cc
    wanted[{name, std::stoi(row[0]), std::max(integer(row[3]), 0), std::stoi(row[5])}]
          [std::stoi(row[4])] = {integer(row[6]), integer(row[7]), row[8]};
  }
  EXPECT_GT(wanted.size(), 500U);
  for (const auto& [key, rounds] : wanted) {
    const auto& [name, p, root, r] = key;
    SCOPED_TRACE(text_of(name, ", p = ", p, ", root ", root, ", rank ", r));
    ASSERT_TRUE(plans.contains(name));
    EXPECT_EQ(turns(plans.at(name)(p, root, r), p), rounds);
  }
}

TEST(Pat, SchedulesAreThoseOfTheReference) {
  std::map<std::tuple<std::string, int, int, int>, std::map<int, Turn>> wanted;
  for (const Row& row : table("pat_schedules.csv"))
    wanted[{row[1], std::stoi(row[0]), std::stoi(row[2]), std::stoi(row[4])}][std::stoi(row[3])] = {
        integer(row[5]), integer(row[6]), row[7]};
  for (const auto& [key, rounds] : wanted) {
    const auto& [collective, p, A, r] = key;
    SCOPED_TRACE(text_of(collective, ", p = ", p, ", A = ", A, ", rank ", r));
    const BlockPlan plan =
        collective == "allgather" ? pat::allgather(p, r, A) : pat::reduce_scatter(p, r, A);
    EXPECT_EQ(turns(plan, p), rounds);
  }
}

TEST(DoubleTrees, AreThoseOfTheReference) {
  const std::map<std::string, TwoTrees> flavours{
      {"nccl", TwoTrees::kNccl}, {"sst", TwoTrees::kSst}, {"ucc", TwoTrees::kUcc}};
  for (const Row& row : table("dbt_trees.csv")) {
    const DoubleTree trees(std::stoi(row[0]), flavours.at(row[1]));
    const int t = std::stoi(row[2]), r = std::stoi(row[3]);
    SCOPED_TRACE(text_of("p = ", row[0], ", ", row[1], ", tree ", t, ", rank ", r));
    EXPECT_EQ(trees.parent(t, r), integer(row[4]));
    EXPECT_EQ(trees.children(t, r), integers(row[5]));
    EXPECT_EQ(trees.depth(t, r), std::stoi(row[6]));
  }
}

TEST(KNomialTrees, AreThoseOfTheReference) {
  const std::map<std::string, RootedTree (*)(int, int)> trees{
      {"k-nomial", k_nomial_tree},
      {"k-nomial-preorder", k_nomial_preorder_tree},
      {"k-ary", k_ary_tree}};
  for (const Row& row : table("catalogue_trees.csv")) {
    const int p = std::stoi(row[1]), root = std::stoi(row[3]), rank = std::stoi(row[4]);
    SCOPED_TRACE(text_of(row[0], ", p = ", p, ", k = ", row[2], ", root ", root, ", rank ", rank));
    const RootedTree tree = trees.at(row[0])(p, std::stoi(row[2]));
    const int v = (rank - root + p) % p, parent = tree.parent(v);
    EXPECT_EQ(parent < 0 ? -1 : (parent + root) % p, std::stoi(row[5]));
    std::vector<int> children, wanted = integers(row[6]);
    for (const int child : tree.children(v)) children.push_back((child + root) % p);
    std::ranges::sort(children);
    std::ranges::sort(wanted);
    EXPECT_EQ(children, wanted);
  }
}

/// Returns a rank's receivers in order.
std::vector<int> receivers(const prefix::ScanPlan& plan) {
  std::vector<int> all;
  for (const prefix::ScanStep& step : plan.steps)
    if (step.to >= 0) all.push_back(step.to);
  return all;
}

std::string text_of_rounds(const std::vector<prefix::Round>& rounds) {
  std::string text;
  for (const auto& [skip, inclusive] : rounds)
    text += (text.empty() ? "" : " ") + text_of(skip, inclusive ? ":i" : ":e");
  return text;
}

/// Returns the largest number of operator applications of a rank.
int most_sums(int p, const std::vector<prefix::Round>& rounds) {
  int most = 0;
  for (int r = 0; r < p; ++r) {
    int sums = -1;  // the first that comes is not added
    for (const prefix::ScanStep& step : prefix::exclusive(p, r, rounds).steps)
      sums += (step.adds_W ? 1 : 0) + (step.adds_X != prefix::ScanStep::Adds::kNot ? 1 : 0);
    most = std::max(most, sums);
  }
  return most;
}

TEST(Scans, AreThoseOfTheReference) {
  for (const Row& row : table("catalogue_scan.csv")) {
    const int p = std::stoi(row[1]);
    SCOPED_TRACE(text_of(row[0], ", p = ", p, ", rank ", row[2]));
    if (row[0].ends_with("recursive-doubling")) {
      const bool exclusive = row[0].starts_with("exscan");
      EXPECT_EQ(receivers(prefix::recursive_doubling(p, std::stoi(row[2]), exclusive)),
                integers(row[3]));
      continue;
    }
    const auto rounds =
        row[0] == "exscan-popcount"
            ? prefix::popcount_rounds(p)
            : prefix::inclusive_rounds(p, std::stoi(row[0].substr(row[0].rfind('-') + 1)));
    EXPECT_EQ(text_of_rounds(rounds), row[3]);
    EXPECT_EQ(static_cast<int>(rounds.size()), std::stoi(row[4]));
    EXPECT_EQ(most_sums(p, rounds), std::stoi(row[5]));
  }
}

}  // namespace
}  // namespace orrery
