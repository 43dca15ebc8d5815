#include <iterator>

#include "tests/property/algorithms/symmetry.h"

namespace orrery::testing {
namespace {

constexpr int kMost = 256, kMostForAll = 64, kParts = 16;

/// Returns rings, stars and full networks, all shapes of two sides (also with boards of 2x2), and full and tapered
/// trees of two levels.
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

/// Returns one trial for each third network; data and ports vary with the network and with p.
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

/// Tries few trials; if none of these has representative ranks, tries all until one has. Returns
/// whether one has.
bool expect_symmetric_somewhere(const Algorithm& a, int p) {
  bool identical = false;
  for (const Trial& t : few_trials(p)) identical = expect_symmetric(a, t) || identical;
  for (const std::string& network : networks_of(p))
    for (const Trial& t : trials_on(network, p)) identical = identical || expect_symmetric(a, t);
  return identical;
}

/// Returns the number of trials, or algorithms, that ran with representative ranks.
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

/// Tests a part of all p up to kMost: those with the same remainder.
class SymmetrySlow : public ::testing::TestWithParam<int> {};

/// Checks few ranks in every trial with ports per link; for more ranks, some trials for each
/// symmetric algorithm.
TEST_P(SymmetrySlow, OneRankStandsForAllUpTo256) {
  for (int p = GetParam(); p <= kMost && !HasFailure(); p += kParts)
    EXPECT_GT(expect_symmetric_with(p), 20) << p;
}

/// Checks boards of more than 2x2.
TEST(SymmetryOfBoards, OneRankStandsForAllOnBoardsOf16) {
  EXPECT_GT(expect_symmetric_on("hammingmesh:4x4@2x2", 64), 3);
}

INSTANTIATE_TEST_SUITE_P(All, SymmetrySlow, ::testing::Range(1, kParts + 1));

}  // namespace
}  // namespace orrery::testing
