// SimGrid platforms: https://simgrid.org/doc/latest/Platform.html (DTD version 4.1; older ones call a zone AS).
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "emu/base/check.h"
#include "emu/net/imports/formats.h"
#include "emu/net/imports/shared_links.h"
#include "emu/net/imports/simgrid_dragonfly.h"
#include "emu/net/imports/xml_file.h"

namespace orrery::imports {
namespace {

bool is_platform(std::string_view text) {
  return text.find("<platform") != text.npos && text.substr(0, 4096).find('<') != text.npos;
}

class PlatformReader {
 public:
  explicit PlatformReader(std::string_view text, const std::string& file)
      : xml_(text, file), file_(file) {}

  ImportedNetwork read() {
    const pugi::xml_node platform = xml_.child("platform");
    if (!platform) fail(file_, 1, "no element platform; expected a SimGrid platform");
    read_zone(platform);
    for (const pugi::xml_node& route : routes_) read_route(route);
    join_links();
    if (network_.nodes() == 0)
      fail(file_, xml_.line_of(platform), "no hosts; expected elements host or cluster");
    network_.hosts_forward = !has_routers_;
    if (has_routers_) network_.exceptions = passed_;
    return std::move(network_);
  }

 private:
  std::string_view attribute(const pugi::xml_node& node, const char* name) const {
    const pugi::xml_attribute found = node.attribute(name);
    if (!found)
      fail(file_, xml_.line_of(node),
           text_of("<", node.name(), "> has no ", name, "; expected one"));
    return found.value();
  }

  /// Returns the costs of a link. Without units these are bytes per second, and seconds.
  LinkCost costs_of(const pugi::xml_node& node, const char* bandwidth, const char* latency) const {
    const std::size_t line = xml_.line_of(node);
    return {bandwidth_of(attribute(node, bandwidth), 8, file_, line),
            time_of(node.attribute(latency).as_string("0"), 1, file_, line)};
  }

  void read_zone(const pugi::xml_node& zone) {
    constexpr int kDeepest = 64;
    if (depth_of(zone) > kDeepest)
      fail(file_, xml_.line_of(zone), text_of("more than ", kDeepest, " zones within each other"));
    if (const std::string_view routing = zone.attribute("routing").value();
        !routing.empty() && routing != "None" && routing != "Full")
      network_.leave_out(fmt::format("routing {}: routes here are shortest ones", routing));
    for (const pugi::xml_node& child : zone.children()) {
      const std::string_view kind = child.name();
      if (kind == "zone" || kind == "AS") read_zone(child);
      if (kind == "host") network_.node(std::string(attribute(child, "id")));
      if (kind == "router") routers_.insert(std::string(attribute(child, "id")));
      if (kind == "router" || kind == "host") known_.insert(std::string(attribute(child, "id")));
      if (kind == "link") read_link(child);
      if (kind == "cluster") read_cluster(child);
      if (kind == "route" || kind == "ASroute" || kind == "zoneRoute" || kind == "bypassRoute")
        routes_.push_back(child);
      if (kind == "cabinet" || kind == "peer" || kind == "trace" || kind == "storage" ||
          kind == "disk")
        network_.leave_out(fmt::format("elements {}", kind));
    }
  }
  static int depth_of(pugi::xml_node node) {
    int depth = 0;
    for (; node; node = node.parent()) ++depth;
    return depth;
  }

  void note_policy(const pugi::xml_node& node, std::string_view standard) {
    const std::string_view policy = node.attribute("sharing_policy").as_string(standard.data());
    if (policy == "SHARED")
      network_.leave_out(
          "sharing_policy SHARED: both directions of a link share its bandwidth in SimGrid, here "
          "each has all");
    if (policy == "FATPIPE")
      network_.leave_out(
          "sharing_policy FATPIPE: flows on a link do not slow each other in SimGrid");
  }

  void read_link(const pugi::xml_node& link) {
    note_policy(link, "SHARED");
    if (!links_.emplace(attribute(link, "id"), costs_of(link, "bandwidth", "latency")).second)
      fail(file_, xml_.line_of(link),
           text_of("link '", attribute(link, "id"), "' is there twice; expected different ids"));
  }

  /// Returns the hosts PREFIX i SUFFIX for the i of radical: "0-3,7".
  std::vector<std::size_t> hosts_of(const pugi::xml_node& cluster) {
    std::vector<std::size_t> hosts;
    const std::size_t line = xml_.line_of(cluster);
    constexpr std::size_t kLongest = 200;
    for (const char* part : {"id", "prefix", "suffix"})
      if (std::string_view(cluster.attribute(part).value()).size() > kLongest)
        fail(file_, line, text_of(part, " has more than ", kLongest, " characters"));
    for (const std::string_view part : parts_of(attribute(cluster, "radical"), ',')) {
      const std::size_t dash = std::min(part.find('-'), part.size());
      const std::size_t first = count_of(part.substr(0, dash), 0, file_, line);
      const std::size_t last =
          dash == part.size() ? first : count_of(part.substr(dash + 1), first, file_, line);
      if (hosts.size() + last - first >= kMostNodes)
        fail(file_, line, text_of("more than ", kMostNodes, " hosts"));
      for (std::size_t i = first; i <= last; ++i)
        hosts.push_back(network_.node(fmt::format("{}{}{}", attribute(cluster, "prefix"), i,
                                                  cluster.attribute("suffix").value())));
    }
    if (hosts.empty()) fail(file_, line, "a cluster without hosts; expected radical, such as 0-15");
    return hosts;
  }

  std::vector<std::size_t> numbers_in(const pugi::xml_node& cluster, std::string_view list) const {
    std::vector<std::size_t> numbers;
    for (const Line& l : lines_of(list, '\0', ","))
      for (const std::string_view word : l.words)
        numbers.push_back(count_of(word, 1, file_, xml_.line_of(cluster)));
    return numbers;
  }

  void read_cluster(const pugi::xml_node& cluster) {
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

  void link(std::size_t a, std::size_t b, const LinkCost& costs, int count = 1) {
    network_.add({a, b, costs.bandwidth, costs.latency, count, {}});
  }

  /// Joins the hosts to a switch. A backbone is one link that all messages cross: its latency is added to theirs.
  void add_star(const pugi::xml_node& cluster, const std::vector<std::size_t>& hosts,
                const LinkCost& costs) {
    const std::string router =
        cluster.attribute("router_id")
            .as_string(
                fmt::format("{}_router", cluster.attribute("id").as_string("cluster")).c_str());
    const std::size_t hub = network_.switch_node(router);
    routers_.insert(router), known_.insert(router);
    has_routers_ = true;
    LinkCost each = costs;
    if (cluster.attribute("bb_bw") || cluster.attribute("bb_lat")) {
      const LinkCost backbone = costs_of(cluster, "bb_bw", "bb_lat");
      each.latency = Time(each.latency.count() + backbone.latency.count() / 2);
      network_.leave_out(
          "the bandwidth of the backbone; its latency is halved and added to that of both links");
    }
    for (const std::size_t host : hosts) link(host, hub, each);
  }

  /// Adds a torus. topo_parameters "4,2,2": the first dimension varies fastest.
  void add_torus(const pugi::xml_node& cluster, const std::vector<std::size_t>& hosts,
                 const LinkCost& costs) {
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

  void check_size(const pugi::xml_node& cluster, const std::vector<std::size_t>& sides,
                  std::size_t hosts) const {
    std::size_t product = sides.empty() ? 0 : 1;
    for (const std::size_t side : sides) product *= product <= kMostNodes ? side : 1;
    if (product != hosts)
      fail(file_, xml_.line_of(cluster),
           text_of("topo_parameters are for ", product, " hosts, and radical has ", hosts,
                   "; expected equal numbers"));
  }

  /// Adds a fat tree. topo_parameters: levels;children;parents;parallel links, the lowest first.
  void add_fat_tree(const pugi::xml_node& cluster, const std::vector<std::size_t>& hosts,
                    const LinkCost& costs) {
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
  void add_levels(const pugi::xml_node& cluster, const std::vector<std::size_t>& hosts,
                  const std::vector<std::vector<std::size_t>>& parts, const LinkCost& costs) {
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
  void add_dragonfly(const pugi::xml_node& cluster, const std::vector<std::size_t>& hosts,
                     const LinkCost& costs) {
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

  /// Reads the links of a route, with their named directions, and whether the route goes both ways.
  void read_route(const pugi::xml_node& route) {
    const std::string from(attribute(route, route.attribute("gw_src") ? "gw_src" : "src"));
    const std::string to(attribute(route, route.attribute("gw_dst") ? "gw_dst" : "dst"));
    for (const std::string& end : {from, to})
      if (!known_.contains(end) && !network_.knows(end))
        fail(file_, xml_.line_of(route),
             text_of("'", end, "' is not a host or router; expected the id of one"));
    std::vector<SharedLinks::Part> way;
    for (const pugi::xml_node& part : route.children("link_ctn")) {
      const std::string id(attribute(part, "id"));
      const auto known = links_.find(id);
      if (known == links_.end())
        fail(file_, xml_.line_of(part),
             text_of("'", id, "' is not a link; expected the id of one"));
      const std::string_view direction = part.attribute("direction").value();
      way.push_back({&known->first, direction == "UP" ? 1 : direction == "DOWN" ? -1 : 0});
    }
    if (way.empty())
      fail(file_, xml_.line_of(route), "a route without links; expected link_ctn elements");
    if (from == to) return network_.leave_out("routes from a host to itself");
    const std::string_view symmetrical = route.attribute("symmetrical").as_string("YES");
    const bool is_full = std::string_view(route.parent().attribute("routing").value()) == "Full" &&
                         std::string_view(route.name()) == "route";
    shared_.add({from, to, std::move(way), small_letters(symmetrical) != "no", is_full});
  }

  /// Adds the links that routes name, and the routes of a zone with full routing.
  void join_links() {
    const std::vector<std::string> displaced = shared_.solve();
    if (!displaced.empty()) network_.leave_out(displaced.front());
    std::map<std::string, RouteStep, std::less<>> crossings;
    for (const auto& [id, costs] : links_) {
      const auto ends = shared_.ends_of(id);
      if (!ends) continue;
      const std::size_t a = node_at(ends->first), b = node_at(ends->second);
      if (const auto crossing = network_.add({a, b, costs.bandwidth, costs.latency, 1, {}}))
        crossings[id] = *crossing;
    }
    for (const SharedLinks::Route& route : shared_.routes()) {
      if (!route.placed) add_chain(route);
      if (!route.placed || route.way.size() < 2) continue;
      note_forwarding(route);
      if (route.is_full) add_routes(route, crossings);
    }
  }
  /// Adds separate links for a route whose links also appear elsewhere.
  void add_chain(const SharedLinks::Route& route) {
    constexpr std::size_t kMostChains = 10'000;
    if (chains_ == kMostChains)
      fail(file_, 0,
           text_of(
               "more than ", kMostChains,
               " routes have links that are elsewhere as well; expected links between two nodes"));
    std::size_t at = node_at(route.from);
    const std::size_t end = node_at(route.to);
    for (std::size_t i = 0; i < route.way.size(); ++i) {
      const LinkCost& costs = links_.find(*route.way[i].link)->second;
      const bool last = i + 1 == route.way.size();
      const std::size_t next =
          last ? end : network_.switch_node(fmt::format("own{}.{}", chains_, i));
      if (!last) has_routers_ = true;
      link(at, next, costs);
      at = next;
    }
    ++chains_;
  }
  /// Returns the host or router with this name, or a switch where links of routes meet.
  std::size_t node_at(const std::string& name) {
    if (network_.knows(name) && !routers_.contains(name)) return network_.node(name);
    has_routers_ = true;
    return network_.switch_node(name);
  }
  /// Marks the hosts that forward messages, because routes pass them.
  void note_forwarding(const SharedLinks::Route& route) {
    for (const std::string& name : shared_.between(route))
      if (const std::size_t node = node_at(name); !network_.is_switch(node)) passed_.insert(node);
  }
  void add_routes(const SharedLinks::Route& route,
                  const std::map<std::string, RouteStep, std::less<>>& crossings) {
    const std::size_t from = node_at(route.from), to = node_at(route.to);
    if (network_.is_switch(from) || network_.is_switch(to)) return;
    std::vector<RouteStep> links;
    for (const SharedLinks::Part& part : route.way) {
      const auto crossing = crossings.find(*part.link);
      if (crossing == crossings.end()) return;
      links.push_back(crossing->second);
      if (part.direction < 0) links.back().back = !links.back().back;
    }
    network_.add(ImportedRoute{from, to, links});
    if (!route.both_ways) return;
    std::ranges::reverse(links);
    for (RouteStep& c : links) c.back = !c.back;
    network_.add(ImportedRoute{to, from, links});
  }

  XmlFile xml_;
  const std::string& file_;
  ImportedNetwork network_;
  std::map<std::string, LinkCost, std::less<>> links_;
  std::vector<pugi::xml_node> routes_;
  SharedLinks shared_;
  std::set<std::string, std::less<>> known_, routers_;  ///< hosts and routers; routers
  std::set<std::size_t> passed_;                        ///< hosts that routes lead through
  std::size_t chains_ = 0;
  bool has_routers_ = false;
};

}  // namespace

const NetworkFormat kSimGrid{
    .name = "a SimGrid platform",
    .example = "platform.xml",
    .recognises = is_platform,
    .read = [](std::string_view text,
               const std::string& file) { return PlatformReader(text, file).read(); },
};

}  // namespace orrery::imports
