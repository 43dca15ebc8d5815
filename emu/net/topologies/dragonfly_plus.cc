#include <algorithm>
#include <array>
#include <limits>

#include "emu/base/check.h"
#include "emu/net/channels.h"
#include "emu/net/topology.h"

namespace orrery::inline net {
namespace {

/// Groups of l leaf switches with h hosts each and s spine switches; each leaf is linked to each
/// spine of its group (level 1), and each spine has c channels to spines of other groups (level 2),
/// arranged as in emu/net/channels.h.
/// Ref  A. Shpiner, Z. Haramaty, S. Eliad, V. Zdornov, B. Gafni, E. Zahavi: Dragonfly+: low cost topology
///      for scaling datacenters, HiPINEB 2017: at most g = s c + 1 groups.
///
/// Routes are minimal: up to a spine, to another group over one of its n channels, and down. Path i
/// takes spine (destination + i) mod s within a group, channel (destination + i) mod n between two.
///
/// Nodes: hosts, leaf by leaf; leaves, group by group; spines, group by group. Links: host x has 2x up and
/// 2x + 1 down; then those of each leaf to each spine of its group, up and down in turn; then the channels.
class DragonflyPlus final : public Topology {
 public:
  DragonflyPlus(int l, int h, int s, int c, int g);

  std::string spec() const override {
    return text_of("dragonfly+:", l_, ",", h_, ",", s_, ",", c_, ",", g_);
  }
  int hosts() const override { return hosts_; }
  int nodes() const override { return first_spine_ + g_ * s_; }
  LinkId link_count() const override { return first_channel_ + channels_.count(); }
  int ports_per_host() const override { return 1; }
  int levels() const override { return g_ > 1 ? 3 : 2; }
  Link link(LinkId id) const override;
  int path_count(NodeId src, NodeId dst, Routing routing) const override;
  void append_route(NodeId src, NodeId dst, int path, std::vector<LinkId>& out) const override;

 private:
  NodeId leaf_of(NodeId host) const { return host / h_; }
  /// Returns the link up from a leaf to a spine of its group; the one down follows.
  LinkId local(NodeId leaf, NodeId spine) const {
    return first_local_ + 2 * (LinkId{leaf} * s_ + spine % s_);
  }

  int l_, h_, s_, c_, g_;
  Channels channels_;
  NodeId hosts_ = 0;
  NodeId first_spine_ = 0;
  LinkId first_local_ = 0;
  LinkId first_channel_ = 0;
};

DragonflyPlus::DragonflyPlus(int l, int h, int s, int c, int g)
    : l_(l), h_(h), s_(s), c_(c), g_(g), channels_{s, c, g} {
  EMU_CHECK(g - 1 <= channels_.of_a_group(), spec(), ": ", g, " groups of ", channels_.of_a_group(),
            " channels; expected at most ", channels_.of_a_group() + 1, " groups");
  check_topology(channels_.of_a_group() <= std::numeric_limits<NodeId>::max(), spec(),
                 ": the number of channels of a group is beyond ",
                 std::numeric_limits<NodeId>::max());
  const std::array hosts{g, l, h};
  const std::array leaves{g, l}, spines{g, s};
  hosts_ = node_count(hosts, spec() + ": the number of hosts");
  const std::int64_t switches =
      std::int64_t{node_count(leaves, spec() + ": the number of leaf switches")} +
      node_count(spines, spec() + ": the number of spine switches");
  check_topology(hosts_ + switches <= std::numeric_limits<NodeId>::max(), spec(),
                 ": the number of hosts and switches is beyond ",
                 std::numeric_limits<NodeId>::max());
  first_spine_ = hosts_ + g * l;
  first_local_ = LinkId{2} * hosts_;
  first_channel_ = first_local_ + LinkId{2} * g * l * s;
}

Link DragonflyPlus::link(LinkId id) const {
  if (id >= first_channel_) {
    const Channels::Channel c = channels_.at(id - first_channel_);
    return {.from = first_spine_ + c.from, .to = first_spine_ + c.to, .level = 2};
  }
  Link up;
  if (id < first_local_) {
    const auto host = static_cast<NodeId>(id / 2);
    up = {.from = host, .to = hosts_ + leaf_of(host)};
  } else {
    const auto leaf = static_cast<NodeId>((id - first_local_) / 2 / s_);
    const auto spine = static_cast<NodeId>((id - first_local_) / 2 % s_);
    up = {.from = hosts_ + leaf, .to = first_spine_ + leaf / l_ * s_ + spine, .level = 1};
  }
  if (id % 2 != 0) std::swap(up.from, up.to);
  return up;
}

int DragonflyPlus::path_count(NodeId src, NodeId dst, Routing routing) const {
  const NodeId u = leaf_of(src), v = leaf_of(dst);
  if (routing == Routing::kDimensionOrder || routing == Routing::kMinimal || u == v) return 1;
  return std::min(u / l_ == v / l_ ? s_ : channels_.copies(), kMostPaths);
}

void DragonflyPlus::append_route(NodeId src, NodeId dst, int path, std::vector<LinkId>& out) const {
  if (src == dst) return;
  const NodeId u = leaf_of(src), v = leaf_of(dst);
  const auto one_of = [&](NodeId many) { return static_cast<NodeId>((LinkId{dst} + path) % many); };
  out.push_back(LinkId{src} * 2);
  if (u != v && u / l_ == v / l_) {
    const NodeId spine = one_of(s_);
    out.push_back(local(u, spine));
    out.push_back(local(v, spine) + 1);
  } else if (u != v) {
    const Channels::Channel c = channels_.between(u / l_, v / l_, one_of(channels_.copies()));
    out.push_back(local(u, c.from));
    out.push_back(first_channel_ + c.number);
    out.push_back(local(v, c.to) + 1);
  }
  out.push_back(LinkId{dst} * 2 + 1);
}

std::unique_ptr<Topology> make_dragonfly_plus(std::string_view parameters) {
  const std::vector<int> sizes = parse_sizes(parameters, ',', "dragonfly+: parameter");
  EMU_CHECK(sizes.size() == 4 || sizes.size() == 5, "dragonfly+:", parameters, " has ",
            sizes.size(), " parameters; expected L,H,S,C or L,H,S,C,G");
  const std::int64_t most = std::int64_t{sizes[2]} * sizes[3] + 1;
  EMU_CHECK(sizes.size() == 5 || most <= std::numeric_limits<int>::max(), "dragonfly+:", parameters,
            ": ", most, " groups are too many; expected fewer channels");
  const int groups = sizes.size() == 5 ? sizes[4] : static_cast<int>(most);
  return std::make_unique<DragonflyPlus>(sizes[0], sizes[1], sizes[2], sizes[3], groups);
}

}  // namespace

extern const TopologyKind dragonfly_plus_kind{
    .name = "dragonfly+",
    .grammar = "dragonfly+:L,H,S,C[,G]",
    .summary =
        "G groups (S C + 1) of L leaf switches with H hosts and S spine switches, whose C "
        "links each lead to other groups",
    .example = "dragonfly+:2,2,2,1,3",
    .make = make_dragonfly_plus,
};

}  // namespace orrery::inline net
