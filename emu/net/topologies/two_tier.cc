#include <algorithm>
#include <limits>

#include "emu/base/check.h"
#include "emu/net/topology.h"

namespace orrery::inline net {
namespace {

/// Leaf switches with some hosts each, joined by one core switch.
///
/// Nodes: hosts 0 .. H-1 (those of leaf 0 first), leaves H .. H+L-1, core H+L.
/// Links: host h has 2h up to its leaf and 2h+1 down; leaf l has 2(H+l) up to the core and 2(H+l)+1
/// down. So the links of node n are 2n and 2n+1, and its level is 0 for a host and 1 for a leaf.
class TwoTier final : public Topology {
 public:
  explicit TwoTier(const std::vector<int>& hosts_of_leaves) {
    constexpr std::int64_t kMax = std::numeric_limits<NodeId>::max();
    const auto others = static_cast<std::int64_t>(hosts_of_leaves.size()) + 1;
    std::int64_t hosts = 0;
    for (const int count : hosts_of_leaves) {
      hosts += count;
      check_topology(hosts + others <= kMax, "two-tier with ", hosts_of_leaves.size(),
                     " leaf switches: the number of hosts and switches is beyond ", kMax);
      end_of_leaf_.push_back(static_cast<NodeId>(hosts));
    }
  }

  std::string spec() const override {
    std::string spec = "two-tier:";
    for (std::size_t leaf = 0; leaf < end_of_leaf_.size(); ++leaf)
      spec += text_of(leaf == 0 ? "" : ",",
                      end_of_leaf_[leaf] - (leaf == 0 ? 0 : end_of_leaf_[leaf - 1]));
    return spec;
  }
  int hosts() const override { return end_of_leaf_.back(); }
  int nodes() const override { return core() + 1; }
  LinkId link_count() const override { return LinkId{core()} * 2; }
  int ports_per_host() const override { return 1; }
  int levels() const override { return 2; }

  Link link(LinkId id) const override {
    const auto lower = static_cast<NodeId>(id / 2);
    const bool is_host = lower < hosts();
    const NodeId upper = is_host ? leaf_of(lower) : core();
    const int level = is_host ? 0 : 1;
    return id % 2 == 0 ? Link{lower, upper, level} : Link{upper, lower, level};
  }

  void append_route(NodeId src, NodeId dst, int /*path*/, std::vector<LinkId>& out) const override {
    if (src == dst) return;
    const NodeId a = leaf_of(src);
    const NodeId b = leaf_of(dst);
    out.push_back(LinkId{src} * 2);
    if (a != b) {
      out.push_back(LinkId{a} * 2);
      out.push_back(LinkId{b} * 2 + 1);
    }
    out.push_back(LinkId{dst} * 2 + 1);
  }

 private:
  NodeId core() const { return hosts() + static_cast<NodeId>(end_of_leaf_.size()); }

  NodeId leaf_of(NodeId host) const {
    const auto leaf = std::upper_bound(end_of_leaf_.begin(), end_of_leaf_.end(), host);
    return hosts() + static_cast<NodeId>(leaf - end_of_leaf_.begin());
  }

  std::vector<NodeId> end_of_leaf_;  ///< by leaf: its last host + 1
};

std::unique_ptr<Topology> make_two_tier(std::string_view parameters) {
  return std::make_unique<TwoTier>(parse_sizes(parameters, ',', "two-tier: hosts of leaf switch"));
}

}  // namespace

extern const TopologyKind two_tier_kind{
    .name = "two-tier",
    .grammar = "two-tier:A,B,..",
    .summary = "leaf switches with A, B, .. hosts, joined by one core switch",
    .example = "two-tier:3,2",
    .make = make_two_tier,
};

}  // namespace orrery::inline net
