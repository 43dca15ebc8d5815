#pragma once

namespace orrery::testing {

/// Whether the tests run under AddressSanitizer: a run takes 10 to 40 times as long then, so that tests over many numbers
/// of ranks stop earlier. What it finds does not need many.
#if defined(__SANITIZE_ADDRESS__)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

}  // namespace orrery::testing
