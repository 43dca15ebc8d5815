#pragma once

namespace orrery::viz {

/// Milliseconds until a test fails whose condition never holds. Only a failure takes that long, even on a busy
/// machine.
inline constexpr int kPatience = 300'000;

}  // namespace orrery::viz
