// Networks for other programs.
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "emu/base/check.h"
#include "emu/net/imports/formats.h"

namespace orrery::imports {
namespace {

/// Escapes text between or within tags.
std::string xml(std::string_view text) {
  std::string out;
  for (const char c : text)
    out += c == '<'    ? "&lt;"
           : c == '>'  ? "&gt;"
           : c == '&'  ? "&amp;"
           : c == '"'  ? "&quot;"
           : c == '\'' ? "&apos;"
                       : std::string(1, static_cast<unsigned char>(c) < 0x20 ? ' ' : c);
  return out;
}

double bits_of(Bandwidth bandwidth) {
  return bandwidth.bytes_per_second * 8;
}

/// Returns picoseconds as seconds, exactly.
std::string seconds(Time time) {
  return fmt::format("{}.{:012}", time.count() / 1'000'000'000'000,
                     time.count() % 1'000'000'000'000);
}

/// Calls `with` for each link, and for each of its parallel ones.
template <class F>
void for_each_link(const ImportedNetwork& network, F with) {
  for (std::size_t i = 0; i < network.links().size(); ++i)
    for (int k = 0; k < network.links()[i].count; ++k) with(network.links()[i], i, k);
}

// SimGrid: hosts and routers by name. With `routes` every pair of hosts has its route; otherwise SimGrid finds them.

std::string crossing(const RouteStep& c) {
  return fmt::format("<link_ctn id=\"link{}.{}\" direction=\"{}\"/>", c.link, c.parallel,
                     c.back ? "DOWN" : "UP");
}

std::string simgrid_route(const std::string& from, const std::string& to,
                          const std::vector<RouteStep>& links, bool both_ways) {
  std::string text = fmt::format(R"(    <route src="{}" dst="{}" symmetrical="{}">)", xml(from),
                                 xml(to), both_ways ? "YES" : "NO");
  for (const RouteStep& c : links) text += crossing(c);
  return text + "</route>\n";
}

/// Writes one route for each pair of neighbours, as SimGrid allows only one; for two hosts only if
/// `also_hosts`.
std::string simgrid_neighbours(const ImportedNetwork& network, bool also_hosts) {
  std::string text;
  std::set<std::pair<std::size_t, std::size_t>> known;
  for_each_link(network, [&](const ImportedLink& link, std::size_t i, int k) {
    const bool hosts = !network.is_switch(link.a) && !network.is_switch(link.b);
    if ((also_hosts || !hosts) && known.emplace(link.a, link.b).second)
      text += simgrid_route(network.name(link.a), network.name(link.b), {{i, k, false}}, true);
  });
  return text;
}

std::string write_simgrid(const ImportedNetwork& network) {
  const bool routed = !network.routes().empty();
  std::string text = fmt::format(R"(<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<!-- Links carry what they can in each direction. Start-up costs of messages are no part of a platform. -->
<platform version="4.1">
  <zone id="network" routing="{}">
)",
                                 routed ? "Full" : "Floyd");
  for (std::size_t i = 0; i < network.nodes(); ++i)
    text += network.is_switch(i)
                ? fmt::format("    <router id=\"{}\"/>\n", xml(network.name(i)))
                : fmt::format("    <host id=\"{}\" speed=\"1Gf\"/>\n", xml(network.name(i)));
  for_each_link(network, [&](const ImportedLink& link, std::size_t i, int k) {
    if (!routed && k > 0) return;  // SimGrid finds one route: parallel links are one there
    text += fmt::format(
        "    <link id=\"link{}.{}\" bandwidth=\"{}Bps\" latency=\"{}s\" "
        "sharing_policy=\"SPLITDUPLEX\"/>\n",
        i, k, link.bandwidth->bytes_per_second * (routed ? 1 : link.count), seconds(*link.latency));
  });
  text += simgrid_neighbours(network, !routed);
  std::set<std::pair<std::size_t, std::size_t>> known;
  for (const ImportedRoute& route : network.routes())
    if (known.emplace(route.from, route.to).second)
      text += simgrid_route(network.name(route.from), network.name(route.to), route.links, false);
  return text + "  </zone>\n</platform>\n";
}

// ns-3 topologies as HPCC and ASTRA-sim read them: nodes are numbers, and hosts do not forward if there are
// switches.

std::string write_ns3(const ImportedNetwork& network) {
  std::string switches, links;
  std::size_t count = 0, total = 0;
  for (std::size_t i = 0; i < network.nodes(); ++i)
    if (network.is_switch(i)) switches += fmt::format("{}{}", count++ == 0 ? "" : " ", i);
  for (std::size_t i = 0; i < network.nodes(); ++i)
    EMU_CHECK(network.forwards(i) == (network.is_switch(i) || count == 0), "'", network.name(i),
              network.forwards(i) ? "' is a host that passes messages on beside switches"
                                  : "' passes no messages on",
              ", which ns-3 topologies cannot express");
  for_each_link(network, [&](const ImportedLink& link, std::size_t, int) {
    links += fmt::format("{} {} {}bps {}ps 0\n", link.a, link.b,
                         std::llround(bits_of(*link.bandwidth)), link.latency->count());
    ++total;
  });
  return fmt::format("{} {} {}\n{}\n{}", network.nodes(), count, total, switches, links);
}

// General graphs.

std::vector<std::pair<std::string_view, std::string>> attributes_of(const ImportedLink& link) {
  std::vector<std::pair<std::string_view, std::string>> all;
  if (link.bandwidth) all.emplace_back("bandwidth", fmt::format("{}b/s", bits_of(*link.bandwidth)));
  if (link.latency) all.emplace_back("latency", fmt::format("{}ps", link.latency->count()));
  if (link.level) all.emplace_back("level", fmt::format("{}", *link.level));
  if (link.count > 1) all.emplace_back("count", fmt::format("{}", link.count));
  return all;
}

std::vector<std::pair<std::string_view, std::string>> attributes_of(const ImportedNetwork& network,
                                                                    std::size_t node) {
  return {{"type", network.is_switch(node) ? "switch" : "host"},
          {"forwards", network.forwards(node) ? "yes" : "no"}};
}

template <class Attributes>
std::string graphml_data(const Attributes& attributes) {
  std::string text;
  for (const auto& [name, value] : attributes)
    text += fmt::format("<data key=\"{}\">{}</data>", name, value);
  return text;
}

std::string write_graphml(const ImportedNetwork& network) {
  std::string text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml "
      "xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n";
  for (const auto& [kind, names] :
       {std::pair("node", std::vector{"type", "forwards"}),
        std::pair("edge", std::vector{"bandwidth", "latency", "level", "count"})})
    for (const char* const name : names)
      text += fmt::format(
          "  <key id=\"{0}\" for=\"{1}\" attr.name=\"{0}\" attr.type=\"string\"/>\n", name, kind);
  text += "  <graph id=\"network\" edgedefault=\"undirected\">\n";
  for (std::size_t i = 0; i < network.nodes(); ++i)
    text += fmt::format("    <node id=\"{}\">{}</node>\n", xml(network.name(i)),
                        graphml_data(attributes_of(network, i)));
  for (const ImportedLink& link : network.links())
    text +=
        fmt::format("    <edge source=\"{}\" target=\"{}\">{}</edge>\n", xml(network.name(link.a)),
                    xml(network.name(link.b)), graphml_data(attributes_of(link)));
  return text + "  </graph>\n</graphml>\n";
}

/// Returns a name in the quotes of Graphviz, in which only quotes are special; a backslash at the
/// end would escape the closing quote.
std::string dot_name(std::string_view name) {
  std::string text = "\"";
  for (const char c : name) text += c == '"' ? "\\\"" : std::string(1, c);
  return text + (name.ends_with('\\') ? " \"" : "\"");
}

template <class Attributes>
std::string dot_list(const Attributes& attributes) {
  std::string text;
  for (const auto& [name, value] : attributes)
    text += fmt::format("{}{}=\"{}\"", text.empty() ? "" : ", ", name, value);
  return text;
}

std::string write_dot(const ImportedNetwork& network) {
  std::string text = "graph network {\n";
  for (std::size_t i = 0; i < network.nodes(); ++i)
    text +=
        fmt::format("  {} [{}, shape={}];\n", dot_name(network.name(i)),
                    dot_list(attributes_of(network, i)), network.is_switch(i) ? "box" : "ellipse");
  for (const ImportedLink& link : network.links())
    text += fmt::format("  {} -- {} [{}];\n", dot_name(network.name(link.a)),
                        dot_name(network.name(link.b)), dot_list(attributes_of(link)));
  return text + "}\n";
}

std::string write_toml(const ImportedNetwork& network) {
  return network.toml("a network of Orrery");
}

}  // namespace

std::span<const NetworkWriter> network_writers() {
  using enum Described;
  static constexpr NetworkWriter kAll[] = {
      {"toml", ".toml", "a graph of Orrery's own, with its routes", kOwnRoutes, write_toml},
      {"simgrid", ".xml", "a platform, for SimGrid 3", kAllRoutes, write_simgrid},
      {"ns3", ".txt", "a topology for ns-3, as HPCC and ASTRA-sim read it", kNoRoutes, write_ns3},
      {"graphml", ".graphml", "a graph in GraphML, for networkx, Gephi and yEd", kNoRoutes,
       write_graphml},
      {"dot", ".dot", "a graph, for Graphviz", kNoRoutes, write_dot}};
  return kAll;
}

}  // namespace orrery::imports
