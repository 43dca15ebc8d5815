#include "algorithms/levels/rank_grid.h"

#include <algorithm>

namespace orrery {

namespace {

/// Whether two places agree in all dimensions in [from, to).
bool agree(const std::vector<int>& a, const std::vector<int>& b, int from, int to) {
  return std::equal(a.begin() + from, a.begin() + to, b.begin() + from);
}

}  // namespace

RankGrid::RankGrid(Levels& at) : at_(at), grid_(grid_of(at.problem())), sides_(sides_of(grid_)) {}

Slices RankGrid::held(int d, int k) const {
  const std::vector<int>& own = grid_[static_cast<std::size_t>(at_.rank())];
  std::vector<int> ranks;
  for (int r = 0; r < at_.problem().p; ++r) {
    const std::vector<int>& place = grid_[static_cast<std::size_t>(r)];
    if (place[static_cast<std::size_t>(d)] == k && agree(place, own, 0, d)) ranks.push_back(r);
  }
  return at_.blocks_of(ranks);
}

void RankGrid::blocks(int role, int d) const {
  const std::vector<int>& own = grid_[static_cast<std::size_t>(at_.rank())];
  const auto side = static_cast<std::size_t>(sides_[static_cast<std::size_t>(d)]);
  std::vector<int> ranks(side);
  std::vector<std::int64_t> sizes;
  for (int r = 0; r < at_.problem().p; ++r) {
    const std::vector<int>& place = grid_[static_cast<std::size_t>(r)];
    if (agree(place, own, 0, d) && agree(place, own, d + 1, dimensions()))
      ranks[static_cast<std::size_t>(place[static_cast<std::size_t>(d)])] = r;
  }
  for (int k = 0; k < static_cast<int>(side); ++k) sizes.push_back(elements_of(held(d, k)));
  at_.blocks(role, ranks, 0, sizes, [&](int k) { return held(d, k); });
}

std::optional<std::string> no_grid(const Problem& x) {
  if (!sides_of(grid_of(x)).empty()) return std::nullopt;
  return "blueconnect needs a full grid of ranks: groups of one size on every level";
}

}  // namespace orrery
