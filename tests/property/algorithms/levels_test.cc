// Tests algorithms of several levels with all parts and groups of any sizes: data and provenance; rounds and bytes,
// which follow from the parts; messages and times worked out by hand from the papers' tables.
#include "tests/property/algorithms/levels.h"

#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/levels/composition.h"
#include "algorithms/levels/rank_groups.h"

namespace orrery {
namespace {

using orrery::testing::expect_left_what_is_wanted;
using orrery::testing::kCompositions;
using orrery::testing::Level;
using orrery::testing::name_of_composition;
using orrery::testing::Named;
using orrery::testing::network_of;
using orrery::testing::problem;

class Compositions : public ::testing::TestWithParam<Named> {};

/// Checks compositions on few ranks; CompositionsSlow has more.
TEST_P(Compositions, LeaveWhatTheCollectiveWants) {
  expect_left_what_is_wanted(GetParam(), {1, 2, 3, 4, 5, 6, 8, 9, 12}, 100);
}

INSTANTIATE_TEST_SUITE_P(All, Compositions, ::testing::ValuesIn(kCompositions),
                         name_of_composition);

// Messages as sender, receiver and bytes, in order of start.
class Messages : public Sink {
 public:
  TraceLevel level() const override { return TraceLevel::kMessages; }
  void message(const MessageEvent& e) override {
    all.push_back(text_of(e.round, ": ", e.source, ">", e.destination, " ", e.bytes.count()));
  }
  std::multiset<std::string> sorted() const { return {all.begin(), all.end()}; }
  std::vector<std::string> all;
};

std::multiset<std::string> messages_of(const Algorithm& a, const Problem& x) {
  Messages messages;
  execute(a, x, *x.network, {}, PayloadKind::kGhost, find_op("sum", "uint8"), &messages);
  return messages.sorted();
}

Time time_of(const Algorithm& a, const Problem& x) {
  return execute(a, x, *x.network, {}, PayloadKind::kGhost, find_op("sum", "uint8"))
      .metrics.completion;
}

/// Checks the example of Note 9, s = 2 and N = 3: first lanes 0 2 4 and 1 3 5, then the two ranks
/// of each group.
TEST(FullLane, AllgatherOfThreeGroupsOfTwo) {
  const Network network = network_of("full:6");
  Problem x = problem(network, 10);
  x.groups = {{0, 0, 1, 1, 2, 2}};
  const Algorithm& a = find_algorithm("allgather", "full-lane(ring)");
  std::multiset<std::string> want;
  for (int r = 0; r < 6; ++r) {
    for (const int round : {0, 1}) want.insert(text_of(round, ": ", r, ">", (r + 2) % 6, " 10"));
    want.insert(text_of("2: ", r, ">", r ^ 1, " 30"));
  }
  EXPECT_EQ(messages_of(a, x), want);
  // (s-1 + N-1) α + (p-1) m β, with α = 600 ns and β = 20 ps/B.
  EXPECT_EQ(time_of(a, x), 3 * 600'000 * Time(1) + 50 * 20 * Time(1));
}

/// Checks p = 5 in groups of two, two and one: the groups reduce to ranks 0, 2 and 4. Recursive doubling
/// would fold there, a ring does not.
TEST(Hierarchical, AllreduceOfUnevenGroups) {
  const Network network = network_of("full:5");
  Problem x = problem(network, 30);
  x.groups = {{0, 0, 1, 1, 2}};
  const Algorithm& a = find_algorithm("allreduce", "hierarchical(intra=binomial, inter=ring)");
  std::multiset<std::string> want{"0: 1>0 30", "0: 3>2 30", "5: 0>1 30", "5: 2>3 30"};
  for (const int round : {1, 2, 3, 4})
    for (const int r : {0, 2, 4}) want.insert(text_of(round, ": ", r, ">", (r + 2) % 6, " 10"));
  EXPECT_EQ(messages_of(a, x), want);
  // α + mβ, 2(N-1)(α + m/N β), α + mβ.
  EXPECT_EQ(time_of(a, x).count(), 2 * (600'000 + 600) + 4 * (600'000 + 200));
  EXPECT_EQ(a.rounds(x), 6);
}

/// Checks a broadcast whose root leads its group: rank 4 sends to 0 and 6, the other leaders, before its
/// own group.
TEST(Hierarchical, BroadcastFromAnyRoot) {
  const Network network = network_of("full:8");
  Problem x = problem(network, 100, 4);
  x.groups = {{0, 0, 0, 1, 1, 1, 2, 2}};
  const Algorithm& a = find_algorithm("broadcast", "leader(intra=linear, inter=linear)");
  EXPECT_EQ(messages_of(a, x),
            (std::multiset<std::string>{"0: 4>6 100", "1: 4>0 100", "2: 4>5 100", "3: 4>3 100",
                                        "2: 0>1 100", "3: 0>2 100", "2: 6>7 100"}));
  EXPECT_EQ(time_of(a, x).count(), 4 * (600'000 + 2'000));
}

/// Checks 2 Σ (p_d - 1) α + 2(p-1)/p mβ + (p-1)/p mγ on a grid of 2 x 3 x 4, where every rank sends twice
/// (p-1)/p m.
TEST(BlueConnect, TakesWhatThePaperSays) {
  Network network = network_of("full:24");
  network.costs.gamma = {3};
  Problem x = problem(network, 1200);
  x.dims = {4, 3, 2};
  const Algorithm& a = find_algorithm("allreduce", "blueconnect(ring)");
  EXPECT_EQ(time_of(a, x).count(), 2 * (1 + 2 + 3) * 600'000 + 2 * 23 * 50 * 20 + 23 * 50 * 3);
  EXPECT_EQ(a.rounds(x), 2 * (1 + 2 + 3));
  EXPECT_EQ(a.bytes_max_rank(x).count(), 2 * 23 * 50);
  Problem levels = problem(network, 1200);
  Level pairs, sixes;
  for (int r = 0; r < 24; ++r) pairs.push_back(r / 2), sixes.push_back(r / 6);
  levels.groups = {pairs, sixes};
  EXPECT_EQ(messages_of(a, levels), messages_of(a, x));
}

/// Checks the hierarchical allreduce of NCCL and MSCCL: 2(s-1 + N-1)α + 2(p-1)/p mβ + (p-1)/p mγ.
TEST(FullLane, AllreduceWithRings) {
  Network network = network_of("full:12");
  network.costs.gamma = {3};
  for (const int s : {2, 3, 4, 6}) {
    Problem x = problem(network, 720);
    Level level;
    for (int r = 0; r < 12; ++r) level.push_back(r / s);
    x.groups = {level};
    const Algorithm& a = find_algorithm("allreduce", "hierarchical(ring)");
    EXPECT_EQ(time_of(a, x).count(),
              2 * (s - 1 + 12 / s - 1) * 600'000 + 2 * 11 * 60 * 20 + 11 * 60 * 3)
        << s;
    EXPECT_EQ(a.time(x), time_of(a, x)) << s;
  }
}

/// Checks that every block crosses between groups once, by counting the bytes between groups.
TEST(FullLane, AlltoallCrossesOnce) {
  const Network network = network_of("full:12");
  Problem x = problem(network, 7);
  Level level;
  for (int r = 0; r < 12; ++r) level.push_back(r / 4);
  x.groups = {level};
  struct Crossing : Sink {
    TraceLevel level() const override { return TraceLevel::kMessages; }
    void message(const MessageEvent& e) override {
      if (e.source / 4 != e.destination / 4) bytes += e.bytes.count();
    }
    std::int64_t bytes = 0;
  } crossing;
  execute(find_algorithm("alltoall", "full-lane(pairwise)"), x, network, {}, PayloadKind::kGhost,
          find_op("sum", "uint8"), &crossing);
  EXPECT_EQ(crossing.bytes, 12 * 8 * 7);
}

TEST(Composition, GroupsInGroups) {
  const Network network = network_of("full:8");
  Problem x = problem(network, 64);
  x.groups = {{0, 0, 1, 1, 2, 2, 3, 3}, {0, 0, 0, 0, 1, 1, 1, 1}};
  const Algorithm& a = find_algorithm("broadcast", "leader(intra=linear, inter=leader(linear))");
  EXPECT_EQ(messages_of(a, x),
            (std::multiset<std::string>{"0: 0>4 64", "1: 0>2 64", "1: 4>6 64", "2: 0>1 64",
                                        "2: 2>3 64", "2: 4>5 64", "2: 6>7 64"}));
}

std::string refused(const char* collective, const char* name) {
  try {
    find_algorithm(collective, name);
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "not refused";
}

TEST(Composition, SaysWhichPartIsWrong) {
  EXPECT_EQ(refused("allreduce", "leader(intra=rign, inter=swing)"),
            "leader: intra: no reduce or broadcast algorithm is called 'rign'");
  EXPECT_EQ(refused("allreduce", "full-lane(intra=ring, inter=swin)"),
            "full-lane: inter: no allreduce algorithm is called 'swin'; did you mean 'swing'?");
  EXPECT_EQ(refused("allgather", "full-lane(middle=ring)"),
            "full-lane: part 'middle' is unknown; expected intra, inter or allgather");
  EXPECT_EQ(refused("allreduce", "full-lane(intra=ring, intra=pat)"),
            "'full-lane(intra=ring, intra=pat)' names intra twice");
  EXPECT_EQ(refused("allreduce", "full-lane(intra=ring"),
            "the parentheses of 'full-lane(intra=ring' do not match");
  EXPECT_NE(refused("allreduce", "full-lane(ring, leader(intra=rign))")
                .find("full-lane: inter allreduce: leader: intra: no reduce"),
            std::string::npos);
  EXPECT_EQ(refused("broadcast", "van-de-geijn(binomial, ring)"),
            "van-de-geijn: part 'intra' is unknown; expected scatter or allgather");
  EXPECT_EQ(refused("scan", "full-lane(ring)"), "no composition is known for scan");
  EXPECT_NE(refused("allreduce", "hierarchcal(ring)").find("did you mean 'hierarchical'"),
            std::string::npos);
}

TEST(Composition, SaysWhichPartDoesNotFitTheProblem) {
  const Network network = network_of("full:12");
  Problem x = problem(network, 24);
  x.groups = {{0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2}};
  const Algorithm& a =
      find_algorithm("allgather", "full-lane(intra=ring, inter=recursive-doubling)");
  EXPECT_EQ(refusal(a, x),
            "full-lane(intra=ring, inter=recursive-doubling): inter allgather recursive-doubling "
            "on 3 ranks: recursive-doubling pairs rank r with r XOR 2^k: the number of ranks must "
            "be a power of two and is 3");
  x.groups = {{0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 2}};
  EXPECT_EQ(refusal(find_algorithm("alltoall", "full-lane(pairwise)"), x),
            "full-lane(intra=pairwise, inter=pairwise) needs groups of one size, but they have 3 "
            "to 5 ranks");
  Problem in_order = x;
  in_order.commutative = false;
  const Algorithm& leaders = find_algorithm("allreduce", "leader(intra=binomial)");
  EXPECT_EQ(refusal(leaders, in_order), std::nullopt);
  in_order.groups = {{0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1}};
  EXPECT_EQ(refusal(leaders, in_order),
            "leader(intra=binomial) needs a commutative operator: the groups are not ranges of "
            "neighbouring ranks");
}

TEST(Composition, NamesAreWrittenInOneWay) {
  const Algorithm& a = find_algorithm("allreduce", "hierarchical( intra = ring ,inter=swing )");
  EXPECT_EQ(a.name, "hierarchical(intra=ring, inter=swing)");
  EXPECT_EQ(&find_algorithm("allreduce", "hierarchical(ring,swing)"), &a);
  EXPECT_EQ(algorithm_or_null("allreduce", "hierarchical(rign)"), nullptr);
}

TEST(Composition, KeepsOrderWhereItsPartsDo) {
  const Op& matrices = find_op("matrix-product", "int32");
  for (const int p : {4, 6, 7, 9, 12})
    for (const char* name : {"leader(intra=linear, inter=elimination)", "leader()"}) {
      const Network network = network_of(text_of("full:", p));
      Problem x = problem(network, 10);
      x.element_bytes = matrices.element_bytes;
      x.commutative = false;
      const Algorithm& a = find_algorithm("allreduce", name);
      ASSERT_EQ(refusal(a, x), std::nullopt);
      const Execution e = execute(a, x, network, {}, PayloadKind::kReal, matrices);
      EXPECT_TRUE(e.verified.value()) << p << ' ' << name << ": " << e.mismatch;
    }
}

TEST(Groups, AreNumberedByTheirLowestRanks) {
  const RankGroups groups({5, 5, 1, 5, 1, 0});
  EXPECT_EQ(groups.count(), 3);
  EXPECT_EQ(groups.members(0), (std::vector{0, 1, 3}));
  EXPECT_EQ(groups.members(1), (std::vector{2, 4}));
  EXPECT_EQ(groups.of(4), 1);
  EXPECT_EQ(groups.place(4), 1);
  EXPECT_EQ(groups.smallest(), 1);
  EXPECT_EQ(groups.largest(), 3);
  EXPECT_EQ(groups.lane(0), (std::vector{0, 2, 5}));
  EXPECT_FALSE(groups.consecutive());
  EXPECT_TRUE(RankGroups({3, 3, 1, 2}).consecutive());
}

TEST(Groups, DefaultsAreNearToASquare) {
  EXPECT_EQ(default_groups(7, false), (std::vector{0, 0, 0, 1, 1, 1, 2}));
  EXPECT_EQ(default_groups(6, true), (std::vector{0, 0, 1, 1, 2, 2}));
  EXPECT_EQ(default_groups(5, true), (std::vector{0, 1, 2, 3, 4}));
  EXPECT_EQ(default_groups(16, true), default_groups(16, false));
}

}  // namespace
}  // namespace orrery
