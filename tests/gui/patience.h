#pragma once

namespace orrery::viz {

/// Milliseconds until a test that waits in vain fails. Only a failure takes that long, however busy the machine is.
inline constexpr int kPatience = 300'000;

}  // namespace orrery::viz
