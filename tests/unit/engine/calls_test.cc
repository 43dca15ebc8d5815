// Tests the meaning of the calls of Comm.
#include <vector>

#include <gtest/gtest.h>

#include "tests/engine_run.h"

namespace orrery::testing {
namespace {

/// A store with one buffer of `n` elements for each rank, which holds the rank's contribution.
struct Vectors {
  Vectors(int ranks, std::int64_t n)
      : store(make_store(PayloadKind::kReal, find_op("sum", "int64"), ranks)) {
    for (int r = 0; r < ranks; ++r) {
      v.push_back(store->allocate(n));
      store->fill(v.back(), {0, r});
    }
  }
  Slice of(const Comm& c) const { return v[static_cast<std::size_t>(c.rank())]; }
  std::unique_ptr<Store> store;
  std::vector<Slice> v;
};

TEST(Calls, MessagesMatchBySourceAndTagInOrder) {
  Vectors x(3, 4);
  run_program(
      network_of("full:3"),
      [&](Comm& c) {
        const Slice v = x.of(c);
        if (c.rank() == 0) {
          const Handle h[] = {c.isend(v.part(0, 1), 2, 7), c.isend(v.part(1, 1), 2, 7),
                              c.isend(v.part(2, 1), 2, 8)};
          c.wait_all(h);
        }
        if (c.rank() == 1) c.send(v.part(3, 1), 2, 7);
        if (c.rank() == 2) {
          c.recv(v.part(3, 1), 1, 7);
          c.recv(v.part(2, 1), 0, 8);
          c.recv(v.part(0, 1), 0, 7);
          c.recv(v.part(1, 1), 0, 7);
        }
      },
      {Protocol::kEager, Sync::kAsync}, x.store.get());
  EXPECT_FALSE(x.store->mismatch(x.v[2].part(0, 3), {0, 0}));
  EXPECT_FALSE(x.store->mismatch(x.v[2].part(3, 1), {3, 1}));
}

/// Checks that wait_some returns handles in order of completion, except those that were waited for
/// by name.
TEST(Calls, WaitSomeTellsWhatIsDone) {
  for (const Protocol protocol : {Protocol::kSync, Protocol::kEager}) {
    run_program(network_of("full:2"),
                [](Comm& comm) {
                  EmulatedComm& c = emulated(comm);
                  EXPECT_TRUE(c.wait_some().empty());
                  if (c.rank() == 1) {
                    c.send(ghost(1000), 0, 1);
                    return c.send(ghost(1000), 0, 2);
                  }
                  const Handle later = c.irecv(ghost(1000), 1, 2),
                               first = c.irecv(ghost(1000), 1, 1);
                  const Handle work = c.icompute(1ms), more = c.icompute(1ms, 1);
                  std::vector<std::uint32_t> told;
                  for (const Handle h : c.wait_some()) told.push_back(h.index);
                  EXPECT_EQ(told, std::vector{first.index});
                  c.wait(more);
                  told.clear();
                  for (auto some = c.wait_some(); !some.empty(); some = c.wait_some())
                    for (const Handle h : some) told.push_back(h.index);
                  EXPECT_EQ(told, (std::vector{later.index, work.index}));
                },
                {protocol, Sync::kAsync});
  }
}

/// Checks that processor 0 does its work in order, and that messages do not wait for it.
TEST(Calls, ProcessorsWork) {
  const Metrics m = run_program(network_of("full:1"), [](Comm& comm) {
    EmulatedComm& c = emulated(comm);
    const Handle h[] = {c.icompute(30ns), c.icompute(40ns), c.icompute(50ns, 1)};
    c.wait_all(h);
    EXPECT_THROW(c.icompute(-1ns), std::invalid_argument);
  });
  EXPECT_EQ(m.completion, 70ns);
}

TEST(Calls, EmptySlicesPostNothingAndTokensDo) {
  const Metrics m = run_program(network_of("full:2"), [](Comm& c) {
    const int peer = 1 - c.rank();
    c.send(Slice(), peer);
    c.recv(ghost(0), peer);
    c.wait(c.isend(Slice(), peer));
    c.sendrecv(Slice::token(), peer, Slice::token(), peer);
  });
  EXPECT_EQ(m.messages, 2);
  EXPECT_EQ(m.bytes_total, Bytes(0));
}

TEST(Calls, HalfOfASendrecvMayBeEmpty) {
  Vectors x(3, 5);
  run_program(
      network_of("full:3"),
      [&](Comm& c) {  // a chain 0 -> 1 -> 2
        const int r = c.rank();
        if (r == 1) c.recv(x.of(c), 0);
        c.sendrecv(r < 2 ? x.of(c) : Slice(), mod(r + 1, 3), r == 2 ? x.of(c) : Slice(),
                   mod(r - 1, 3));
      },
      {}, x.store.get());
  EXPECT_FALSE(x.store->mismatch(x.v[2], {0, 0}));
}

TEST(Calls, ASelfMessageWorksWhereOneSideDoesNotBlock) {
  Vectors x(1, 4);
  run_program(
      network_of("full:1"),
      [&](Comm& c) {
        const Slice w = c.scratch(4);
        const Handle h = c.irecv(w, 0);
        c.send(x.of(c), 0);
        c.wait(h);
        c.sendrecv(w, 0, x.of(c), 0);
      },
      {}, x.store.get());
  EXPECT_FALSE(x.store->mismatch(x.v[0], {0, 0}));
}

TEST(Calls, ReduceAndCopyComputeOnTheSpot) {
  Vectors x(2, 6);
  run_program(
      network_of("full:2"),
      [&](Comm& c) {
        const Slice t = c.scratch(6);
        c.sendrecv(x.of(c), 1 - c.rank(), t, 1 - c.rank());
        if (c.rank() == 0) c.reduce(x.of(c), t);
        if (c.rank() == 1) c.reduce_front(t, x.of(c)), c.copy(x.of(c), t);
      },
      {}, x.store.get());
  for (const Slice& v : x.v) EXPECT_FALSE(x.store->mismatch(v, {0, kEveryRank}));
}

TEST(Calls, LanesRunAtTheSameTimeAndMatchAmongThemselves) {
  Vectors x(3, 8);
  const Metrics m = run_program(
      network_of("full:3"),
      [&](Comm& c) {
        c.round(4);
        const Slice w = c.scratch(8);
        // Lane 0 sends to the right, lane 1 to the left; if one lane matched messages of the other,
        // the halves would be swapped.
        c.lanes(2, [&](Comm& lane, int i) {
          const int step = i == 0 ? 1 : -1;
          lane.round(5 + i);
          lane.sendrecv(x.of(c).block(i, 2), mod(c.rank() + step, 3), w.block(i, 2),
                        mod(c.rank() - step, 3));
        });
        c.copy(x.of(c), w);
        c.round(6);  // lanes have been as far as 6
      },
      {}, x.store.get());
  for (int r = 0; r < 3; ++r) {
    EXPECT_FALSE(
        x.store->mismatch(x.v[static_cast<std::size_t>(r)].block(0, 2), {0, mod(r - 1, 3)}));
    EXPECT_FALSE(
        x.store->mismatch(x.v[static_cast<std::size_t>(r)].block(1, 2), {4, mod(r + 1, 3)}));
  }
  EXPECT_EQ(m.rounds, 7);
  EXPECT_EQ(m.messages, 6);
}

TEST(Calls, LanesMayBeNestedAndRepeated) {
  int ran = 0;
  run_program(network_of("full:2"), [&](Comm& c) {
    for (int repeat = 0; repeat < 3; ++repeat)
      c.lanes(2, [&](Comm& lane, int) {
        lane.lanes(3, [&](Comm& inner, int) {
          inner.sendrecv(Slice::token(), 1 - inner.rank(), Slice::token(), 1 - inner.rank());
          ++ran;
        });
      });
  });
  EXPECT_EQ(ran, 2 * 3 * 2 * 3);
}

TEST(Calls, SubNumbersRanksInTheGivenOrder) {
  Vectors x(5, 3);
  run_program(
      network_of("full:5"),
      [&](Comm& c) {
        const std::vector<int> ranks{4, 2, 0};
        if (c.rank() % 2 != 0) return;
        const auto sub = c.sub(ranks);
        EXPECT_EQ(sub->size(), 3);
        EXPECT_EQ(ranks[static_cast<std::size_t>(sub->rank())], c.rank());
        const auto again = sub->sub(std::vector<int>{sub->rank()});
        EXPECT_EQ(again->size(), 1);
        if (sub->rank() == 0) sub->send(x.of(c), 2);
        if (sub->rank() == 2) sub->recv(x.of(c), 0);
      },
      {}, x.store.get());
  EXPECT_FALSE(x.store->mismatch(x.v[0], {0, 4}));
}

TEST(Calls, AShorterMessageLeavesTheRestOfTheReceiveAlone) {
  Vectors x(2, 4);
  run_program(
      network_of("full:2"),
      [&](Comm& c) {
        if (c.rank() == 0) c.send(x.of(c).part(0, 2), 1);
        if (c.rank() == 1) c.recv(x.of(c), 0);
      },
      {}, x.store.get());
  EXPECT_FALSE(x.store->mismatch(x.v[1].part(0, 2), {0, 0}));
  EXPECT_FALSE(x.store->mismatch(x.v[1].part(2, 2), {2, 1}));
}

TEST(Calls, EagerDataIsThatOfTheTimeOfTheSend) {
  Vectors x(2, 4);
  run_program(
      network_of("full:2"),
      [&](Comm& c) {
        if (c.rank() == 0) {
          c.send(x.of(c), 1);
          c.copy(x.of(c), c.scratch(4));  // the sender reuses its buffer
          c.send(Slice::token(), 1, 1);
        }
        if (c.rank() == 1) c.recv(Slice::token(), 0, 1), c.recv(x.of(c), 0);
      },
      {Protocol::kEager, Sync::kAsync}, x.store.get());
  EXPECT_FALSE(x.store->mismatch(x.v[1], {0, 0}));
}

}  // namespace
}  // namespace orrery::testing
