// Tests exchanges of neighbours in grids against a reference that counts places: every plan delivers each block to its
// place and writes nowhere else, with the rounds, messages and blocks that the papers state.
#include "algorithms/schedules/tori/cartesian.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include <gtest/gtest.h>

namespace orrery {
namespace {

using cartesian::Blocks;
using Sides = std::vector<int>;
using Offset = Neighbors::Offset;
using Block = std::pair<int, int>;  // owner, and neighbour (0: the same for all)

const std::vector<Sides> kGrids{{1, 1}, {1, 4},    {2, 2},    {2, 3},    {3, 3},
                                {4, 5}, {2, 3, 4}, {3, 3, 3}, {7},       {1},
                                {2},    {1, 3, 1}, {2, 2, 2}, {5, 1, 2}, {3, 2, 1, 3}};

struct Grid {
  Sides sides;
  bool periodic;
  Neighborhood kind;

  int ranks() const { return std::accumulate(sides.begin(), sides.end(), 1, std::multiplies()); }
  Problem problem() const {
    Problem x;
    x.p = ranks();
    x.grid = sides;
    x.periodic = periodic;
    x.neighborhood = kind;
    return x;
  }
  std::string text() const {
    std::string text = periodic ? "rings" : "lines";
    for (const int side : sides) text += text_of(' ', side);
    return text + (kind == Neighborhood::kStar ? ", star" : ", moore");
  }
  int largest() const { return *std::ranges::max_element(sides); }
};

std::vector<Grid> grids() {
  std::vector<Grid> all;
  for (const Sides& sides : kGrids)
    for (const bool periodic : {true, false})
      for (const Neighborhood kind : {Neighborhood::kStar, Neighborhood::kMoore})
        all.push_back({sides, periodic, kind});
  return all;
}

/// Returns the rank at each place of the grid, by coordinates.
std::map<std::vector<int>, int> places(const Sides& sides) {
  std::map<std::vector<int>, int> all;
  std::vector<int> here(sides.size());
  for (int r = 0;; ++r) {
    all[here] = r;
    std::size_t k = sides.size();
    while (k-- > 0 && ++here[k] == sides[k]) here[k] = 0;
    if (k == ~std::size_t{0}) return all;
  }
}

/// Returns the offsets in the promised order, counted up like numbers of three digits.
std::vector<Offset> offsets(const Grid& grid) {
  std::vector<Offset> all;
  const std::size_t D = grid.sides.size();
  if (grid.kind == Neighborhood::kStar) {
    for (std::size_t k = 0; k < D; ++k)
      for (const int step : {-1, 1}) {
        all.emplace_back(D);
        all.back()[k] = step;
      }
    return all;
  }
  for (Offset offset(D, -1);;) {
    if (offset != Offset(D)) all.push_back(offset);
    std::size_t k = D;
    while (k-- > 0 && ++offset[k] == 2) offset[k] = -1;
    if (k == ~std::size_t{0}) return all;
  }
}

/// Returns the rank at `offset` from the place, or -1 beyond an edge.
int rank_at(const Grid& grid, const std::map<std::vector<int>, int>& places, std::vector<int> place,
            const Offset& offset) {
  for (std::size_t k = 0; k < place.size(); ++k) {
    place[k] += offset[k];
    if (grid.periodic && place[k] < 0) place[k] = grid.sides[k] - 1;
    if (grid.periodic && place[k] == grid.sides[k]) place[k] = 0;
  }
  const auto found = places.find(place);
  return found == places.end() ? -1 : found->second;
}

/// The blocks that each rank must hold after its own blocks; empty where it has no neighbour.
using Slots = std::vector<std::map<int, Block>>;
Slots wanted(const Grid& grid, Blocks blocks) {
  const auto all = places(grid.sides);
  const auto steps = offsets(grid);
  const bool same = blocks == Blocks::kSameForAll;
  const int first = same ? 1 : static_cast<int>(steps.size());
  Slots slots(static_cast<std::size_t>(grid.ranks()));
  for (const auto& [place, r] : all)
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const int from = rank_at(grid, all, place, steps[i]);
      if (from < 0) continue;
      Offset back = steps[i];
      for (int& step : back) step = -step;
      const auto mine = std::ranges::find(steps, back) - steps.begin();
      slots[static_cast<std::size_t>(r)][first + static_cast<int>(i)] = {
          from, same ? 0 : static_cast<int>(mine)};
    }
  return slots;
}

/// Ranks that carry out their plans, round by round.
class Ranks {
 public:
  Ranks(const Grid& grid, Blocks blocks, BlockPlan (*plan_of)(const Neighbors&, Blocks, int)) {
    const Neighbors near(grid.problem());
    const int own = blocks == Blocks::kSameForAll ? 1 : near.count();
    for (int r = 0; r < grid.ranks(); ++r) {
      plans_.push_back(plan_of(near, blocks, r));
      auto& vector = vectors_.emplace_back();
      for (int i = 0; i < own; ++i) vector[i] = {r, i};
      for (const BlockStep& step : plans_.back().steps) rounds_.insert(step.round);
    }
  }

  void run() {
    for (const int round : rounds_) {
      for (int r = 0; r < count(); ++r) send(r, round);
      for (int r = 0; r < count(); ++r) receive(r, round);
      EXPECT_TRUE(under_way_.empty()) << "no rank receives what is sent in round " << round;
    }
    for (int r = 0; r < count(); ++r)
      for (const BlockCopy& copy : plan(r).copies) put(r, copy.into, vector(r).at(copy.from));
  }

  int count() const { return static_cast<int>(plans_.size()); }
  const BlockPlan& plan(int r) const { return plans_[static_cast<std::size_t>(r)]; }
  int rounds() const { return static_cast<int>(rounds_.size()); }
  int last_round() const { return rounds_.empty() ? -1 : *rounds_.rbegin(); }
  /// Returns the blocks in a rank's vector after its own blocks.
  std::map<int, Block> slots(int r, int own) const {
    std::map<int, Block> all;
    for (const auto& [place, block] : vectors_[static_cast<std::size_t>(r)])
      if (place >= own && place < plan(r).pieces) all[place] = block;
    return all;
  }
  int messages(int r) const {
    int sum = 0;
    for (const BlockStep& step : plan(r).steps) sum += static_cast<int>(step.out.size());
    return sum;
  }
  int blocks_sent(int r) const {
    int sum = 0;
    for (const BlockStep& step : plan(r).steps)
      for (const BlockMessage& m : step.out) sum += static_cast<int>(m.blocks.size());
    return sum;
  }

 private:
  std::map<int, Block>& vector(int r) { return vectors_[static_cast<std::size_t>(r)]; }

  template <class F>
  void for_messages(int r, int round, std::vector<BlockMessage> BlockStep::*side, F&& f) {
    for (const BlockStep& step : plan(r).steps)
      if (step.round == round)
        for (const BlockMessage& m : step.*side) f(m);
  }
  void send(int r, int round) {
    for_messages(r, round, &BlockStep::out, [&](const BlockMessage& m) {
      EXPECT_NE(m.peer, r);
      auto& sent = under_way_[{r, m.peer}].emplace_back();
      for (const int place : m.blocks) sent.push_back(vector(r).at(place));
    });
  }
  void receive(int r, int round) {
    for_messages(r, round, &BlockStep::in, [&](const BlockMessage& m) {
      auto& coming = under_way_[{m.peer, r}];
      ASSERT_FALSE(coming.empty()) << "no rank sends what rank " << r << " waits for";
      ASSERT_EQ(coming.front().size(), m.blocks.size());
      for (std::size_t i = 0; i < m.blocks.size(); ++i) put(r, m.blocks[i], coming.front()[i]);
      coming.erase(coming.begin());
      if (coming.empty()) under_way_.erase({m.peer, r});
    });
  }
  void put(int r, int place, Block block) {
    EXPECT_LT(place, plan(r).pieces + plan(r).spare);
    EXPECT_TRUE(place >= plan(r).pieces || !vector(r).contains(place)) << "place " << place;
    vector(r)[place] = block;
  }

  std::vector<BlockPlan> plans_;
  std::vector<std::map<int, Block>> vectors_;
  std::set<int> rounds_;
  std::map<std::pair<int, int>, std::vector<std::vector<Block>>> under_way_;
};

constexpr std::pair<Blocks, const char*> kKinds[] = {{Blocks::kSameForAll, "allgather"},
                                                     {Blocks::kOneForEach, "alltoall"}};
constexpr std::pair<BlockPlan (*)(const Neighbors&, Blocks, int), const char*> kPlans[] = {
    {cartesian::at_once, "at once"},
    {cartesian::in_turn, "in turn"},
    {cartesian::combined, "combined"}};

TEST(Cartesian, EveryBlockArrivesAndNothingElse) {
  for (const Grid& grid : grids())
    for (const auto& [blocks, kind] : kKinds)
      for (const auto& [plan, name] : kPlans) {
        SCOPED_TRACE(text_of(grid.text(), ", ", kind, ' ', name));
        Ranks ranks(grid, blocks, plan);
        ranks.run();
        const Slots slots = wanted(grid, blocks);
        const int own = blocks == Blocks::kSameForAll ? 1 : static_cast<int>(offsets(grid).size());
        for (int r = 0; r < ranks.count(); ++r)
          EXPECT_EQ(ranks.slots(r, own), slots[static_cast<std::size_t>(r)]) << "rank " << r;
        EXPECT_EQ(ranks.rounds(), ranks.last_round() + 1) << "a round is left out";
      }
}

/// Counts the offsets in which all steps lead to a rank, and their steps, on rings.
std::pair<int, int> moving(const Grid& grid) {
  int offsets_moving = 0, steps = 0;
  for (const Offset& offset : offsets(grid)) {
    int own = 0;
    for (std::size_t k = 0; k < offset.size(); ++k)
      own += offset[k] != 0 && grid.sides[k] > 1 ? 1 : 0;
    steps += own;
    offsets_moving += own > 0 ? 1 : 0;
  }
  return {offsets_moving, steps};
}

TEST(Cartesian, RoundsMessagesAndBlocksAreThoseOfThePaper) {
  for (const Grid& grid : grids()) {
    if (!grid.periodic) continue;
    const auto [t, steps] = moving(grid);
    const auto dimensions = std::ranges::count_if(grid.sides, [](int side) { return side > 1; });
    for (const auto& [blocks, kind] : kKinds) {
      SCOPED_TRACE(text_of(grid.text(), ", ", kind));
      const Ranks at_once(grid, blocks, cartesian::at_once),
          in_turn(grid, blocks, cartesian::in_turn), combined(grid, blocks, cartesian::combined);
      EXPECT_EQ(at_once.rounds(), grid.largest() > 1 ? 1 : 0);
      EXPECT_EQ(in_turn.rounds(), t);
      EXPECT_EQ(combined.rounds(), 2 * dimensions);
      for (int r = 0; r < grid.ranks(); ++r) {
        EXPECT_EQ(at_once.messages(r), t);
        EXPECT_EQ(in_turn.blocks_sent(r), t);
        EXPECT_EQ(combined.messages(r), 2 * dimensions);
        const bool same = blocks == Blocks::kSameForAll;
        if (!same || std::ranges::min(grid.sides) > 1) {
          EXPECT_EQ(combined.blocks_sent(r), same ? t : steps);
        }
      }
    }
  }
}

TEST(Neighbors, AreNumberedAsInMpi) {
  Problem x;
  x.p = 12;
  x.grid = {3, 4};
  const Neighbors star(x);
  // Rank 5 is at (1, 1): above it (0, 1), below it (2, 1), then its neighbours in the row.
  EXPECT_EQ(star.count(), 4);
  EXPECT_EQ(star.at(5, 0), 1);
  EXPECT_EQ(star.at(5, 1), 9);
  EXPECT_EQ(star.at(5, 2), 4);
  EXPECT_EQ(star.at(5, 3), 6);
  EXPECT_EQ(star.at(0, 0), 8);
  EXPECT_EQ(star.at(0, 2), 3);
  x.periodic = false;
  EXPECT_EQ(Neighbors(x).at(0, 0), std::nullopt);
  EXPECT_EQ(Neighbors(x).at(0, 1), 4);
  x.neighborhood = Neighborhood::kMoore;
  const Neighbors moore(x);
  EXPECT_EQ(moore.count(), 8);
  EXPECT_EQ(moore.at(5, 0), 0);
  EXPECT_EQ(moore.at(5, 3), 4);
  EXPECT_EQ(moore.at(5, 7), 10);
  EXPECT_EQ(moore.opposite(0), 7);
}

TEST(Neighbors, TheGridIsTheNearestToASquareUnlessItIsSaid) {
  Problem x;
  for (const auto& [p, sides] : {std::pair{1, Sides{1, 1}},
                                 {2, Sides{2, 1}},
                                 {12, Sides{4, 3}},
                                 {16, Sides{4, 4}},
                                 {17, Sides{17, 1}}}) {
    x.p = p;
    EXPECT_EQ(Neighbors(x).sides(), sides) << p;
  }
  x.p = 24;
  x.dims = {2, 3, 4};
  EXPECT_EQ(Neighbors(x).sides(), x.dims);
  x.grid = {6, 4};
  EXPECT_EQ(Neighbors(x).sides(), x.grid);
}

TEST(Neighbors, AGridThatIsNoneIsRefused) {
  Problem x;
  x.p = 12;
  for (const Sides& sides : {Sides{3, 5}, Sides{12, 0}, Sides{-3, -4}, Sides{11}, Sides(40, 2)}) {
    x.grid = sides;
    EXPECT_THROW(Neighbors{x}, std::invalid_argument);
  }
  x.grid = Sides(10, 1);
  x.p = 1;
  EXPECT_NO_THROW(Neighbors{x});
  x.neighborhood = Neighborhood::kMoore;
  EXPECT_THROW(Neighbors{x}, std::invalid_argument);
}

}  // namespace
}  // namespace orrery
