#pragma once

namespace orrery {

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

}  // namespace orrery
