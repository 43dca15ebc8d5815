#include "algorithms/common/power_of_two.h"

#include <bit>

namespace orrery {

Participants::Participants(int p)
    : count(static_cast<int>(std::bit_floor(static_cast<unsigned>(p)))), extra(p - count) {}

}  // namespace orrery
