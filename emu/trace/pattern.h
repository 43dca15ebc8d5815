#pragma once

#include <cstdint>

namespace orrery::inline trace {

/// The invariants of a run when all its messages grow or shrink by one factor.
///
/// With plain costs (Costs::plain, or with γ) the times of a run's events solve linear equations in
/// the size, as long as their order stays. If two sizes have the same order of events, so has every
/// size between, and the times there lie on the line through those two: differences of two times
/// are linear and do not change their sign.
struct Pattern {
  std::uint64_t order = 0;  ///< a hash of all events, in order, and of their division into instants
  bool exact = true;        ///< no time that depends on the size was rounded
  std::int64_t grain =
      1;  ///< all amounts sent or worked on must be multiples of it (bytes, >= 1) for that
  std::int64_t unit =
      0;  ///< greatest common divisor of all amounts sent or worked on, in bytes; 0: no bytes
  bool operator==(const Pattern&) const = default;
};

}  // namespace orrery::inline trace
