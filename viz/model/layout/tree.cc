#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>
#include <utility>

#include "emu/base/index.h"
#include "viz/model/layout/kinds.h"

namespace orrery::viz::inline model {
namespace {

constexpr double kSwitchGap = 0.6;      ///< extra distance between hosts of different switches
constexpr double kHostColumnGap = 0.3;  ///< and of their columns
constexpr double kPartGap = 0.5;        ///< more between different parts
constexpr double kBesideHost = 0.55;    ///< distance of its lane from the hosts of a column
constexpr double kLaneTop = 0.65;       ///< of lanes above the first row of hosts
constexpr double kSpread = 0.6;         ///< least distance of switches of a part, over an even one
constexpr double kRanksBelow = 0.75;    ///< for the ranks of a host
constexpr double kLevelGap = 2.0;       ///< between levels, at least
constexpr double kSteep = 0.2;          ///< the same, over the width of the hosts of a switch
constexpr double kAspect = 0.6;         ///< height of the picture over its width
constexpr double kEdgeOfTree = 0.6;
constexpr int kShortRow = 16;  ///< up to this many hosts are in one row
constexpr int kMostRows = 8;   ///< of hosts below a switch
constexpr double kEnoughRoom =
    18;  ///< width of a picture in which nodes are as large as they need to be
constexpr double kBothSides = 0.85;  ///< worth of a picture that has to be read from its middle

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

/// The levels of a network, and its parts, ranges of hosts: what remains connected without the
/// highest level.
struct Tree {
  const Topology& topology;
  Neighbours next;
  std::vector<int> level;
  int levels = 1;
  bool sideways = false;  ///< there are links between switches of one level
  std::vector<int> part;  ///< by node; -1: of the highest level

  explicit Tree(const Topology& t)
      : topology(t), next(neighboursOf(t)), level(levelsOf(t, next)), part(level.size(), -1) {
    levels = 1 + *std::max_element(level.begin(), level.end());
    for (NodeId n = t.hosts(); n < t.nodes(); ++n)
      for (const NodeId other : next[at(n)]) sideways |= level[at(n)] == level[at(other)];
    int parts = 0;
    for (NodeId h = 0; h < t.hosts(); ++h)
      if (part[at(h)] < 0) fill(h, parts++);
    mergeMixed(parts);
  }
  NodeId parent(NodeId host) const { return next[at(host)].empty() ? -1 : next[at(host)].front(); }

 private:
  void fill(NodeId host, int number) {
    std::vector<NodeId> found{host};
    part[at(host)] = number;
    for (std::size_t i = 0; i < found.size(); ++i) {
      for (const NodeId n : next[at(found[i])]) {
        if (part[at(n)] >= 0 || level[at(n)] == levels - 1) continue;
        part[at(n)] = number;
        found.push_back(n);
      }
    }
  }
  /// Makes one part of those whose hosts are mixed, as the rails of a group.
  void mergeMixed(int parts) {
    std::vector<NodeId> last(at(parts));
    for (NodeId h = 0; h < topology.hosts(); ++h) last[at(part[at(h)])] = h;
    std::vector<int> merged(last.size());
    int number = -1;
    NodeId end = -1;
    for (NodeId h = 0; h < topology.hosts(); ++h) {
      if (h > end) ++number;
      const std::size_t old = at(part[at(h)]);
      end = std::max(end, last[old]);
      merged[old] = number;
    }
    for (int& p : part) p = p < 0 ? p : merged[at(p)];
  }
};

/// Rows of hosts below their switch; half of the parts may stand above the highest level.
struct Arrangement {
  int rows = 1;
  bool both_sides = false;
};

/// Places of all nodes in rows.
class TreeRows {
 public:
  TreeRows(const Tree& tree, const Arrangement& how) : tree_(&tree), how_(how) {
    const std::size_t nodes = tree.level.size();
    points.resize(nodes);
    lane.resize(nodes);
    for (NodeId first = 0; first < tree.topology.hosts();) first = placeBunch(first);
    width = std::max(next_[0], next_[1]);
    for (std::size_t h = 0; h < at(tree.topology.hosts()); ++h) {
      const double aside = (width - next_[isBelow(h)]) / 2;
      points[h].rx() += aside;
      if (lane[h] > 0) lane[h] += aside;
    }
  }
  /// Returns the height with levels close to each other.
  double leastHeight() const { return sides() * (how_.rows - 1 + leastGap() * gaps()); }
  /// Returns how large nodes are in a picture of this shape; 1 / kEnoughRoom is enough.
  double worth() const {
    const double scale = std::min({1 / kEnoughRoom, 1 / (width + 2 * kEdgeOfTree),
                                   kAspect / (leastHeight() + 2 * kEdgeOfTree)});
    return scale * (how_.both_sides ? kBothSides : 1);
  }
  /// Completes the places: of switches, and in height.
  void finish() {
    const double gap = std::max(leastGap(), (kAspect * width / sides() - (how_.rows - 1)) / gaps());
    lane_top = gap * gaps() - kLaneTop;
    for (std::size_t h = 0; h < at(tree_->topology.hosts()); ++h) points[h].ry() += gap * gaps();
    for (int level = 1; level < tree_->levels; ++level) placeLevel(level, gap);
    for (std::size_t n = 0; n < points.size(); ++n)
      if (how_.both_sides && !isBelow(n)) points[n].ry() *= -1;
  }

  std::vector<QPointF> points;
  std::vector<double>
      lane;  ///< of each host: of its link, beside the others of the column; 0: none
  double width = 0, lane_top = 0;
  bool bothSides() const { return how_.both_sides; }

 private:
  int sides() const { return how_.both_sides ? 2 : 1; }
  int gaps() const { return std::max(tree_->levels - 1, 1); }
  bool isBelow(std::size_t node) const {
    const int part = tree_->part[node];
    if (!how_.both_sides || part < 0) return true;
    return part >= tree_->part[at(tree_->topology.hosts() / 2)];
  }
  double leastGap() const { return std::max(kLevelGap, kSteep * widest_); }
  /// Places the hosts from `first` on that share its switch, and returns the one after them.
  NodeId placeBunch(NodeId first) {
    NodeId end = first + 1;
    while (end < tree_->topology.hosts() && tree_->parent(end) == tree_->parent(first)) ++end;
    const bool below = isBelow(at(first));
    const bool other_part = first > 0 && tree_->part[at(first)] != tree_->part[at(first) - 1];
    const bool alone = first > 0 && end - first == 1 && !other_part;  // as the one before, often
    double& x = next_[below];
    if (x > 0 && !alone)
      x += (how_.rows > 1 ? kHostColumnGap : kSwitchGap) +
           (other_part && tree_->levels > 3 ? kPartGap : 0);
    const int columns = (end - first + how_.rows - 1) / how_.rows;
    const double step = columns < end - first ? 2 * kBesideHost : 1;
    for (NodeId h = first; h < end; ++h) {
      const int row = (h - first) / columns;
      points[at(h)] = {x + 0.5 + step * ((h - first) % columns), double(row)};
      if (row > 0) lane[at(h)] = points[at(h)].x() + kBesideHost;
    }
    x += step * columns;
    widest_ = std::max(widest_, step * columns);
    return end;
  }
  /// Places the switches of a level: above the mean of those below them where that keeps them
  /// apart, otherwise evenly over their part.
  void placeLevel(int level, double gap) {
    std::map<int, std::vector<std::pair<double, NodeId>>> rows;  // by part
    for (NodeId n = tree_->topology.hosts(); n < tree_->topology.nodes(); ++n)
      if (tree_->level[at(n)] == level)
        rows[tree_->part[at(n)]].emplace_back(std::round(meanBelow(n) * 1e6) / 1e6, n);
    const auto ranges = rangesOfParts();
    for (auto& [part, row] : rows) {
      std::ranges::sort(row);
      const auto [low, high] = ranges[at(part + 1)];
      const auto count = static_cast<double>(row.size());
      bool apart = level + 1 < tree_->levels || row.size() == 1;
      for (std::size_t i = 1; i < row.size(); ++i)
        apart &= row[i].first - row[i - 1].first >= kSpread * (high - low) / count;
      for (std::size_t i = 0; i < row.size(); ++i)
        points[at(row[i].second)] = {
            apart ? row[i].first : low + (high - low) * (static_cast<double>(i) + 0.5) / count,
            gap * (tree_->levels - 1 - level)};
    }
  }
  double meanBelow(NodeId node) const {
    double sum = 0, count = 0;
    for (const NodeId n : tree_->next[at(node)])
      if (tree_->level[at(n)] == tree_->level[at(node)] - 1) sum += points[at(n)].x(), count += 1;
    return count > 0 ? sum / count : width / 2;
  }
  /// Returns the places of all hosts from left to right, then those of each part.
  std::vector<std::pair<double, double>> rangesOfParts() const {
    std::vector<std::pair<double, double>> ranges{{0, width}};
    for (std::size_t h = 0; h < at(tree_->topology.hosts()); ++h) {
      const std::size_t part = at(tree_->part[h] + 1);
      if (part >= ranges.size()) ranges.resize(part + 1, {width, 0});
      auto& [low, high] = ranges[part];
      low = std::min(low, points[h].x() - 0.5);
      high = std::max(high, points[h].x() + 0.5);
    }
    return ranges;
  }

  const Tree* tree_;
  Arrangement how_;
  double widest_ = 0;                 ///< row of the hosts of a switch
  std::array<double, 2> next_{0, 0};  ///< free place of the row above, below
};

/// Returns the arrangement with the largest nodes.
TreeRows inRows(const Tree& tree) {
  TreeRows best(tree, {});
  const bool several = std::ranges::any_of(tree.part, [](int part) { return part > 0; });
  for (const bool both : {false, true}) {
    for (int rows = 1; rows <= kMostRows; ++rows) {
      if (tree.topology.hosts() <= kShortRow || (both && !several)) continue;
      TreeRows other(tree, {rows, both});
      if (other.worth() > best.worth()) best = std::move(other);
    }
  }
  best.finish();
  return best;
}

/// Places hosts on the outer circles, each level of switches on a smaller one, and a single top
/// switch in the centre.
std::vector<QPointF> inCircles(const Tree& tree) {
  constexpr double kInnermostHost = 0.62, kInnermostTop = 0.4;  // of the way to the centre
  TreeRows rows(tree, {});
  rows.finish();
  std::vector<QPointF> points = circlePoints(tree.topology.hosts(), kInnermostHost);
  double outer = 0;
  for (const QPointF& h : points) outer = std::max(outer, std::hypot(h.x(), h.y()));
  if (points.size() == 1) outer = 1, points[0] = {0, outer};
  const bool lone = std::ranges::count(tree.level, tree.levels - 1) == 1;
  for (std::size_t n = points.size(); n < tree.level.size(); ++n) {
    const double depth =
        (lone ? 1.0 : kInnermostTop) * tree.level[n] / std::max(tree.levels - 1, 1);
    const double angle = 2 * std::numbers::pi * (rows.points[n].x() / rows.width - 0.25);
    points.push_back(outer * (1 - depth) * QPointF(std::cos(angle), std::sin(angle)));
  }
  return points;
}

class TreeLayout : public Layout {
 public:
  explicit TreeLayout(std::shared_ptr<const Topology> t) : Layout(std::move(t)) {
    const Tree tree(topology());
    const bool star = topology().nodes() == topology().hosts() + 1;
    if (star || tree.sideways)
      place(inCircles(tree), 0.34, kEdgeOfTree);
    else
      placeRows(inRows(tree));
  }
  LinkShape link(LinkId id) const override {
    const Link ends = topology().link(id);
    const NodeId host = std::min(ends.from, ends.to);
    const QPointF from = nodes()[at(ends.from)], to = nodes()[at(ends.to)];
    if (at(host) >= lane_.size() || lane_[at(host)] == 0) return {{QLineF(from, to)}, 1};
    const QPointF low(lane_[at(host)], nodes()[at(host)].y());
    const QPointF high(low.x(), std::copysign(lane_top_, low.y()));
    const QPointF first = host == ends.from ? low : high, second = host == ends.from ? high : low;
    return {{QLineF(from, first), QLineF(first, second), QLineF(second, to)}, 3};
  }

 private:
  void placeRows(TreeRows rows) {
    const double outermost = *std::ranges::max_element(rows.lane);
    const double last = std::ranges::max_element(rows.points, {}, &QPointF::x)->x();
    const double right = std::max(0.0, outermost - last);
    lane_ = std::move(rows.lane);
    lane_top_ = rows.lane_top;
    const bool room_below = outermost == 0 && !rows.bothSides();
    place(std::move(rows.points), room_below ? 0.34 : 0.4,
          {kEdgeOfTree, kEdgeOfTree, kEdgeOfTree + right,
           kEdgeOfTree + (room_below ? kRanksBelow : 0)});
    if (room_below) setRoomBelow(kRanksBelow);
  }

  std::vector<double>
      lane_;  ///< of each host: of its link, beside the others of the column; 0: none
  double lane_top_ = 0;
};

}  // namespace

std::unique_ptr<Layout> makeTreeLayout(std::shared_ptr<const Topology> topology) {
  return std::make_unique<TreeLayout>(std::move(topology));
}

}  // namespace orrery::viz::inline model
