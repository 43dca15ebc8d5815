#include <algorithm>
#include <array>
#include <cmath>

#include "viz/model/layout/kinds.h"
#include "viz/model/text/words.h"

namespace orrery::viz::inline model {
namespace {

constexpr double kBetweenHosts = 0.56;  ///< of hosts that two rows share: from left to right,
constexpr double kSecondRow = 0.6;      ///< and from row to row
constexpr double kBeside = 0.75;        ///< of hosts in one row,
constexpr double kNextSwitch = 0.2;     ///< and more from those of the next switch
constexpr double kLocal = 0.42;         ///< height of links between switches of a group, at least
constexpr double kChannel = 0.8;        ///< height of a stub
constexpr double kFan = 0.55;           ///< distance of its end from that of the next one
constexpr double kSide = 0.75, kAbove = 0.62, kBelow = 0.85;  ///< of the ground around the nodes
constexpr double kAcross = 0.45, kDown = 0.75;                ///< between grounds
constexpr double kTiers = 1.3;                                ///< from spine to leaf switches
constexpr double kSpine = 0.8;                                ///< width of a spine switch, at least

/// The group of a switch, and its neighbours.
struct Switch {
  int group = -1;
  std::vector<NodeId> hosts, beside, beyond;  ///< in its group, and in others
  bool isSpine() const { return hosts.empty(); }
};

class Groups {
 public:
  explicit Groups(const Topology& t) : switches_(count(t.nodes() - t.hosts())) {
    for (LinkId id = 0; id < t.link_count(); ++id) add(t, t.link(id));
    for (std::size_t i = 0; i < switches_.size(); ++i) {
      if (switches_[i].group >= 0) continue;
      fill(i, t.hosts(), count_++);
    }
    for (Switch& s : switches_) std::sort(s.beyond.begin(), s.beyond.end());
  }
  const std::vector<Switch>& switches() const { return switches_; }
  int count() const { return count_; }
  /// Counts the spine switches, or others, of each group.
  std::vector<int> countOf(bool spines) const {
    std::vector<int> counts(count(count_));
    for (const Switch& s : switches_) counts[count(s.group)] += s.isSpine() == spines;
    return counts;
  }

 private:
  static std::size_t count(NodeId n) { return static_cast<std::size_t>(n); }
  void add(const Topology& t, const Link& link) {
    if (link.from < t.hosts()) return;
    Switch& from = switches_[count(link.from - t.hosts())];
    const bool own = link.level + 1 < t.levels();
    (link.to < t.hosts() ? from.hosts : own ? from.beside : from.beyond).push_back(link.to);
  }
  void fill(std::size_t first, NodeId hosts, int group) {
    std::vector<std::size_t> found{first};
    switches_[first].group = group;
    for (std::size_t i = 0; i < found.size(); ++i) {
      for (const NodeId n : switches_[found[i]].beside) {
        Switch& next = switches_[count(n - hosts)];
        if (next.group >= 0) continue;
        next.group = group;
        found.push_back(count(n - hosts));
      }
    }
  }

  std::vector<Switch> switches_;
  int count_ = 0;
};

class GroupsLayout : public Layout {
 public:
  explicit GroupsLayout(std::shared_ptr<const Topology> t)
      : Layout(std::move(t)), groups_(topology()), spines_(groups_.countOf(true)) {
    measure();
    std::vector<QPointF> points(static_cast<std::size_t>(topology().nodes()));
    std::array<std::vector<double>, 2> next;  // by tier and group
    next.fill(std::vector<double>(spines_.size(), 0));
    for (std::size_t i = 0; i < groups_.switches().size(); ++i) {
      const Switch& s = groups_.switches()[i];
      double& x = next[s.isSpine()][static_cast<std::size_t>(s.group)];
      const QPointF at =
          corner(s.group) + QPointF(x + widthOf(s) / 2, s.isSpine() ? 0 : leafTier());
      x += widthOf(s);
      points[static_cast<std::size_t>(topology().hosts()) + i] = at;
      placeHosts(s, at, points);
    }
    place(std::move(points), 0.34, {kSide, kChannel + 0.4, kSide, kBelow});
    setAreas(grounds());
  }

  LinkShape link(LinkId id) const override {
    const Link ends = topology().link(id);
    const QPointF a = at(ends.from), b = at(ends.to);
    if (std::min(ends.from, ends.to) < topology().hosts()) return {{QLineF(a, b)}, 1};
    if (groupBeyond(id) < 0)
      return a.y() != b.y() || std::abs(ends.from - ends.to) == 1 ? LinkShape{{QLineF(a, b)}, 1}
                                                                  : besideShape(a, b, kLocal);
    return {{QLineF(a, a + stub(ends.from, ends.to)), QLineF(b + stub(ends.to, ends.from), b)}, 2};
  }
  std::optional<QString> beyond(LinkId id) const override {
    return QString::number(groupBeyond(id));
  }

 private:
  /// Returns the group that a link leads to from another one; -1: none.
  int groupBeyond(LinkId id) const {
    const Link ends = topology().link(id);
    if (std::min(ends.from, ends.to) < topology().hosts()) return -1;
    const int to = switchAt(ends.to).group;
    return switchAt(ends.from).group == to ? -1 : to;
  }

  QPointF at(NodeId node) const { return nodes()[static_cast<std::size_t>(node)]; }
  const Switch& switchAt(NodeId node) const {
    return groups_.switches()[static_cast<std::size_t>(node - topology().hosts())];
  }
  double widthOf(const Switch& s) const {
    if (s.isSpine()) return width_ / spines_[static_cast<std::size_t>(s.group)];
    return s.hosts.size() <= 2 ? 1.0 : kBeside * static_cast<double>(s.hosts.size()) + kNextSwitch;
  }

  void measure() {
    std::vector<double> widths(spines_.size(), 0);
    for (const Switch& s : groups_.switches()) {
      if (!s.isSpine()) widths[static_cast<std::size_t>(s.group)] += widthOf(s);
      if (s.hosts.size() == 2) depth_ = 1 + kSecondRow;
    }
    width_ = std::max(*std::max_element(widths.begin(), widths.end()), kSpine * mostSpines());
    depth_ += leafTier();
    columns_ = columnsOf(groups_.count(), across(), down());
  }
  int mostSpines() const { return *std::max_element(spines_.begin(), spines_.end()); }
  double leafTier() const { return mostSpines() > 0 ? kTiers : 0; }
  double across() const { return width_ - 1 + 2 * kSide + kAcross; }
  double down() const { return depth_ + kAbove + kBelow + kDown; }
  QPointF corner(int group) const {
    const int row = group / columns_;
    return {group % columns_ * across() - 0.5, row * down()};
  }

  /// Places hosts: two are staggered, more stand side by side.
  static void placeHosts(const Switch& s, QPointF at, std::vector<QPointF>& points) {
    const bool two = s.hosts.size() == 2;
    for (std::size_t i = 0; i < s.hosts.size(); ++i) {
      const double aside = static_cast<double>(i) - static_cast<double>(s.hosts.size() - 1) / 2;
      points[static_cast<std::size_t>(s.hosts[i])] =
          at + QPointF(aside * (two ? kBetweenHosts : kBeside), two && i == 1 ? 1 + kSecondRow : 1);
    }
  }

  /// Returns the line from a switch to the open end of its links to another group.
  QPointF stub(NodeId from, NodeId to) const {
    const std::vector<NodeId>& all = switchAt(from).beyond;
    const auto place = std::lower_bound(all.begin(), all.end(), to) - all.begin();
    const auto count = static_cast<double>(all.size());
    const double fan = std::min(kFan, widthOf(switchAt(from)) / count);
    return {fan * (static_cast<double>(place) - (count - 1) / 2), -kChannel};
  }

  std::vector<Area> grounds() const {
    std::vector<Area> areas;
    for (int group = 0; group < groups_.count(); ++group) {
      const QPointF first = corner(group) + QPointF(0.5 - kSide, -kAbove);
      const QPointF size(width_ - 1 + 2 * kSide, kAbove + depth_ + kBelow);
      const QPointF right(size.x(), 0), down(0, size.y());
      areas.push_back({{first, first + right, first + size, first + down},
                       Words::tr("group %1").arg(group),
                       first + down});
    }
    return areas;
  }

  Groups groups_;
  std::vector<int> spines_;       ///< by group
  double width_ = 1, depth_ = 1;  ///< of a group's nodes
  int columns_ = 1;
};

}  // namespace

bool isGrouped(const Topology& topology) {
  if (topology.nodes() == topology.hosts() || topology.levels() < 2) return false;
  const Groups groups(topology);
  const auto has_none = [](const std::vector<int>& counts) {
    return std::find(counts.begin(), counts.end(), 0) != counts.end();
  };
  const bool has_spines = !has_none(groups.countOf(true));
  return groups.count() > (has_spines ? 1 : 2) && !has_none(groups.countOf(false));
}

std::unique_ptr<Layout> makeGroupsLayout(std::shared_ptr<const Topology> topology) {
  return std::make_unique<GroupsLayout>(std::move(topology));
}

}  // namespace orrery::viz::inline model
