// Tests exchanges on a torus: partners, codes and positions, reach sets, cycles.
#include <algorithm>
#include <numeric>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/common/arithmetic.h"
#include "algorithms/schedules/tori/bucket.h"
#include "algorithms/schedules/tori/butterfly.h"
#include "algorithms/schedules/tori/hamiltonian.h"
#include "algorithms/schedules/tori/swing_line.h"

namespace orrery {
namespace {

TEST(Pairing, RhoAndDeltaOfThePaper) {
  std::vector<int> rhos, deltas;
  for (int s = 0; s < 8; ++s) rhos.push_back(rho(s)), deltas.push_back(delta(s));
  EXPECT_EQ(rhos, (std::vector<int>{1, -1, 3, -5, 11, -21, 43, -85}));
  EXPECT_EQ(deltas, (std::vector<int>{1, 1, 3, 5, 11, 21, 43, 85}));
  EXPECT_EQ(rho(30), 715827883);
}

TEST(Pairing, PartnersHaveEachOther) {
  for (const bool mirrored : {false, true})
    for (int d = 2; d <= 128; d += 2)
      for (int s = 0; s < swing_steps(d); ++s)
        for (int x = 0; x < d; ++x)
          for (const Pairing pairing : {Pairing::kSwing, Pairing::kDoubling}) {
            if (pairing == Pairing::kDoubling && !is_power_of_two(d)) continue;
            const Pairs pairs{pairing, mirrored};
            const int y = pairs.partner(x, s, d);
            ASSERT_NE(y, x);
            ASSERT_EQ(pairs.partner(y, s, d), x) << d << ", s = " << s;
          }
}

/// Checks the first step of Fig. 5: on a row of four, node 0 exchanges with 1 and, mirrored, with
/// 3.
TEST(Pairing, MirroredTurnsTheOtherWay) {
  EXPECT_EQ((Pairs{Pairing::kSwing, false}.partner(0, 0, 4)), 1);
  EXPECT_EQ((Pairs{Pairing::kSwing, true}.partner(0, 0, 4)), 3);
  EXPECT_EQ((Pairs{Pairing::kDoubling, true}.partner(0, 0, 4)), 3);
}

/// Returns the nodes that x reaches by steps s, s+1, ...: the definition of Sec. 3.1.1.
std::set<int> reach(const Pairs& pairs, int x, int s, int k) {
  if (s == k) return {x};
  std::set<int> all = reach(pairs, x, s + 1, k);
  all.merge(reach(pairs, pairs.partner(x, s, 1 << k), s + 1, k));
  return all;
}

TEST(Pairing, CodesNameTheReachSets) {
  for (const Pairing pairing : {Pairing::kSwing, Pairing::kDoubling})
    for (const bool mirrored : {false, true}) {
      const Pairs pairs{pairing, mirrored};
      for (int k = 1; k <= 7; ++k)
        for (int x = 0; x < 1 << k; ++x) {
          ASSERT_EQ(pairs.node(pairs.code(x, k), k), x);
          for (int s = 0; s <= k; ++s) {
            std::set<int> same;
            for (int y = 0; y < 1 << k; ++y)
              if (((pairs.code(x, k) ^ pairs.code(y, k)) & ((1U << s) - 1)) == 0) same.insert(y);
            ASSERT_EQ(same, reach(pairs, x, s, k));
          }
        }
    }
}

TEST(SwingLine, EveryContributionReachesItsBlockOnce) {
  for (const auto& [mirrored, odd] : {std::pair{false, OddSide::kLeftOut},
                                      {true, OddSide::kLeftOut},
                                      {false, OddSide::kVirtual},
                                      {true, OddSide::kVirtual},
                                      {false, OddSide::kAheadVirtualFirst},
                                      {true, OddSide::kAheadVirtualFirst}})
    for (int d = 2; d <= 258; ++d) {
      const SwingLine line(d, mirrored, odd);
      for (int b = 0; b < line.blocks(); ++b)
        for (int x = 0; x < d; ++x) {
          if (line.owns(x, b)) continue;
          const int t = line.last_step(x, b), y = line.hop(x, b);
          ASSERT_GE(t, 0) << d;
          ASSERT_LT(t, line.steps());
          ASSERT_TRUE(line.owns(y, b) || line.last_step(y, b) > t) << d << ": " << x << " to " << b;
          bool exchanges = false;
          line.for_each_partner(x, t, [&](int partner) { exchanges = exchanges || partner == y; });
          ASSERT_TRUE(exchanges);
        }
    }
}

/// Checks Fig. 4: node 6 of 7 exchanges with 0, 1, 2, then with 3 and 4, then with 5.
TEST(SwingLine, TheOddNode) {
  const SwingLine line(7, false);
  std::vector<std::vector<int>> partners(3);
  for (int s = 0; s < 3; ++s)
    line.for_each_partner(6, s, [&](int y) { partners[static_cast<std::size_t>(s)].push_back(y); });
  EXPECT_EQ(partners, (std::vector<std::vector<int>>{{0, 1, 2}, {3, 4}, {5}}));
}

/// Checks that node 6 of 7 plays nodes 6 and 7 of 8.
TEST(SwingLine, TheNodeThatPlaysTwo) {
  const SwingLine line(7, false, OddSide::kVirtual);
  std::vector<std::vector<int>> partners(3);
  for (int s = 0; s < 3; ++s)
    line.for_each_partner(6, s, [&](int y) { partners[static_cast<std::size_t>(s)].push_back(y); });
  EXPECT_EQ(partners, (std::vector<std::vector<int>>{{}, {5, 0}, {1, 4}}));
}

TEST(Torus, StepsSkipExhaustedDimensions) {
  const auto order = [](std::vector<int> steps, int first) {
    std::string text;
    for (const DimensionStep& s : interleaved(steps, first))
      text += static_cast<char>('a' + s.dimension), text += static_cast<char>('0' + s.sigma);
    return text;
  };
  EXPECT_EQ(order({2, 2}, 0), "a0b0a1b1");
  EXPECT_EQ(order({2, 2}, 1), "b0a0b1a1");
  EXPECT_EQ(order({4, 2}, 1), "b0a0b1a1a2a3");
  EXPECT_EQ(order({0, 3, 1}, 2), "c0b0b1b2");
}

TEST(Butterfly, HalvesLieSideBySide) {
  for (const std::vector<int>& dims : {std::vector{16}, {4, 4}, {8, 2}, {2, 4, 8}, {4, 2, 2, 4}}) {
    const Torus torus(dims);
    for (const Pairing pairing : {Pairing::kSwing, Pairing::kDoubling})
      for (const Direction& direction : all_directions(pairing, torus.dimensions())) {
        const Butterfly butterfly(torus, direction);
        for (int r = 0; r < torus.size(); ++r) {
          const int position = butterfly.position(r);
          ASSERT_EQ(butterfly.rank(position), r);
          for (int s = 0; s < butterfly.steps(); ++s) {
            const int other = butterfly.position(butterfly.partner(r, s));
            const Range all = butterfly.range(position, s), mine = butterfly.range(position, s + 1);
            ASSERT_TRUE(all.lo <= other && other < all.hi);
            ASSERT_FALSE(mine.lo <= other && other < mine.hi);
            ASSERT_EQ(2 * (mine.hi - mine.lo), all.hi - all.lo);
          }
        }
      }
  }
}

/// Checks that exactly one collective uses each port at any step of a square torus.
TEST(Butterfly, EveryPortIsUsedByOneCollective) {
  for (const std::vector<int>& dims : {std::vector{8, 8}, {4, 4, 4}}) {
    const Torus torus(dims);
    for (const Pairing pairing : {Pairing::kSwing, Pairing::kDoubling})
      for (int s = 0; s < 6; ++s)
        for (int r = 0; r < torus.size(); ++r) {
          std::set<std::pair<int, bool>> ports;
          for (const Direction& direction : all_directions(pairing, torus.dimensions())) {
            const int to = Butterfly(torus, direction).partner(r, s);
            for (int i = 0; i < torus.dimensions(); ++i) {
              const int d = torus.side(i);
              const int up = (torus.coordinate(to, i) - torus.coordinate(r, i) + d) % d;
              if (up != 0)
                ports.emplace(i, 2 * up == d ? ports.contains({i, true}) == false : 2 * up < d);
            }
          }
          ASSERT_EQ(ports.size(), 2 * dims.size()) << "s = " << s;
        }
  }
}

TEST(Bucket, RangesSplitTheOnesBefore) {
  const std::vector<int> dims{3, 4, 2};
  const Torus torus(dims);
  for (const bool backwards : {false, true})
    for (int first = 0; first < 3; ++first) {
      const Bucket bucket(torus, first, backwards);
      for (int r = 0; r < torus.size(); ++r) {
        ASSERT_EQ(bucket.rank(bucket.position(r)), r);
        Range before{0, torus.size()};
        for (int j = 0; j < bucket.phases(); ++j) {
          int length = 0;
          for (int place = 0; place < bucket.side(j); ++place) {
            const Range part = bucket.range(r, j, place);
            ASSERT_TRUE(before.lo <= part.lo && part.hi <= before.hi);
            length += part.hi - part.lo;
          }
          ASSERT_EQ(length, before.hi - before.lo);
          before = bucket.range(r, j, bucket.place(r, j));
          const int right = bucket.right(r, j);
          ASSERT_EQ(bucket.left(right, j), r);
          ASSERT_EQ(bucket.place(right, j), (bucket.place(r, j) + 1) % bucket.side(j));
        }
      }
    }
}

/// Returns the undirected edges, each with its ends in order.
std::set<std::pair<int, int>> edges(const HamiltonianCycle& cycle, int p) {
  std::set<std::pair<int, int>> all;
  for (int i = 0; i < p; ++i) all.insert(std::minmax(cycle.rank(i), cycle.rank((i + 1) % p)));
  return all;
}

TEST(Hamiltonian, CyclesVisitAllAlongLinksAndShareNone) {
  int found = 0;
  for (int rows = 2; rows <= 24; ++rows)
    for (int columns = 2; columns <= 24; ++columns) {
      const std::vector<int> dims{rows, columns};
      if (HamiltonianCycle::missing(dims)) continue;
      ++found;
      const Torus torus(dims);
      const int p = torus.size();
      std::vector<std::set<std::pair<int, int>>> used;
      for (const auto which : {HamiltonianCycle::Which::kA, HamiltonianCycle::Which::kB}) {
        const HamiltonianCycle cycle(dims, which);
        std::set<int> visited;
        for (int i = 0; i < p; ++i) {
          const int r = cycle.rank(i), next = cycle.rank((i + 1) % p);
          visited.insert(r);
          ASSERT_EQ(cycle.position(r), i);
          int hops = 0;
          for (int k = 0; k < 2; ++k) {
            const int d = torus.side(k);
            const int up = (torus.coordinate(next, k) - torus.coordinate(r, k) + d) % d;
            hops += std::min(up, d - up);
          }
          ASSERT_EQ(hops, 1) << rows << "x" << columns << " at " << i;
        }
        ASSERT_EQ(visited.size(), static_cast<std::size_t>(p));
        used.push_back(edges(cycle, p));
      }
      if (std::min(rows, columns) == 2) continue;  // a side of 2 has one link instead of two
      for (const auto& edge : used[0]) ASSERT_FALSE(used[1].contains(edge));
    }
  EXPECT_GT(found, 50);
}

TEST(Hamiltonian, TheConditionOfThePaper) {
  const auto exists = [](std::vector<int> dims) { return !HamiltonianCycle::missing(dims); };
  EXPECT_TRUE(exists({64, 64}));
  EXPECT_TRUE(exists({64, 16}));
  EXPECT_TRUE(exists({16, 64}));  // rows and columns change places
  EXPECT_TRUE(exists({9, 3}));
  EXPECT_TRUE(exists({7}));
  EXPECT_FALSE(exists({6, 3}));  // gcd(6, 2) = 2
  EXPECT_FALSE(exists({4, 6}));
  EXPECT_FALSE(exists({4, 4, 4}));
  EXPECT_FALSE(exists({1, 8}));
}

}  // namespace
}  // namespace orrery
