#include <algorithm>
#include <array>
#include <limits>
#include <set>
#include <utility>

#include "emu/base/check.h"
#include "emu/base/nearest.h"
#include "emu/net/imports/import.h"
#include "emu/net/server.h"
#include "emu/net/topologies/graph.h"

namespace orrery::inline net {
namespace {

/// The meaning of hosts in the network outside.
enum class NodeEnds {
  kNics,     ///< NICs, server by server
  kBundles,  ///< servers: all NICs of one act as one, messages are striped over them
  kRails,    ///< servers, each of whose NICs has a network of its own
};

struct Spec {
  int servers = 0, gpus = 0, nics = 0;  ///< nics: 0 if not given
  Fabric fabric = Fabric::kNvswitch;
  bool rail_only = false, striped = false;
  std::string outside;
};

/// N servers of G GPUs, which are the hosts, joined by another network ("outside") through their NICs.
///
/// Nodes: GPUs, server by server; then the switches inside servers; then the NICs, server by server; then the
/// switches outside (of each copy). Links: those inside servers, server by server (level 0 between GPUs or
/// to their switch, level 1 to NICs); then those outside (of each copy), two levels higher than there.
///
/// Routes: between GPUs of a server inside of it. To another server over a NIC of the sender's, the
/// network outside, and a NIC of the receiver's: the nearest of those pairs, the first path over
/// one selected by the destination. If rails are separate, both NICs are of the same rail, which is
/// the receiver's or the sender's own: a GPU of the rail forwards messages, and only then.
///
/// Striped messages have an equal part for each pair of NICs with equal numbers, including NICs of
/// other GPUs; GPUs forward parts to the GPUs with the NICs. A part takes one path through the
/// network outside.
/// Ref  W. Wang et al.: Rail-only: a low-cost high-performance network for training LLMs with trillion
///      parameters, HOTI 2024 (separate rails).
class Nodes final : public Topology {
 public:
  Nodes(const Spec& spec, std::unique_ptr<Topology> outside, NodeEnds ends);

  std::string spec() const override { return spec_; }
  int hosts() const override { return shape_.count * shape_.gpus; }
  int nodes() const override { return nodes_; }
  LinkId link_count() const override { return first_outside_ + copies_ * outside_->link_count(); }
  Link link(LinkId id) const override;
  int ports_per_host() const override { return server_.ports_per_gpu(); }
  int levels() const override { return 2 + outside_->levels(); }
  const ServerShape* servers() const override { return &shape_; }
  bool forwards(NodeId node) const override { return node >= hosts() || server_.gpus_forward(); }
  int path_count(NodeId src, NodeId dst, Routing routing) const override;
  void append_route(NodeId src, NodeId dst, int path, std::vector<LinkId>& out) const override;

 private:
  /// A pair of NICs of two servers, by their numbers there.
  struct Exit {
    int out = 0, in = 0;
  };

  int server_of(NodeId gpu) const { return gpu / shape_.gpus; }
  NodeId within(NodeId gpu) const { return gpu % shape_.gpus; }
  NodeId nic(int number) const { return server_.first_nic() + number; }
  /// Returns the host in the network outside.
  NodeId outside_host(int server, int number) const {
    return ends_ == NodeEnds::kNics ? server * shape_.nics + number : server;
  }
  NodeId from_inside(int server, NodeId node) const;
  NodeId from_outside(NodeId node, int copy) const;
  std::vector<Exit> exits(NodeId src, NodeId dst) const;
  std::vector<Exit> nearest_exits(NodeId src, NodeId dst) const;
  int outside_paths(NodeId src, NodeId dst, const Exit& exit, Routing routing) const;
  int striped_paths(NodeId src, NodeId dst, Routing routing) const;
  Exit exit_of(NodeId src, NodeId dst, int& path) const;

  std::string spec_;
  std::unique_ptr<Topology> outside_;
  NodeEnds ends_;
  Server server_;
  ServerShape shape_;
  int bundle_ = 1;  ///< NICs that act as one
  int parts_ = 1;   ///< of a striped message
  LinkId copies_ = 1;
  NodeId first_nic_ = 0, first_switch_ = 0, nodes_ = 0;
  LinkId first_outside_ = 0;
};

std::string text_of_spec(const Spec& s) {
  return text_of("nodes:", s.servers, "x", s.gpus, ",", name_of(s.fabric), ",nics=", s.nics,
                 s.rail_only ? ",rail-only" : "", s.striped ? ",striped" : "", "@");
}

bool gpus_forward(const Spec& s, NodeEnds ends) {
  return ends == NodeEnds::kRails || (s.striped && s.fabric != Fabric::kPcie);
}

Nodes::Nodes(const Spec& spec, std::unique_ptr<Topology> outside, NodeEnds ends)
    : spec_(text_of_spec(spec) + outside->spec()),
      outside_(std::move(outside)),
      ends_(ends),
      server_(spec.fabric, spec.gpus, spec.nics, ends == NodeEnds::kBundles,
              gpus_forward(spec, ends)),
      shape_{spec.servers, spec.gpus, server_.switches(), server_.nics()},
      bundle_(ends == NodeEnds::kBundles ? spec.nics : 1),
      parts_(spec.striped ? spec.nics : 1),
      copies_(ends == NodeEnds::kRails ? spec.nics : 1) {
  constexpr NodeId kMax = std::numeric_limits<NodeId>::max();
  const std::int64_t switches = copies_ * (outside_->nodes() - outside_->hosts());
  check_topology(std::int64_t{spec.servers} * server_.nodes() + switches <= kMax, spec_,
                 ": the number of GPUs, NICs and switches is beyond ", kMax);
  first_nic_ = hosts() + shape_.count * shape_.switches;
  first_switch_ = first_nic_ + shape_.count * shape_.nics;
  nodes_ = first_switch_ + static_cast<NodeId>(switches);
  first_outside_ = shape_.count * server_.link_count();
  check_topology(
      outside_->link_count() <= (std::numeric_limits<LinkId>::max() - first_outside_) / copies_,
      spec_, ": the number of links is beyond ", std::numeric_limits<LinkId>::max());
}

NodeId Nodes::from_inside(int server, NodeId node) const {
  if (node < shape_.gpus) return server * shape_.gpus + node;
  if (node < server_.first_nic()) return hosts() + server * shape_.switches + node - shape_.gpus;
  return first_nic_ + server * shape_.nics + node - server_.first_nic();
}

NodeId Nodes::from_outside(NodeId node, int copy) const {
  if (node >= outside_->hosts())
    return first_switch_ + copy * (outside_->nodes() - outside_->hosts()) + node -
           outside_->hosts();
  return first_nic_ + (ends_ == NodeEnds::kRails ? node * shape_.nics + copy : node);
}

Link Nodes::link(LinkId id) const {
  if (id < first_outside_) {
    const auto server = static_cast<int>(id / server_.link_count());
    Link link = server_.link(id % server_.link_count());
    link.from = from_inside(server, link.from);
    link.to = from_inside(server, link.to);
    return link;
  }
  const auto copy = static_cast<int>((id - first_outside_) / outside_->link_count());
  Link link = outside_->link((id - first_outside_) % outside_->link_count());
  link.from = from_outside(link.from, copy);
  link.to = from_outside(link.to, copy);
  link.level += 2;
  link.width *= bundle_;
  return link;
}

/// Returns the pairs of NICs between GPUs of two servers, beginning with one selected by dst.
std::vector<Nodes::Exit> Nodes::exits(NodeId src, NodeId dst) const {
  const std::vector<int> from = server_.nics_of(within(src)), to = server_.nics_of(within(dst));
  std::vector<Exit> exits;
  if (ends_ != NodeEnds::kRails) {
    for (const int in : to)
      for (const int out : from) exits.push_back({out, in});
  } else {
    for (const int rail : to) exits.push_back({rail, rail});
    for (const int rail : from)
      if (std::ranges::find(to, rail) == to.end()) exits.push_back({rail, rail});
  }
  const auto turns = static_cast<std::size_t>(server_of(dst)) % exits.size();
  if (ends_ != NodeEnds::kRails)
    std::ranges::rotate(exits, exits.begin() + static_cast<std::ptrdiff_t>(turns));
  return exits;
}

std::vector<Nodes::Exit> Nodes::nearest_exits(NodeId src, NodeId dst) const {
  std::vector<Exit> all = exits(src, dst);
  if (all.size() == 1) return all;
  std::vector<LinkId> route;
  std::vector<std::size_t> lengths;
  for (const Exit& e : all) {
    route.clear();
    outside_->append_route(outside_host(server_of(src), e.out), outside_host(server_of(dst), e.in),
                           0, route);
    lengths.push_back(route.size() +
                      static_cast<std::size_t>(server_.distance(within(src), nic(e.out)) +
                                               server_.distance(nic(e.in), within(dst))));
  }
  const std::size_t least = std::ranges::min(lengths);
  std::vector<Exit> nearest;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (lengths[i] == least) nearest.push_back(all[i]);
  return nearest;
}

int Nodes::outside_paths(NodeId src, NodeId dst, const Exit& exit, Routing routing) const {
  return outside_->path_count(outside_host(server_of(src), exit.out),
                              outside_host(server_of(dst), exit.in), routing);
}

/// Returns the number of paths. Each part has as many choices as the part with the most, with
/// repetitions.
int Nodes::striped_paths(NodeId src, NodeId dst, Routing routing) const {
  if (routing == Routing::kMinimal || routing == Routing::kDimensionOrder) return parts_;
  int choices = 1;
  for (int nic = 0; nic < parts_; ++nic)
    choices = std::max(choices, outside_paths(src, dst, {nic, nic}, routing));
  return parts_ * std::min(choices, kMostPaths / parts_);
}

int Nodes::path_count(NodeId src, NodeId dst, Routing routing) const {
  if (server_of(src) == server_of(dst)) return 1;
  if (parts_ > 1) return striped_paths(src, dst, routing);
  if (routing == Routing::kDimensionOrder) return 1;
  const std::vector<Exit> exits = nearest_exits(src, dst);
  if (routing == Routing::kMinimal) return outside_paths(src, dst, exits.front(), routing);
  int count = 0;
  for (const Exit& exit : exits)
    count = std::min(kMostPaths, count + outside_paths(src, dst, exit, routing));
  return count;
}

/// Returns the NICs of a path; `path` becomes its number outside.
Nodes::Exit Nodes::exit_of(NodeId src, NodeId dst, int& path) const {
  if (parts_ > 1) {
    const Exit exit{path % parts_, path % parts_};
    path /= parts_;
    if (path > 0) path %= outside_paths(src, dst, exit, Routing::kEcmp);
    return exit;
  }
  const std::vector<Exit> exits = nearest_exits(src, dst);
  auto exit = exits.begin();
  for (int paths = 0; path > 0; ++exit, path -= paths) {
    paths = outside_paths(src, dst, *exit, Routing::kEcmp);
    if (path < paths) break;
  }
  return *exit;
}

void Nodes::append_route(NodeId src, NodeId dst, int path, std::vector<LinkId>& out) const {
  const int from = server_of(src), to = server_of(dst);
  const LinkId first = from * server_.link_count();
  if (from == to) return server_.append_route(within(src), within(dst), first, out);
  const Exit exit = exit_of(src, dst, path);
  server_.append_route(within(src), nic(exit.out), first, out);
  const std::size_t begin = out.size();
  outside_->append_route(outside_host(from, exit.out), outside_host(to, exit.in), path, out);
  const LinkId copy = ends_ == NodeEnds::kRails ? exit.out : 0;
  for (std::size_t i = begin; i < out.size(); ++i)
    out[i] += first_outside_ + copy * outside_->link_count();
  server_.append_route(nic(exit.in), within(dst), to * server_.link_count(), out);
}

constexpr std::string_view kExpected =
    "expected nodes:NxG, then perhaps nvswitch, mesh, pcie or mi250x, nics=K, rail-only and "
    "striped, "
    "then @NETWORK, such as nodes:4x8,nvswitch,nics=8@rails:1,4,8,4";

/// Returns the property that an option sets, which may be set only once.
std::string_view decided_by(std::string_view word) {
  return fabric_named(word) != nullptr ? "fabric" : word.substr(0, word.find('='));
}

void read_option(std::string_view word, Spec& spec) {
  constexpr std::array<std::string_view, 7> kWords{"nvswitch", "mesh",      "pcie",   "mi250x",
                                                   "nics=K",   "rail-only", "striped"};
  if (const Fabric* const fabric = fabric_named(word)) {
    spec.fabric = *fabric;
  } else if (word.starts_with("nics=")) {
    spec.nics = parse_size(word.substr(5), "nodes: nics of a node");
  } else if (word == "rail-only") {
    spec.rail_only = true;
  } else if (word == "striped") {
    spec.striped = true;
  } else {
    const std::string hint = did_you_mean(word, kWords);
    throw std::invalid_argument(text_of("nodes: '", word, "' is unknown", hint.empty() ? ";" : hint,
                                        " expected nvswitch, mesh, pcie, mi250x, nics=K, "
                                        "rail-only or striped"));
  }
}

/// Reads the part before '@'.
Spec read_spec(std::string_view parameters) {
  const std::size_t at = parameters.find('@');
  EMU_CHECK(at != std::string_view::npos && at + 1 < parameters.size(), "nodes:", parameters,
            " lacks the network outside; ", kExpected);
  Spec spec;
  spec.outside = parameters.substr(at + 1);
  const std::string_view words = parameters.substr(0, at);
  std::size_t end = std::min(words.find(','), words.size());
  const std::vector<int> sizes = parse_sizes(words.substr(0, end), 'x', "nodes: size");
  EMU_CHECK(sizes.size() == 2, "nodes:", words.substr(0, end), " has ", sizes.size(),
            " sizes; expected nodes x GPUs of a node, such as nodes:4x8");
  spec.servers = sizes[0];
  spec.gpus = sizes[1];
  std::set<std::string_view> decided;
  while (end < words.size()) {
    const std::size_t begin = end + 1;
    end = std::min(words.find(',', begin), words.size());
    const std::string_view word = words.substr(begin, end - begin);
    read_option(word, spec);
    EMU_CHECK(decided.insert(decided_by(word)).second, "nodes: '", word, "' is a second ",
              decided_by(word), "; expected one");
  }
  return spec;
}

/// Returns the meaning of hosts in the network outside. Fills in the number of NICs of a node, if
/// not given.
NodeEnds ends_of(Spec& spec, const Topology& outside) {
  const std::int64_t hosts = outside.hosts(), servers = spec.servers;
  if (spec.rail_only) {
    if (spec.nics == 0) spec.nics = spec.gpus;
    EMU_CHECK(hosts == servers, "nodes: rail-only: ", outside.spec(), " has ", hosts,
              " hosts; expected ", servers, ", one for each node: the network of one rail");
    return spec.nics == 1 ? NodeEnds::kNics : NodeEnds::kRails;
  }
  if (spec.nics == 0 && hosts % servers == 0) spec.nics = static_cast<int>(hosts / servers);
  if (hosts == servers * spec.nics) return NodeEnds::kNics;
  if (spec.nics == 0)
    throw std::invalid_argument(text_of("nodes: ", outside.spec(), " has ", hosts,
                                        " hosts; expected a multiple of ", servers, " nodes"));
  EMU_CHECK(hosts == servers, "nodes: ", outside.spec(), " has ", hosts, " hosts; expected ",
            servers, ", one for each node, whose NICs then act as one, or ", servers * spec.nics,
            ", one for each of the ", spec.nics, " NICs of a node");
  // NICs on different dies cannot act as one: messages are striped over networks that do.
  if (spec.fabric == Fabric::kMi250x) spec.striped = true;
  return spec.striped ? NodeEnds::kRails : NodeEnds::kBundles;
}

void check_parts(const Spec& spec) {
  EMU_CHECK(!spec.striped || spec.nics <= kMostPaths, "nodes: striped: ", spec.nics,
            " NICs in a node; expected at most ", kMostPaths);
}

/// Makes "N,NETWORK@file:PATH": N nodes, each as in a file.
std::unique_ptr<Topology> make_joined(std::string_view parameters, std::size_t at) {
  const std::string_view words = parameters.substr(0, at);
  const std::string path(parameters.substr(at + std::string_view("@file:").size()));
  const std::size_t comma = words.find(',');
  EMU_CHECK(comma != std::string_view::npos, "nodes:", parameters,
            ": expected the number of nodes and the network that joins them, such as "
            "nodes:4,star:4@file:node.xml");
  const int count = parse_size(words.substr(0, comma), "nodes: number of nodes");
  const auto outside = make_topology(words.substr(comma + 1));
  const std::string text = read_graph_file(path);
  const imports::NetworkFormat* const format = imports::format_of_network(text);
  EMU_CHECK(format != nullptr, path, ": is not a node; expected a topology of NCCL");
  try {
    const auto all = imports::joined_nodes(format->read(text, path), count, *outside);
    return parse_graph(all.toml(text_of(count, " nodes as in ", path)), path,
                       text_of("nodes:", parameters));
  } catch (const std::invalid_argument& e) {
    const std::string_view what = e.what();
    throw std::invalid_argument(what.starts_with(path) ? e.what() : text_of(path, ": ", what));
  }
}

std::unique_ptr<Topology> make_nodes(std::string_view parameters) {
  if (const std::size_t at = parameters.rfind("@file:");
      at != std::string_view::npos &&
      parameters.substr(0, parameters.find(',')).find('x') == std::string_view::npos)
    return make_joined(parameters, at);
  Spec spec = read_spec(parameters);
  auto outside = make_topology(spec.outside);
  const NodeEnds ends = ends_of(spec, *outside);
  if (spec.fabric == Fabric::kMi250x) {
    EMU_CHECK(spec.gpus <= 8 && spec.gpus % 2 == 0, "nodes: mi250x: ", spec.gpus,
              " GPUs in a node; expected 2, 4, 6 or 8, two dies for each package");
  }
  check_parts(spec);
  const std::int64_t inside = std::int64_t{spec.gpus} + 1 + spec.nics;
  EMU_CHECK(inside <= Server::kMostNodes, "nodes: ", spec.gpus, " GPUs and ", spec.nics,
            " NICs in a node; expected at most ", Server::kMostNodes - 1, " together");
  const std::array gpus{spec.servers, spec.gpus};
  node_count(gpus, text_of_spec(spec) + outside->spec() + ": the number of GPUs");
  return std::make_unique<Nodes>(spec, std::move(outside), ends);
}

}  // namespace

extern const TopologyKind nodes_kind{
    .name = "nodes",
    .grammar = "nodes:NxG[,nvswitch|mesh|pcie|mi250x][,nics=K][,rail-only][,striped]@NETWORK",
    .summary =
        "N nodes of G GPUs (the hosts) with K NICs each on another network, whose hosts are "
        "the NICs, or the nodes (their NICs act as one; rail-only: a network for each rail); "
        "striped: a message goes in equal parts over all NICs of its nodes",
    .example = "nodes:2x4,nvswitch,nics=2@star:4",
    .make = make_nodes,
};

}  // namespace orrery::inline net
