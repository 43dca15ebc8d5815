#include "emu/net/translations.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>

#include "emu/base/check.h"

namespace orrery {
namespace {

bool is_power_of_two(int n) {
  return std::has_single_bit(static_cast<unsigned>(n));
}

int product(std::span<const int> sides) {
  return std::accumulate(sides.begin(), sides.end(), 1, std::multiplies<>());
}

/// The least multiple of `step` by which the digit rotates so that the number, `stride` for each, moves by a multiple
/// of `period`; the whole side if there is none less.
int period_of_digit(int side, int stride, int step, int period) {
  const int needed = period / std::gcd(period, stride);
  const int least = std::lcm(needed, step);
  return side % least == 0 ? least : side;
}

Translations rotations_by_number(int period, std::span<const int> sides, int step) {
  std::vector<int> periods(sides.begin(), sides.end());
  int stride = product(sides);
  for (std::size_t i = 0; i < sides.size(); ++i) {
    stride /= sides[i];
    if (sides[i] == 1) continue;
    periods[i] = period_of_digit(sides[i], stride, step, period);
    break;
  }
  return {sides, periods};
}

}  // namespace

Translations::Translations(std::span<const int> sides, std::span<const int> periods) {
  EMU_ASSERT(sides.size() == periods.size(), sides.size(), " sides, ", periods.size(), " periods");
  int stride = 1;
  for (std::size_t i = sides.size(); i-- > 0; stride *= sides[i]) {
    const int side = sides[i], period = periods[i];
    EMU_ASSERT(side % period == 0, "side ", side, " is no multiple of ", period);
    count_ *= side / period;
    if (side == period) continue;
    digits_.push_back({stride, side, period});
    if (side == 2 * period && is_power_of_two(side) && is_power_of_two(stride))
      bits_ |= stride * period;
    else
      rotated_.push_back(digits_.back());
  }
}

int Translations::moved(int number, int other) const {
  int result = number ^ (other & bits_);
  for (const Digit& d : rotated_) {
    const int own = number / d.stride % d.side, its = other / d.stride % d.side;
    const int shift = its - its % d.period;
    result += (own < shift ? d.side - shift : -shift) * d.stride;
  }
  return result;
}

/// Numbers of which a digit is beyond its period are passed over together.
std::vector<int> Translations::representatives(int n) const {
  std::vector<int> found;
  found.reserve(static_cast<std::size_t>(n / count_));
  for (int i = 0; i < n;) {
    const auto beyond = std::ranges::find_if(
        digits_, [i](const Digit& d) { return i / d.stride % d.side >= d.period; });
    if (beyond == digits_.end())
      found.push_back(i++);
    else
      i += (beyond->side - i / beyond->stride % beyond->side) * beyond->stride - i % beyond->stride;
  }
  return found;
}

Translations rotations(const Alike& alike, std::span<const int> sides, int step) {
  std::vector<int> periods(sides.begin(), sides.end());
  switch (alike.by) {
    case Alike::By::kNumber:
      return rotations_by_number(alike.period, sides, step);
    case Alike::By::kCoordinates:
      for (int& side : periods)
        if (side % alike.period == 0) side = alike.period;
      break;
    case Alike::By::kExclusiveOr:
      for (int& side : periods)
        if (side % 2 == 0) side /= 2;
      break;
  }
  return {sides, periods};
}

Translations permutations(const Alike& alike, std::span<const int> sides) {
  if (alike.by != Alike::By::kExclusiveOr) return rotations(alike, sides);
  const int n = product(sides);
  const std::vector<int> bits(static_cast<std::size_t>(std::countr_zero(static_cast<unsigned>(n))),
                              2);
  return {bits, std::vector<int>(bits.size(), 1)};
}

}  // namespace orrery
