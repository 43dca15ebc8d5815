#pragma once

#include <cstdint>

namespace orrery {

/// What stays the same of a run when all its messages become larger or smaller by one factor.
///
/// With plain costs (Costs::plain, or γ besides) the events of a run come at times that solve linear equations in the
/// size, as long as their order stays. If two sizes have the same order of events, so has every size between, and the
/// times there lie on the line through those two: differences of two times are linear and do not change their sign.
struct Pattern {
  std::uint64_t order =
      0;  ///< a hash of all that happens, in its order, and of what happens at one instant
  bool exact = true;  ///< no time was rounded that depends on the size
  std::int64_t grain =
      1;  ///< all that is sent or worked on must be multiples of so many bytes for that, >= 1
  std::int64_t unit =
      0;  ///< the largest number of bytes of which all is a multiple that is sent or worked on; 0: no bytes
  bool operator==(const Pattern&) const = default;
};

}  // namespace orrery
