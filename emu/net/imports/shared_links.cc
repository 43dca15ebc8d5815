#include "emu/net/imports/shared_links.h"

#include <algorithm>
#include <numeric>

#include "emu/base/check.h"

namespace orrery::imports {

SharedLinks::Point SharedLinks::point_of(const std::string& node) {
  const auto [entry, is_new] = nodes_.try_emplace(node, above_.size());
  if (is_new) {
    names_[above_.size()] = node;
    above_.push_back(above_.size());
    opposite_.emplace_back();
  }
  return root(entry->second);
}

std::pair<SharedLinks::Point, SharedLinks::Point> SharedLinks::points_of(const std::string& link) {
  const Point next = above_.size();
  const auto [entry, is_new] = links_.try_emplace(link, next, next + 1);
  if (is_new) {
    above_.insert(above_.end(), {next, next + 1});
    opposite_.insert(opposite_.end(), {{next + 1}, {next}});
  }
  return {root(entry->second.first), root(entry->second.second)};
}

SharedLinks::Point SharedLinks::root(Point point) const {
  while (above_[point] != point) point = above_[point] = above_[above_[point]];
  return point;
}

bool SharedLinks::would_loop(Point a, Point b) const {
  if (opposite_[b].size() < opposite_[a].size()) std::swap(a, b);
  return std::ranges::any_of(opposite_[a], [&](Point other) { return root(other) == b; });
}

bool SharedLinks::merge(Point a, Point b) {
  a = root(a), b = root(b);
  if (a == b) return true;
  const auto first = names_.find(a), second = names_.find(b);
  if ((first != names_.end() && second != names_.end()) || would_loop(a, b)) return false;
  if (second != names_.end()) names_[a] = second->second;
  if (opposite_[a].size() < opposite_[b].size()) std::swap(opposite_[a], opposite_[b]);
  opposite_[a].insert(opposite_[a].end(), opposite_[b].begin(), opposite_[b].end());
  opposite_[b].clear();
  above_[b] = a;
  return true;
}

/// Returns whether the rest of a route, after link i, begins at a point.
bool SharedLinks::is_end_of_rest(const Route& route, std::size_t i, Point point) {
  if (i + 1 == route.way.size()) return point == point_of(route.to);
  const auto [a, b] = points_of(*route.way[i + 1].link);
  return point == a || point == b;
}

/// Returns the direction in which a route crosses its link i from its present point: as the route
/// says, or as the known ends imply.
int SharedLinks::direction_of(const Route& route, std::size_t i, Point at) {
  if (route.way[i].direction != 0) return route.way[i].direction;
  const auto [a, b] = points_of(*route.way[i].link);
  if (a == at) return 1;
  if (b == at) return -1;
  return is_end_of_rest(route, i, a) && !is_end_of_rest(route, i, b) ? -1 : 1;
}

bool SharedLinks::place(Route& route) {
  Point at = point_of(route.from);
  for (std::size_t i = 0; i < route.way.size(); ++i) {
    const int direction = direction_of(route, i, at);
    const auto [a, b] = points_of(*route.way[i].link);
    if (!merge(at, direction > 0 ? a : b)) return false;
    route.way[i].direction = direction;
    at = root(direction > 0 ? b : a);
  }
  return merge(at, point_of(route.to));
}

std::vector<std::string> SharedLinks::solve() {
  std::vector<std::size_t> order(routes_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return routes_[i].way.size(); });
  std::vector<std::string> remarks;
  for (const std::size_t i : order) {
    Route& route = routes_[i];
    route.placed = place(route);
    if (!route.placed)
      remarks.push_back(text_of("the links of the route from '", route.from, "' to '", route.to,
                                "', which other routes have at other places: links here join two "
                                "nodes, and this route has some of its own"));
  }
  return remarks;
}

std::string SharedLinks::name_of(Point point) const {
  if (const auto named = names_.find(root(point)); named != names_.end()) return named->second;
  const auto [entry, is_new] = made_up_.try_emplace(root(point));
  if (is_new) entry->second = text_of("switch", made_up_.size() - 1);
  return entry->second;
}

std::pair<std::string, std::string> SharedLinks::ends_of(const std::string& link) const {
  const auto& [a, b] = links_.at(link);
  return {name_of(a), name_of(b)};
}

std::vector<std::string> SharedLinks::between(const Route& route) const {
  std::vector<std::string> names;
  for (std::size_t i = 0; i + 1 < route.way.size(); ++i) {
    const auto& [a, b] = links_.at(*route.way[i].link);
    names.push_back(name_of(route.way[i].direction > 0 ? b : a));
  }
  return names;
}

}  // namespace orrery::imports
