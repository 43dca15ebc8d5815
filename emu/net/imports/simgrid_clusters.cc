// Clusters of SimGrid platforms: stars, tori, fat trees, dragonflies, and zones with routing "Cluster".
#include <algorithm>

#include <fmt/format.h>

#include "emu/base/check.h"
#include "emu/net/imports/simgrid_dragonfly.h"
#include "emu/net/imports/simgrid_platform.h"

namespace orrery::imports {

/// Returns the hosts PREFIX i SUFFIX for the i of radical: "0-3,7".
std::vector<std::size_t> PlatformReader::hosts_of(const Node& cluster) {
  std::vector<std::size_t> hosts;
  const std::size_t line = xml_.line_of(cluster);
  constexpr std::size_t kLongest = 200;
  for (const char* part : {"id", "prefix", "suffix"})
    if (std::string_view(cluster.attribute(part).value()).size() > kLongest)
      fail(file_, line, text_of(part, " has more than ", kLongest, " characters"));
  for (const NumberRange& range : ranges_of(attribute(cluster, "radical"), file_, line)) {
    if (hosts.size() + range.last - range.first >= kMostNodes)
      fail(file_, line, text_of("more than ", kMostNodes, " hosts"));
    for (std::size_t i = range.first; i <= range.last; ++i) {
      const std::string name = fmt::format("{}{}{}", attribute(cluster, "prefix"), i,
                                           cluster.attribute("suffix").value());
      zone_routes_.place(name, cluster);
      hosts.push_back(network_.node(name));
    }
  }
  if (hosts.empty()) fail(file_, line, "a cluster without hosts; expected radical, such as 0-15");
  return hosts;
}

std::vector<std::size_t> PlatformReader::numbers_in(const Node& cluster,
                                                    std::string_view list) const {
  std::vector<std::size_t> numbers;
  for (const Line& l : lines_of(list, '\0', ","))
    for (const std::string_view word : l.words)
      numbers.push_back(count_of(word, 1, file_, xml_.line_of(cluster)));
  return numbers;
}

void PlatformReader::check_size(const Node& cluster, const std::vector<std::size_t>& sides,
                                std::size_t hosts) const {
  std::size_t product = sides.empty() ? 0 : 1;
  for (const std::size_t side : sides) product *= product <= kMostNodes ? side : 1;
  if (product != hosts)
    fail(file_, xml_.line_of(cluster),
         text_of("topo_parameters are for ", product, " hosts, and radical has ", hosts,
                 "; expected equal numbers"));
}

void PlatformReader::read_cluster(const Node& cluster) {
  const std::vector<std::size_t> hosts = hosts_of(cluster);
  const LinkCost costs = costs_of(cluster, "bw", "lat");
  note_policy(cluster, "SPLITDUPLEX");
  const std::string_view topology = cluster.attribute("topology").as_string("FLAT");
  if (cluster.attribute("loopback_bw") || cluster.attribute("loopback_lat"))
    network_.leave_out(
        "loopback links: host_alpha and host_beta say what messages within a host cost");
  if (topology == "TORUS") return add_torus(cluster, hosts, costs);
  if (topology == "FAT_TREE") return add_fat_tree(cluster, hosts, costs);
  if (topology == "DRAGONFLY") return add_dragonfly(cluster, hosts, costs);
  if (topology != "FLAT")
    fail(file_, xml_.line_of(cluster),
         text_of("the topology ", topology,
                 " is unknown; expected FLAT, TORUS, FAT_TREE or DRAGONFLY"));
  add_star(cluster, hosts, costs);
}

/// Adds the switch of a cluster, and halves the latency of its backbone, which all messages cross: a half is added to that
/// of each link. Routes to other zones begin at the router, which is at the other end of the backbone if there is one.
std::size_t PlatformReader::add_hub(const Node& cluster, const std::string& router,
                                    LinkCost& backbone) {
  routers_.insert(router);
  zone_routes_.place(router, cluster);
  has_routers_ = true;
  if (backbone.bandwidth.bytes_per_second <= 0) return network_.switch_node(router);
  backbone.latency /= 2;
  network_.leave_out(
      "the bandwidth of the backbone; its latency is halved and added to that of both links");
  const std::size_t hub = network_.switch_node(router + "_backbone");
  backbones_[router] = {hub, backbone};
  return hub;
}

/// Joins a router that routes name to the backbone of its cluster.
void PlatformReader::add_backbone(const std::string& router) {
  const auto found = backbones_.find(router);
  if (found == backbones_.end()) return;
  link(network_.switch_node(router), found->second.first, found->second.second);
  backbones_.erase(found);
}

/// Joins the hosts to a switch.
void PlatformReader::add_star(const Node& cluster, const Nodes& hosts, const LinkCost& costs) {
  const std::string router =
      cluster.attribute("router_id")
          .as_string(fmt::format("{}{}_router{}", attribute(cluster, "prefix"),
                                 cluster.attribute("id").as_string("cluster"),
                                 cluster.attribute("suffix").value())
                         .c_str());
  LinkCost backbone{Bandwidth{0}, Time(0)};
  if (cluster.attribute("bb_bw") || cluster.attribute("bb_lat"))
    backbone = costs_of(cluster, "bb_bw", "bb_lat");
  const std::size_t hub = add_hub(cluster, router, backbone);
  for (const std::size_t host : hosts)
    link(host, hub, {costs.bandwidth, costs.latency + backbone.latency});
}

/// Joins the hosts of a zone with routing "Cluster", and of its cabinets, to a switch.
void PlatformReader::read_cluster_zone(const Node& zone) {
  LinkCost backbone{Bandwidth{0}, Time(0)};
  if (const Node line = zone.child("backbone")) backbone = costs_of(line, "bandwidth", "latency");
  const std::size_t hub =
      add_hub(zone,
              zone.child("router").attribute("id").as_string(
                  fmt::format("{}_router", zone.attribute("id").value()).c_str()),
              backbone);
  for (const Node& cabinet : zone.children("cabinet")) {
    const LinkCost costs = costs_of(cabinet, "bw", "lat");
    for (const std::size_t host : hosts_of(cabinet))
      link(host, hub, {costs.bandwidth, costs.latency + backbone.latency});
  }
  for (const Node& line : zone.children("host_link")) {
    const std::string host(attribute(line, "id"));
    const std::string *const up = link_named(attribute(line, "up")).link,
                             *const down = link_named(attribute(line, "down")).link;
    if (!network_.knows(host) || up == nullptr || down == nullptr)
      fail(file_, xml_.line_of(line),
           text_of("'", host, "' or its links are not there; expected all"));
    const LinkCost &costs = links_.at(*up), &back = links_.at(*down);
    if (costs != back)
      network_.leave_out("that a link costs more in one direction than in the other");
    link(network_.node(host), hub, {costs.bandwidth, costs.latency + backbone.latency});
  }
}

/// Adds a torus. topo_parameters "4,2,2": the first dimension varies fastest.
void PlatformReader::add_torus(const Node& cluster, const Nodes& hosts, const LinkCost& costs) {
  const auto sides = numbers_in(cluster, attribute(cluster, "topo_parameters"));
  check_size(cluster, sides, hosts.size());
  std::size_t step = 1;
  for (const std::size_t side : sides) {
    for (std::size_t i = 0; i < hosts.size() && side > 1; ++i) {
      const std::size_t at = i / step % side;
      link(hosts[i], hosts[i - at * step + (at + 1) % side * step], costs);
    }
    step *= side;
  }
}

/// Adds a fat tree. topo_parameters: levels;children;parents;parallel links, the lowest first.
void PlatformReader::add_fat_tree(const Node& cluster, const Nodes& hosts, const LinkCost& costs) {
  const std::string_view text = attribute(cluster, "topo_parameters");
  std::vector<std::vector<std::size_t>> parts;
  for (const std::string_view part : parts_of(text, ';'))
    parts.push_back(numbers_in(cluster, part));
  const bool fits = parts.size() == 4 && parts[0].size() == 1 && parts[1].size() == parts[0][0] &&
                    parts[2].size() == parts[0][0] && parts[3].size() == parts[0][0];
  if (!fits)
    fail(file_, xml_.line_of(cluster),
         text_of("topo_parameters '", text,
                 "'; expected levels;children;parents;links, such as 2;4,4;1,2;1,2"));
  check_size(cluster, parts[1], hosts.size());
  add_levels(cluster, hosts, parts, costs);
}

/// Adds the levels of a fat tree. A node has a subtree below, and a place among its roots.
void PlatformReader::add_levels(const Node& cluster, const Nodes& hosts,
                                const std::vector<std::vector<std::size_t>>& parts,
                                const LinkCost& costs) {
  const auto& children = parts[1];
  const auto& parents = parts[2];
  std::vector<std::size_t> below = hosts;
  std::size_t roots = 1;  // of each subtree of the level below
  has_routers_ = true;
  for (std::size_t i = 0; i < children.size(); ++i) {
    const std::size_t subtrees = below.size() / roots / children[i], now = roots * parents[i];
    if (now > kMostNodes / std::max<std::size_t>(1, subtrees))
      fail(file_, xml_.line_of(cluster), text_of("more than ", kMostNodes, " switches"));
    std::vector<std::size_t> level(subtrees * now);
    for (std::size_t s = 0; s < level.size(); ++s)
      level[s] = network_.switch_node(
          fmt::format("{}_switch{}.{}", cluster.attribute("id").value(), i + 1, s));
    for (std::size_t b = 0; b < below.size(); ++b) {
      const std::size_t subtree = b / roots / children[i], root = b % roots;
      for (std::size_t p = 0; p < parents[i]; ++p)
        link(below[b], level[subtree * now + root + p * roots], costs,
             static_cast<int>(std::min<std::size_t>(parts[3][i], 1024)));
    }
    below = std::move(level);
    roots = now;
  }
}

/// Adds a dragonfly. topo_parameters "groups,links;chassis,links;routers,links;nodes".
void PlatformReader::add_dragonfly(const Node& cluster, const Nodes& hosts, const LinkCost& costs) {
  std::string text(attribute(cluster, "topo_parameters"));
  std::ranges::replace(text, ';', ',');
  const auto n = numbers_in(cluster, text);
  if (n.size() != 7)
    fail(file_, xml_.line_of(cluster),
         text_of("topo_parameters '", text,
                 "'; expected groups,links;chassis,links;routers,links;nodes"));
  check_size(cluster, {n[0], n[2], n[4], n[6]}, hosts.size());
  has_routers_ = true;
  SimGridDragonfly(network_, {n[0], n[1], n[2], n[3], n[4], n[5], n[6]}, hosts, costs,
                   cluster.attribute("id").value())
      .add();
}

}  // namespace orrery::imports
