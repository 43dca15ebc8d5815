#pragma once

#include <cstdint>

#include "emu/payload/op.h"

namespace orrery {

/// Writes elements number `first` .. first + count - 1 of what rank `rank` contributes: as op.contribute() one by one, in a
/// fraction of the time for operators of ops().
void contribute(const Op& op, void* elements, int rank, std::int64_t first, std::int64_t count);

}  // namespace orrery
