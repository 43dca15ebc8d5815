#include "algorithms/levels/rank_grid.h"

#include <algorithm>

namespace orrery::inline algorithms {

namespace {

/// Returns whether two places agree in all dimensions in [from, to).
bool agree(const std::vector<int>& a, const std::vector<int>& b, int from, int to) {
  return std::equal(a.begin() + from, a.begin() + to, b.begin() + from);
}

}  // namespace

RankGrid::RankGrid(Levels& at) : at_(at), grid_(at.grid()), sides_(sides_of(*grid_)) {}

/// Returns, by place in dimension d, the ranks there that agree with this one in the dimensions
/// below.
std::vector<std::vector<int>> RankGrid::held(int d) const {
  const std::vector<int>& own = (*grid_)[static_cast<std::size_t>(at_.rank())];
  std::vector<std::vector<int>> ranks(
      static_cast<std::size_t>(sides_[static_cast<std::size_t>(d)]));
  for (int r = 0; r < at_.problem().p; ++r) {
    const std::vector<int>& place = (*grid_)[static_cast<std::size_t>(r)];
    if (agree(place, own, 0, d))
      ranks[static_cast<std::size_t>(place[static_cast<std::size_t>(d)])].push_back(r);
  }
  return ranks;
}

void RankGrid::blocks(int role, int d) const {
  const std::vector<int>& own = (*grid_)[static_cast<std::size_t>(at_.rank())];
  std::vector<int> ranks;
  std::vector<Slices> blocks;
  std::vector<std::int64_t> sizes;
  for (const std::vector<int>& there : held(d)) {
    ranks.push_back(*std::ranges::find_if(there, [&](int r) {
      return agree((*grid_)[static_cast<std::size_t>(r)], own, d + 1, dimensions());
    }));
    blocks.push_back(at_.blocks_of(there));
    sizes.push_back(elements_of(blocks.back()));
  }
  at_.blocks(role, ranks, 0, sizes, [&](int k) { return blocks[static_cast<std::size_t>(k)]; });
}

std::optional<std::string> no_grid(const Problem& x) {
  if (!sides_of(grid_of(x)).empty()) return std::nullopt;
  return "blueconnect needs a full grid of ranks: groups of one size on every level";
}

}  // namespace orrery::inline algorithms
