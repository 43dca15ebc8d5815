#include <algorithm>
#include <array>
#include <limits>

#include "emu/base/check.h"
#include "emu/net/channels.h"
#include "emu/net/topology.h"

namespace orrery::inline net {
namespace {

/// Groups of `a` routers, each with p hosts; the routers of a group are all linked to each other
/// (level 1), and each has h channels to other groups (level 2; 1 if a group is one router). A
/// single group has no channels.
/// Ref  J. Kim, W. J. Dally, S. Scott, D. Abts: Technology-driven, highly-scalable dragonfly topology,
///      ISCA 2008: balanced for a = 2p = 2h; at most g = a h + 1 groups.
///
/// The channels are arranged as in emu/net/channels.h. As g - 1 >= h, no two of them join the same
/// routers.
///
/// Routes are minimal in the sense of the paper: at most one local link to a router with a channel
/// to the other group, the channel, and at most one local link there. (Routes of two channels over
/// a third group are not used.) Path i is the i-th of the shortest of the n routes, counted from
/// the one selected by the number of the destination.
///
/// Nodes: hosts, router by router; then routers, group by group. Links: host x has 2x up and 2x + 1
/// down; then those from each router to the others of its group, in order; then the channels.
class Dragonfly final : public Topology {
 public:
  Dragonfly(int a, int p, int h, int g);

  std::string spec() const override { return text_of("dragonfly:", a_, ",", p_, ",", h_, ",", g_); }
  int hosts() const override { return hosts_; }
  int nodes() const override { return hosts_ + routers_; }
  LinkId link_count() const override { return first_channel_ + channels_.count(); }
  Link link(LinkId id) const override;
  int ports_per_host() const override { return 1; }
  int levels() const override { return 1 + (a_ > 1 ? 1 : 0) + (g_ > 1 ? 1 : 0); }
  int path_count(NodeId src, NodeId dst, Routing routing) const override;
  void append_route(NodeId src, NodeId dst, int path, std::vector<LinkId>& out) const override;

 private:
  using Channel = Channels::Channel;

  NodeId router_of(NodeId host) const { return host / p_; }
  Channel channel_between(NodeId group, NodeId other, NodeId m) const {
    return channels_.between(group, other, m);
  }
  /// Returns the local links of a route from router u to router v over the channel.
  static int detours(const Channel& c, NodeId u, NodeId v) { return (c.from != u) + (c.to != v); }
  int fewest_detours(NodeId u, NodeId v) const;
  Channel nth_shortest(NodeId u, NodeId v, NodeId first, int n) const;
  void append_local(NodeId from, NodeId to, std::vector<LinkId>& out) const;

  int a_, p_, h_, g_;
  Channels channels_;
  NodeId copies_ = 0;  ///< number of channels between two groups
  NodeId routers_ = 0;
  NodeId hosts_ = 0;
  LinkId first_local_ = 0;
  LinkId first_channel_ = 0;
};

Dragonfly::Dragonfly(int a, int p, int h, int g) : a_(a), p_(p), h_(h), g_(g), channels_{a, h, g} {
  const std::int64_t channels = channels_.of_a_group();
  EMU_CHECK(g - 1 <= channels, spec(), ": ", g, " groups of ", channels,
            " channels; expected at most ", channels + 1);
  EMU_CHECK(g == 1 || g - 1 >= h, spec(), ": the ", h,
            " channels of a router need as many other groups; ", "expected at least ",
            std::int64_t{h} + 1, " groups");
  copies_ = channels_.copies();
  const std::array routers{a, g};
  routers_ = node_count(routers, spec() + ": the number of routers");
  const std::array hosts{routers_, p};
  hosts_ = node_count(hosts, spec() + ": the number of hosts");
  constexpr NodeId kMaxNodes = std::numeric_limits<NodeId>::max();
  check_topology(hosts_ <= kMaxNodes - routers_, spec(),
                 ": the number of hosts and routers is beyond ", kMaxNodes);
  first_local_ = LinkId{2} * hosts_;
  first_channel_ = first_local_ + LinkId{routers_} * (a - 1);
}

Link Dragonfly::link(LinkId id) const {
  if (id < first_local_) {
    const auto host = static_cast<NodeId>(id / 2);
    const NodeId router = hosts_ + router_of(host);
    return id % 2 == 0 ? Link{.from = host, .to = router} : Link{.from = router, .to = host};
  }
  if (id < first_channel_) {
    const auto router = static_cast<NodeId>((id - first_local_) / (a_ - 1));
    const auto i = static_cast<NodeId>((id - first_local_) % (a_ - 1));
    const NodeId own = router % a_;
    const NodeId other = router - own + (i < own ? i : i + 1);
    return {.from = hosts_ + router, .to = hosts_ + other, .level = 1};
  }
  const Channel c = channels_.at(id - first_channel_);
  return {.from = hosts_ + c.from, .to = hosts_ + c.to, .level = levels() - 1};
}

/// Returns the fewest local links. REQUIRES routers of different groups, here and below.
int Dragonfly::fewest_detours(NodeId u, NodeId v) const {
  int fewest = 2;
  for (NodeId m = 0; m < copies_ && fewest > 0; ++m)
    fewest = std::min(fewest, detours(channel_between(u / a_, v / a_, m), u, v));
  return fewest;
}

int Dragonfly::path_count(NodeId src, NodeId dst, Routing routing) const {
  const NodeId u = router_of(src);
  const NodeId v = router_of(dst);
  if (routing == Routing::kDimensionOrder || routing == Routing::kMinimal || u / a_ == v / a_)
    return 1;
  const int fewest = fewest_detours(u, v);
  int count = 0;
  for (NodeId m = 0; m < copies_; ++m)
    count += detours(channel_between(u / a_, v / a_, m), u, v) == fewest ? 1 : 0;
  return std::min(count, kMostPaths);
}

/// Returns the n-th of the shortest, cyclically from copy `first` on.
Dragonfly::Channel Dragonfly::nth_shortest(NodeId u, NodeId v, NodeId first, int n) const {
  const int fewest = fewest_detours(u, v);
  for (NodeId m = first;; m = m + 1 == copies_ ? 0 : m + 1) {
    const Channel c = channel_between(u / a_, v / a_, m);
    if (detours(c, u, v) == fewest && n-- == 0) return c;
  }
}

void Dragonfly::append_local(NodeId from, NodeId to, std::vector<LinkId>& out) const {
  if (from == to) return;
  const NodeId x = from % a_;
  const NodeId y = to % a_;
  out.push_back(first_local_ + LinkId{from} * (a_ - 1) + (y < x ? y : y - 1));
}

void Dragonfly::append_route(NodeId src, NodeId dst, int path, std::vector<LinkId>& out) const {
  if (src == dst) return;
  const NodeId u = router_of(src);
  const NodeId v = router_of(dst);
  out.push_back(LinkId{src} * 2);
  if (u / a_ == v / a_) {
    append_local(u, v, out);
  } else {
    const Channel c = nth_shortest(u, v, dst % copies_, path);
    append_local(u, c.from, out);
    out.push_back(first_channel_ + c.number);
    append_local(c.to, v, out);
  }
  out.push_back(LinkId{dst} * 2 + 1);
}

std::unique_ptr<Topology> make_dragonfly(std::string_view parameters) {
  const std::vector<int> sizes = parse_sizes(parameters, ',', "dragonfly: parameter");
  EMU_CHECK(sizes.size() == 3 || sizes.size() == 4, "dragonfly:", parameters, " has ", sizes.size(),
            " parameters; expected A,P,H or A,P,H,G");
  const std::int64_t most = std::int64_t{sizes[0]} * sizes[2] + 1;
  EMU_CHECK(most <= std::numeric_limits<int>::max(), "dragonfly:", parameters, ": ", most,
            " groups are too many; expected fewer channels");
  const int groups = sizes.size() == 4 ? sizes[3] : static_cast<int>(most);
  return std::make_unique<Dragonfly>(sizes[0], sizes[1], sizes[2], groups);
}

}  // namespace

extern const TopologyKind dragonfly_kind{
    .name = "dragonfly",
    .grammar = "dragonfly:A,P,H[,G]",
    .summary = "G groups (A H + 1) of A routers with P hosts and H links to other groups each",
    .example = "dragonfly:4,2,2,9",
    .make = make_dragonfly,
};

}  // namespace orrery::inline net
