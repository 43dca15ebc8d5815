#include "algorithms/common/neighbors.h"

#include <algorithm>

namespace orrery::inline algorithms {

namespace {

using Offset = Neighbors::Offset;

constexpr int kMostDimensions = 30;        ///< as many sides of two as fit in an int
constexpr int kMostDimensionsOfMoore = 9;  ///< 3^9 - 1 neighbours
constexpr std::int64_t kMostPlaces = INT32_MAX;

/// Returns the two sides, the larger first, as MPI_Dims_create.
std::vector<int> near_square(int p) {
  int side = 1;
  for (int d = 2; d <= p / d; ++d)
    if (p % d == 0) side = d;
  return {p / side, side};
}

std::vector<int> sides_of(const Problem& x) {
  if (!x.grid.empty()) return x.grid;
  return x.dims.empty() ? near_square(x.p) : x.dims;
}

void check_sides(const std::vector<int>& sides, int p) {
  std::int64_t places = 1;
  for (const int side : sides) {
    EMU_CHECK(side >= 1, "a side of the grid is ", side, "; expected at least 1");
    places = std::min(places * side, kMostPlaces);
  }
  EMU_CHECK(places == p, "the grid has ", places < kMostPlaces ? "" : "more than ", places,
            " places; expected one for each of ", p, " ranks");
}

std::vector<Offset> star(std::size_t D) {
  std::vector<Offset> all;
  for (std::size_t k = 0; k < D; ++k)
    for (const int step : {-1, 1}) all.emplace_back(D, 0)[k] = step;
  return all;
}

std::vector<Offset> moore(std::size_t D) {
  std::vector<Offset> all{{}};
  for (std::size_t k = 0; k < D; ++k) {
    std::vector<Offset> longer;
    for (const Offset& offset : all)
      for (const int step : {-1, 0, 1}) {
        longer.push_back(offset);
        longer.back().push_back(step);
      }
    all = std::move(longer);
  }
  std::erase(all, Offset(D, 0));
  return all;
}

}  // namespace

Neighbors::Neighbors(const Problem& x)
    : sides_(sides_of(x)), periodic_(x.periodic), kind_(x.neighborhood) {
  check_sides(sides_, x.p);
  const bool is_star = kind_ == Neighborhood::kStar;
  const int most = is_star ? kMostDimensions : kMostDimensionsOfMoore;
  EMU_CHECK(dimensions() <= most, "a grid of ", dimensions(), " dimensions; expected at most ",
            most);
  offsets_ = is_star ? star(sides_.size()) : moore(sides_.size());
}

int Neighbors::opposite(int i) const {
  return kind_ == Neighborhood::kStar ? i ^ 1 : count() - 1 - i;
}

int Neighbors::number_of(const Offset& offset) const {
  const auto found = kind_ == Neighborhood::kStar ? std::ranges::find(offsets_, offset)
                                                  : std::ranges::lower_bound(offsets_, offset);
  return static_cast<int>(found - offsets_.begin());
}

std::optional<int> Neighbors::at(int r, const Offset& offset) const {
  int there = 0, stride = 1;
  for (std::size_t k = sides_.size(); k-- > 0;) {
    const int side = sides_[k];
    int place = r % side + offset[k];
    if (periodic_) place = mod(place, side);
    if (place < 0 || place >= side) return std::nullopt;
    there += place * stride;
    stride *= side;
    r /= side;
  }
  return there;
}

Offset moving_part(const Neighbors& near, Offset offset) {
  for (std::size_t k = 0; k < offset.size(); ++k)
    if (near.side(static_cast<int>(k)) == 1) offset[k] = 0;
  return offset;
}

}  // namespace orrery::inline algorithms
