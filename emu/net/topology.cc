#include "emu/net/topology.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <ranges>
#include <system_error>

#include <fmt/format.h>

#include "emu/base/coordinates.h"
#include "emu/base/nearest.h"
#include "emu/net/topologies/own_link.h"

namespace orrery::inline net {

#define TOPOLOGY(kind) extern const TopologyKind kind;
#include "topologies.inc"
#undef TOPOLOGY

namespace {

/// The longest text of a topology, which is read recursively.
constexpr std::size_t kMostCharacters = 1000;

std::string list_of_grammars() {
  std::string list;
  for (const TopologyKind* kind : topology_kinds()) {
    if (!list.empty()) list += ", ";
    list += kind->grammar;
  }
  return list;
}

[[noreturn]] void throw_unknown(std::string_view name) {
  throw std::invalid_argument(
      text_of("topology '", name, "' is unknown; expected one of ", list_of_grammars(),
              did_you_mean(name, std::views::transform(topology_kinds(), &TopologyKind::name))));
}

/// Limits the number of links to one for each pair of nodes, or 2^24 with parallel links, so that
/// loops over all links end.
void check_links(const Topology& topology) {
  constexpr LinkId kFew = LinkId{1} << 24;
  const LinkId pairs = LinkId{topology.nodes()} * topology.nodes();
  check_topology(topology.link_count() <= std::max(pairs, kFew), topology.spec(), ": it has ",
                 topology.link_count(), " links; expected at most one for each two nodes, or ",
                 kFew);
}

}  // namespace

std::span<const TopologyKind* const> topology_kinds() {
  static constexpr std::array kKinds{
#define TOPOLOGY(kind) &(kind),
#include "topologies.inc"
#undef TOPOLOGY
  };
  return kKinds;
}

Translations Topology::translations(const SymmetricNumbering& /*numbering*/) const {
  return {};
}

LinkId Topology::representative(LinkId id, const Translations& all) const {
  const Link link = this->link(id);
  EMU_ASSERT(link.from < hosts() && link.to < hosts(), spec(), ": link ", id, " ends at a switch");
  std::vector<LinkId> path;
  append_route(all.representative(link.from), all.moved(link.to, link.from), 0, path);
  EMU_ASSERT(path.size() == 1, spec(), ": link ", id, " moves to ", path.size(), " links");
  return path.front();
}

int ServerShape::server_of(NodeId node) const {
  for (const int each : {gpus, switches, nics}) {
    if (node < count * each) return node / each;
    node -= count * each;
  }
  return -1;
}

namespace {

/// Returns the name of a node in a server. REQUIRES that the node is in a server or above.
std::string name_in(const ServerShape& s, NodeId node) {
  const int server = s.server_of(node);
  if (node < s.count * s.gpus) return fmt::format("node {} GPU {}", server, node % s.gpus);
  node -= s.count * s.gpus;
  if (node < s.count * s.switches) return fmt::format("node {} switch", server);
  node -= s.count * s.switches;
  return server < 0 ? fmt::format("switch {}", node - s.count * s.nics)
                    : fmt::format("node {} NIC {}", server, node % s.nics);
}

}  // namespace

std::string node_name(const Topology& topology, NodeId node) {
  if (const std::string_view name = topology.name_of(node); !name.empty()) return std::string(name);
  if (const ServerShape* const servers = topology.servers()) return name_in(*servers, node);
  if (node >= topology.hosts()) return fmt::format("switch {}", node - topology.hosts());
  const std::vector<int> dims = topology.dims();
  return dims.size() < 2
             ? fmt::format("host {}", node)
             : fmt::format("host {} ({})", node, fmt::join(coordinates_of(node, dims), ","));
}

std::unique_ptr<Topology> make_topology(std::string_view spec) {
  EMU_CHECK(!spec.empty(), "the topology is empty; expected one of ", list_of_grammars());
  EMU_CHECK(spec.size() <= kMostCharacters, "the topology has ", spec.size(),
            " characters; expected at most ", kMostCharacters);
  if (const auto own = own_link_of(spec)) return with_own_link(make_topology(own->network), *own);
  const std::size_t colon = spec.find(':');
  const std::string_view name = spec.substr(0, colon);
  const auto kinds = topology_kinds();
  const auto found = std::find_if(kinds.begin(), kinds.end(),
                                  [&](const TopologyKind* kind) { return kind->name == name; });
  if (found == kinds.end()) throw_unknown(name);
  const TopologyKind& kind = **found;
  EMU_CHECK(colon != std::string_view::npos && colon + 1 < spec.size(), "topology '", spec,
            "' lacks its sizes; expected ", kind.grammar, ", such as ", kind.example);
  auto made = kind.make(spec.substr(colon + 1));
  check_links(*made);
  return made;
}

int parse_size(std::string_view text, std::string_view what) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = end == text.data() + text.size();
  EMU_CHECK(!whole || error != std::errc::result_out_of_range || text.front() == '-', what, " is '",
            text, "'; expected an integer of at most ", std::numeric_limits<int>::max());
  EMU_CHECK(whole && error == std::errc{} && value >= 1, what, " is '", text,
            "'; expected an integer of at least 1");
  return value;
}

std::vector<int> parse_sizes(std::string_view text, char separator, std::string_view what) {
  std::vector<int> sizes;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    const std::string name = text_of(what, " ", sizes.size() + 1);
    sizes.push_back(parse_size(text.substr(begin, end - begin), name));
    begin = end + 1;
  }
  return sizes;
}

NodeId node_count(std::span<const int> factors, std::string_view what) {
  constexpr std::int64_t kMax = std::numeric_limits<NodeId>::max();
  std::int64_t count = 1;
  for (const int factor : factors) {
    count *= factor;  // both below 2^31
    check_topology(count <= kMax, what, " is beyond ", kMax);
  }
  return static_cast<NodeId>(count);
}

}  // namespace orrery::inline net
