// Clusters of SimGrid platforms: stars, tori, fat trees, dragonflies, and zones with routing "Cluster".
#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "emu/base/check.h"
#include "emu/net/imports/simgrid_platform.h"

namespace orrery::imports {
namespace {

/// A dragonfly of SimGrid: groups of chassis of routers (blades) with nodes. Routers of a chassis are joined all to all
/// (level 1), those of equal number in the chassis of a group as well; router j of the first chassis of group i has the
/// link to group j. Parallel links act as one of their width.
///
/// Routes turn to the right blade first, then to the right chassis, as in SimGrid (DragonflyZone, 3.32 and later). Within
/// a group those go on at the first chassis after a link between blades, wherever that link was: their links do not
/// meet, and there may be one too many or one too few.
///
/// Example: from blade 0 to blade 1 of chassis 1 a message crosses the link between both, and then that of blade 1 from
/// chassis 0 to chassis 1.
class SimGridDragonfly {
 public:
  struct Shape {
    std::size_t groups, group_links, chassis, chassis_links, blades, blade_links, nodes;
  };
  /// REQUIRES hosts as many as the shape has nodes. `name` is that of the cluster.
  SimGridDragonfly(ImportedNetwork& network, const Shape& shape, std::span<const std::size_t> hosts,
                   const LinkCost& costs, std::string name);

  void add();

 private:
  /// A router by its coordinates.
  struct Place {
    std::size_t group, chassis, blade;
  };
  std::size_t router(const Place& place);
  Place place_of(std::size_t host) const;
  void join(std::size_t a, std::size_t b, std::size_t width);
  void add_links();
  void add_jumps();
  void add_jump(std::size_t from, std::size_t to);

  ImportedNetwork& network_;
  Shape shape_;
  std::span<const std::size_t> hosts_;
  LinkCost costs_;
  std::string name_;
  std::map<std::pair<std::size_t, std::size_t>, RouteStep> steps_;  ///< from node to node
};

SimGridDragonfly::SimGridDragonfly(ImportedNetwork& network, const Shape& shape,
                                   std::span<const std::size_t> hosts, const LinkCost& costs,
                                   std::string name)
    : network_(network), shape_(shape), hosts_(hosts), costs_(costs), name_(std::move(name)) {}

std::size_t SimGridDragonfly::router(const Place& place) {
  return network_.switch_node(
      fmt::format("{}_router{}.{}.{}", name_, place.group, place.chassis, place.blade));
}

SimGridDragonfly::Place SimGridDragonfly::place_of(std::size_t host) const {
  const std::size_t r = host / shape_.nodes;
  return {r / shape_.blades / shape_.chassis, r / shape_.blades % shape_.chassis,
          r % shape_.blades};
}

void SimGridDragonfly::join(std::size_t a, std::size_t b, std::size_t width) {
  const Bandwidth bandwidth{costs_.bandwidth.bytes_per_second * static_cast<double>(width)};
  auto step = network_.add({a, b, bandwidth, costs_.latency, 1, {}});
  if (!step) return;
  steps_[{a, b}] = *step;
  step->back = !step->back;
  steps_[{b, a}] = *step;
}

void SimGridDragonfly::add() {
  if (shape_.groups > shape_.blades)
    network_.leave_out(
        "routes to groups for which a chassis has no router, which SimGrid does not define: here "
        "they are shortest routes");
  add_links();
  if (shape_.chassis > 1 && shape_.blades > 1) add_jumps();
}

/// Adds links of blades before those of chassis: shortest routes take the first link that leads closer.
void SimGridDragonfly::add_links() {
  const auto& [groups, group_links, chassis, chassis_links, blades, blade_links, nodes] = shape_;
  for (std::size_t h = 0; h < hosts_.size(); ++h) join(hosts_[h], router(place_of(h)), 1);
  for (std::size_t g = 0; g < groups; ++g)
    for (std::size_t c = 0; c < chassis; ++c)
      for (std::size_t b = 0; b < blades; ++b)
        for (std::size_t other = b + 1; other < blades; ++other)
          join(router({g, c, b}), router({g, c, other}), blade_links);
  for (std::size_t g = 0; g < groups; ++g)
    for (std::size_t c = 0; c < chassis; ++c)
      for (std::size_t other = c + 1; other < chassis; ++other)
        for (std::size_t b = 0; b < blades; ++b)
          join(router({g, c, b}), router({g, other, b}), chassis_links);
  const auto towards = [&, size = chassis * blades](std::size_t group, std::size_t other) {
    const std::size_t r = other % size;
    return router({group, r / blades, r % blades});
  };
  for (std::size_t g = 0; g < groups; ++g)
    for (std::size_t other = g + 1; other < groups; ++other)
      join(towards(g, other), towards(other, g), group_links);
}

/// Adds the routes within groups that begin outside of the first chassis and change the blade.
void SimGridDragonfly::add_jumps() {
  constexpr std::size_t kMost = 200'000;
  const std::size_t of_chassis = shape_.blades * shape_.nodes,
                    of_group = shape_.chassis * of_chassis;
  if (hosts_.size() > kMost / of_group)
    return network_.leave_out(
        "SimGrid's routes within a group, which may have a link more or less (more than 200,000 "
        "routes)");
  network_.leave_out(
      "routes within a group of a dragonfly continue at its first chassis after a link between "
      "blades, as in SimGrid: the links of some routes do not meet");
  network_.jumps = true;
  for (std::size_t from = 0; from < hosts_.size(); ++from) {
    const std::size_t group = from / of_group * of_group;
    if (from - group < of_chassis) continue;
    for (std::size_t to = group; to < group + of_group; ++to)
      if (place_of(from).blade != place_of(to).blade) add_jump(from, to);
  }
}

void SimGridDragonfly::add_jump(std::size_t from, std::size_t to) {
  const Place a = place_of(from), b = place_of(to);
  const std::size_t begin = router(a), end = router(b);
  ImportedRoute route{hosts_[from], hosts_[to], {steps_.at({hosts_[from], begin})}};
  route.links.push_back(steps_.at({begin, router({a.group, a.chassis, b.blade})}));
  if (b.chassis > 0) route.links.push_back(steps_.at({router({b.group, 0, b.blade}), end}));
  route.links.push_back(steps_.at({end, hosts_[to]}));
  network_.add(std::move(route));
}

}  // namespace

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
  LinkCost costs = costs_of(cluster, "bw", "lat");
  if (cluster.attribute("limiter_link")) {
    const Bandwidth limit = costs_of(cluster, "limiter_link", "lat").bandwidth;
    if (limit.bytes_per_second < costs.bandwidth.bytes_per_second) costs.bandwidth = limit;
    network_.leave_out(
        "limiter_link: a link here has at most its bandwidth, which all links of a node share in "
        "SimGrid");
  }
  note_policy(cluster, "SPLITDUPLEX");
  const std::string_view topology = cluster.attribute("topology").as_string("FLAT");
  if (cluster.attribute("loopback_bw") || cluster.attribute("loopback_lat"))
    network_.leave_out(
        "loopback links: host_alpha and host_beta set the costs of messages within a host");
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
PlatformReader::Hub PlatformReader::add_hub(const Node& cluster, const std::string& router,
                                            LinkCost backbone) {
  routers_.insert(router);
  zone_routes_.place(router, cluster);
  has_routers_ = true;
  if (backbone.bandwidth.bytes_per_second <= 0) return {network_.switch_node(router), Time(0)};
  backbone.latency /= 2;
  network_.leave_out(
      "the bandwidth of the backbone; its latency is halved and added to that of both links");
  const std::size_t hub = network_.switch_node(router + "_backbone");
  backbones_[router] = {hub, backbone};
  return {hub, backbone.latency};
}

/// Joins a host to a hub, with a half of the backbone.
void PlatformReader::join(std::size_t host, const Hub& hub, const LinkCost& costs) {
  link(host, hub.node, {costs.bandwidth, costs.latency + hub.latency});
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
  const Hub hub = add_hub(cluster, router, backbone);
  for (const std::size_t host : hosts) join(host, hub, costs);
}

/// Joins the hosts of a zone with routing "Cluster", and of its cabinets, to a switch.
void PlatformReader::read_cluster_zone(const Node& zone) {
  LinkCost backbone{Bandwidth{0}, Time(0)};
  if (const Node line = zone.child("backbone")) backbone = costs_of(line, "bandwidth", "latency");
  const Hub hub = add_hub(zone,
                          zone.child("router").attribute("id").as_string(
                              fmt::format("{}_router", zone.attribute("id").value()).c_str()),
                          backbone);
  for (const Node& cabinet : zone.children("cabinet")) {
    const LinkCost costs = costs_of(cabinet, "bw", "lat");
    for (const std::size_t host : hosts_of(cabinet)) join(host, hub, costs);
  }
  for (const Node& line : zone.children("host_link")) {
    const std::string host(attribute(line, "id"));
    const std::string *const up = link_named(attribute(line, "up")).link,
                             *const down = link_named(attribute(line, "down")).link;
    if (!network_.knows(host) || up == nullptr || down == nullptr)
      fail(file_, xml_.line_of(line),
           text_of("'", host, "' or its links are missing; expected all"));
    const LinkCost &costs = links_.at(*up), &back = links_.at(*down);
    if (costs != back) network_.leave_out(kOneDirection);
    join(network_.node(host), hub, costs);
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
