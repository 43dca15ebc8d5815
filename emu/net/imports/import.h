#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "emu/base/units.h"
#include "emu/net/network.h"
#include "emu/net/topology.h"

/// Networks in the formats of other programs, turned into the text that parse_graph() reads
/// (emu/net/topologies/graph.h).
namespace orrery::imports {

/// Remark of a network whose links have the same costs both ways (leave_out).
inline constexpr const char* kOneDirection =
    "links with other costs in one direction than in the other";

struct ImportedLink {
  std::size_t a = 0, b = 0;  ///< numbers of nodes
  std::optional<Bandwidth> bandwidth = {};
  std::optional<Time> latency = {};
  int count = 1;                  ///< identical parallel links
  std::optional<int> level = {};  ///< if the file gives one
};

/// A link of a route: one of the parallel ones, from a to b or back.
struct RouteStep {
  std::size_t link = 0;  ///< of links()
  int parallel = 0;      ///< 0 .. count-1
  bool back = false;     ///< from b to a
};
/// A route between two hosts; each link begins where the one before ends.
struct ImportedRoute {
  std::size_t from = 0, to = 0;
  std::vector<RouteStep> links;
};

/// The contents of a network file.
class ImportedNetwork {
 public:
  /// Returns the number of the node with this name, which it adds if it is new. A node is a host
  /// unless it was once named as a switch.
  std::size_t node(const std::string& name);
  std::size_t switch_node(const std::string& name);
  void set_switch(std::size_t node) { is_switch_[node] = true; }
  bool knows(const std::string& name) const { return numbers_.contains(name); }
  std::size_t nodes() const { return names_.size(); }
  std::size_t hosts() const {
    return static_cast<std::size_t>(std::ranges::count(is_switch_, false));
  }
  const std::string& name(std::size_t node) const { return names_[node]; }
  bool is_switch(std::size_t node) const { return is_switch_[node]; }

  /// Adds a link, and returns the step of a route from its a to its b. A link between the same
  /// nodes with the same costs counts as a parallel one; a link of a node to itself is left out.
  std::optional<RouteStep> add(ImportedLink link);
  const std::vector<ImportedLink>& links() const { return links_; }

  /// Adds a route of a message. REQUIRES links that follow each other, unless `jumps`. Without one, messages take a shortest route; with
  /// several, an equal part goes over each.
  void add(ImportedRoute route) { routes_.push_back(std::move(route)); }
  const std::vector<ImportedRoute>& routes() const { return routes_; }
  /// Returns the numbers of a route's links in the graph that is read from this network, whose
  /// parallel links follow each other; `first` is that of first_numbers().
  static std::vector<LinkId> numbers_of(const ImportedRoute& route, std::span<const LinkId> first);
  /// Returns the number of each entry's first link.
  std::vector<LinkId> first_numbers() const;
  /// Completes a general graph. Makes switches of all nodes with more than one neighbour, if at least
  /// two nodes have only one and the file does not tell switches from hosts. If the graph is
  /// `directed`, makes one link of an edge and its opposite.
  void finish_graph();

  /// Notes a part of the file that Orrery does not use: "routing Floyd: routes here are the
  /// shortest".
  void leave_out(std::string what);
  /// Notes what a part of this network left out.
  void leave_out_as(const ImportedNetwork& part) {
    for (const std::string& what : part.left_out_) leave_out(what);
  }

  bool hosts_forward = true;  ///< whether hosts forward messages
  std::set<std::size_t> exceptions =
      {};  ///< hosts that are exceptions to this, and switches that do not forward
  bool forwards(std::size_t node) const {
    return exceptions.contains(node) != (is_switch_[node] || hosts_forward);
  }
  std::string comments =
      {};              ///< lines that begin with #, in place of the origin and the parts left out
  bool jumps = false;  ///< links of routes need not follow each other
  bool directed = false;  ///< each link is added once for each direction
  std::vector<int> dims =
      {};  ///< sides of the grid whose positions the hosts are, the last varying fastest; may be empty

  std::vector<std::size_t> nics = {};  ///< switches that join a node to others

  /// Returns the network as TOML; comments in it name `origin` and the parts that were left out.
  std::string toml(std::string_view origin) const;

 private:
  void join_directions();
  std::string names_text(bool (*wanted)(const ImportedNetwork&, std::size_t)) const;
  std::string links_text() const;
  std::string routes_text() const;
  int level_of(const ImportedLink& link, std::span<const int> depth) const;
  std::vector<int> depths() const;

  std::vector<std::string> names_;
  std::vector<bool> is_switch_;
  std::map<std::string, std::size_t> numbers_;
  std::vector<ImportedLink> links_;
  std::vector<ImportedRoute> routes_;
  /// Properties that identical parallel links share: both ends (the lower one first) and the costs.
  using Bundle = std::tuple<std::size_t, std::size_t, std::optional<Bandwidth>, std::optional<Time>,
                            std::optional<int>>;
  struct Bundled {
    std::size_t entry = 0;    ///< of links_
    int there = 0, home = 0;  ///< how many; all are `there` unless the graph is directed
  };
  std::map<Bundle, Bundled> bundles_;
  std::vector<std::string> left_out_;
  std::size_t added_ = 0;    ///< links, also those that count as parallel ones
  std::size_t letters_ = 0;  ///< of all names
};

/// A format of networks.
struct NetworkFormat {
  std::string_view name;     ///< "a SimGrid platform"
  std::string_view example;  ///< name of such a file: "platform.xml"
  /// Returns whether the content of the text is of this format, even if it has mistakes.
  bool (*recognises)(std::string_view text);
  /// Reads the text. THROWS std::invalid_argument that begins with `file` and, if known, the line.
  ImportedNetwork (*read)(std::string_view text, const std::string& file);
};

/// The format of lines that any list of words could be.
extern const NetworkFormat kEdgeList;
/// Returns the format of a text; null if it has none of them.
const NetworkFormat* format_of_network(std::string_view text);
/// Returns the network as TOML. THROWS std::invalid_argument.
std::string imported_toml(const NetworkFormat& format, std::string_view text,
                          const std::string& file);
/// Returns copies of a node, joined by a network outside, whose hosts are their NICs, node by node,
/// or switches that join the NICs of one node. THROWS std::invalid_argument for another number.
ImportedNetwork joined_nodes(const ImportedNetwork& node, int count, const Topology& outside);
/// Returns a topology with the names and costs of its nodes and links. If it is small enough,
/// routes that a graph from a file would not find are added.
ImportedNetwork described(const Topology& topology);
/// The routes in a description of a network of at most 256 hosts.
enum class Described { kNoRoutes, kOwnRoutes, kAllRoutes };
/// Returns the topology with the costs of all links; the latency of a link includes that of a hop.
ImportedNetwork described(const Topology& topology, const Costs& costs, Described routes);
/// A format in which networks are written.
struct NetworkWriter {
  std::string_view name;     ///< name for --format: "simgrid"
  std::string_view ending;   ///< of files: ".xml"
  std::string_view summary;  ///< description, and the programs that read it
  Described routes;          ///< the routes that are written
  /// Writes the network. REQUIRES costs of all links. THROWS std::invalid_argument naming what the
  /// format cannot express.
  std::string (*write)(const ImportedNetwork& network);
};
std::span<const NetworkWriter> network_writers();

/// Returns "a SimGrid platform, an ns-3 topology, ... or an edge list".
std::string known_networks();

}  // namespace orrery::imports
