#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "emu/base/units.h"
#include "emu/net/topology.h"

/// Networks in the formats of other programs, converted to the text that parse_graph() reads
/// (emu/net/topologies/graph.h).
namespace orrery::imports {

struct ImportedLink {
  std::size_t a = 0, b = 0;  ///< numbers of nodes
  std::optional<Bandwidth> bandwidth = {};
  std::optional<Time> latency = {};
  int count = 1;                  ///< identical parallel links
  std::optional<int> level = {};  ///< if the file has one
};

/// The contents of a network file.
class ImportedNetwork {
 public:
  /// Returns the number of the node with that name, which is added if unknown. A node is a host
  /// unless it was once named as a switch.
  std::size_t node(const std::string& name);
  std::size_t switch_node(const std::string& name);
  void set_switch(std::size_t node) { is_switch_[node] = true; }
  bool knows(const std::string& name) const { return numbers_.contains(name); }
  std::size_t nodes() const { return names_.size(); }
  const std::string& name(std::size_t node) const { return names_[node]; }
  bool is_switch(std::size_t node) const { return is_switch_[node]; }

  /// Adds a link. A repeated one between the same nodes with the same costs counts as parallel.
  void add(ImportedLink link);
  /// Turns all nodes with more than one neighbour into switches if some nodes have only one: for
  /// files that do not distinguish switches from hosts.
  void guess_switches();

  /// Notes a part of the file without an equivalent in our networks: "routing Floyd: routes here
  /// are the shortest".
  void leave_out(std::string what);

  bool hosts_forward = true;  ///< whether hosts forward messages

  /// Returns the network as TOML; `origin` and the left-out parts are comments in it.
  std::string toml(std::string_view origin) const;

 private:
  int level_of(const ImportedLink& link, std::span<const int> depth) const;
  std::vector<int> depths() const;

  std::vector<std::string> names_;
  std::vector<bool> is_switch_;
  std::map<std::string, std::size_t> numbers_;
  std::vector<ImportedLink> links_;
  std::map<std::pair<std::size_t, std::size_t>, std::vector<std::size_t>>
      between_;  ///< links by their ends
  std::vector<std::string> left_out_;
  std::size_t added_ = 0;  ///< links, including the parallel ones
};

/// A format of network files.
struct NetworkFormat {
  std::string_view name;     ///< "a SimGrid platform"
  std::string_view example;  ///< a typical file name: "platform.xml"
  /// Returns whether the text is of this format, judged by its content, even if it has mistakes.
  bool (*recognises)(std::string_view text);
  /// Reads a network. THROWS std::invalid_argument that begins with `file` and the line if known.
  ImportedNetwork (*read)(std::string_view text, const std::string& file);
};

/// Returns all formats except our own.
std::span<const NetworkFormat> network_formats();
/// Returns the format of a text; null if unknown.
const NetworkFormat* format_of_network(std::string_view text);
/// Returns the network as TOML. THROWS std::invalid_argument.
std::string imported_toml(const NetworkFormat& format, std::string_view text,
                          const std::string& file);
/// Returns a topology with the names and costs of its nodes and links.
ImportedNetwork described(const Topology& topology);
/// Returns "a SimGrid platform, an ns-3 topology, ... or an edge list".
std::string known_networks();

}  // namespace orrery::imports
