#include "algorithms/levels/rank_groups.h"

#include <algorithm>
#include <map>

#include "emu/base/coordinates.h"
#include "emu/base/index.h"

namespace orrery::inline algorithms {

namespace {

std::vector<int> groups_of_ranks(int p, int ranks) {
  std::vector<int> groups;
  groups.reserve(at(p));
  for (int r = 0; r < p; ++r) groups.push_back(r / ranks);
  return groups;
}

/// Returns row-major coordinates, the fastest first.
std::vector<std::vector<int>> coordinates(const Problem& x) {
  std::vector<std::vector<int>> grid;
  grid.reserve(at(x.p));
  for (int r = 0; r < x.p; ++r) {
    grid.push_back(coordinates_of(r, x.dims));
    std::ranges::reverse(grid.back());
  }
  return grid;
}

/// Returns the places of ranks in the groups of one level, of those groups in the groups of the
/// next one, and so on.
std::vector<std::vector<int>> places(const std::vector<std::vector<int>>& levels, int p) {
  std::vector<std::vector<int>> grid(at(p));
  std::vector<int> unit(at(p));  // by rank: the unit that is counted on this level
  for (int r = 0; r < p; ++r) unit[at(r)] = r;
  for (std::size_t level = 0; level <= levels.size(); ++level) {
    const std::vector<int> all(at(p));
    const RankGroups groups(level < levels.size() ? levels[level] : all);
    std::map<int, std::map<int, int>> place;  // by group: of each unit
    for (int r = 0; r < p; ++r) {
      auto& known = place[groups.of(r)];
      grid[at(r)].push_back(
          known.try_emplace(unit[at(r)], static_cast<int>(known.size())).first->second);
    }
    for (int r = 0; r < p; ++r) unit[at(r)] = groups.of(r);
  }
  return grid;
}

}  // namespace

RankGroups::RankGroups(const std::vector<int>& group_of) {
  std::map<int, int> number;
  for (const int name : group_of) {
    const int j = number.try_emplace(name, static_cast<int>(number.size())).first->second;
    if (j == count()) members_.emplace_back();
    place_.push_back(static_cast<int>(members_[at(j)].size()));
    members_[at(j)].push_back(static_cast<int>(group_.size()));
    group_.push_back(j);
  }
}

int RankGroups::smallest() const {
  return static_cast<int>(
      std::ranges::min(members_, {}, [](const auto& L) { return L.size(); }).size());
}

int RankGroups::largest() const {
  return static_cast<int>(
      std::ranges::max(members_, {}, [](const auto& L) { return L.size(); }).size());
}

std::vector<int> RankGroups::lane(int i) const {
  std::vector<int> lane;
  lane.reserve(members_.size());
  for (const std::vector<int>& L : members_) lane.push_back(L[at(i)]);
  return lane;
}

bool RankGroups::consecutive() const {
  return std::ranges::is_sorted(group_);
}

std::vector<int> default_groups(int p, bool equal) {
  int ranks = 1;
  while (ranks * ranks < p) ++ranks;
  while (equal && (p % ranks != 0 || ranks * ranks > p)) --ranks;
  return groups_of_ranks(p, ranks);
}

RankGroups groups_of(const Problem& x, bool equal) {
  return RankGroups(x.groups.empty() ? default_groups(x.p, equal) : x.groups.front());
}

std::optional<std::string> groups_differ(const Problem& x) {
  const RankGroups groups = groups_of(x, true);
  if (groups.smallest() == groups.largest()) return std::nullopt;
  return text_of("needs groups of one size, but they have ", groups.smallest(), " to ",
                 groups.largest(), " ranks");
}

std::vector<std::vector<int>> grid_of(const Problem& x) {
  if (!x.groups.empty()) return places(x.groups, x.p);
  return x.dims.empty() ? places({default_groups(x.p, true)}, x.p) : coordinates(x);
}

std::vector<int> sides_of(const std::vector<std::vector<int>>& grid) {
  std::vector<int> sides(grid.front().size());
  for (const std::vector<int>& place : grid)
    for (std::size_t d = 0; d < sides.size(); ++d) sides[d] = std::max(sides[d], place[d] + 1);
  std::size_t all = 1;
  for (const int side : sides) all *= at(side);
  return all == grid.size() ? sides : std::vector<int>();
}

std::vector<std::vector<int>> coarser_groups(const Problem& x, const std::vector<int>& ranks) {
  std::vector<std::vector<int>> coarser;
  for (std::size_t level = 1; level < x.groups.size(); ++level) {
    coarser.emplace_back();
    for (const int r : ranks) coarser.back().push_back(x.groups[level][at(r)]);
  }
  return coarser;
}

}  // namespace orrery::inline algorithms
