#pragma once

namespace orrery {

/// How ranks may be renumbered so that what they do stays as it is.
struct SymmetricNumbering {
  enum class By {
    kCoordinates,  ///< every coordinate rotates on its own; the number, where there are none
    kNumber,       ///< r + s modulo p
    kExclusiveOr,  ///< r XOR s for any s < p, a power of two
    kDiagonal,     ///< two coordinates rotate against each other: (i + s, j - s)
  };
  By by = By::kNumber;
  int period = 0;  ///< s is a multiple of it, >= 1; 0: nothing is known
};

}  // namespace orrery
