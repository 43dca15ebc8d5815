#include "emu/net/product.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "emu/base/check.h"

namespace orrery {

Product::Product(std::string spec, std::vector<std::unique_ptr<Topology>> lines)
    : spec_(std::move(spec)) {
  EMU_ASSERT(!lines.empty(), spec_, " has no dimension");
  std::vector<int> sizes;
  for (const auto& line : lines) sizes.push_back(line->hosts());
  hosts_ = nodes_ = node_count(sizes, spec_ + ": the number of hosts");
  NodeId stride = hosts_;
  for (auto& line : lines) {
    stride /= line->hosts();
    add_axis(std::move(line), stride);
  }
}

void Product::add_axis(std::unique_ptr<Topology> line, NodeId stride) {
  constexpr NodeId kMaxNodes = std::numeric_limits<NodeId>::max();
  constexpr LinkId kMaxLinks = std::numeric_limits<LinkId>::max();
  const NodeId size = line->hosts();
  const NodeId copies = hosts_ / size;
  const NodeId switches = line->nodes() - size;  // of a copy
  EMU_CHECK(switches <= (kMaxNodes - nodes_) / copies, spec_,
            ": the number of hosts and switches is beyond ", kMaxNodes);
  EMU_CHECK(line->link_count() <= (kMaxLinks - link_count_) / copies, spec_,
            ": the number of links is beyond ", kMaxLinks);
  ports_ += line->ports_per_host();
  levels_ = std::max(levels_, line->levels());
  const LinkId links = line->link_count() * copies;
  axes_.push_back({std::move(line), size, stride, nodes_, link_count_});
  nodes_ += switches * copies;
  link_count_ += links;
}

std::vector<int> Product::dims() const {
  std::vector<int> sizes;
  for (const Axis& axis : axes_) sizes.push_back(axis.size);
  return sizes;
}

Link Product::link(LinkId id) const {
  const auto after = std::upper_bound(axes_.begin(), axes_.end(), id,
                                      [](LinkId i, const Axis& a) { return i < a.first_link; });
  const Axis& axis = *std::prev(after);
  const LinkId links = axis.line->link_count();
  const auto copy = static_cast<NodeId>((id - axis.first_link) / links);
  Link link = axis.line->link((id - axis.first_link) % links);
  for (NodeId* end : {&link.from, &link.to})
    *end = *end < axis.size
               ? copy / axis.stride * (axis.stride * axis.size) + copy % axis.stride +
                     *end * axis.stride
               : axis.first_switch + copy * (axis.line->nodes() - axis.size) + (*end - axis.size);
  return link;
}

void Product::append_route(NodeId src, NodeId dst, int /*path*/, std::vector<LinkId>& out) const {
  NodeId at = src;
  for (auto axis = axes_.rbegin(); at != dst; ++axis) {
    const NodeId x = at / axis->stride % axis->size;
    const NodeId y = dst / axis->stride % axis->size;
    if (x == y) continue;
    const LinkId copy = LinkId{at / axis->stride / axis->size} * axis->stride + at % axis->stride;
    const LinkId first = axis->first_link + copy * axis->line->link_count();
    const std::size_t begin = out.size();
    axis->line->append_route(x, y, 0, out);
    for (std::size_t i = begin; i < out.size(); ++i) out[i] += first;
    at += (y - x) * axis->stride;
  }
}

}  // namespace orrery
