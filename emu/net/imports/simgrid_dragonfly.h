#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <utility>

#include "emu/net/imports/import.h"

namespace orrery::imports {

/// A dragonfly of SimGrid: groups of chassis of routers (blades) with nodes. Routers of a chassis are joined all to all
/// (level 1), those of equal number in the chassis of a group as well; router j of the first chassis of group i has the
/// link to group j. Parallel links act as one of their width.
///
/// Routes turn to the right blade first, then to the right chassis, as in SimGrid (DragonflyZone, 3.32 and later). Within
/// a group those go on at the first chassis behind a link between blades, wherever that link was: their links do not
/// meet, and there may be one too many or one too few.
///
/// Example: from blade 0 to blade 1 of chassis 1 a message crosses the link between both, and then that of blade 1 from
/// chassis 0 to chassis 1.
class SimGridDragonfly {
 public:
  struct Shape {
    std::size_t groups, group_links, chassis, chassis_links, blades, blade_links, nodes;
  };
  /// REQUIRES hosts as many as the shape has nodes. `name` is that of the cluster.
  SimGridDragonfly(ImportedNetwork& network, const Shape& shape, std::span<const std::size_t> hosts,
                   const LinkCost& costs, std::string name);

  void add();

 private:
  /// A router by its coordinates.
  struct Place {
    std::size_t group, chassis, blade;
  };
  std::size_t router(const Place& place);
  Place place_of(std::size_t host) const;
  void join(std::size_t a, std::size_t b, std::size_t width);
  void add_links();
  void add_jumps();
  void add_jump(std::size_t from, std::size_t to);

  ImportedNetwork& network_;
  Shape shape_;
  std::span<const std::size_t> hosts_;
  LinkCost costs_;
  std::string name_;
  std::map<std::pair<std::size_t, std::size_t>, RouteStep> steps_;  ///< from node to node
};

}  // namespace orrery::imports
