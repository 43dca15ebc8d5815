#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "emu/base/index.h"
#include "viz/model/layout/kinds.h"

namespace orrery::viz {
namespace {

constexpr int kLongestRow = 96;       ///< hosts
constexpr double kGroupGap = 0.6;     ///< extra distance between hosts of different switches
constexpr double kRanksBelow = 0.75;  ///< for the ranks of a host
constexpr double kAspect = 0.55;      ///< height of the picture over its width

using Neighbours = std::vector<std::vector<NodeId>>;

Neighbours neighboursOf(const Topology& t) {
  Neighbours result(at(t.nodes()));
  for (LinkId id = 0; id < t.link_count(); ++id) {
    const Link l = t.link(id);
    result[at(l.from)].push_back(l.to);
  }
  return result;
}

/// Returns the distance of every node from the nearest host; nodes without links have level 1.
std::vector<int> levelsOf(const Topology& t, const Neighbours& next) {
  std::vector<int> level(at(t.nodes()), -1);
  std::vector<NodeId> queue(at(t.hosts()));
  std::iota(queue.begin(), queue.end(), 0);
  for (NodeId h : queue) level[at(h)] = 0;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (NodeId n : next[at(queue[i])]) {
      if (level[at(n)] >= 0) continue;
      level[at(n)] = level[at(queue[i])] + 1;
      queue.push_back(n);
    }
  }
  for (int& l : level) l = l < 0 ? 1 : l;
  return level;
}

/// Every node's level and its place in the level's row, from 0 (left) to 1.
struct Places {
  std::vector<int> level;
  std::vector<double> x;
  int levels = 1;
  int groups = 0;         ///< of hosts
  bool sideways = false;  ///< there are links between switches of one level
};

void placeHosts(const Topology& t, const Neighbours& next, Places& p) {
  const auto parent = [&](NodeId h) { return next[at(h)].empty() ? -1 : next[at(h)].front(); };
  double x = 0.5;
  for (NodeId h = 0; h < t.hosts(); ++h) {
    const bool newGroup = h > 0 && parent(h) != parent(h - 1);
    if (newGroup) x += kGroupGap;
    p.groups += h == 0 || newGroup;
    p.x[at(h)] = x;
    x += 1;
  }
  for (NodeId h = 0; h < t.hosts(); ++h) p.x[at(h)] /= x - 0.5;
}

/// Switches of one level, spread evenly in the order of the mean place of those below them.
void placeSwitches(const Neighbours& next, int level, Places& p) {
  std::vector<std::pair<double, NodeId>> row;
  for (std::size_t n = 0; n < p.level.size(); ++n) {
    if (p.level[n] != level) continue;
    double sum = 0, count = 0;
    for (NodeId below : next[n]) {
      if (p.level[at(below)] != level - 1) continue;
      sum += p.x[at(below)];
      count += 1;
    }
    row.emplace_back(std::round(sum / std::max(count, 1.0) * 1e9), static_cast<NodeId>(n));
  }
  std::sort(row.begin(), row.end());
  for (std::size_t i = 0; i < row.size(); ++i) {
    p.x[at(row[i].second)] = (static_cast<double>(i) + 0.5) / static_cast<double>(row.size());
  }
}

Places placesOf(const Topology& t) {
  const Neighbours next = neighboursOf(t);
  Places p;
  p.level = levelsOf(t, next);
  p.levels = 1 + *std::max_element(p.level.begin(), p.level.end());
  p.x.assign(at(t.nodes()), 0.5);
  for (NodeId n = t.hosts(); n < t.nodes(); ++n)
    for (const NodeId other : next[at(n)]) p.sideways |= p.level[at(n)] == p.level[at(other)];
  placeHosts(t, next, p);
  for (int level = 1; level < p.levels; ++level) placeSwitches(next, level, p);
  return p;
}

std::vector<QPointF> inRows(const Topology& t, const Places& p) {
  const double width = t.hosts() + kGroupGap * (p.groups - 1);
  const double gap = std::max(1.6, width * kAspect / std::max(p.levels - 1, 1));
  std::vector<QPointF> points;
  for (std::size_t n = 0; n < p.x.size(); ++n) {
    points.emplace_back(p.x[n] * width, -gap * p.level[n]);
  }
  return points;
}

/// Places hosts on the outer circles, each level of switches on a smaller one, and a single top
/// switch in the centre.
std::vector<QPointF> inCircles(const Topology& t, const Places& p) {
  constexpr double kInnermostHost = 0.62;
  const double innermost_top = p.sideways ? 0.4 : 0.75;  // of the way to the centre
  std::vector<QPointF> points = circlePoints(t.hosts(), kInnermostHost);
  double outer = 0;
  for (const QPointF& h : points) outer = std::max(outer, std::hypot(h.x(), h.y()));
  if (t.hosts() == 1) outer = 1, points[0] = {0, outer};
  const bool lone = std::count(p.level.begin(), p.level.end(), p.levels - 1) == 1;
  const double innermost = points.size() > at(kLongestRow) ? kInnermostHost : 1.0;
  for (std::size_t n = points.size(); n < p.x.size(); ++n) {
    const double depth = (lone ? 1.0 : innermost_top) * p.level[n] / std::max(p.levels - 1, 1);
    const double radius = outer * innermost * (1 - depth);
    const double angle = 2 * std::numbers::pi * p.x[n] - std::numbers::pi / 2;
    points.emplace_back(radius * std::cos(angle), radius * std::sin(angle));
  }
  return points;
}

class TreeLayout : public Layout {
 public:
  explicit TreeLayout(std::shared_ptr<const Topology> t) : Layout(std::move(t)) {
    const Places places = placesOf(topology());
    const bool star = topology().nodes() == topology().hosts() + 1;
    const bool rows = !star && !places.sideways && topology().hosts() <= kLongestRow;
    constexpr double kGroundEdge = 0.6;
    place(rows ? inRows(topology(), places) : inCircles(topology(), places), 0.34,
          {kGroundEdge, kGroundEdge, kGroundEdge, rows ? kGroundEdge + kRanksBelow : kGroundEdge});
    if (rows) setRoomBelow(kRanksBelow);
  }
  LinkShape link(LinkId id) const override {
    const Link ends = topology().link(id);
    return {{QLineF(nodes()[at(ends.from)], nodes()[at(ends.to)])}, 1};
  }
};

}  // namespace

std::unique_ptr<Layout> makeTreeLayout(std::shared_ptr<const Topology> topology) {
  return std::make_unique<TreeLayout>(std::move(topology));
}

}  // namespace orrery::viz
