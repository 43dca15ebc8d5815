#pragma once

#include <vector>

#include "emu/base/coordinates.h"
#include "emu/net/topology.h"

namespace orrery::viz::inline model {

/// A tile for each link, in panels of links that lead the same way: in networks with coordinates one for each dimension
/// and direction, where the tile lies at the place of the host that the link leaves; elsewhere one for each level, from
/// hosts, to hosts and between switches, in the order of links. Immutable.
class LinkMap {
 public:
  enum class Kind { kForwards, kBackwards, kFromHosts, kToHosts, kBetween };
  struct Panel {
    Kind kind = Kind::kBetween;
    int which = 0;  ///< number of the dimension, the first is 0; otherwise the level
    int columns = 1, rows = 1;
    friend auto operator<=>(const Panel& a, const Panel& b) = default;
  };
  struct Place {
    int panel = 0, column = 0, row = 0;
    friend bool operator==(const Place&, const Place&) = default;
  };

  explicit LinkMap(const Topology& topology);

  const std::vector<Panel>& panels() const { return panels_; }
  /// Returns the place of a link. Links of one host in the same direction share a place.
  const Place& placeOf(LinkId link) const { return places_[static_cast<std::size_t>(link)]; }
  /// Returns the first link of a place, or -1.
  LinkId linkAt(const Place& place) const;
  /// Returns the place of a host in each panel. REQUIRES isGrid().
  Place placeOfHost(NodeId host) const;
  bool isGrid() const { return grid_; }

 private:
  Panel panelOf(const Topology& topology, const std::vector<Coordinate>& all,
                const Link& link) const;
  void findPlanes();
  void placeByLevel();

  bool grid_ = false;
  std::vector<int> dims_;
  int planes_across_ = 1;
  int columns_ = 1, rows_ = 1;  // of a panel of a grid
  bool turned_ = false;         // the last dimension leads downwards
  std::vector<Panel> panels_;
  std::vector<Place> places_;  // by link
};

}  // namespace orrery::viz::inline model
