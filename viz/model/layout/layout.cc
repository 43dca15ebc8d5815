#include "viz/model/layout/layout.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "viz/model/layout/kinds.h"

namespace orrery::viz::inline model {
namespace {

constexpr double kPictureAspect = 1.6;  ///< width of a picture over its height
constexpr double kSpare = 3;            ///< cost of a spare cell

QLineF pointOn(const QLineF& segment, double fraction) {
  const QPointF p = segment.pointAt(fraction);
  const double length = segment.length();
  return {p, length > 0 ? p + QPointF(segment.dx(), segment.dy()) / length : p + QPointF(1, 0)};
}

}  // namespace

QLineF LinkShape::at(double fraction) const {
  double left = fraction * length();
  for (std::size_t i = 0;; ++i) {
    const double length = segments[i].length();
    const bool last = static_cast<int>(i) + 1 == count;
    if (left <= length || last)
      return pointOn(segments[i], length > 0 ? std::min(1.0, left / length) : 1);
    left -= length;
  }
}

double LinkShape::length() const {
  double sum = 0;
  for (int i = 0; i < count; ++i) sum += segments[static_cast<std::size_t>(i)].length();
  return sum;
}

void Layout::place(std::vector<QPointF> nodes, double node_radius, QMarginsF margins) {
  nodes_ = std::move(nodes);
  node_radius_ = node_radius;
  QPointF low = nodes_.empty() ? QPointF() : nodes_.front(), high = low;
  for (const QPointF& p : nodes_) {
    low = {std::min(low.x(), p.x()), std::min(low.y(), p.y())};
    high = {std::max(high.x(), p.x()), std::max(high.y(), p.y())};
  }
  bounds_ = QRectF(low, high).marginsAdded(margins);
}

const FaultyLink* Layout::faultOf(LinkId id) const {
  const auto found = std::ranges::lower_bound(faults_, id, {}, &FaultyLink::link);
  return found != faults_.end() && found->link == id ? &*found : nullptr;
}

bool closesRing(const Topology& topology, LinkId id, int side, int x, int y) {
  if (side != 2) return side > 2 && std::abs(y - x) == side - 1;
  const auto joinsTheSame = [&, ends = topology.link(id)](LinkId other) {
    if (other < 0 || other >= topology.link_count()) return false;
    const Link link = topology.link(other);
    return link.from == ends.from && link.to == ends.to;
  };
  return x > y ? joinsTheSame(id + topology.hosts()) : joinsTheSame(id - topology.hosts());
}

int columnsOf(int count, double width, double height) {
  int best = 1;
  double least = 1e9;
  for (int columns = 1; columns <= count; ++columns) {
    const int rows = (count + columns - 1) / columns;
    const double shape = std::log(columns * width / (rows * height) / kPictureAspect);
    const double cost = std::abs(shape) + kSpare * (rows * columns - count) / count;
    if (cost < least) least = cost, best = columns;
  }
  return best;
}

std::unique_ptr<Layout> makeLayout(const std::shared_ptr<const Topology>& topology) {
  if (isRailed(*topology)) return makeRailsLayout(topology);
  if (topology->servers() != nullptr) return makeServersLayout(topology);
  const std::vector<int> dims = topology->dims();
  const auto wide = std::count_if(dims.begin(), dims.end(), [](int d) { return d > 1; });
  const bool torus = topology->spec().starts_with("torus");
  if (torus && wide <= 1) return makeRingLayout(topology);
  if (isStack(*topology)) return makeStackLayout(topology);
  if (!dims.empty()) return makeGridLayout(topology);
  if (isGrouped(*topology)) return makeGroupsLayout(topology);
  if (topology->nodes() > topology->hosts()) return makeTreeLayout(topology);
  return makeCircleLayout(topology);
}

QLineF alongRoute(const Layout& layout, std::span<const LinkId> links, double progress,
                  double trim) {
  const auto hops = static_cast<double>(links.size());
  const double at = std::clamp(progress, 0.0, 1.0) * hops;
  const double hop = std::clamp(std::floor(at), 0.0, hops - 1);
  const LinkShape shape = layout.link(links[static_cast<std::size_t>(hop)]);
  const double hidden = std::min(0.45, trim * layout.pitch() / std::max(shape.length(), 1e-9));
  return shape.at(hidden + (at - hop) * (1 - 2 * hidden));
}

}  // namespace orrery::viz::inline model
