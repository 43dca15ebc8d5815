// Tests the verdict on barriers: every wrong barrier is found for every p at which it is wrong, with both protocols and
// any arrival times; correct barriers pass.
#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/common/arithmetic.h"
#include "algorithms/operations/operations_program.h"
#include "algorithms/verify.h"
#include "emu/net/conditions.h"
#include "tests/network.h"

namespace orrery {
namespace {

constexpr Slice kToken = Slice::token();

void tell(Comm& c, int to) {
  c.send(kToken, to);
}
void hear(Comm& c, int from) {
  c.recv(kToken, from);
}

/// Runs a dissemination barrier of q rounds; in round k each rank signals the rank at
/// `distance(k)`.
template <class F>
void disseminate(Comm& c, int q, F&& distance) {
  for (int k = 0; k < q; ++k) {
    const std::int64_t d = distance(k);
    c.round(k);
    c.sendrecv(kToken, mod(c.rank() + d, c.size()), kToken, mod(c.rank() - d, c.size()));
  }
}

/// Lets every rank signal the root, which waits for the first `heard` signals and then releases all waiting ranks.
void wait_for_some(Comm& c, int heard, const std::function<bool(int)>& waits) {
  const int p = c.size();
  if (c.rank() > 0) {
    tell(c, 0);
    if (waits(c.rank())) hear(c, 0);
    return;
  }
  std::vector<Handle> arrivals;
  for (int r = 1; r < p; ++r) arrivals.push_back(c.irecv(kToken, r));
  for (int r = 1; r <= heard; ++r) c.wait(arrivals[static_cast<std::size_t>(r) - 1]);
  for (int r = 1; r < p; ++r)
    if (waits(r)) tell(c, r);
  for (int r = heard + 1; r < p; ++r) c.wait(arrivals[static_cast<std::size_t>(r) - 1]);
}
bool all_ranks(int) {
  return true;
}

/// Runs a barrier up and down a binomial tree. If `hasty_up` or `hasty_down` is set, ranks send in that
/// direction before they have received.
void over_tree(Comm& c, bool hasty_up, bool hasty_down) {
  const int p = c.size(), r = c.rank(), q = ceil_log2(p);
  const int low = r == 0 ? q : std::countr_zero(static_cast<unsigned>(r));
  const auto children = [&](auto&& f) {
    for (int k = 0; k < low; ++k)
      if (r + (1 << k) < p) f(r + (1 << k));
  };
  const int parent = r - (r == 0 ? 0 : 1 << low);
  std::vector<Handle> told;
  const auto tell_later = [&](int to) { told.push_back(c.isend(kToken, to)); };
  if (r > 0 && hasty_up) tell_later(parent);
  children([&](int child) { hear(c, child); });
  if (r > 0 && !hasty_up) tell_later(parent);
  if (hasty_down) children(tell_later);
  if (r > 0) hear(c, parent);
  if (!hasty_down) children(tell_later);
  c.wait_all(told);
}

/// Runs a barrier within each half of the ranks; no message connects the halves.
void in_halves(Comm& c, const Call&) {
  const int half = (c.size() + 1) / 2;
  std::vector<int> ranks;
  for (int r = 0; r < c.size(); ++r)
    if ((r < half) == (c.rank() < half)) ranks.push_back(r);
  const auto own = c.sub(ranks);
  disseminate(*own, ceil_log2(own->size()), [](int k) { return std::int64_t{1} << k; });
}

/// Runs a barrier in two independent lanes: one receives the signals of all ranks, the other
/// releases them.
void in_lanes(Comm& c, const Call&) {
  c.lanes(2, [](Comm& lane, int i) {
    for (int r = 1; r < lane.size(); ++r)
      if (lane.rank() == 0)
        i == 0 ? hear(lane, r) : tell(lane, r);
      else if (lane.rank() == r)
        i == 0 ? tell(lane, 0) : hear(lane, 0);
  });
}

/// Runs a barrier in which a completed send tells the root that the receiver has entered. This is correct
/// only if sends wait for their receivers.
void by_rendezvous(Comm& c, const Call&) {
  for (int go = 0; go < 2; ++go)
    for (int r = 1; r < c.size(); ++r) {
      if (c.rank() == 0) tell(c, r);
      if (c.rank() == r) hear(c, 0);
    }
}

struct Barrier {
  const char* name;
  void (*run)(Comm&, const Call&);
  bool (*wrong)(int p);  ///< whether it is for p ranks
  friend void PrintTo(const Barrier& b, std::ostream* out) { *out << b.name; }
};

bool from_2(int p) {
  return p >= 2;
}
bool from_3(int p) {
  return p >= 3;
}
bool from_4(int p) {
  return p >= 4;
}

const Barrier kBarriers[] = {
    {"right_dissemination",
     [](Comm& c, const Call&) {
       disseminate(c, ceil_log2(c.size()), [](int k) { return std::int64_t{1} << k; });
     },
     [](int) { return false; }},
    {"right_linear", [](Comm& c, const Call&) { wait_for_some(c, c.size() - 1, all_ranks); },
     [](int) { return false; }},
    {"right_tree", [](Comm& c, const Call&) { over_tree(c, false, false); },
     [](int) { return false; }},
    {"go_after_first",
     [](Comm& c, const Call&) { wait_for_some(c, c.size() > 1 ? 1 : 0, all_ranks); }, from_3},
    {"counts_one_too_few",
     [](Comm& c, const Call&) { wait_for_some(c, std::max(0, c.size() - 2), all_ranks); }, from_3},
    {"last_leaves_early",
     [](Comm& c, const Call&) {
       wait_for_some(c, c.size() - 1, [p = c.size()](int r) { return r < p - 1; });
     },
     from_2},
    {"half_leave_early",
     [](Comm& c, const Call&) {
       wait_for_some(c, c.size() - 1, [p = c.size()](int r) { return r < p / 2; });
     },
     from_2},
    {"signals_before_it_hears",
     [](Comm& c, const Call&) {
       std::vector<Handle> all;
       for (int k = 0; k < ceil_log2(c.size()); ++k) {
         all.push_back(c.isend(kToken, mod(c.rank() + (1 << k), c.size())));
         all.push_back(c.irecv(kToken, mod(c.rank() - (1 << k), c.size())));
       }
       c.wait_all(all);
     },
     [](int p) { return p > 3; }},
    {"neighbours_only",
     [](Comm& c, const Call&) { disseminate(c, ceil_log2(c.size()), [](int) { return 1; }); },
     from_4},
    {"one_round_too_few_unless_power_of_two",
     [](Comm& c, const Call&) {
       disseminate(c, floor_log2(c.size()), [](int k) { return std::int64_t{1} << k; });
     },
     [](int p) { return (p & (p - 1)) != 0; }},
    {"right_with_equal_arrival",
     [](Comm& c, const Call&) {
       if (c.size() > 1) disseminate(c, 1, [](int) { return 1; });
     },
     from_3},
    {"tree_passes_up_too_early", [](Comm& c, const Call&) { over_tree(c, true, false); }, from_4},
    {"tree_passes_down_too_early", [](Comm& c, const Call&) { over_tree(c, false, true); }, from_4},
    {"halves_apart", in_halves, from_2},
    {"lanes_apart", in_lanes, from_3},
    {"right_with_rendezvous", by_rendezvous, from_2},
};

class Barriers : public ::testing::TestWithParam<Barrier> {};

Execution run(const Barrier& barrier, const Network& network, const EngineOptions& options,
              PayloadKind payload) {
  Algorithm a = find_algorithm("barrier", "dissemination");
  a.run = barrier.run;
  Problem x;
  x.p = network.ranks();
  x.network = &network;
  return execute(a, x, network, options, payload, find_op("sum", "double"));
}

TEST_P(Barriers, AreJudgedRightlyUpTo64Ranks) {
  for (int p = 1; p <= 64; ++p) {
    const Network network = testing::network_of(text_of("full:", p));
    const Execution e = run(GetParam(), network, {}, PayloadKind::kReal);
    ASSERT_EQ(e.verified, !GetParam().wrong(p)) << p << ": " << e.mismatch;
    EXPECT_EQ(e.mismatch.find("can leave before") != std::string::npos, GetParam().wrong(p));
  }
}

TEST_P(Barriers, AreJudgedRightlyWhateverTheProtocolAndTheNetwork) {
  for (const char* spec : {"torus:3x3", "star:7", "full:6"})
    for (const Protocol protocol : {Protocol::kSync, Protocol::kEager})
      for (const PayloadKind payload : {PayloadKind::kReal, PayloadKind::kProvenance})
        for (const bool late : {false, true}) {
          Network network = testing::network_of(spec);
          Conditions conditions;
          conditions.arrivals.assign(network.host_of.size(), Time(0));
          conditions.arrivals.back() = 1ms;
          if (late) network.conditions = std::make_shared<Conditions>(conditions);
          const Execution e = run(GetParam(), network, {protocol, Sync::kAsync}, payload);
          EXPECT_EQ(e.verified, !GetParam().wrong(network.ranks())) << spec << ": " << e.mismatch;
        }
}

INSTANTIATE_TEST_SUITE_P(All, Barriers, ::testing::ValuesIn(kBarriers),
                         [](const auto& tested) { return std::string(tested.param.name); });

/// Checks a barrier in which all ranks send first and then receive: it is a deadlock if sends wait
/// for their receivers.
TEST(BarrierVerdict, OneThatEndsOnlyWhenEagerIsADeadlockElsewhere) {
  const Barrier eager{"eager",
                      [](Comm& c, const Call&) {
                        const int p = c.size(), r = c.rank();
                        for (int k = 1; k < p; ++k) tell(c, mod(r + k, p));
                        for (int k = 1; k < p; ++k) hear(c, mod(r - k, p));
                      },
                      nullptr};
  const Network network = testing::network_of("full:5");
  EXPECT_EQ(run(eager, network, {Protocol::kEager, Sync::kAsync}, PayloadKind::kReal).verified,
            true);
  EXPECT_THROW(run(eager, network, {Protocol::kSync, Sync::kAsync}, PayloadKind::kReal),
               DeadlockError);
}

}  // namespace
}  // namespace orrery
