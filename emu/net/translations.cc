#include "emu/net/translations.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "emu/base/check.h"

namespace orrery::inline net {
namespace {

/// Returns the least multiple of `step` by which the digit rotates so that the number moves by a
/// multiple of `period`; the whole side if there is no smaller one.
int period_of_digit(const Coordinate& digit, int step, int period) {
  const int needed = period / std::gcd(period, digit.stride);
  const int least = std::lcm(needed, step);
  return digit.side % least == 0 ? least : digit.side;
}

int step_of(std::span<const int> steps, std::size_t digit) {
  return steps.empty() ? 1 : steps[digit];
}

Translations rotations_by_number(int period, std::span<const int> sides,
                                 std::span<const int> steps) {
  std::vector<int> periods(sides.begin(), sides.end());
  const auto first = static_cast<std::size_t>(
      std::ranges::find_if(sides, [](int side) { return side > 1; }) - sides.begin());
  if (first < sides.size())
    periods[first] = period_of_digit(coordinates_in(sides)[first], step_of(steps, first), period);
  return {sides, periods};
}

/// Returns the separate rotations of each digit, by multiples of period(side).
template <class Period>
Translations rotations_by_digit(std::span<const int> sides, std::span<const int> steps,
                                Period&& period) {
  std::vector<int> periods(sides.begin(), sides.end());
  for (std::size_t i = 0; i < sides.size(); ++i) {
    const int least = std::lcm(period(sides[i]), step_of(steps, i));
    if (sides[i] % least == 0) periods[i] = least;
  }
  return {sides, periods};
}

Translations rotations_on_diagonal(int period, std::span<const int> sides,
                                   std::span<const int> steps) {
  if (sides.size() != 2) return {};
  const auto [shorter, longer] = std::minmax(sides[0], sides[1]);
  const int least = std::lcm(period, std::lcm(step_of(steps, 0), step_of(steps, 1)));
  if (longer % shorter != 0 || longer % least != 0) return {};
  return Translations::diagonal(sides[0], sides[1], least);
}

}  // namespace

Translations::Translations(std::span<const int> sides, std::span<const int> periods) {
  EMU_ASSERT(sides.size() == periods.size(), sides.size(), " sides, ", periods.size(), " periods");
  const std::vector<Coordinate> coordinates = coordinates_in(sides);
  for (std::size_t i = sides.size(); i-- > 0;) {
    const auto [side, stride] = coordinates[i];
    const int period = periods[i];
    EMU_ASSERT(side % period == 0, "side ", side, " is not a multiple of ", period);
    count_ *= side / period;
    if (side == period) continue;
    digits_.push_back({coordinates[i], period});
    // The product is a power of two only if both are.
    if (side == 2 * period && std::has_single_bit(static_cast<unsigned>(side * stride)))
      bits_ |= stride * period;
    else
      rotated_.push_back(digits_.back());
  }
}

Translations Translations::diagonal(int first_side, int second_side, int period) {
  Coordinate first{first_side, second_side}, second{second_side, 1};
  if (first.side < second.side) std::swap(first, second);
  Translations all;
  all.count_ = first.side / period;
  if (all.count_ > 1) all.digits_ = all.rotated_ = {{first, period, second}};
  return all;
}

/// Returns the growth of `number` under the translation that maps `like` to its representative.
int Translations::Digit::growth(int number, int like) const {
  const int own = of(number), its = of(like);
  const int shift = its - its % period;
  const int more = (own < shift ? side - shift : -shift) * stride;
  if (other.side == 1) return more;
  return more + other.moved(number, (other.of(number) + shift) % other.side) - number;
}

int Translations::moved(int number, int other) const {
  int result = number ^ (other & bits_);
  for (const Digit& d : rotated_) result += d.growth(number, other);
  return result;
}

/// Returns the representatives. Skips ranges of numbers with a digit beyond its period.
std::vector<int> Translations::representatives(int n) const {
  std::vector<int> found;
  found.reserve(static_cast<std::size_t>(n / count_));
  for (int i = 0; i < n;) {
    const auto beyond =
        std::ranges::find_if(digits_, [i](const Digit& d) { return d.of(i) >= d.period; });
    if (beyond == digits_.end())
      found.push_back(i++);
    else
      i += (beyond->side - beyond->of(i)) * beyond->stride - i % beyond->stride;
  }
  return found;
}

Translations rotations(const SymmetricNumbering& numbering, std::span<const int> sides,
                       std::span<const int> steps) {
  switch (numbering.by) {
    case SymmetricNumbering::By::kNumber:
      return rotations_by_number(numbering.period, sides, steps);
    case SymmetricNumbering::By::kCoordinates:
      return rotations_by_digit(sides, steps, [&](int) { return numbering.period; });
    case SymmetricNumbering::By::kExclusiveOr:
      return rotations_by_digit(sides, steps,
                                [](int side) { return side % 2 == 0 ? side / 2 : side; });
    case SymmetricNumbering::By::kDiagonal:
      return rotations_on_diagonal(numbering.period, sides, steps);
  }
  return {};
}

Translations permutations(const SymmetricNumbering& numbering, std::span<const int> sides) {
  if (numbering.by != SymmetricNumbering::By::kExclusiveOr) return rotations(numbering, sides);
  const int n = places_in(sides);
  const std::vector<int> bits(static_cast<std::size_t>(std::countr_zero(static_cast<unsigned>(n))),
                              2);
  return {bits, std::vector<int>(bits.size(), 1)};
}

}  // namespace orrery::inline net
