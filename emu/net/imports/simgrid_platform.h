#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "emu/net/imports/formats.h"
#include "emu/net/imports/shared_links.h"
#include "emu/net/imports/simgrid_routes.h"
#include "emu/net/imports/xml_file.h"

namespace orrery::imports {

/// Reads a SimGrid platform: zones, links and routes (simgrid.cc), and clusters (simgrid_clusters.cc).
class PlatformReader {
 public:
  PlatformReader(std::string_view text, const std::string& file) : xml_(text, file), file_(file) {}
  ImportedNetwork read();

 private:
  using Node = pugi::xml_node;
  using Nodes = std::vector<std::size_t>;
  using Numbers = std::vector<std::size_t>;

  std::string_view attribute(const Node& node, const char* name) const;
  /// Returns the costs of a link. Without units these are bytes per second, and seconds.
  LinkCost costs_of(const Node& node, const char* bandwidth, const char* latency) const;
  void note_policy(const Node& node, std::string_view standard);
  void link(std::size_t a, std::size_t b, const LinkCost& costs, int count = 1) {
    network_.add({a, b, costs.bandwidth, costs.latency, count, {}});
  }

  void read_zone(const Node& zone);
  void read_child(const Node& child);
  void read_link(const Node& link);
  void read_route(const Node& route);
  SharedLinks::Part link_named(std::string_view id) const;
  SharedLinks::Part part_of(const Node& part) const;
  std::vector<RouteStep> add_named(const std::string& id, const LinkCost& costs);
  void join_links();
  std::vector<RouteStep> add_chain(const SharedLinks::Route& route);
  void add_routes();
  std::vector<std::pair<std::string, std::string>> pairs_with_routes() const;
  std::size_t node_at(const std::string& name);
  void note_forwarding(const SharedLinks::Route& route);

  void read_cluster(const Node& cluster);
  void read_cluster_zone(const Node& zone);
  Nodes hosts_of(const Node& cluster);
  Numbers numbers_in(const Node& cluster, std::string_view list) const;
  void check_size(const Node& cluster, const Numbers& sides, std::size_t hosts) const;
  /// The switch of a cluster, and half the latency of its backbone.
  struct Hub {
    std::size_t node;
    Time latency;
  };
  Hub add_hub(const Node& cluster, const std::string& router, LinkCost backbone);
  void join(std::size_t host, const Hub& hub, const LinkCost& costs);
  void add_backbone(const std::string& router);
  void add_star(const Node& cluster, const Nodes& hosts, const LinkCost& costs);
  void add_torus(const Node& cluster, const Nodes& hosts, const LinkCost& costs);
  void add_fat_tree(const Node& cluster, const Nodes& hosts, const LinkCost& costs);
  void add_levels(const Node& cluster, const Nodes& hosts, const std::vector<Numbers>& parts,
                  const LinkCost& costs);
  void add_dragonfly(const Node& cluster, const Nodes& hosts, const LinkCost& costs);

  XmlFile xml_;
  const std::string& file_;
  ImportedNetwork network_;
  std::map<std::string, LinkCost, std::less<>> links_;
  std::vector<Node> routes_;
  SharedLinks shared_;
  ZoneRoutes zone_routes_;
  std::vector<std::vector<RouteStep>> steps_;  ///< by route of the file
  std::set<std::string, std::less<>> routers_;
  /// By router: the switch of its cluster's hosts, and half of the backbone between both.
  std::map<std::string, std::pair<std::size_t, LinkCost>, std::less<>> backbones_;
  std::set<std::size_t> passed_;  ///< hosts that routes lead through
  std::size_t chains_ = 0;
  bool has_routers_ = false;
};

}  // namespace orrery::imports
