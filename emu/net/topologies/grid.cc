#include "emu/net/topologies/grid.h"

#include <algorithm>
#include <cstdlib>
#include <span>
#include <utility>

#include "emu/base/check.h"
#include "emu/net/orders.h"
#include "emu/net/translations.h"

namespace orrery::inline net {

Grid::Grid(Shape shape, std::vector<int> sizes, bool one_link)
    : shape_(shape),
      one_link_(one_link && shape == Shape::kTorus && std::ranges::count(sizes, 2) > 0),
      sizes_(std::move(sizes)) {
  hosts_ = node_count(sizes_, spec() + ": the number of hosts");
  for (const Coordinate& along : coordinates_in(sizes_)) {
    const int size = along.side;
    if (size == 1) continue;
    const bool ring = shape == Shape::kTorus && !(one_link && size == 2);
    const LinkId links = ring ? hosts_ : hosts_ - hosts_ / size;
    axes_.push_back({along, ring, link_count_, link_count_ + links});
    link_count_ += 2 * links;
    ports_ += ring || size > 2 ? 2 : 1;
    has_ties_ = has_ties_ || (ring && size % 2 == 0);
  }
}

std::string Grid::spec() const {
  std::string spec = shape_ == Shape::kTorus ? "torus:" : "mesh:";
  for (std::size_t i = 0; i < sizes_.size(); ++i) spec += text_of(i == 0 ? "" : "x", sizes_[i]);
  return one_link_ ? spec + ",one-link" : spec;
}

const Grid::Axis& Grid::axis_of(LinkId id) const {
  return *std::prev(std::upper_bound(axes_.begin(), axes_.end(), id,
                                     [](LinkId i, const Axis& a) { return i < a.positive; }));
}

Link Grid::link(LinkId id) const {
  const Axis& axis = axis_of(id);
  const bool positive = id < axis.negative;
  const auto i = static_cast<NodeId>(id - (positive ? axis.positive : axis.negative));
  if (!axis.ring) {
    const NodeId lower = i + i / (axis.stride * (axis.side - 1)) * axis.stride;
    const NodeId upper = lower + axis.stride;
    return positive ? Link{.from = lower, .to = upper} : Link{.from = upper, .to = lower};
  }
  const NodeId x = axis.of(i);
  const NodeId around = (axis.side - 1) * axis.stride;
  if (positive) return {.from = i, .to = x == axis.side - 1 ? i - around : i + axis.stride};
  return {.from = i, .to = x == 0 ? i + around : i - axis.stride};
}

/// Returns whether the two directions of some ring are equally short.
bool Grid::is_tied(NodeId src, NodeId dst) const {
  if (!has_ties_) return false;
  for (auto axis = axes_.rbegin(); axis != axes_.rend() && src != dst; ++axis) {
    const NodeId a = src / axis->side;
    const NodeId b = dst / axis->side;
    const NodeId distance = (src - a * axis->side) - (dst - b * axis->side);
    if (axis->ring && 2 * std::abs(std::int64_t{distance}) == axis->side) return true;
    src = a;
    dst = b;
  }
  return false;
}

int Grid::path_count(NodeId src, NodeId dst, Routing routing) const {
  if (routing == Routing::kDimensionOrder) return 1;
  const int ways = is_tied(src, dst) ? 2 : 1;
  if (routing == Routing::kMinimal) return ways;
  const auto differ = std::count_if(axes_.begin(), axes_.end(),
                                    [&](const Axis& axis) { return axis.of(src) != axis.of(dst); });
  return std::min(kMostPaths, ways * order_count(static_cast<std::size_t>(differ)));
}

Translations Grid::translations(const SymmetricNumbering& numbering) const {
  return shape_ == Shape::kTorus ? rotations(numbering, sizes_) : Translations();
}

/// Returns the representative. Links of a ring have the numbers of their source hosts.
LinkId Grid::representative(LinkId id, const Translations& all) const {
  const Axis& axis = axis_of(id);
  if (!axis.ring) return Topology::representative(id, all);
  const LinkId first = id < axis.negative ? axis.positive : axis.negative;
  return first + all.representative(static_cast<int>(id - first));
}

void Grid::append_route(NodeId src, NodeId dst, int path, std::vector<LinkId>& out) const {
  const int ways = path > 0 && is_tied(src, dst) ? 2 : 1;
  const bool positive = path % ways == 0;
  if (path < ways) return append_last_first(src, dst, positive, out);
  append_in_order(src, dst, path / ways, positive, out);
}

/// Appends dimensions, last first. `src` and `dst` lose the coordinates that are done, so they are
/// equal once all others are.
void Grid::append_last_first(NodeId src, NodeId dst, bool positive,
                             std::vector<LinkId>& out) const {
  NodeId at = src;
  for (auto axis = axes_.rbegin(); src != dst; ++axis) {
    const NodeId a = src / axis->side;
    const NodeId b = dst / axis->side;
    append_axis(*axis, a, src - a * axis->side, dst - b * axis->side, positive, at, out);
    src = a;
    dst = b;
  }
}

void Grid::append_in_order(NodeId src, NodeId dst, int order, bool positive,
                           std::vector<LinkId>& out) const {
  std::vector<const Axis*> differ;
  for (auto axis = axes_.rbegin(); axis != axes_.rend(); ++axis)
    if (axis->of(src) != axis->of(dst)) differ.push_back(&*axis);
  put_in_order(std::span(differ), order);
  NodeId at = src;
  for (const Axis* axis : differ)
    append_axis(*axis, at / axis->stride / axis->side, axis->of(at), axis->of(dst), positive, at,
                out);
}

/// Moves `at` along an axis from coordinate x to y. `above` is the number of the preceding
/// coordinates; `positive` is the direction for a tie.
void Grid::append_axis(const Axis& axis, NodeId above, NodeId x, NodeId y, bool positive,
                       NodeId& at, std::vector<LinkId>& out) const {
  if (x == y) return;
  const NodeId origin = at - x * axis.stride;
  at = origin + y * axis.stride;
  if (!axis.ring) return append_line(axis, origin - above * axis.stride, x, y, y > x, out);
  const NodeId up = y > x ? y - x : y - x + axis.side;  // hops in the positive direction
  const NodeId down = axis.side - up;
  append_line(axis, origin, x, y, up < down || (up == down && positive), out);
}

/// Appends the links from coordinate `from` to coordinate `to` of a line whose first link is number
/// `origin` of the axis.
void Grid::append_line(const Axis& axis, LinkId origin, NodeId from, NodeId to, bool positive,
                       std::vector<LinkId>& out) const {
  if (positive) {
    const LinkId first = axis.positive + origin;
    for (NodeId x = from; x != to; x = x + 1 == axis.side ? 0 : x + 1)
      out.push_back(first + LinkId{x} * axis.stride);
  } else {
    const LinkId first = axis.negative + origin - (axis.ring ? 0 : axis.stride);
    for (NodeId x = from; x != to; x = x == 0 ? axis.side - 1 : x - 1)
      out.push_back(first + LinkId{x} * axis.stride);
  }
}

}  // namespace orrery::inline net
