// SimGrid platforms: https://simgrid.org/doc/latest/Platform.html (DTD version 4.1; older ones call a zone AS).
#include <algorithm>

#include <fmt/format.h>

#include "emu/base/check.h"
#include "emu/net/imports/simgrid_platform.h"

namespace orrery::imports {
namespace {

bool is_platform(std::string_view text) {
  return text.find("<platform") != text.npos && text.substr(0, 4096).find('<') != text.npos;
}

int depth_of(pugi::xml_node node) {
  int depth = 0;
  for (; node; node = node.parent()) ++depth;
  return depth;
}

}  // namespace

ImportedNetwork PlatformReader::read() {
  const Node platform = xml_.child("platform");
  if (!platform) fail(file_, 1, "no element platform; expected a SimGrid platform");
  read_zone(platform);
  std::ranges::stable_partition(
      routes_, [](const Node& route) { return std::string_view(route.name()) == "bypassRoute"; });
  for (const Node& route : routes_) read_route(route);
  join_links();
  if (network_.nodes() == 0)
    fail(file_, xml_.line_of(platform), "no hosts; expected elements host or cluster");
  network_.hosts_forward = !has_routers_;
  if (has_routers_) network_.exceptions = passed_;
  if (!routes_.empty()) add_routes();
  return std::move(network_);
}

std::string_view PlatformReader::attribute(const Node& node, const char* name) const {
  const pugi::xml_attribute found = node.attribute(name);
  if (!found)
    fail(file_, xml_.line_of(node), text_of("<", node.name(), "> has no ", name, "; expected one"));
  return found.value();
}

LinkCost PlatformReader::costs_of(const Node& node, const char* bandwidth,
                                  const char* latency) const {
  const std::size_t line = xml_.line_of(node);
  return {bandwidth_of(attribute(node, bandwidth), 8, file_, line),
          time_of(node.attribute(latency).as_string("0"), 1, file_, line)};
}

void PlatformReader::read_zone(const Node& zone) {
  constexpr int kDeepest = 64;
  if (depth_of(zone) > kDeepest)
    fail(file_, xml_.line_of(zone), text_of("more than ", kDeepest, " zones within each other"));
  const std::string_view routing = zone.attribute("routing").value();
  const bool is_cluster = small_letters(routing) == "cluster";
  if (small_letters(routing) == "vivaldi" || small_letters(routing) == "wifi")
    fail(file_, xml_.line_of(zone),
         text_of("routing ", routing, " has no links; expected a zone with links and routes"));
  for (const Node& child : zone.children()) read_child(child);
  if (is_cluster) read_cluster_zone(zone);
}

void PlatformReader::read_child(const Node& child) {
  const std::string_view kind = child.name();
  if (kind == "zone" || kind == "AS") read_zone(child);
  if (kind == "host") network_.node(std::string(attribute(child, "id")));
  if (kind == "router") routers_.insert(std::string(attribute(child, "id")));
  if (kind == "router" || kind == "host")
    zone_routes_.place(std::string(attribute(child, "id")), child.parent());
  if (kind == "link") read_link(child);
  if (kind == "cluster") read_cluster(child);
  if (kind == "route" || kind == "ASroute" || kind == "zoneRoute" || kind == "bypassRoute")
    routes_.push_back(child);
  const bool in_cluster = small_letters(child.parent().attribute("routing").value()) == "cluster";
  if (!in_cluster && (kind == "cabinet" || kind == "backbone" || kind == "host_link"))
    network_.leave_out(fmt::format("elements {} outside of routing Cluster", kind));
  if (kind == "peer" || kind == "trace" || kind == "storage" || kind == "disk" ||
      kind == "bypassASroute" || kind == "bypassZoneRoute")
    network_.leave_out(fmt::format("elements {}", kind));
}

void PlatformReader::note_policy(const Node& node, std::string_view standard) {
  const std::string_view policy = node.attribute("sharing_policy").as_string(standard.data());
  if (policy == "SHARED")
    network_.leave_out(
        "sharing_policy SHARED: both directions of a link share its bandwidth in SimGrid, here "
        "each has all");
  if (policy == "FATPIPE")
    network_.leave_out("sharing_policy FATPIPE: flows on a link do not slow each other in SimGrid");
}

void PlatformReader::read_link(const Node& link) {
  note_policy(link, "SHARED");
  if (std::string_view(link.attribute("sharing_policy").value()) == "WIFI")
    fail(
        file_, xml_.line_of(link),
        text_of("link '", attribute(link, "id"), "' is wireless (WIFI); expected links of cables"));
  if (!links_.emplace(attribute(link, "id"), costs_of(link, "bandwidth", "latency")).second)
    fail(file_, xml_.line_of(link),
         text_of("link '", attribute(link, "id"), "' appears twice; expected different ids"));
}

/// Returns the link with this name, or the one whose half "l_UP" or "l_DOWN" it is; null without one.
SharedLinks::Part PlatformReader::link_named(std::string_view id) const {
  if (const auto known = links_.find(id); known != links_.end()) return {&known->first, 0};
  for (const auto& [ending, way] : {std::pair("_UP", 1), {"_DOWN", -1}})
    if (id.ends_with(ending))
      if (const auto known = links_.find(id.substr(0, id.rfind('_'))); known != links_.end())
        return {&known->first, way};
  return {};
}

/// Returns a link of a route and its direction.
SharedLinks::Part PlatformReader::part_of(const Node& part) const {
  const std::string_view id = attribute(part, "id"),
                         direction = part.attribute("direction").value();
  SharedLinks::Part found = link_named(id);
  if (found.link == nullptr)
    fail(file_, xml_.line_of(part), text_of("'", id, "' is not a link; expected the id of one"));
  if (direction == "UP" || direction == "DOWN") found.direction = direction == "UP" ? 1 : -1;
  return found;
}

/// Adds a route to those that are solved later; joins the routers at its ends to their backbones.
void PlatformReader::read_route(const Node& route) {
  const std::string from(attribute(route, route.attribute("gw_src") ? "gw_src" : "src"));
  const std::string to(attribute(route, route.attribute("gw_dst") ? "gw_dst" : "dst"));
  for (const std::string& end : {from, to})
    if (!zone_routes_.knows(end))
      fail(file_, xml_.line_of(route),
           text_of("'", end, "' is not a host or router; expected the id of one"));
  for (const std::string& end : {from, to}) add_backbone(end);
  std::vector<SharedLinks::Part> way;
  for (const Node& part : route.children("link_ctn")) way.push_back(part_of(part));
  if (way.empty())
    fail(file_, xml_.line_of(route), "a route without links; expected link_ctn elements");
  if (from == to) return network_.leave_out("routes from a host to itself");
  const bool is_bypass = std::string_view(route.name()) == "bypassRoute";
  const bool both_ways =
      small_letters(route.attribute("symmetrical").as_string(is_bypass ? "NO" : "YES")) != "no";
  zone_routes_.add(route.parent(),
                   {std::string(attribute(route, "src")), std::string(attribute(route, "dst")),
                    from, to, way.size(), both_ways, is_bypass});
  const std::string routing = small_letters(route.parent().attribute("routing").value());
  const bool is_part =
      route.attribute("gw_src") || routing == "floyd" || routing.starts_with("dijkstra");
  shared_.add({from, to, std::move(way), is_part});
}

/// Adds a link that routes name. Returns the step from its first end to its second; none if it joins
/// a node to itself.
std::vector<RouteStep> PlatformReader::add_named(const std::string& id, const LinkCost& costs) {
  const std::pair<std::string, std::string> ends = shared_.ends_of(id);
  const std::size_t a = node_at(ends.first), b = node_at(ends.second);
  const auto step = network_.add({a, b, costs.bandwidth, costs.latency, 1, {}});
  return step ? std::vector{*step} : std::vector<RouteStep>();
}

/// Adds the links that routes name.
void PlatformReader::join_links() {
  const std::vector<std::string> displaced = shared_.solve();
  if (!displaced.empty()) network_.leave_out(displaced.front());
  std::map<std::string, std::vector<RouteStep>> crossings;
  for (const auto& [id, costs] : links_)
    if (shared_.knows(id)) crossings[id] = add_named(id, costs);
  for (const SharedLinks::Route& route : shared_.routes()) {
    note_forwarding(route);
    std::vector<RouteStep>& steps = steps_.emplace_back();
    if (!route.placed) {
      steps = add_chain(route);
      continue;
    }
    for (const SharedLinks::Part& part : route.way)
      for (RouteStep step : crossings[*part.link]) {
        step.back = step.back != (part.direction < 0);
        steps.push_back(step);
      }
  }
}

/// Adds separate links for a route whose links also appear elsewhere, and returns them.
std::vector<RouteStep> PlatformReader::add_chain(const SharedLinks::Route& route) {
  constexpr std::size_t kMostChains = 10'000;
  if (chains_ == kMostChains)
    fail(
        file_, 0,
        text_of("more than ", kMostChains,
                " routes have links that are elsewhere as well; expected links between two nodes"));
  std::vector<RouteStep> steps;
  std::size_t at = node_at(route.from);
  const std::size_t end = node_at(route.to);
  for (std::size_t i = 0; i < route.way.size(); ++i) {
    const LinkCost& costs = links_.find(*route.way[i].link)->second;
    const bool last = i + 1 == route.way.size();
    const std::size_t next = last ? end : network_.switch_node(fmt::format("own{}.{}", chains_, i));
    if (!last) has_routers_ = true;
    if (const auto step = network_.add({at, next, costs.bandwidth, costs.latency, 1, {}}))
      steps.push_back(*step);
    at = next;
  }
  ++chains_;
  return steps;
}

/// Returns the host or router with this name, or a switch where links of routes meet.
std::size_t PlatformReader::node_at(const std::string& name) {
  if (network_.knows(name) && !routers_.contains(name)) return network_.node(name);
  has_routers_ = true;
  return network_.switch_node(name);
}

/// Marks the hosts that forward messages: routes pass them, begin or end there for a zone, or are
/// parts of longer ones.
void PlatformReader::note_forwarding(const SharedLinks::Route& route) {
  std::vector<std::string> passed;
  if (route.placed && route.way.size() > 1) passed = shared_.between(route);
  if (route.is_part) passed.insert(passed.end(), {route.from, route.to});
  for (const std::string& name : passed)
    if (const std::size_t node = node_at(name); !network_.is_switch(node)) passed_.insert(node);
}

const NetworkFormat kSimGrid{
    .name = "a SimGrid platform",
    .example = "platform.xml",
    .recognises = is_platform,
    .read = [](std::string_view text,
               const std::string& file) { return PlatformReader(text, file).read(); },
};

}  // namespace orrery::imports
