#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "emu/base/coordinates.h"

namespace orrery::inline net {

/// The renumberings of ranks that leave their program unchanged.
struct SymmetricNumbering {
  enum class By {
    kCoordinates,  ///< every coordinate rotates separately; without coordinates, the number
    kNumber,       ///< r + s modulo p
    kExclusiveOr,  ///< r XOR s for any s < p, a power of two
    kDiagonal,     ///< two coordinates rotate against each other: (i + s, j - s)
  };
  By by = By::kNumber;
  int period = 0;  ///< s is a multiple of it, >= 1; 0: unknown
};

/// Translations of the numbers 0 .. n-1: a number is written with digits, and each digit rotates by
/// multiples of a period on its own side, like coordinates on a torus. Numbers that a translation
/// maps to each other are a class, whose first is its representative; each class has as many
/// numbers as there are translations. The exclusive or with a number is a translation whose sides
/// are 2. A digit may take another one along, which rotates backwards by as much: then the
/// representative is the number where that digit is least, and need not be the first.
class Translations {
 public:
  /// Creates the identity alone.
  Translations() = default;
  /// Creates the rotations of digits, row-major: the last digit varies fastest. REQUIRES as many
  /// periods as sides, each dividing its side.
  Translations(std::span<const int> sides, std::span<const int> periods);
  /// Returns translations of two digits: the one on the longer side rotates by s, any multiple of
  /// `period`, and takes the other along. REQUIRES that the longer side is a multiple of the other
  /// and of the period.
  static Translations diagonal(int first_side, int second_side, int period);

  /// Returns whether a digit takes another one along.
  bool take_along() const { return !rotated_.empty() && rotated_.front().other.side > 1; }
  /// Returns the number of translations, with the identity.
  std::int64_t count() const { return count_; }
  /// Returns `number` after the translation that maps `other` to its representative.
  int moved(int number, int other) const;
  int representative(int number) const { return moved(number, number); }
  /// Returns the representatives below n, ascending.
  std::vector<int> representatives(int n) const;

 private:
  struct Digit : Coordinate {
    int period = 1;
    Coordinate other = {};  ///< the digit that it takes along
    int growth(int number, int like) const;
  };

  std::int64_t count_ = 1;
  std::vector<Digit> digits_;   ///< that move
  int bits_ = 0;                ///< digits that move by an exclusive or with these bits
  std::vector<Digit> rotated_;  ///< all others
};

/// Returns the translations that `numbering` allows for ranks with digits on the given sides
/// (row-major), rotating each digit by multiples of its step (default 1). By number only the first
/// digit rotates; on the diagonal none, unless there are two and one side is a multiple of the
/// other. REQUIRES a period.
Translations rotations(const SymmetricNumbering& numbering, std::span<const int> sides,
                       std::span<const int> steps = {});

/// Returns the translations of a network that every permutation of each digit leaves unchanged:
/// exclusive ors need not rotate digits.
Translations permutations(const SymmetricNumbering& numbering, std::span<const int> sides);

}  // namespace orrery::inline net
