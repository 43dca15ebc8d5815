#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <set>
#include <span>

#include "viz/model/layout/kinds.h"
#include "viz/paint/lanes/causes_bar.h"
#include "viz/paint/stage/labels.h"
#include "viz/paint/stage/stage_painter.h"

namespace orrery::viz {
namespace {

constexpr double kTile = 46;           ///< least pixels that a group takes
constexpr double kBox = 15;            ///< half the side of its box
constexpr double kPathUnderLinks = 9;  ///< width of the critical path under its links
constexpr double kNearest = 2.2;  ///< tiles: pairs further apart are drawn thin, under the others

/// Returns the smallest power of two that makes `pitch` at least `wanted` pixels.
int groupSide(double pitch, double wanted) {
  int side = 1;
  while (side * pitch < wanted) side *= 2;
  return side;
}

/// Groups of nodes: neighbouring ranks, the same number along each side.
class Tiling {
 public:
  using Key = std::array<int, 3>;

  Tiling(const View& view, const Layout& layout)
      : layout_(layout), dims_(layout.topology().dims()) {
    const bool stack = isStack(layout.topology());
    const double pitch = view.scale * layout.pitch();
    side_ = groupSide(pitch, stack ? 1.6 * kTile : kTile);
    shape_ = stack                                     ? Shape::kStack
             : dims_.empty() && layout.areas().empty() ? Shape::kRound
                                                       : Shape::kFlat;
    ring_ = kTile / std::max(view.scale, 1e-9);
    first_ = layout.nodes().front();
    for (const QPointF& p : layout.nodes())
      first_ = {std::min(first_.x(), p.x()), std::min(first_.y(), p.y())};
  }

  Key of(std::size_t node) const {
    const QPointF at = layout_.nodes()[node];
    if (shape_ == Shape::kStack) {
      const int n = static_cast<int>(node), x = n % dims_[2], y = n / dims_[2] % dims_[1];
      return {n / dims_[2] / dims_[1], y / side_, x / side_};
    }
    if (shape_ == Shape::kFlat) {
      const QPointF from = (at - first_) / (side_ * layout_.pitch());
      return {0, static_cast<int>(from.y() + 1e-6), static_cast<int>(from.x() + 1e-6)};
    }
    const QPointF from = at - layout_.bounds().center();
    const int ring = static_cast<int>(std::hypot(from.x(), from.y()) / ring_);
    const double turn = std::atan2(from.y(), from.x()) / (2 * std::numbers::pi) + 0.5;
    const int sectors = std::max(1, static_cast<int>(2 * std::numbers::pi * (ring + 0.5)));
    return {1, ring, std::min(static_cast<int>(turn * sectors), sectors - 1)};
  }

 private:
  enum class Shape { kFlat, kStack, kRound };
  const Layout& layout_;
  std::vector<int> dims_;
  Shape shape_ = Shape::kFlat;
  int side_ = 1;
  double ring_ = 1;
  QPointF first_;
};

/// Nodes in one tile of the picture, and their activity.
struct Group {
  QPointF sum;  ///< of positions, in pixels
  int nodes = 0, ranks = 0, sending = 0, receiving = 0, computing = 0;
  double load = 0;     ///< of the busiest link inside
  double sharing = 1;  ///< of the one where messages take longest
  QPointF centre() const { return sum / nodes; }
};

/// All links from one group to another.
struct Bundle {
  double load = 0;     ///< of the busiest
  double sharing = 1;  ///< of the one where messages take longest
  int flows = 0;
  LinkId link = 0;  ///< one of them
};

class Groups {
 public:
  Groups(const View& view, const Picture& picture) : view_(view), picture_(picture) {
    collectNodes();
    collectLinks();
  }

  void paint(QPainter& painter) const {
    paintPath(painter);
    for (const bool near : {false, true}) {
      for (const auto& [ends, bundle] : bundles_) {
        if (isNear(ends) == near) paintBundle(painter, ends, bundle);
      }
    }
    for (const Group& g : groups_) paintBox(painter, g);
    paintStretch(painter);
    paintFollowed(painter);
  }

 private:
  using Ends = std::pair<std::size_t, std::size_t>;

  void collectNodes() {
    const auto& nodes = picture_.layout().nodes();
    const auto& ranks = picture_.stage.ranksOfHost();
    const Tiling tiling(view_, picture_.layout());
    std::map<Tiling::Key, std::size_t> tiles;
    group_.reserve(nodes.size());
    for (std::size_t n = 0; n < nodes.size(); ++n) {
      const auto [found, fresh] = tiles.try_emplace(tiling.of(n), groups_.size());
      if (fresh) groups_.emplace_back();
      Group& g = groups_[found->second];
      group_.push_back(found->second);
      g.sum += view_.map(nodes[n]);
      ++g.nodes;
      if (n >= ranks.size()) continue;
      for (const int r : ranks[n]) {
        const RankState& s = picture_.state.ranks[static_cast<std::size_t>(r)];
        ++g.ranks;
        g.sending += s.sending;
        g.receiving += s.receiving;
        g.computing += s.computing;
      }
    }
  }

  void collectLinks() {
    for (const LinkState& l : picture_.state.links) {
      const Ends ends = endsOf(l.link);
      if (ends.first == ends.second) {
        groups_[ends.first].load = std::max(groups_[ends.first].load, l.load);
        groups_[ends.first].sharing = std::max(groups_[ends.first].sharing, l.sharing);
        continue;
      }
      Bundle& b = bundles_[ends];
      b.load = std::max(b.load, l.load);
      b.sharing = std::max(b.sharing, l.sharing);
      b.flows += l.flows;
      b.link = l.link;
    }
  }

  std::size_t groupOf(NodeId node) const { return group_[static_cast<std::size_t>(node)]; }
  Ends endsOf(LinkId id) const {
    const Link link = picture_.layout().topology().link(id);
    return {groupOf(link.from), groupOf(link.to)};
  }

  bool isNear(const Ends& ends) const {
    const QPointF way = groups_[ends.second].centre() - groups_[ends.first].centre();
    return std::hypot(way.x(), way.y()) < kNearest * kTile;
  }

  /// Returns the lines of links from one group to another, of which `link` is one, on the right-hand
  /// side of their direction. Some leave the picture and come back on another side.
  std::vector<QLineF> linesOf(const Ends& ends, LinkId link) const {
    const QPointF from = groups_[ends.first].centre(), to = groups_[ends.second].centre();
    const auto lane = [](const QLineF& line) {
      const double length = std::max(line.length(), 1e-9);
      return line.translated(5.5 * QPointF(-line.dy(), line.dx()) / length);
    };
    const LinkShape shape = picture_.layout().link(link);
    if (shape.count != 2) return {lane({from, to})};
    const QPointF way = shape.segments[0].p2() - shape.segments[0].p1();
    const QPointF out = way / std::max(std::hypot(way.x(), way.y()), 1e-9) * kTile / 2;
    return {lane({from, from + out}), lane({to - out, to})};
  }

  void paintBundle(QPainter& painter, const Ends& ends, const Bundle& b) const {
    if (b.flows == 0) return;
    const Theme& theme = picture_.theme;
    const double width = isNear(ends) ? linkWidth(theme, std::log2(b.flows), 8) : theme.thin;
    painter.setPen(
        QPen(linkColour(picture_, b.load, b.sharing), width, Qt::SolidLine, Qt::FlatCap));
    for (const QLineF& line : linesOf(ends, b.link)) painter.drawLine(line);
  }

  /// Paints bands under links, and frames around groups that contain some of these.
  void paintWay(QPainter& painter, std::span<const LinkId> links, const QColor& colour) const {
    std::set<Ends> drawn;
    painter.setPen(QPen(colour, kPathUnderLinks, Qt::SolidLine, Qt::RoundCap));
    painter.setBrush(Qt::NoBrush);
    for (const LinkId link : links) {
      const Ends ends = endsOf(link);
      if (!drawn.insert(ends).second) continue;
      if (ends.first == ends.second)
        paintFrame(painter, ends.first, 1);
      else
        for (const QLineF& line : linesOf(ends, link)) painter.drawLine(line);
    }
  }

  /// Paints the links of the critical path, and the present stretch in the colour of its cause.
  void paintPath(QPainter& painter) const {
    if (picture_.path == nullptr) return;
    paintWay(painter, picture_.path->links(), picture_.theme.path);
    const int i = picture_.stretch();
    const std::int64_t m = i < 0 ? -1 : picture_.path->message(i);
    if (m < 0) return;
    for (const Trace::Path& p :
         picture_.stage.index().trace().messages[static_cast<std::size_t>(m)].paths)
      paintWay(painter, p.links, colourOf(i));
  }

  /// Paints a frame around the group of the rank at which the critical path is now.
  void paintStretch(QPainter& painter) const {
    const int i = picture_.stretch();
    if (i < 0) return;
    painter.setPen(QPen(colourOf(i), 3.5));
    painter.setBrush(Qt::NoBrush);
    paintFrame(painter, groupOfRank(picture_.path->stretches()[static_cast<std::size_t>(i)].rank),
               2);
  }

  QColor colourOf(int stretch) const {
    return causeColour(picture_.theme,
                       picture_.path->stretches()[static_cast<std::size_t>(stretch)].cause);
  }
  std::size_t groupOfRank(int rank) const {
    return groupOf(picture_.stage.network().host_of[static_cast<std::size_t>(rank)]);
  }
  /// Paints a frame that many pixels outside of a group's box.
  void paintFrame(QPainter& painter, std::size_t group, double outside) const {
    const double half = kBox + outside;
    painter.drawRoundedRect(
        QRectF(groups_[group].centre() - QPointF(half, half), QSizeF(2 * half, 2 * half)), 6, 6);
  }

  /// Paints the number of ranks; above it the share that sends, below it the share that receives.
  void paintBox(QPainter& painter, const Group& g) const {
    const Theme& theme = picture_.theme;
    const double half = kBox;
    const QPointF c = g.centre();
    const QRectF box(c.x() - half, c.y() - half, 2 * half, 2 * half);
    const bool computes = 2 * g.computing > g.ranks && g.ranks > 0;
    painter.setPen(QPen(g.load > 0 ? linkColour(picture_, g.load, g.sharing) : theme.node_rim,
                        2 * theme.thin));
    painter.setBrush(g.ranks == 0 ? theme.switch_node : computes ? theme.computing : theme.node);
    painter.drawRoundedRect(box, 4, 4);
    if (g.ranks == 0) return;
    const auto bar = [&](double top, int count, const QColor& colour) {
      const QRectF all(box.left() + 4, top, box.width() - 8, 4);
      painter.fillRect(all, theme.waiting_node);
      painter.fillRect(QRectF(all.topLeft(), QSizeF(all.width() * count / g.ranks, 4)), colour);
    };
    bar(box.top() + 4, g.sending, theme.sending);
    bar(box.bottom() - 8, g.receiving, theme.receiving);
    paintLabel(painter, box.adjusted(2, 8, -2, -8), QString::number(g.ranks), theme.small_size,
               theme.text, theme);
  }

  void paintFollowed(QPainter& painter) const {
    if (picture_.focus.rank < 0) return;
    painter.setPen(QPen(picture_.theme.focus, 2.4));
    painter.setBrush(Qt::NoBrush);
    paintFrame(painter, groupOfRank(picture_.focus.rank), 4);
  }

  const View& view_;
  const Picture& picture_;
  std::vector<std::size_t> group_;  // of each node
  std::vector<Group> groups_;
  std::map<Ends, Bundle> bundles_;
};

}  // namespace

bool showsGroups(const View& view, const Picture& picture) {
  return view.scale * picture.layout().pitch() < picture.theme.least_single_pitch &&
         picture.layout().nodes().size() > 1000;
}

void paintGroups(QPainter& painter, const View& view, const Picture& picture) {
  painter.setRenderHint(QPainter::Antialiasing);
  Groups(view, picture).paint(painter);
}

}  // namespace orrery::viz
