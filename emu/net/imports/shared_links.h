#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace orrery::imports {

/// Finds the end nodes of links, in a file that only lists the links of routes between hosts.
/// Consecutive links of a route have one end in common.
class SharedLinks {
 public:
  struct Part {
    const std::string* link = nullptr;  ///< its name
    int direction = 0;  ///< 1: from its first end to its second, -1: back, 0: unknown
  };
  struct Route {
    std::string from, to;  ///< hosts or routers
    std::vector<Part> way = {};
    bool is_part = false;  ///< longer routes begin or end with it, or lead through its ends
    bool placed = false;   ///< solve() found a place for all of its links, and their directions
  };

  void add(Route route) { routes_.push_back(std::move(route)); }

  /// Places all routes, short ones first. Describes the routes that could not be placed.
  std::vector<std::string> solve();

  const std::vector<Route>& routes() const { return routes_; }
  /// Returns whether a placed route has the link.
  bool knows(const std::string& link) const { return links_.contains(link); }
  /// Returns the nodes at the ends of a link: a host, a router, or "switch0", "switch1", ... where
  /// only links meet. REQUIRES knows(link).
  std::pair<std::string, std::string> ends_of(const std::string& link) const;
  /// Returns the nodes that a placed route passes.
  std::vector<std::string> between(const Route& route) const;

 private:
  using Point = std::size_t;
  Point point_of(const std::string& node);
  std::pair<Point, Point> points_of(const std::string& link);
  Point root(Point point) const;
  /// Merges two points. Returns false, and changes nothing, if they have different names or would
  /// join a link to itself.
  bool merge(Point a, Point b);
  bool would_loop(Point a, Point b) const;
  bool place(Route& route);
  int direction_of(const Route& route, std::size_t i, Point at);
  bool is_end_of_rest(const Route& route, std::size_t i, Point point);
  std::string name_of(Point point) const;

  std::vector<Route> routes_;
  mutable std::vector<Point> above_;
  std::vector<std::vector<Point>> opposite_;  ///< by root: other ends of its links
  std::map<Point, std::string> names_;        ///< of roots
  std::map<std::string, Point> nodes_;
  std::map<std::string, std::pair<Point, Point>> links_;
  mutable std::map<Point, std::string> made_up_;
};

}  // namespace orrery::imports
