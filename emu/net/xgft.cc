#include "emu/net/xgft.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "emu/base/check.h"

namespace orrery {

Xgft::Xgft(std::string spec, std::span<const int> children, std::span<const int> parents)
    : spec_(std::move(spec)), hosts_(node_count(children, spec_ + ": the number of hosts")) {
  EMU_ASSERT(children.size() == parents.size() && !children.empty(), spec_, ": ", children.size(),
             " numbers of children and ", parents.size(), " numbers of parents");
  EMU_CHECK(children.size() <= kMaxHeight, spec_, " has ", children.size(),
            " levels; expected at most ", kMaxHeight);
  nodes_ = hosts_;
  Tier below{.roots = 1};
  NodeId subtrees = hosts_;  // of the lower level
  for (std::size_t i = 0; i < children.size(); ++i) {
    add_tier(below, subtrees, children[i], parents[i]);
    below = tiers_.back();
    subtrees /= children[i];
  }
}

/// Adds the level above `below`, which ends in `subtrees` subtrees.
void Xgft::add_tier(const Tier& below, NodeId subtrees, int children, int parents) {
  const std::array factors{below.roots, parents};
  const NodeId roots = node_count(factors, spec_ + ": the number of switches");
  const std::array upper{subtrees / children, roots};
  const NodeId added = node_count(upper, spec_ + ": the number of switches");
  constexpr NodeId kMaxNodes = std::numeric_limits<NodeId>::max();
  check_topology(added <= kMaxNodes - nodes_, spec_,
                 ": the number of hosts and switches is beyond ", kMaxNodes);
  constexpr LinkId kMaxLinks = std::numeric_limits<LinkId>::max();
  const LinkId links = LinkId{subtrees} * roots;  // each way; both factors are below 2^31
  check_topology(link_count_ <= kMaxLinks - 2 * links, spec_, ": the number of links is beyond ",
                 kMaxLinks);
  tiers_.push_back({.children = children,
                    .lower_roots = below.roots,
                    .roots = roots,
                    .lower_first = below.upper_first,
                    .upper_first = nodes_,
                    .up = link_count_,
                    .down = link_count_ + links});
  nodes_ += added;
  link_count_ += 2 * links;
}

Link Xgft::link(LinkId id) const {
  const auto above = std::upper_bound(tiers_.begin(), tiers_.end(), id,
                                      [](LinkId i, const Tier& t) { return i < t.up; });
  const auto tier = std::prev(above);
  const bool up = id < tier->down;
  const LinkId edge = id - (up ? tier->up : tier->down);
  const auto subtree = static_cast<NodeId>(edge / tier->roots);
  const auto root = static_cast<NodeId>(edge % tier->roots);
  const NodeId lower = tier->lower_first + subtree * tier->lower_roots + root % tier->lower_roots;
  const NodeId upper = tier->upper_first + subtree / tier->children * tier->roots + root;
  const int level = static_cast<int>(tier - tiers_.begin());
  return up ? Link{lower, upper, level} : Link{upper, lower, level};
}

int Xgft::path_count(NodeId src, NodeId dst, Routing routing) const {
  if (routing == Routing::kDimensionOrder || routing == Routing::kMinimal) return 1;
  NodeId roots = 1;
  for (auto tier = tiers_.begin(); src != dst; ++tier) {
    roots = tier->roots;
    src /= tier->children;
    dst /= tier->children;
  }
  return std::min(roots, kMostPaths);
}

void Xgft::append_route(NodeId src, NodeId dst, int path, std::vector<LinkId>& out) const {
  std::array<LinkId, kMaxHeight> down;  // filled on the way up
  std::size_t height = 0;
  NodeId b = dst;
  for (NodeId a = src; a != b; ++height) {
    const Tier& tier = tiers_[height];
    const LinkId root = (LinkId{dst} + path) % tier.roots;
    out.push_back(tier.up + LinkId{a} * tier.roots + root);
    down[height] = tier.down + LinkId{b} * tier.roots + root;
    a /= tier.children;
    b /= tier.children;
  }
  while (height > 0) out.push_back(down[--height]);
}

}  // namespace orrery
