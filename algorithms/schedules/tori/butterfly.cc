#include "algorithms/schedules/tori/butterfly.h"

#include "algorithms/common/arithmetic.h"

namespace orrery::inline algorithms {

namespace {

std::vector<int> logarithms(std::span<const int> sides) {
  std::vector<int> bits;
  bits.reserve(sides.size());
  for (const int side : sides) bits.push_back(floor_log2(side));
  return bits;
}

}  // namespace

std::vector<Direction> all_directions(Pairing pairing, int dimensions) {
  std::vector<Direction> all;
  for (const bool mirrored : {false, true})
    for (int c = 0; c < dimensions; ++c) all.push_back({{pairing, mirrored}, c});
  return all;
}

Butterfly::Butterfly(const Torus& torus, const Direction& direction)
    : torus_(torus),
      pairs_(direction.pairs),
      bits_(logarithms(torus.sides())),
      order_(interleaved(bits_, direction.first)) {}

int Butterfly::partner(int r, int s) const {
  const auto [i, sigma] = order_[static_cast<std::size_t>(s)];
  return torus_.moved(r, i, pairs_.partner(torus_.coordinate(r, i), sigma, torus_.side(i)));
}

int Butterfly::position(int r) const {
  int position = 0;
  for (const auto [i, sigma] : order_) {
    const unsigned code = pairs_.code(torus_.coordinate(r, i), bits(i));
    position = 2 * position + static_cast<int>(code >> sigma & 1);
  }
  return position;
}

int Butterfly::rank(int position) const {
  std::vector<unsigned> codes(bits_.size());
  for (int s = 0; s < steps(); ++s) {
    const auto [i, sigma] = order_[static_cast<std::size_t>(s)];
    const int bit = position >> (steps() - 1 - s) & 1;
    codes[static_cast<std::size_t>(i)] |= static_cast<unsigned>(bit) << sigma;
  }
  return torus_.rank_at(
      [&](int i) { return pairs_.node(codes[static_cast<std::size_t>(i)], bits(i)); });
}

Range Butterfly::range(int position, int s) const {
  const int length = 1 << (steps() - s), lo = position / length * length;
  return {lo, lo + length};
}

}  // namespace orrery::inline algorithms
