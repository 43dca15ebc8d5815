#include "emu/net/topologies/xgft.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "emu/base/check.h"
#include "emu/net/translations.h"

namespace orrery::inline net {

Xgft::Xgft(std::string spec, std::span<const int> children, std::span<const int> parents,
           std::span<const int> parallel)
    : spec_(std::move(spec)), hosts_(node_count(children, spec_ + ": the number of hosts")) {
  EMU_ASSERT(children.size() == parents.size() && !children.empty(), spec_, ": ", children.size(),
             " numbers of children and ", parents.size(), " numbers of parents");
  EMU_CHECK(children.size() <= kMaxHeight, spec_, " has ", children.size(),
            " levels; expected at most ", kMaxHeight);
  nodes_ = hosts_;
  Tier below{.roots = 1};
  NodeId subtrees = hosts_;  // of the lower level
  for (std::size_t i = 0; i < children.size(); ++i) {
    add_tier(below, subtrees, children[i], parents[i], parallel.empty() ? 1 : parallel[i]);
    below = tiers_.back();
    subtrees /= children[i];
  }
}

/// Adds the level above `below`, which ends in `subtrees` subtrees.
void Xgft::add_tier(const Tier& below, NodeId subtrees, int children, int parents, int parallel) {
  const std::array factors{below.roots, parents};
  const NodeId roots = node_count(factors, spec_ + ": the number of switches");
  const std::array upper{subtrees / children, roots};
  const NodeId added = node_count(upper, spec_ + ": the number of switches");
  constexpr NodeId kMaxNodes = std::numeric_limits<NodeId>::max();
  check_topology(added <= kMaxNodes - nodes_, spec_,
                 ": the number of hosts and switches is beyond ", kMaxNodes);
  constexpr LinkId kMaxLinks = std::numeric_limits<LinkId>::max();
  const LinkId pairs = LinkId{subtrees} * roots;  // both factors are below 2^31
  check_topology(pairs <= (kMaxLinks - link_count_) / 2 / parallel, spec_,
                 ": the number of links is beyond ", kMaxLinks);
  const LinkId links = pairs * parallel;  // each way
  tiers_.push_back({.children = children,
                    .below = hosts_ / subtrees,
                    .parallel = parallel,
                    .lower_roots = below.roots,
                    .roots = roots,
                    .lower_first = below.upper_first,
                    .upper_first = nodes_,
                    .up = link_count_,
                    .down = link_count_ + links});
  nodes_ += added;
  link_count_ += 2 * links;
}

const Xgft::Tier& Xgft::tier_of(LinkId id) const {
  return *std::prev(std::upper_bound(tiers_.begin(), tiers_.end(), id,
                                     [](LinkId i, const Tier& t) { return i < t.up; }));
}

Link Xgft::link(LinkId id) const {
  const Tier* const tier = &tier_of(id);
  const bool up = id < tier->down;
  const LinkId edge = (id - (up ? tier->up : tier->down)) / tier->parallel;
  const auto subtree = static_cast<NodeId>(edge / tier->roots);
  const auto root = static_cast<NodeId>(edge % tier->roots);
  const NodeId lower = tier->lower_first + subtree * tier->lower_roots + root % tier->lower_roots;
  const NodeId upper = tier->upper_first + subtree / tier->children * tier->roots + root;
  const int level = static_cast<int>(tier - tiers_.data());
  return up ? Link{lower, upper, level} : Link{upper, lower, level};
}

/// Returns the number of roots of the lowest common subtree; 1 if it is one host.
NodeId Xgft::roots_between(NodeId src, NodeId dst) const {
  NodeId roots = 1;
  for (auto tier = tiers_.begin(); src != dst; ++tier) {
    roots = tier->roots;
    src /= tier->children;
    dst /= tier->children;
  }
  return roots;
}

int Xgft::path_count(NodeId src, NodeId dst, Routing routing) const {
  if (routing == Routing::kDimensionOrder || routing == Routing::kMinimal) return 1;
  std::int64_t roots = 1, parallel = 1;
  for (auto tier = tiers_.begin(); src != dst; ++tier) {
    roots = tier->roots;
    const std::int64_t each = std::min(tier->parallel, kMostPaths);
    parallel = std::min<std::int64_t>(kMostPaths, parallel * each * each);
    src /= tier->children;
    dst /= tier->children;
  }
  return static_cast<int>(std::min<std::int64_t>(roots * parallel, kMostPaths));
}

Translations Xgft::translations(const SymmetricNumbering& numbering) const {
  if (numbering.by == SymmetricNumbering::By::kDiagonal) return {};  // hosts have no coordinates
  return numbering.by == SymmetricNumbering::By::kExclusiveOr ? exclusive_ors()
                                                              : rotated_subtrees(numbering.period);
}

/// Returns rotations of subtrees. A shift s of all hosts changes neither d mod W_i nor d / W_i mod
/// p_i if s and the number of hosts are multiples of W_i p_i.
Translations Xgft::rotated_subtrees(int period) const {
  const Tier& top = tiers_.back();
  const std::array sides{static_cast<int>(top.children), static_cast<int>(top.below)};
  for (int step = 1; step < top.children; ++step) {
    const auto keeps_parents = [&](const Tier& t) {
      const std::int64_t each = std::int64_t{t.roots} * t.parallel;
      return std::int64_t{step} * top.below % each == 0 && hosts_ % each == 0;
    };
    if (top.children % step == 0 && std::ranges::all_of(tiers_, keeps_parents))
      return rotations({SymmetricNumbering::By::kNumber, period}, sides, std::array{step, 1});
  }
  return {};
}

Translations Xgft::exclusive_ors() const {
  const auto fits = [&](const Tier& t) {
    return std::has_single_bit(static_cast<unsigned>(t.children)) &&
           std::has_single_bit(static_cast<unsigned>(t.roots)) && t.roots <= hosts_ &&
           t.parallel == 1;
  };
  if (!std::ranges::all_of(tiers_, fits)) return {};
  std::vector<int> sides, periods;  // of bits, highest first
  for (NodeId bit = hosts_ / 2; bit > 0; bit /= 2) {
    const bool stays = std::ranges::any_of(
        tiers_, [bit](const Tier& t) { return t.roots <= bit && bit < t.below; });
    sides.push_back(2);
    periods.push_back(stays ? 2 : 1);
  }
  return {sides, periods};
}

/// Returns the representative: the link moves like the first host of its lower subtree, or by
/// exclusive or like the host with the root's number.
LinkId Xgft::representative(LinkId id, const Translations& all) const {
  const Tier& tier = tier_of(id);
  const LinkId first = id < tier.down ? tier.up : tier.down;
  const LinkId edge = (id - first) / tier.parallel, number = (id - first) % tier.parallel;
  const auto subtree = static_cast<NodeId>(edge / tier.roots);
  const auto root = static_cast<NodeId>(edge % tier.roots);
  const NodeId host = subtree * tier.below + root % tier.below;
  const LinkId moved = LinkId{all.representative(host) / tier.below} * tier.roots +
                       all.moved(root, host) % tier.roots;
  return first + moved * tier.parallel + number;
}

void Xgft::append_route(NodeId src, NodeId dst, int path, std::vector<LinkId>& out) const {
  std::array<LinkId, kMaxHeight> down;  // filled on the way up
  std::size_t height = 0;
  const NodeId roots = roots_between(src, dst);
  const LinkId as_if_to = LinkId{dst} + path % roots;
  int choice = path / roots;
  NodeId b = dst;
  for (NodeId a = src; a != b; ++height) {
    const Tier& tier = tiers_[height];
    const LinkId root = as_if_to % tier.roots;
    const auto one_of = [&](LinkId pair) {
      const LinkId link = (dst / tier.roots + choice % tier.parallel) % tier.parallel;
      choice /= tier.parallel;
      return pair * tier.parallel + link;
    };
    out.push_back(tier.up + one_of(LinkId{a} * tier.roots + root));
    down[height] = tier.down + one_of(LinkId{b} * tier.roots + root);
    a /= tier.children;
    b /= tier.children;
  }
  while (height > 0) out.push_back(down[--height]);
}

}  // namespace orrery::inline net
