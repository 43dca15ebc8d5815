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

/// Networks in the formats of other programs, turned into the text that parse_graph() reads (emu/net/topologies/graph.h).
namespace orrery::imports {

struct ImportedLink {
  std::size_t a = 0, b = 0;  ///< numbers of nodes
  std::optional<Bandwidth> bandwidth = {};
  std::optional<Time> latency = {};
  int count = 1;                  ///< identical parallel links
  std::optional<int> level = {};  ///< where the file gives one
};

/// What a file says of a network.
class ImportedNetwork {
 public:
  /// Returns the number of the node of that name, which is new or known. A node is a host unless it was once named as a
  /// switch.
  std::size_t node(const std::string& name);
  std::size_t switch_node(const std::string& name);
  void set_switch(std::size_t node) { is_switch_[node] = true; }
  bool knows(const std::string& name) const { return numbers_.contains(name); }
  std::size_t nodes() const { return names_.size(); }
  const std::string& name(std::size_t node) const { return names_[node]; }
  bool is_switch(std::size_t node) const { return is_switch_[node]; }

  /// Adds a link. One between the same nodes with the same costs counts as a parallel one.
  void add(ImportedLink link);
  /// Makes switches of all nodes with more than one neighbour if there are nodes with one, in a file that tells no
  /// switches from hosts.
  void guess_switches();

  /// Says what of the file has no place in our networks: "routing Floyd: routes here are the shortest".
  void leave_out(std::string what);

  bool hosts_forward = true;  ///< whether hosts pass on what is for others

  /// Returns the network as TOML; `origin` and what was left out are comments in it.
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
  std::size_t added_ = 0;  ///< links, also those that count as parallel ones
};

/// A format of networks.
struct NetworkFormat {
  std::string_view name;     ///< "a SimGrid platform"
  std::string_view example;  ///< how a file of it is called: "platform.xml"
  /// Returns whether the text is of this format, told by its content, whatever mistakes it has.
  bool (*recognises)(std::string_view text);
  /// THROWS std::invalid_argument that begins with `file` and the line where it is known.
  ImportedNetwork (*read)(std::string_view text, const std::string& file);
};

/// All but our own.
std::span<const NetworkFormat> network_formats();
/// Returns the format of a text; null: it is in none of them.
const NetworkFormat* format_of_network(std::string_view text);
/// Returns the network as TOML. THROWS std::invalid_argument.
std::string imported_toml(const NetworkFormat& format, std::string_view text,
                          const std::string& file);
/// Returns a topology, with the names and costs that its nodes and links have.
ImportedNetwork described(const Topology& topology);
/// Returns "a SimGrid platform, an ns-3 topology, ... or an edge list".
std::string known_networks();

}  // namespace orrery::imports
