#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace orrery {

/// How ranks may be renumbered so that what they do stays as it is.
struct Alike {
  enum class By {
    kCoordinates,  ///< every coordinate rotates on its own; the number, where there are none
    kNumber,       ///< r + s modulo p
    kExclusiveOr,  ///< r XOR s for any s < p, a power of two
  };
  By by = By::kNumber;
  int period = 0;  ///< s is a multiple of it, >= 1; 0: nothing is known
};

/// Translations of the numbers 0 .. n-1: a number is written with digits, and each digit rotates by multiples of a
/// period on a side of its own, as coordinates do on a torus. Numbers that a translation takes to each other are
/// a class, whose first is its representative; each class has as many numbers as there are translations. The
/// exclusive or with a number is a translation whose sides are 2.
class Translations {
 public:
  /// No number moves.
  Translations() = default;
  /// Row-major: the last digit varies fastest. REQUIRES as many periods as sides, each dividing its side.
  Translations(std::span<const int> sides, std::span<const int> periods);

  /// How many there are, with the one that moves nothing.
  std::int64_t count() const { return count_; }
  /// `number`, moved as `other` has to be moved to become its representative.
  int moved(int number, int other) const;
  int representative(int number) const { return moved(number, number); }
  /// Those below n, ascending.
  std::vector<int> representatives(int n) const;

 private:
  struct Digit {
    int stride, side, period;
  };

  std::int64_t count_ = 1;
  std::vector<Digit> digits_;   ///< that move
  int bits_ = 0;                ///< digits that move by an exclusive or with these
  std::vector<Digit> rotated_;  ///< all others
};

/// Those by which `alike` allows the ranks to be renumbered that have digits on the given sides (row-major), and
/// which rotate them. By number the first digit alone rotates, by multiples of `step`. REQUIRES a period.
Translations rotations(const Alike& alike, std::span<const int> sides, int step = 1);

/// Those of a network that every permutation of each digit leaves as it is: exclusive ors need not rotate digits.
Translations permutations(const Alike& alike, std::span<const int> sides);

}  // namespace orrery
