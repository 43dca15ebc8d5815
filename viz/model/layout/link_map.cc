#include "viz/model/layout/link_map.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace orrery::viz::inline model {
namespace {

constexpr int kPlaneGap = 1;  ///< tiles between planes of three dimensions and more

/// Returns the number of columns that makes about as many rows.
int squareSide(std::size_t count) {
  return std::max(1, static_cast<int>(std::ceil(std::sqrt(static_cast<double>(count)))));
}

}  // namespace

LinkMap::LinkMap(const Topology& topology) : dims_(topology.dims()) {
  grid_ = !dims_.empty() && topology.nodes() == topology.hosts();
  if (grid_) findPlanes();
  const std::vector<Coordinate> coordinates = coordinates_in(dims_);
  std::map<Panel, int> numbers;
  std::vector<Panel> of_link;
  for (LinkId id = 0; id < topology.link_count(); ++id) {
    of_link.push_back(panelOf(topology, coordinates, topology.link(id)));
    numbers.try_emplace(of_link.back());
  }
  for (auto& [panel, number] : numbers) {
    number = static_cast<int>(panels_.size());
    panels_.push_back(panel);
  }
  std::stable_sort(panels_.begin(), panels_.end(), [](const Panel& a, const Panel& b) {
    return std::pair(a.which, a.kind) < std::pair(b.which, b.kind);
  });
  for (std::size_t i = 0; i < panels_.size(); ++i) numbers[panels_[i]] = static_cast<int>(i);
  for (LinkId id = 0; id < topology.link_count(); ++id) {
    Place place = grid_ ? placeOfHost(topology.link(id).from) : Place();
    place.panel = numbers[of_link[static_cast<std::size_t>(id)]];
    places_.push_back(place);
  }
  if (!grid_) placeByLevel();
}

/// Places the planes of the last two dimensions side by side, in rows. Rows and columns change places
/// where panels would be tall and thin.
void LinkMap::findPlanes() {
  const std::size_t n = dims_.size();
  if (n == 1) {
    planes_across_ = 1;
    columns_ = squareSide(static_cast<std::size_t>(dims_[0]));
    rows_ = (dims_[0] + columns_ - 1) / columns_;
    return;
  }
  const int planes = places_in(std::span(dims_).first(n - 2));
  planes_across_ = squareSide(static_cast<std::size_t>(planes));
  const int down = (planes + planes_across_ - 1) / planes_across_;
  columns_ = planes_across_ * (dims_[n - 1] + kPlaneGap) - kPlaneGap;
  rows_ = down * (dims_[n - 2] + kPlaneGap) - kPlaneGap;
  turned_ = rows_ > 2 * columns_;
  if (turned_) std::swap(rows_, columns_);
}

LinkMap::Place LinkMap::placeOfHost(NodeId host) const {
  const std::size_t n = dims_.size();
  if (n == 1) return {0, host % columns_, host / columns_};
  const int width = dims_[n - 1], height = dims_[n - 2], plane = host / (width * height);
  const int across = plane % planes_across_ * (width + kPlaneGap) + host % width;
  const int down = plane / planes_across_ * (height + kPlaneGap) + host / width % height;
  return {0, turned_ ? down : across, turned_ ? across : down};
}

LinkMap::Panel LinkMap::panelOf(const Topology& topology, const std::vector<Coordinate>& all,
                                const Link& link) const {
  const NodeId hosts = topology.hosts();
  if (!grid_)
    return {link.from < hosts ? Kind::kFromHosts
            : link.to < hosts ? Kind::kToHosts
                              : Kind::kBetween,
            link.level, 1, 1};
  for (std::size_t d = 0; d < all.size(); ++d) {
    const int side = all[d].side, step = all[d].of(link.to) - all[d].of(link.from);
    if (step == 0) continue;
    const bool wraps = side > 2 && std::abs(step) == side - 1;
    return {(step > 0) != wraps ? Kind::kForwards : Kind::kBackwards, static_cast<int>(d), columns_,
            rows_};
  }
  return {Kind::kForwards, 0, columns_, rows_};
}

void LinkMap::placeByLevel() {
  std::vector<std::size_t> counts(panels_.size()), next(panels_.size());
  for (const Place& p : places_) ++counts[static_cast<std::size_t>(p.panel)];
  for (std::size_t i = 0; i < panels_.size(); ++i) {
    panels_[i].columns = squareSide(counts[i]);
    panels_[i].rows =
        static_cast<int>((counts[i] + static_cast<std::size_t>(panels_[i].columns) - 1) /
                         static_cast<std::size_t>(panels_[i].columns));
  }
  for (Place& p : places_) {
    const auto i = static_cast<std::size_t>(p.panel);
    const auto at = static_cast<int>(next[i]++);
    p.column = at % panels_[i].columns;
    p.row = at / panels_[i].columns;
  }
}

LinkId LinkMap::linkAt(const Place& place) const {
  const auto found = std::ranges::find(places_, place);
  return found == places_.end() ? -1 : found - places_.begin();
}

}  // namespace orrery::viz::inline model
