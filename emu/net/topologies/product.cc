#include "emu/net/topologies/product.h"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

#include "emu/base/check.h"
#include "emu/net/orders.h"
#include "emu/net/translations.h"

namespace orrery::inline net {

Product::Product(std::string spec, std::vector<std::unique_ptr<Topology>> lines)
    : spec_(std::move(spec)) {
  EMU_ASSERT(!lines.empty(), spec_, " has no dimension");
  std::vector<int> sizes;
  sizes.reserve(lines.size());
  for (const auto& line : lines) sizes.push_back(line->hosts());
  hosts_ = nodes_ = node_count(sizes, spec_ + ": the number of hosts");
  const std::vector<Coordinate> coordinates = coordinates_in(sizes);
  for (std::size_t i = 0; i < lines.size(); ++i) add_axis(std::move(lines[i]), coordinates[i]);
}

void Product::add_axis(std::unique_ptr<Topology> line, const Coordinate& along) {
  constexpr NodeId kMaxNodes = std::numeric_limits<NodeId>::max();
  constexpr LinkId kMaxLinks = std::numeric_limits<LinkId>::max();
  const NodeId copies = hosts_ / along.side;
  const NodeId switches = line->nodes() - along.side;  // of a copy
  check_topology(switches <= (kMaxNodes - nodes_) / copies, spec_,
                 ": the number of hosts and switches is beyond ", kMaxNodes);
  check_topology(line->link_count() <= (kMaxLinks - link_count_) / copies, spec_,
                 ": the number of links is beyond ", kMaxLinks);
  ports_ += line->ports_per_host();
  levels_ = std::max(levels_, line->levels());
  const LinkId links = line->link_count() * copies;
  axes_.push_back({along, std::move(line), nodes_, link_count_});
  nodes_ += switches * copies;
  link_count_ += links;
}

std::vector<int> Product::dims() const {
  std::vector<int> sizes;
  sizes.reserve(axes_.size());
  for (const Axis& axis : axes_) sizes.push_back(axis.side);
  return sizes;
}

Translations Product::translations(const SymmetricNumbering& numbering) const {
  const bool complete = std::ranges::all_of(axes_, [](const Axis& a) {
    return a.line->nodes() == a.side && a.line->link_count() == LinkId{a.side} * (a.side - 1) &&
           a.line->has_identical_links();
  });
  return complete ? permutations(numbering, dims()) : Translations();
}

Product::Place Product::place_of(LinkId id) const {
  const auto next = std::upper_bound(axes_.begin(), axes_.end(), id,
                                     [](LinkId i, const Axis& a) { return i < a.first_link; });
  const Axis& axis = *std::prev(next);
  const LinkId i = id - axis.first_link, links = axis.line->link_count();
  return {static_cast<std::size_t>(next - axes_.begin() - 1), i / links, i % links};
}

LinkId Product::link_at(const Place& place) const {
  const Axis& axis = axes_[place.axis];
  return axis.first_link + place.copy * axis.line->link_count() + place.number;
}

NodeId Product::host_on(std::size_t axis, LinkId copy, NodeId coordinate) const {
  const Axis& a = axes_[axis];
  const auto other = static_cast<NodeId>(copy);
  return other / a.stride * (a.stride * a.side) + other % a.stride + coordinate * a.stride;
}

LinkId Product::copy_of(std::size_t axis, NodeId host) const {
  const Axis& a = axes_[axis];
  return LinkId{host / a.stride / a.side} * a.stride + host % a.stride;
}

Link Product::link(LinkId id) const {
  const Place place = place_of(id);
  const Axis& axis = axes_[place.axis];
  const auto copy = static_cast<NodeId>(place.copy);
  Link link = axis.line->link(place.number);
  for (NodeId* end : {&link.from, &link.to})
    *end = *end < axis.side
               ? host_on(place.axis, place.copy, *end)
               : axis.first_switch + copy * (axis.line->nodes() - axis.side) + (*end - axis.side);
  return link;
}

/// Returns the lines of the differing coordinates, last dimension first.
std::vector<Product::Leg> Product::legs(NodeId src, NodeId dst) const {
  std::vector<Leg> legs;
  for (auto axis = axes_.rbegin(); axis != axes_.rend(); ++axis) {
    const NodeId x = axis->of(src);
    const NodeId y = axis->of(dst);
    if (x != y) legs.push_back({&*axis, x, y, 0});
  }
  return legs;
}

int Product::path_count(NodeId src, NodeId dst, Routing routing) const {
  if (routing == Routing::kDimensionOrder || routing == Routing::kMinimal) return 1;
  const std::vector<Leg> legs = this->legs(src, dst);
  int count = order_count(legs.size());
  for (const Leg& leg : legs)  // both factors are at most kMostPaths
    count = std::min(kMostPaths, count * leg.axis->line->path_count(leg.from, leg.to, routing));
  return count;
}

void Product::append_route(NodeId src, NodeId dst, int path, std::vector<LinkId>& out) const {
  std::vector<Leg> legs = this->legs(src, dst);
  const int orders = order_count(legs.size());
  const int order = path % orders;
  path /= orders;
  for (std::size_t i = 0; i < legs.size() && path > 0; ++i) {
    const int paths = legs[i].axis->line->path_count(legs[i].from, legs[i].to, Routing::kEcmp);
    legs[i].path = path % paths;
    path /= paths;
  }
  put_in_order(std::span(legs), order);
  NodeId at = src;
  for (const Leg& leg : legs) append_leg(leg, at, out);
}

void Product::append_leg(const Leg& leg, NodeId& at, std::vector<LinkId>& out) const {
  const Axis& axis = *leg.axis;
  const auto number = static_cast<std::size_t>(leg.axis - axes_.data());
  const LinkId first = link_at({number, copy_of(number, at), 0});
  const std::size_t begin = out.size();
  axis.line->append_route(leg.from, leg.to, leg.path, out);
  for (std::size_t i = begin; i < out.size(); ++i) out[i] += first;
  at += (leg.to - leg.from) * axis.stride;
}

}  // namespace orrery::inline net
