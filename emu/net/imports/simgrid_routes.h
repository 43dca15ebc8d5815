#pragma once

#include <functional>
#include <map>
#include <optional>
#include <pugixml.hpp>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace orrery::imports {

/// Composes the routes of a SimGrid platform between hosts of different zones: the route between
/// the outermost zones that differ, and within each of them the route to or from its gateway.
/// A zone with full routing has a route between each two of its members; elsewhere a route is a
/// sequence of routes with the fewest links.
///
/// Example: host a is in zone A with gateway g, host b in zone B with gateway h. The route from a to
/// b is a..g (of A), g..h (between A and B), h..b (of B).
class ZoneRoutes {
 public:
  using Node = pugi::xml_node;
  /// A route between two members of a zone: hosts, routers or zones.
  struct Given {
    std::string member, other;  ///< its ends
    std::string from, to;       ///< hosts or routers where it begins and ends: gateways of zones
    std::size_t links = 0;      ///< how many it crosses
    bool both_ways = true;
    bool is_bypass = false;  ///< used for this pair only, in place of its route
  };
  /// A part of a composed route.
  struct Part {
    std::optional<std::size_t> given;  ///< number of a route; otherwise one within a cluster
    bool back = false;                 ///< the given route from its end to its beginning
    std::string from, to;
  };

  /// Notes that a host or router is in a zone, a cluster or a cabinet.
  void place(const std::string& name, const Node& zone) { zones_.try_emplace(name, zone); }
  bool knows(const std::string& name) const { return zones_.contains(name); }
  /// Adds a route of a zone; its number is the number of calls before.
  void add(const Node& zone, Given route);
  /// Returns the parts of the route between two hosts or routers; nothing if the file has none.
  std::optional<std::vector<Part>> between(const std::string& from, const std::string& to);
  /// Returns how many members searches for routes have reached, together.
  std::size_t reached() const { return reached_; }

 private:
  /// A route from a member of a zone, and its other end.
  struct Edge {
    std::string to;
    std::size_t given = 0;
    bool back = false;
  };
  using Edges = std::map<std::string, std::vector<Edge>>;            ///< by member
  using Tree = std::map<std::string, std::pair<std::string, Edge>>;  ///< by member: the one before
  struct Meeting {
    Node zone;
    std::string from, to;  ///< its members
  };

  Meeting meeting_of(const std::string& from, const std::string& to) const;
  bool append(const std::string& from, const std::string& to, std::vector<Part>& parts, int depth);
  std::vector<Edge> legs(const Meeting& meeting);
  const Tree& tree_from(const Node& zone, const std::string& member);

  std::map<std::string, Node> zones_;  ///< by host or router
  std::vector<Given> given_;
  std::map<std::pair<std::string, std::string>, std::size_t> bypasses_;
  std::map<std::size_t, Edges> edges_;  ///< by hash of the zone
  std::map<std::tuple<std::size_t, std::string, std::string>, Edge> direct_;  ///< by zone and ends
  std::map<std::pair<std::size_t, std::string>, Tree> trees_;
  std::size_t kept_ = 0, reached_ = 0;  ///< members of trees_; of all trees so far
};

}  // namespace orrery::imports
