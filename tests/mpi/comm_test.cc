// Tests the contract of Comm (emu/comm/comm.h) on real processes.
#include <cstring>
#include <set>

#include <gtest/gtest.h>

#include "emu/engine/world.h"
#include "emu/payload/real_store.h"
#include "tests/mpi/processes.h"

namespace orrery::testing {
namespace {

using RankCode = std::function<void(Comm&)>;

class MpiCommTest : public ::testing::Test {
 protected:
  MpiCommTest()
      : store_(find_op("sum", "int32"), processes().size()),
        rank_(processes(), store_, MpiRank::Seconds(kPatience), kHangCode) {}

  void run(const RankCode& program) { rank_.run(program); }

  Slice ints(const std::vector<std::int32_t>& values) {
    const Slice s = store_.allocate(static_cast<std::int64_t>(values.size()));
    if (!values.empty()) std::memcpy(store_.data(s), values.data(), values.size() * 4);
    return s;
  }
  Slice zeros(std::size_t n) { return ints(std::vector<std::int32_t>(n)); }
  std::vector<std::int32_t> values(Slice s) {
    std::vector<std::int32_t> out(static_cast<std::size_t>(s.count()));
    if (!out.empty()) std::memcpy(out.data(), store_.data(s), out.size() * 4);
    return out;
  }
  using Ints = std::vector<std::int32_t>;

  RealStore store_;
  MpiRank rank_;
};

#define NEEDS(n) \
  if (processes().size() < (n)) GTEST_SKIP() << "needs " << (n) << " processes"

TEST_F(MpiCommTest, MessagesOfOneTagArriveInOrderAndTagsApart) {
  NEEDS(2);
  const Slice a = ints({1}), b = ints({2}), c = ints({3}), x = zeros(1), y = zeros(1), z = zeros(1);
  run([&](Comm& comm) {
    if (comm.rank() == 0) {
      comm.send(a, 1, 7), comm.send(b, 1, 7), comm.send(c, 1, 9);
    } else if (comm.rank() == 1) {
      comm.recv(z, 0, 9), comm.recv(x, 0, 7), comm.recv(y, 0, 7);
    }
  });
  if (processes().rank() == 1) {
    EXPECT_EQ(values(x), Ints{1});
    EXPECT_EQ(values(y), Ints{2});
    EXPECT_EQ(values(z), Ints{3});
  }
}

TEST_F(MpiCommTest, HandlesMayBeWaitedForInAnyOrder) {
  const int p = processes().size(), r = processes().rank();
  const Slice out = ints({r}), first = zeros(1), second = zeros(1);
  run([&](Comm& c) {
    const int right = mod(r + 1, p), left = mod(r - 1, p);
    const Handle receives[] = {c.irecv(first, left, 1), c.irecv(second, right, 2)};
    const Handle sends[] = {c.isend(out, left, 2), c.isend(out, right, 1)};
    c.wait(receives[1]);
    c.wait_all(sends);
    c.wait(receives[0]);
  });
  EXPECT_EQ(values(first), Ints{mod(r - 1, p)});
  EXPECT_EQ(values(second), Ints{mod(r + 1, p)});
}

TEST_F(MpiCommTest, ASelfMessageIsFineWhereOneSideDoesNotBlock) {
  const Slice out = ints({5, 6}), in = zeros(2), again = zeros(2);
  run([&](Comm& c) {
    c.sendrecv(out, c.rank(), in, c.rank());
    const Handle h = c.irecv(again, c.rank());
    c.send(in, c.rank());
    c.wait(h);
  });
  EXPECT_EQ(values(again), (Ints{5, 6}));
}

TEST_F(MpiCommTest, EmptySlicesAreNoMessagesAndTokensAre) {
  const int p = processes().size(), r = processes().rank();
  const Slice in = ints({-1});
  run([&](Comm& c) {
    c.send({}, mod(r + 1, p));
    c.recv({}, mod(r - 1, p));
    c.wait(c.isend(in.part(0, 0), mod(r + 1, p)));
    c.sendrecv(Slice::token(), mod(r + 1, p), Slice::token(), mod(r - 1, p));
    c.sendrecv({}, mod(r + 1, p), {}, mod(r - 1, p));
  });
  EXPECT_EQ(values(in), Ints{-1});
}

TEST_F(MpiCommTest, ASmallerMessageIsFineALargerOneAnError) {
  NEEDS(2);
  const Slice two = ints({8, 9}), in = ints({0, 0, 7});
  run([&](Comm& c) {
    if (c.rank() == 0) c.send(two, 1, 3), c.send(two, 1, 3);
    if (c.rank() != 1) return;
    c.recv(in, 0, 3);
    c.round(2);
    try {
      c.recv(in.part(0, 1), 0, 3);
      ADD_FAILURE() << "a larger message was received";
    } catch (const std::invalid_argument& e) {
      EXPECT_STREQ(e.what(),
                   "the message from rank 0 (tag 3, round 2) does not fit into its receive of 4 "
                   "bytes");
    }
    // The call failed; nothing is left to wait for.
    EXPECT_EQ(values(in.part(1, 2)), (Ints{9, 7}));
  });
}

TEST_F(MpiCommTest, JoinedSlicesAreOneMessage) {
  const int p = processes().size(), r = processes().rank();
  const Slice out = ints({1, 2, 3, 4, 5}), in = zeros(3), scattered = zeros(5),
              sum = ints({10, 20});
  const auto parts = [](Slice s) { return std::vector{s.part(4, 1), s.part(0, 0), s.part(1, 2)}; };
  run([&](Comm& c) {
    const int right = mod(r + 1, p), left = mod(r - 1, p);
    c.sendrecv(c.join(parts(out)), right, in, left);
    c.sendrecv(in, right, c.join(parts(scattered)), left);
    c.reduce(sum, c.join(std::vector{out.part(0, 1), out.part(4, 1)}));
    c.copy(c.join(std::vector{out.part(0, 1), out.part(4, 1)}), sum);
  });
  EXPECT_EQ(values(in), (Ints{5, 2, 3}));
  EXPECT_EQ(values(scattered), (Ints{0, 2, 3, 0, 5}));
  EXPECT_EQ(values(sum), (Ints{11, 25}));
  EXPECT_EQ(values(out), (Ints{11, 2, 3, 4, 25}));
}

TEST_F(MpiCommTest, LanesRunAtOnceAndDoNotMixTheirMessages) {
  const int p = processes().size(), r = processes().rank();
  constexpr int kLanes = 5;
  std::vector<Slice> in;
  for (int i = 0; i < kLanes; ++i) in.push_back(zeros(1));
  for (int repetition = 0; repetition < 3; ++repetition)
    run([&](Comm& c) {
      int begun = 0;
      c.lanes(kLanes, [&](Comm& lane, int i) {
        EXPECT_EQ(lane.rank(), r);
        // Messages of lane i travel round i + 1 times, so that lanes end at different times.
        Slice value = lane.scratch(1);
        const std::int32_t start = 100 * i + r;
        std::memcpy(store_.data(value), &start, 4);
        for (int hop = 0; hop <= i; ++hop) {
          lane.round(hop);
          lane.sendrecv(value, mod(r + 1, p), in[static_cast<std::size_t>(i)], mod(r - 1, p));
          lane.copy(value, in[static_cast<std::size_t>(i)]);
        }
        ++begun;
      });
      EXPECT_EQ(begun, kLanes);
      EXPECT_THROW(c.round(kLanes - 2), std::invalid_argument) << "the rounds of its lanes passed";
      c.round(kLanes - 1);
    });
  for (int i = 0; i < kLanes; ++i)
    EXPECT_EQ(values(in[static_cast<std::size_t>(i)]), Ints{100 * i + mod(r - i - 1, p)});
}

/// Checks that lane 0 of even ranks and lane 1 of odd ones wait for a message that the other lane
/// sends last: run in sequence they would never end.
TEST_F(MpiCommTest, ALaneThatWaitsDoesNotStopTheOthers) {
  NEEDS(2);
  const int r = processes().rank(), peer = r ^ 1;
  const Slice out = ints({r}), in = zeros(2);
  run([&](Comm& c) {
    c.lanes(2, [&](Comm& lane, int i) {
      if (peer >= c.size()) return;
      const bool first = (i == 0) == (r % 2 == 0);
      const Slice place = in.part(i, 1);
      if (first) lane.recv(place, peer), lane.send(out, peer, 1);
      if (!first) lane.send(out, peer), lane.recv(place, peer, 1);
    });
  });
  EXPECT_EQ(values(in), peer < processes().size() ? (Ints{peer, peer}) : (Ints{0, 0}));
}

TEST_F(MpiCommTest, LanesMayHaveLanes) {
  const int p = processes().size(), r = processes().rank();
  const Slice in = zeros(4), out = ints({0 + 10 * r, 1 + 10 * r, 2 + 10 * r, 3 + 10 * r});
  run([&](Comm& c) {
    c.lanes(2, [&](Comm& lane, int i) {
      lane.lanes(2, [&](Comm& inner, int j) {
        const int k = 2 * i + j;
        inner.sendrecv(out.part(k, 1), mod(r + 1, p), in.part(k, 1), mod(r - 1, p));
      });
    });
  });
  const int left = 10 * mod(r - 1, p);
  EXPECT_EQ(values(in), (Ints{left, left + 1, left + 2, left + 3}));
}

TEST_F(MpiCommTest, ASubNumbersItsRanksInTheOrderOfTheList) {
  const int p = processes().size(), r = processes().rank();
  const Slice out = ints({r}), in = zeros(1);
  std::vector<int> reversed;
  for (int i = p - 1; i >= 0; --i) reversed.push_back(i);
  for (int repetition = 0; repetition < 2; ++repetition)
    run([&](Comm& c) {
      const auto backwards = c.sub(reversed);
      EXPECT_EQ(backwards->rank(), p - 1 - r);
      EXPECT_EQ(backwards->size(), p);
      backwards->sendrecv(out, mod(backwards->rank() + 1, p), in, mod(backwards->rank() - 1, p));
      const auto alone = c.sub(std::vector{r});
      EXPECT_EQ(alone->size(), 1);
      alone->sendrecv(Slice::token(), 0, Slice::token(), 0);
      if (r % 2 == 0) {
        std::vector<int> even;
        for (int i = 0; i < p; i += 2) even.push_back(i);
        const auto half = c.sub(even);
        const auto twin = c.sub(even);
        const auto inner = half->sub(std::vector{half->rank()});
        EXPECT_EQ(half->rank(), r / 2);
        EXPECT_EQ(inner->size(), 1);
        // Two communicators of equal ranks: a message sent first on one is not received on the
        // other.
        const int n = half->size();
        const Handle sent = half->isend(Slice::token(), mod(half->rank() + 1, n));
        twin->sendrecv(Slice::token(), mod(half->rank() + 1, n), Slice::token(),
                       mod(half->rank() - 1, n));
        half->recv(Slice::token(), mod(half->rank() - 1, n));
        half->wait(sent);
      }
    });
  EXPECT_EQ(values(in), Ints{mod(r + 1, p)});
}

TEST_F(MpiCommTest, ReduceKeepsTheOrderOfItsOperands) {
  RealStore store(find_op("matrix-product", "int32"), processes().size());
  MpiRank rank(processes(), store, MpiRank::Seconds(kPatience), kHangCode);
  const Slice a = store.allocate(3), b = store.allocate(3), c = store.allocate(3);
  store.fill(a, {0, 0}), store.fill(b, {0, 1}), store.fill(c, {0, 1});
  rank.run([&](Comm& comm) {
    comm.reduce_front(b, a);  // a ⊕ b
    comm.reduce(a, c);        // the same
  });
  EXPECT_EQ(std::memcmp(store.data(a), store.data(b), 48), 0);
}

TEST_F(MpiCommTest, ScratchIsUsedAgainByTheNextRun) {
  std::vector<Slice> first, second;
  const auto program = [](std::vector<Slice>& got) {
    return [&got](Comm& c) { got = {c.scratch(10), c.scratch(10), c.scratch(0), c.scratch(3)}; };
  };
  run(program(first));
  run(program(second));
  EXPECT_NE(store_.data(first[0]), store_.data(first[1]));
  const auto places = [&](const std::vector<Slice>& s) {
    return std::set{store_.data(s[0]), store_.data(s[1])};
  };
  EXPECT_EQ(places(first), places(second));
  EXPECT_EQ(store_.data(first[3]), store_.data(second[3]));
}

TEST_F(MpiCommTest, MisuseIsRefusedInTheWordsOfTheEmulator) {
  const int p = processes().size();
  const auto says = [&](const std::string& want, const RankCode& program) {
    run([&](Comm& c) {
      try {
        program(c);
        ADD_FAILURE() << "accepted; expected " << want;
      } catch (const std::exception& e) {
        EXPECT_EQ(e.what(), want);
      }
    });
  };
  const Slice two = zeros(2), three = zeros(3);
  says(text_of("send to rank ", p, ": expected 0 .. ", p - 1), [&](Comm& c) { c.send(two, p); });
  says(text_of("recv from rank -1: expected 0 .. ", p - 1), [&](Comm& c) { c.recv(two, -1); });
  says(text_of("sendrecv from rank -1: expected 0 .. ", p - 1),
       [&](Comm& c) { c.sendrecv(two, 0, three, -1); });
  says("round 1 after round 2; rounds never go backwards", [](Comm& c) { c.round(2), c.round(1); });
  says("reduce of 2 elements into 3", [&](Comm& c) { c.reduce(three, two); });
  says("copy of 2 elements into 3", [&](Comm& c) { c.copy(three, two); });
  says("scratch of -1 elements", [](Comm& c) { c.scratch(-1); });
  says("lanes(0); expected at least 1", [](Comm& c) { c.lanes(0, [](Comm&, int) {}); });
  says("sub of no ranks", [](Comm& c) { c.sub({}); });
  says("sub names a rank twice", [](Comm& c) { c.sub(std::vector{c.rank(), c.rank()}); });
  says(text_of("sub with rank ", p, ": expected 0 .. ", p - 1), [p](Comm& c) {
    c.sub(std::vector{c.rank(), p});
  });
  says("wait: this handle has been waited for already", [](Comm& c) {
    const Handle in = c.irecv(Slice::token(), c.rank()), out = c.isend(Slice::token(), c.rank());
    c.wait(in), c.wait(out), c.wait(out);
  });
  says("a joined slice has no parts", [&](Comm& c) {
    c.join(std::vector{two.part(0, 1), three.part(1, 1)}).part(0, 1);
  });
}

TEST_F(MpiCommTest, WhatAProgramOrALaneThrowsEndsTheRun) {
  const int r = processes().rank();
  const auto says = [&](const std::string& want, const RankCode& program) {
    try {
      run(program);
      ADD_FAILURE() << "no failure; expected " << want;
    } catch (const RankError& e) {
      EXPECT_EQ(e.what(), text_of("rank ", r, ": ", want));
      EXPECT_EQ(e.rank(), r);
    }
    processes().barrier();  // the closing one, which run() has not reached
  };
  says("the dog ate my block", [](Comm&) { throw std::runtime_error("the dog ate my block"); });
  int unwound = 0;
  says("lane 2", [&](Comm& c) {
    c.lanes(3, [&](Comm& lane, int i) {
      struct Guard {
        int& n;
        ~Guard() { ++n; }
      } const guard{unwound};
      lane.sendrecv(Slice::token(), lane.rank(), Slice::token(), lane.rank());
      if (i == 2) throw std::runtime_error("lane 2");
    });
  });
  EXPECT_EQ(unwound, 3);
  says(text_of("ended without waiting for its isend to rank ", r, " (tag 4, round 6)"),
       [&](Comm& c) {
         c.round(6);
         const Handle in = c.irecv(Slice::token(), r, 4);
         c.isend(Slice::token(), r, 4);
         c.wait(in);
       });
}

}  // namespace
}  // namespace orrery::testing
