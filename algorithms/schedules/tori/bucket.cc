#include "algorithms/schedules/tori/bucket.h"

#include "emu/payload/slice.h"

namespace orrery::inline algorithms {

int Bucket::place(int r, int j) const {
  const int x = torus_.coordinate(r, dimension(j));
  return backwards_ ? mod(-x, side(j)) : x;
}

int Bucket::neighbour(int r, int j, int distance) const {
  const int i = dimension(j), x = torus_.coordinate(r, i);
  return torus_.moved(r, i, mod(std::int64_t{x} + (backwards_ ? -distance : distance), side(j)));
}

Range Bucket::range(int r, int j, int place) const {
  int before = 0;  // the number that the coordinates of earlier phases make
  for (int k = 0; k < j; ++k) before = before * side(k) + torus_.coordinate(r, dimension(k));
  int length = 1;
  for (int k = j + 1; k < phases(); ++k) length *= side(k);
  const int x = backwards_ ? mod(-place, side(j)) : place;
  const int lo = (before * side(j) + x) * length;
  return {lo, lo + length};
}

int Bucket::position(int r) const {
  return range(r, phases() - 1, place(r, phases() - 1)).lo;
}

int Bucket::rank(int position) const {
  int r = 0;
  for (int j = phases() - 1; j >= 0; --j) {
    r += position % side(j) * torus_.stride(dimension(j));
    position /= side(j);
  }
  return r;
}

}  // namespace orrery::inline algorithms
