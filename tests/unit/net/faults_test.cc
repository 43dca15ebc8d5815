#include "emu/net/faults.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "emu/net/background.h"
#include "emu/net/topologies/graph.h"

namespace orrery {
namespace {

std::shared_ptr<const Topology> made(const std::string& spec) {
  return make_topology(spec);
}

/// Returns the links between two nodes, in both directions.
std::vector<LinkId> between(const Topology& network, NodeId a, NodeId b) {
  std::vector<LinkId> links;
  for (LinkId id = 0; id < network.link_count(); ++id) {
    const Link l = network.link(id);
    if ((l.from == a && l.to == b) || (l.from == b && l.to == a)) links.push_back(id);
  }
  return links;
}

LinkFaults failed(std::vector<LinkId> links) {
  std::ranges::sort(links);
  return {{}, std::move(links)};
}

std::vector<LinkId> route_of(const Topology& network, NodeId from, NodeId to, int path = 0) {
  std::vector<LinkId> route;
  network.append_route(from, to, path, route);
  return route;
}

/// Returns the nodes that a message crosses.
std::vector<NodeId> nodes_of(const Topology& network, NodeId from, NodeId to) {
  std::vector<NodeId> nodes{from};
  for (const LinkId id : route_of(network, from, to)) nodes.push_back(network.link(id).to);
  return nodes;
}

TEST(Faults, AHealthyNetworkStaysWhatItIs) {
  const auto torus = made("torus:4");
  EXPECT_EQ(with_faults(torus, {}, {}), torus);
}

TEST(Faults, ASlowLinkHasItsOwnCosts) {
  const auto mesh = made("mesh:4");
  Costs costs;
  LinkFaults faults;
  for (const LinkId id : between(*mesh, 1, 2)) faults.slow[id] = {0.5, 1us};
  const auto network = with_faults(mesh, costs, faults);
  EXPECT_FALSE(network->has_identical_links());
  for (LinkId id = 0; id < network->link_count(); ++id) {
    const LinkCost cost = costs.of(network->link(id));
    const bool slow = faults.slow.contains(id);
    EXPECT_EQ(cost.bandwidth.bytes_per_second, slow ? 25e9 : 50e9);
    EXPECT_EQ(cost.latency, slow ? 1100ns : 100ns);
  }
  EXPECT_EQ(network->spec(), "mesh:4");
}

TEST(Faults, ASlowLinkThatStandsForSeveralHasAShareOfAll) {
  const auto groups = made("groups:3,2");
  Costs costs;
  LinkFaults half;
  for (LinkId id = 0; id < groups->link_count(); ++id) half.slow[id] = {0.5, 0us};
  const auto slow = with_faults(groups, costs, half);
  int widest = 1;
  for (LinkId id = 0; id < groups->link_count(); ++id) {
    widest = std::max(widest, groups->link(id).width);
    EXPECT_EQ(costs.of(slow->link(id)).bandwidth.bytes_per_second,
              costs.of(groups->link(id)).bandwidth.bytes_per_second / 2);
  }
  EXPECT_GT(widest, 1);
}

TEST(Faults, SlownessUponSlownessMultiplies) {
  Costs costs;
  LinkFaults half;
  half.slow[0] = {0.5, 1us};
  const auto network = with_faults(with_faults(made("torus:4"), costs, half), costs, half);
  EXPECT_EQ(costs.of(network->link(0)).bandwidth.bytes_per_second, 12.5e9);
  EXPECT_EQ(costs.of(network->link(0)).latency, 2100ns);
}

TEST(Faults, SayWhichLinksAreNotWhatTheyUsuallyAre) {
  LinkFaults first, second;
  first.slow[3] = {0.5, 1us};
  first.slow[1] = {1, 2us};
  second.slow[3] = {0.5, Time(0)};
  second.failed = {2};
  const auto network = with_faults(with_faults(made("torus:4"), {}, first), {}, second);
  const std::vector<FaultyLink> links = faulty_links(*network);
  ASSERT_EQ(links.size(), 3U);
  EXPECT_EQ(links[0].link, 1);
  EXPECT_EQ(links[0].bandwidth, 1);
  EXPECT_EQ(links[0].latency, 2us);
  EXPECT_EQ(links[1].link, 2);
  EXPECT_TRUE(links[1].failed);
  EXPECT_EQ(links[2].link, 3);
  EXPECT_EQ(links[2].bandwidth, 0.25);
  EXPECT_EQ(links[2].latency, 1us);
  EXPECT_FALSE(links[2].failed);
  EXPECT_TRUE(faulty_links(*made("torus:4")).empty());
}

/// Checks that background traffic makes no link slow; its share is reported separately.
TEST(Faults, TellWhatBackgroundTrafficTakesFromWhatIsSlow) {
  LinkFaults slow, traffic;
  slow.slow[3] = {0.5, 1us};
  traffic.of_traffic = true;
  traffic.slow[3] = {0.75, Time(0)};
  traffic.slow[4] = {0.25, Time(0)};
  const auto network = with_faults(with_faults(made("torus:4"), {}, slow), {}, traffic);
  const std::vector<FaultyLink> links = faulty_links(*network);
  ASSERT_EQ(links.size(), 2U);
  EXPECT_EQ(links[0].bandwidth, 0.5);
  EXPECT_EQ(links[0].background, 0.25);
  EXPECT_TRUE(links[0].is_slow());
  EXPECT_EQ(links[1].bandwidth, 1);
  EXPECT_EQ(links[1].background, 0.75);
  EXPECT_FALSE(links[1].is_slow());
  EXPECT_EQ(Costs{}.of(network->link(3)).bandwidth.bytes_per_second, 50e9 * 0.375);
}

TEST(Faults, ARingIsLeftByTheOtherWay) {
  const auto ring = made("torus:5");
  const auto network = with_faults(ring, {}, failed(between(*ring, 0, 1)));
  EXPECT_EQ(nodes_of(*network, 0, 1), (std::vector<NodeId>{0, 4, 3, 2, 1}));
  EXPECT_EQ(nodes_of(*network, 1, 0), (std::vector<NodeId>{1, 2, 3, 4, 0}));
  EXPECT_EQ(nodes_of(*network, 1, 3), (std::vector<NodeId>{1, 2, 3}));
}

/// Checks a message half way round an even ring, which is split over both routes: if one fails, the
/// other carries it all.
TEST(Faults, ASplitMessageTakesTheWayThatIsLeft) {
  const auto ring = made("torus:4");
  const auto network = with_faults(ring, {}, failed(between(*ring, 0, 1)));
  EXPECT_EQ(ring->path_count(0, 2, Routing::kMinimal), 2);
  EXPECT_EQ(network->path_count(0, 2, Routing::kMinimal), 1);
  EXPECT_EQ(nodes_of(*network, 0, 2), (std::vector<NodeId>{0, 3, 2}));
  EXPECT_EQ(network->path_count(1, 3, Routing::kMinimal), 1);
  EXPECT_EQ(network->path_count(3, 1, Routing::kDimensionOrder), 1);
}

/// Returns the distances from `src` over the remaining links by brute force, relaxing all links
/// until nothing changes.
std::vector<int> distances(const Topology& network, const std::vector<LinkId>& failed, NodeId src) {
  std::vector<int> far(static_cast<std::size_t>(network.nodes()), 1 << 20);
  far[static_cast<std::size_t>(src)] = 0;
  for (bool again = true; again;) {
    again = false;
    for (LinkId id = 0; id < network.link_count(); ++id) {
      const Link l = network.link(id);
      if (std::ranges::find(failed, id) != failed.end()) continue;
      if (l.from != src && !network.forwards(l.from)) continue;
      const int there = far[static_cast<std::size_t>(l.from)] + 1;
      if (there >= far[static_cast<std::size_t>(l.to)]) continue;
      far[static_cast<std::size_t>(l.to)] = there;
      again = true;
    }
  }
  return far;
}

/// Checks networks of all kinds with some failed links: every path is contiguous, without failed links, and as short
/// as possible; hosts are cut off exactly if no path remains.
TEST(Faults, WaysAroundAreAsShortAsCanBe) {
  for (const char* spec :
       {"torus:4x3", "mesh:3x3", "full:6", "fat-tree:2,3", "fat-tree:4", "dragonfly:2,2,1",
        "hyperx:3x4", "hammingmesh:2x2@2x2", "star:4", "nodes:2x8,mi250x,nics=4@clos:2,4,2",
        "nodes:2x3,rail-only@clos:2,1,3"}) {
    const auto healthy = made(spec);
    for (int seed = 0; seed < 6; ++seed) {
      std::vector<LinkId> gone;
      for (LinkId id = 0; id < healthy->link_count(); ++id) {
        const Link l = healthy->link(id);
        if ((l.from * 31 + l.to * 31 + (l.from ^ l.to) * 7 + seed * 5) % 11 == 0)
          gone.push_back(id);
      }
      std::vector<NodeId> hosts(static_cast<std::size_t>(healthy->hosts()));
      for (std::size_t h = 0; h < hosts.size(); ++h) hosts[h] = static_cast<NodeId>(h);
      const auto network = with_faults(healthy, {}, failed(gone));
      bool all_reached = true;
      for (const NodeId from : hosts) {
        const std::vector<int> far = distances(*healthy, gone, from);
        for (const NodeId to : hosts)
          all_reached = all_reached && far[static_cast<std::size_t>(to)] < 1 << 20;
      }
      EXPECT_EQ(!cut_apart(*healthy, gone, hosts), all_reached) << spec << " " << seed;
      if (!all_reached) continue;
      for (const NodeId from : hosts) {
        const std::vector<int> far = distances(*healthy, gone, from);
        for (const NodeId to : hosts)
          for (const Routing routing :
               {Routing::kMinimal, Routing::kDimensionOrder, Routing::kEcmp}) {
            const int paths = from == to ? 0 : network->path_count(from, to, routing);
            for (int path = 0; path < paths; ++path) {
              NodeId at = from;
              const std::vector<LinkId> route = route_of(*network, from, to, path);
              for (const LinkId id : route) {
                EXPECT_EQ(network->link(id).from, at);
                EXPECT_EQ(std::ranges::find(gone, id), gone.end());
                at = network->link(id).to;
              }
              EXPECT_EQ(at, to) << spec;
              EXPECT_EQ(std::ssize(route), far[static_cast<std::size_t>(to)]) << spec;
            }
          }
      }
    }
  }
}

/// Checks that MI250X GPUs and GPUs with separate rails forward messages: without this there would be no path even
/// if no link failed.
TEST(Faults, NothingIsCutApartWhereNothingFailed) {
  std::vector<std::string> specs{"nodes:2x8,mi250x,nics=4@star:8", "nodes:2x3,rail-only@star:2",
                                 "nodes:2x3,mesh,rail-only@star:2", "nodes:2x4,pcie,nics=2@star:2"};
  for (const TopologyKind* kind : topology_kinds()) {
    if (kind->name == "file") continue;
    specs.emplace_back(kind->example);
  }
  for (const std::string& spec : specs) {
    const auto network = made(spec);
    std::vector<NodeId> hosts(static_cast<std::size_t>(network->hosts()));
    std::iota(hosts.begin(), hosts.end(), 0);
    EXPECT_FALSE(cut_apart(*network, {}, hosts)) << spec;
  }
}

/// Checks the detour between the packages of dies 0 and 6 over dies 2 and 4, or over 1, 5 and 7.
TEST(Faults, DiesPassOnWhatALinkBetweenThemWouldHaveCarried) {
  const auto node = made("nodes:1x8,mi250x,nics=4@star:4");
  const auto network = with_faults(node, {}, failed(between(*node, 0, 6)));
  EXPECT_EQ(nodes_of(*network, 0, 6), (std::vector<NodeId>{0, 2, 4, 6}));
}

TEST(Faults, AHostWithOneLinkIsCutOff) {
  const auto star = made("star:4");
  const std::vector<NodeId> hosts{0, 1, 2, 3};
  const auto cut = cut_apart(*star, between(*star, 2, 4), hosts);
  EXPECT_EQ(cut, std::optional(std::pair(0, 2)));
  const std::vector<NodeId> others{0, 1, 3};
  EXPECT_FALSE(cut_apart(*star, between(*star, 2, 4), others));
}

/// Checks hosts a, b and c in a chain: no route goes through b if it does not forward.
TEST(Faults, NodesThatDoNotForwardAreNoWay) {
  const auto ring = [](const std::string& more) -> std::shared_ptr<const Topology> {
    return parse_graph(
        "hosts = ['a', 'b', 'c']\nlinks = [['a', 'b'], ['b', 'c'], ['c', 'a']]\n" + more,
        "ring.toml", "file:ring.toml");
  };
  const std::vector<NodeId> hosts{0, 1, 2};
  const auto forwarding = ring(""), ends = ring("no_forwarding = 'hosts'\n");
  EXPECT_FALSE(cut_apart(*forwarding, between(*forwarding, 0, 2), hosts));
  EXPECT_EQ(cut_apart(*ends, between(*ends, 0, 2), hosts), std::pair(0, 2));
}

double share_on(const Topology& network, const std::vector<double>& shares, NodeId from,
                NodeId to) {
  for (LinkId id = 0; id < network.link_count(); ++id)
    if (network.link(id).from == from && network.link(id).to == to)
      return shares[static_cast<std::size_t>(id)];
  return -1;
}

TEST(Background, TakesItsShareOfTheLinksOnItsWay) {
  const auto ring = made("torus:5"), star = made("star:4"), full = made("full:4");
  const Costs costs;
  const auto next =
      background_shares(*ring, costs, Routing::kMinimal, BackgroundPattern::kNeighbour, 0.3, 1);
  EXPECT_DOUBLE_EQ(share_on(*ring, next, 1, 2), 0.3);
  EXPECT_DOUBLE_EQ(share_on(*ring, next, 2, 1), 0);
  const auto hot =
      background_shares(*star, costs, Routing::kMinimal, BackgroundPattern::kHotspot, 0.9, 1);
  EXPECT_DOUBLE_EQ(share_on(*star, hot, 4, 0), 0.9);
  EXPECT_DOUBLE_EQ(share_on(*star, hot, 2, 4), 0.3);
  EXPECT_DOUBLE_EQ(share_on(*star, hot, 4, 2), 0);
  const auto all =
      background_shares(*full, costs, Routing::kMinimal, BackgroundPattern::kUniform, 0.5, 1);
  for (const double share : all) EXPECT_DOUBLE_EQ(share, 0.5);
}

/// Checks a round trip in random order: every host sends to one host and receives from one.
TEST(Background, ARandomRoundTripVisitsEveryHostOnce) {
  const auto full = made("full:9");
  const auto trip =
      background_shares(*full, {}, Routing::kMinimal, BackgroundPattern::kRandom, 0.25, 3);
  std::vector<int> to(9), from(9);
  for (std::size_t id = 0; id < trip.size(); ++id) {
    if (trip[id] == 0) continue;
    EXPECT_DOUBLE_EQ(trip[id], 0.25);
    ++to[static_cast<std::size_t>(full->link(static_cast<LinkId>(id)).to)];
    ++from[static_cast<std::size_t>(full->link(static_cast<LinkId>(id)).from)];
  }
  EXPECT_EQ(to, std::vector<int>(9, 1));
  EXPECT_EQ(from, std::vector<int>(9, 1));
  EXPECT_EQ(trip,
            background_shares(*full, {}, Routing::kMinimal, BackgroundPattern::kRandom, 0.25, 3));
  EXPECT_NE(trip,
            background_shares(*full, {}, Routing::kMinimal, BackgroundPattern::kRandom, 0.25, 4));
}

}  // namespace
}  // namespace orrery
