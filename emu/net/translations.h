#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "emu/base/coordinates.h"
#include "emu/net/symmetric_numbering.h"

namespace orrery {

/// Translations of the numbers 0 .. n-1: a number is written with digits, and each digit rotates by multiples of a
/// period on a side of its own, as coordinates do on a torus. Numbers that a translation takes to each other are
/// a class, whose first is its representative; each class has as many numbers as there are translations. The
/// exclusive or with a number is a translation whose sides are 2. One digit may take another one along, which rotates
/// backwards as far: then the representative is where that digit is least, and need not be the first.
class Translations {
 public:
  /// No number moves.
  Translations() = default;
  /// Row-major: the last digit varies fastest. REQUIRES as many periods as sides, each dividing its side.
  Translations(std::span<const int> sides, std::span<const int> periods);
  /// Two digits: the one on the longer side rotates by s, any multiple of `period`, and takes the other along. REQUIRES
  /// that the longer side is a multiple of the other and of the period.
  static Translations diagonal(int first_side, int second_side, int period);

  /// True if a digit takes another one along.
  bool take_along() const { return !rotated_.empty() && rotated_.front().other.side > 1; }
  /// How many there are, with the one that moves nothing.
  std::int64_t count() const { return count_; }
  /// `number`, moved as `other` has to be moved to become its representative.
  int moved(int number, int other) const;
  int representative(int number) const { return moved(number, number); }
  /// Those below n, ascending.
  std::vector<int> representatives(int n) const;

 private:
  struct Digit : Coordinate {
    int period = 1;
    Coordinate other = {};  ///< that it takes along
    int growth(int number, int like) const;
  };

  std::int64_t count_ = 1;
  std::vector<Digit> digits_;   ///< that move
  int bits_ = 0;                ///< digits that move by an exclusive or with these
  std::vector<Digit> rotated_;  ///< all others
};

/// The translations that `numbering` allows for ranks that have digits on the given sides (row-major), and
/// which rotate each digit by multiples of its step, 1 where there are no steps. By number the first digit alone rotates;
/// on the diagonal none, unless there are two and one side is a multiple of the other. REQUIRES a period.
Translations rotations(const SymmetricNumbering& numbering, std::span<const int> sides,
                       std::span<const int> steps = {});

/// Those of a network that every permutation of each digit leaves as it is: exclusive ors need not rotate digits.
Translations permutations(const SymmetricNumbering& numbering, std::span<const int> sides);

}  // namespace orrery
