#include <iterator>

#include "tests/property/algorithms/symmetry.h"

namespace orrery::testing {
namespace {

constexpr int kMost = 256, kMostForAll = 64, kParts = 16;

/// Rings, around a switch, and where all are joined; all shapes of two sides, also of boards of 2x2, and trees of two
/// levels that are full or tapered.
std::vector<std::string> networks_of(int p) {
  std::vector<std::string> all{fmt::format("torus:{}", p), fmt::format("star:{}", p),
                               fmt::format("full:{}", p)};
  for (int side = 2; side * side <= p; ++side) {
    if (p % side != 0) continue;
    const int other = p / side;
    all.push_back(fmt::format("torus:{}x{}", side, other));
    all.push_back(fmt::format("hyperx:{}x{}", side, other));
    all.push_back(fmt::format("fat-tree:{},{};1,{}", side, other, side));
    all.push_back(fmt::format("fat-tree:{},{};1,{}", other, side, side));
    if (side % 2 != 0 || other % 2 != 0) continue;
    all.push_back(fmt::format("hammingmesh:2x2@{}x{}", side / 2, other / 2));
    all.push_back(fmt::format("hammingmesh:2x2@{}x{}", other / 2, side / 2));
  }
  return all;
}

/// One trial on each third network, whose data and ports change from network to network; other ones for the next p.
std::vector<Trial> few_trials(int p) {
  constexpr const char* kPorts[] = {"per-link", "1", "unlimited"};
  constexpr std::size_t kEach = 3;
  const std::vector<std::string> networks = networks_of(p);
  const auto rest = static_cast<std::size_t>(p);
  std::vector<Trial> all;
  for (std::size_t i = rest % kEach; i < networks.size(); i += kEach) {
    const std::size_t turn = (rest + i) / kEach;
    const std::vector<Trial> trials = trials_on(networks[i], p);
    all.push_back(trials[turn % trials.size()]);
    all.back().ports = kPorts[turn / trials.size() % std::size(kPorts)];
  }
  return all;
}

/// In few trials; where one rank may stand for others in none of these, in all, until it does in one.
bool expect_symmetric_somewhere(const Algorithm& a, int p) {
  bool identical = false;
  for (const Trial& t : few_trials(p)) identical = expect_symmetric(a, t) || identical;
  for (const std::string& network : networks_of(p))
    for (const Trial& t : trials_on(network, p)) identical = identical || expect_symmetric(a, t);
  return identical;
}

/// How many trials, or algorithms, ran with one rank for others.
int expect_symmetric_with(int p) {
  int identical = 0;
  if (p <= kMostForAll) {
    for (const std::string& network : networks_of(p)) identical += expect_symmetric_on(network, p);
    return identical;
  }
  for (const Algorithm* a : catalog())
    if (a->symmetry != nullptr && expect_symmetric_somewhere(*a, p)) ++identical;
  return identical;
}

/// A part of all p up to kMost: those that leave the same rest.
class SymmetrySlow : public ::testing::TestWithParam<int> {};

/// Every trial with ports per link for few ranks; for more, some for each algorithm that has any.
TEST_P(SymmetrySlow, OneRankStandsForAllUpTo256) {
  for (int p = GetParam(); p <= kMost && !HasFailure(); p += kParts)
    EXPECT_GT(expect_symmetric_with(p), 20) << p;
}

/// Boards of more than 2x2.
TEST(SymmetryOfBoards, OneRankStandsForAllOnBoardsOf16) {
  EXPECT_GT(expect_symmetric_on("hammingmesh:4x4@2x2", 64), 3);
}

INSTANTIATE_TEST_SUITE_P(All, SymmetrySlow, ::testing::Range(1, kParts + 1));

}  // namespace
}  // namespace orrery::testing
