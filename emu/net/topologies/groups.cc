#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "emu/base/check.h"
#include "emu/net/topology.h"

namespace orrery::inline net {
namespace {

constexpr std::int64_t kMostHosts = 1 << 24;  ///< all of them have names here

/// Hosts in groups (the cells of a dragonfly+, the cabinets of a dragonfly, the islands of a fat
/// tree), optionally below leaf switches; one core switch represents the connections between all
/// groups.
///
/// Nodes: hosts 0 .. H-1, then leaves, then a switch for each group, then the core.
/// Links: node n has 2n up and 2n+1 down. Level 0 at hosts, 1 above leaves, 2 above groups. The
/// link above a leaf or a group is as wide as its number of hosts, so that costs by level are costs
/// for each host; a group's link is at least as wide as the hosts of a whole group of the machine,
/// since a job with few hosts there still uses its whole bandwidth.
class Groups final : public Topology {
 public:
  struct Node {
    NodeId upper = 0;  ///< the core's is itself
    int level = 0;     ///< of the link to it
    int hosts = 1;     ///< below it
    std::string name = {};
  };
  /// Builds the network. `whole`: hosts of a whole group of the machine, some of which may belong
  /// to other jobs.
  Groups(std::string spec, int hosts, int whole, std::vector<Node> nodes)
      : spec_(std::move(spec)), hosts_(hosts), whole_(whole), nodes_(std::move(nodes)) {}

  std::string spec() const override { return spec_; }
  int hosts() const override { return hosts_; }
  int nodes() const override { return static_cast<int>(nodes_.size()); }
  LinkId link_count() const override { return 2 * (LinkId{nodes()} - 1); }
  int ports_per_host() const override { return 1; }
  int levels() const override { return 3; }
  std::string_view name_of(NodeId node) const override { return at(node).name; }

  Link link(LinkId id) const override {
    const auto lower = static_cast<NodeId>(id / 2);
    const Node& node = at(lower);
    Link link{.from = lower, .to = node.upper, .level = node.level};
    if (id % 2 != 0) std::swap(link.from, link.to);
    link.width = node.level == 2 ? std::max(node.hosts, whole_) : node.hosts;
    return link;
  }

  void append_route(NodeId src, NodeId dst, int /*path*/, std::vector<LinkId>& out) const override {
    const std::vector<NodeId> up = way_up(src), down = way_up(dst);
    std::size_t common = 0;  // from the core on
    while (common < std::min(up.size(), down.size()) &&
           up[up.size() - 1 - common] == down[down.size() - 1 - common])
      ++common;
    for (std::size_t i = 0; i < up.size() - common; ++i) out.push_back(LinkId{up[i]} * 2);
    for (std::size_t i = down.size() - common; i-- > 0;) out.push_back(LinkId{down[i]} * 2 + 1);
  }

 private:
  const Node& at(NodeId node) const { return nodes_[static_cast<std::size_t>(node)]; }
  /// Returns the nodes from this one to the core.
  std::vector<NodeId> way_up(NodeId node) const {
    std::vector<NodeId> way{node};
    while (way.back() != nodes() - 1) way.push_back(at(way.back()).upper);
    return way;
  }

  std::string spec_;
  int hosts_, whole_;
  std::vector<Node> nodes_;
};

/// The placement of hosts below switches, by name.
class Builder {
 public:
  int hosts() const { return static_cast<int>(order_.size()); }
  int groups() const { return static_cast<int>(groups_.size()); }
  /// Places a host; `leaf` may be empty. THROWS TopologyError if the host, or its leaf, was placed
  /// elsewhere.
  void place(const std::string& host, const std::string& leaf, const std::string& group) {
    const auto [known, is_new] = hosts_.try_emplace(host, leaf, group);
    check_topology(known->second == std::pair(leaf, group), "node '", host,
                   "' is in two places: below '", known->second.first, known->second.second,
                   "' and '", leaf, group, "'; expected the same each time");
    if (!is_new) return;
    order_.push_back(host);
    groups_.try_emplace(group, static_cast<int>(groups_.size()));
    if (leaf.empty()) return;
    const auto at = leaves_.try_emplace(leaf, static_cast<int>(leaves_.size()), group).first;
    check_topology(at->second.second == group, "leaf switch '", leaf, "' is in group '",
                   at->second.second, "' and in '", group, "'; expected one group");
  }

  /// Builds the network. `named`: hosts keep the names of their placement. `whole`: as for Groups.
  std::unique_ptr<Topology> build(std::string spec, bool named, int whole = 1) const {
    const auto hosts = static_cast<NodeId>(order_.size());
    const NodeId first_group = hosts + static_cast<NodeId>(leaves_.size());
    const NodeId core = first_group + static_cast<NodeId>(groups_.size());
    std::vector<Groups::Node> nodes(static_cast<std::size_t>(core) + 1);
    const auto node = [&](NodeId n) -> Groups::Node& { return nodes[static_cast<std::size_t>(n)]; };
    node(core) = {core, 2, 0, "core"};
    for (const auto& [name, number] : groups_)
      node(first_group + number) = {core, 2, 0, "group " + name};
    for (const auto& [name, leaf] : leaves_)
      node(hosts + leaf.first) = {first_group + groups_.at(leaf.second), 1, 0, "leaf " + name};
    for (NodeId h = 0; h < hosts; ++h) {
      const std::string& name = order_[static_cast<std::size_t>(h)];
      const auto& [leaf, group] = hosts_.at(name);
      const NodeId upper =
          leaf.empty() ? first_group + groups_.at(group) : hosts + leaves_.at(leaf).first;
      node(h) = {upper, 0, 1, named ? name : ""};
      for (NodeId above = upper; above != core; above = node(above).upper) ++node(above).hosts;
    }
    return std::make_unique<Groups>(std::move(spec), hosts, whole, std::move(nodes));
  }

 private:
  std::map<std::string, std::pair<std::string, std::string>> hosts_;  // leaf and group
  std::vector<std::string> order_;                                    // of hosts
  std::map<std::string, int> groups_;
  std::map<std::string, std::pair<int, std::string>> leaves_;  // number and group
};

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  for (const char c : line)
    if (c == ',')
      fields.emplace_back();
    else if (c != '\r')
      fields.back() += c;
  return fields;
}

/// Reads a table with a header: node, group and optionally leaf_switch; ignores other columns.
Builder read_places(const std::string& path) {
  std::ifstream in(path);
  check_topology(static_cast<bool>(in), path, ": cannot be read: ", std::strerror(errno));
  std::array<char, 4096> line{};
  in.getline(line.data(), line.size());
  const std::vector<std::string> head = fields_of(line.data());
  const auto column = [&](std::string_view name) {
    return static_cast<std::size_t>(std::ranges::find(head, name) - head.begin());
  };
  const std::size_t node = column("node"), group = column("group"), leaf = column("leaf_switch");
  EMU_CHECK(node < head.size() && group < head.size(), path, ":1: lacks the column ",
            node < head.size() ? "group" : "node", "; expected a header with node and group");
  Builder builder;
  int number = in ? 2 : 1;
  for (; in.getline(line.data(), line.size()); ++number) {
    if (line.front() == '\0') continue;
    const std::vector<std::string> fields = fields_of(line.data());
    EMU_CHECK(fields.size() == head.size() && !fields[node].empty() && !fields[group].empty(), path,
              ':', number, ": has ", fields.size(), " fields, or none for node or group; expected ",
              head.size(), " as the header");
    try {
      builder.place(fields[node], leaf < head.size() ? fields[leaf] : "", fields[group]);
    } catch (const TopologyError& e) {
      throw std::invalid_argument(text_of(path, ':', number, ": ", e.what()));
    }
  }
  EMU_CHECK(in.eof(), path, ':', number, ": longer than ", line.size() - 1, " bytes");
  EMU_CHECK(builder.hosts() > 0, path, ": no nodes; expected a line for each below the header");
  return builder;
}

/// Reads "PLACES.csv", or "N:PLACES.csv" for groups that have N hosts each in the machine.
std::unique_ptr<Topology> read_groups(std::string_view parameters) {
  const std::size_t digits = parameters.find_first_not_of("0123456789");
  const bool sized = digits > 0 && parameters[digits] == ':';
  const std::string_view size = sized ? parameters.substr(0, digits) : "1";
  const std::string path(sized ? parameters.substr(digits + 1) : parameters);
  const int whole = parse_sizes(size, ',', "groups: hosts of a whole group").front();
  return read_places(path).build(text_of("groups:", parameters), true, whole);
}

std::unique_ptr<Topology> make_groups(std::string_view parameters) {
  if (parameters.ends_with(".csv")) return read_groups(parameters);
  Builder builder;
  std::string spec = "groups:";
  for (const int size : parse_sizes(parameters, ',', "groups: hosts of group")) {
    check_topology(builder.hosts() + std::int64_t{size} <= kMostHosts, parameters, ": more than ",
                   kMostHosts, " hosts");
    for (int i = 0, group = builder.groups(); i < size; ++i)
      builder.place(text_of(builder.hosts()), "", text_of(group));
    spec += text_of(spec.back() == ':' ? "" : ",", size);
  }
  return builder.build(spec, false);
}

}  // namespace

extern const TopologyKind groups_kind{
    .name = "groups",
    .grammar = "groups:A,B,..",
    .summary =
        "groups of A, B, .. hosts, joined all to all; or groups:PLACES.csv (node, group), "
        "groups:N:PLACES.csv where a "
        "whole group has N",
    .example = "groups:3,2",
    .make = make_groups,
};

}  // namespace orrery::inline net
