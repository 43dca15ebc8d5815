// The number of blocks that pipelined algorithms choose against what every other number takes: on a
// grid of ranks, sizes, distributions, costs and networks.
#include "tests/property/algorithms/blocks.h"

namespace orrery {
namespace {

using namespace orrery::testing;

/// Numbers of blocks that are looked at grow so; BlocksSlow looks at every one.
constexpr double kStep = 1.05;

TEST(Blocks, AreTheBestOfARegularProblem) {
  int cells = 0;
  for_each_regular([&](const Algorithm& a, const Cell& cell) {
    expect_best(a, cell, kStep);
    ++cells;
  });
  EXPECT_GE(cells, 150);
}

TEST(Blocks, AreTheBestWithTinyAndHugeStartup) {
  for_each_startup([](const Algorithm& a, const Cell& cell) { expect_best(a, cell, kStep); });
}

TEST(Blocks, AreTheBestWhereSendingAndReceivingTakeTurns) {
  for_each_half_duplex([](const Algorithm& a, const Cell& cell) { expect_best(a, cell, kStep); });
}

TEST(Blocks, AreTheBestOfAnIrregularProblem) {
  for_each_irregular([](const Algorithm& a, const Cell& cell) { expect_best(a, cell, kStep); });
}

/// Several hops, links that are shared, processors that are busy, ports of every kind.
TEST(Blocks, AreTheBestOnANetwork) {
  const std::vector<Surroundings> all{
      {"hops", [](Network& n) { n.costs.hop_latency = 700ns; }},
      {"two ports", [](Network& n) { n.ports.count = 2; }},
      {"overhead", [](Network& n) { n.costs.overhead = n.costs.alpha * 3 / 4; }},
      {"transfer",
       [](Network& n) {
         n.ports.hold = Ports::Hold::kTransfer;
         n.costs.links[0].latency = 1us;
       }},
      {"per link", [](Network& n) { n.ports.kind = Ports::Kind::kPerLink; }},
      {"no limit", [](Network& n) { n.ports.kind = Ports::Kind::kUnlimited; }},
      half_duplex()};
  const std::vector<std::pair<const char*, int>> places{
      {"torus:15", 15}, {"torus:3x4", 12},       {"mesh:4x2", 8},     {"hyperx:3x3", 9},
      {"star:7", 7},    {"dragonfly:4,2,2", 20}, {"fat-tree:2,3", 8}, {"full:10", 10}};
  std::size_t turn = 0;  // every place has every surroundings once, in turns
  for (const bool irregular : {false, true})
    for (const Algorithm* a : pipelined(irregular))
      for (const auto& [topology, p] : places)
        for (const std::int64_t count : {5000, 200000})
          expect_best(*a,
                      {p, count, irregular ? "random" : "", 500ns, 20, 60.0, topology,
                       all[turn++ % all.size()], irregular ? 0 : p / 2},
                      1.06);
}

/// Where looking at every message of every rank would take too long.
TEST(Blocks, AreTheBestOfManyRanks) {
  for (const Algorithm* a : pipelined(true))
    for (const char* distribution : {"random", "two-blocks", "huge"})
      for (const std::int64_t count : {6000, 600000})
        expect_best(*a, {150, count, distribution, 50ns, 80, 0}, 1.3);
}

}  // namespace
}  // namespace orrery
