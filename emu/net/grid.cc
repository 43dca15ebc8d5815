#include "emu/net/grid.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "emu/base/check.h"

namespace orrery {

Grid::Grid(Shape shape, std::vector<int> sizes) : shape_(shape), sizes_(std::move(sizes)) {
  hosts_ = node_count(sizes_, spec() + ": the number of hosts");
  NodeId stride = hosts_;
  for (const int size : sizes_) {
    stride /= size;
    if (size == 1) continue;
    const bool ring = shape == Shape::kTorus && size > 2;
    const LinkId links = ring ? hosts_ : hosts_ - hosts_ / size;
    axes_.push_back({size, stride, ring, link_count_, link_count_ + links});
    link_count_ += 2 * links;
    ports_ += size > 2 ? 2 : 1;
    has_ties_ = has_ties_ || (ring && size % 2 == 0);
  }
}

std::string Grid::spec() const {
  std::string spec = shape_ == Shape::kTorus ? "torus:" : "mesh:";
  for (std::size_t i = 0; i < sizes_.size(); ++i) spec += text_of(i == 0 ? "" : "x", sizes_[i]);
  return spec;
}

Link Grid::link(LinkId id) const {
  const auto after = std::upper_bound(axes_.begin(), axes_.end(), id,
                                      [](LinkId i, const Axis& a) { return i < a.positive; });
  const Axis& axis = *std::prev(after);
  const bool positive = id < axis.negative;
  const auto i = static_cast<NodeId>(id - (positive ? axis.positive : axis.negative));
  if (!axis.ring) {
    const NodeId lower = i + i / (axis.stride * (axis.size - 1)) * axis.stride;
    const NodeId upper = lower + axis.stride;
    return positive ? Link{.from = lower, .to = upper} : Link{.from = upper, .to = lower};
  }
  const NodeId x = i / axis.stride % axis.size;
  const NodeId around = (axis.size - 1) * axis.stride;
  if (positive) return {.from = i, .to = x == axis.size - 1 ? i - around : i + axis.stride};
  return {.from = i, .to = x == 0 ? i + around : i - axis.stride};
}

int Grid::path_count(NodeId src, NodeId dst, Routing routing) const {
  if (routing == Routing::kDimensionOrder || !has_ties_) return 1;
  for (auto axis = axes_.rbegin(); axis != axes_.rend() && src != dst; ++axis) {
    const NodeId a = src / axis->size;
    const NodeId b = dst / axis->size;
    const NodeId distance = (src - a * axis->size) - (dst - b * axis->size);
    if (axis->ring && 2 * std::abs(std::int64_t{distance}) == axis->size) return 2;
    src = a;
    dst = b;
  }
  return 1;
}

/// `src` and `dst` are stripped of the coordinates that have been dealt with, so that they are
/// equal once all others are.
void Grid::append_route(NodeId src, NodeId dst, int path, std::vector<LinkId>& out) const {
  NodeId at = src;
  for (auto axis = axes_.rbegin(); src != dst; ++axis) {
    const NodeId a = src / axis->size;
    const NodeId b = dst / axis->size;
    const NodeId x = src - a * axis->size;
    const NodeId y = dst - b * axis->size;
    src = a;
    dst = b;
    if (x == y) continue;
    const NodeId origin = at - x * axis->stride;
    at = origin + y * axis->stride;
    if (axis->ring) {
      const NodeId up = y > x ? y - x : y - x + axis->size;  // hops the positive way
      const bool positive = up < axis->size - up || (up == axis->size - up && path == 0);
      append_line(*axis, origin, x, y, positive, out);
    } else {
      append_line(*axis, origin - a * axis->stride, x, y, y > x, out);
    }
  }
}

/// Appends the links from coordinate `from` to coordinate `to` of a line whose first link is number
/// `origin` of the axis.
void Grid::append_line(const Axis& axis, LinkId origin, NodeId from, NodeId to, bool positive,
                       std::vector<LinkId>& out) const {
  if (positive) {
    const LinkId first = axis.positive + origin;
    for (NodeId x = from; x != to; x = x + 1 == axis.size ? 0 : x + 1)
      out.push_back(first + LinkId{x} * axis.stride);
  } else {
    const LinkId first = axis.negative + origin - (axis.ring ? 0 : axis.stride);
    for (NodeId x = from; x != to; x = x == 0 ? axis.size - 1 : x - 1)
      out.push_back(first + LinkId{x} * axis.stride);
  }
}

}  // namespace orrery
