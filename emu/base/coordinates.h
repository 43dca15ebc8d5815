#pragma once

#include <cstddef>
#include <functional>
#include <numeric>
#include <span>
#include <vector>

/// Places in grids, numbered row-major: the last coordinate varies fastest.
namespace orrery::inline base {

/// One coordinate of the place numbers.
struct Coordinate {
  int side = 1;
  int stride = 1;  ///< between neighbours

  int of(int number) const { return number / stride % side; }
  /// Returns `number` with x for this coordinate.
  int moved(int number, int x) const { return number + (x - of(number)) * stride; }
};

/// Returns the number of places of a grid.
inline int places_in(std::span<const int> sides) {
  return std::accumulate(sides.begin(), sides.end(), 1, std::multiplies<>());
}

/// Returns the coordinates of a grid, the first one first.
inline std::vector<Coordinate> coordinates_in(std::span<const int> sides) {
  std::vector<Coordinate> all;
  all.reserve(sides.size());
  int stride = places_in(sides);
  for (const int side : sides) all.push_back({side, stride /= side});
  return all;
}

/// Returns the coordinates of a place.
inline std::vector<int> coordinates_of(int number, std::span<const int> sides) {
  std::vector<int> all(sides.size());
  for (std::size_t i = sides.size(); i-- > 0; number /= sides[i]) all[i] = number % sides[i];
  return all;
}

}  // namespace orrery::inline base
