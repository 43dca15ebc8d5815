#pragma once

namespace orrery::testing {

/// Whether the tests run under AddressSanitizer: a run then takes 10 to 40 times as long, so tests over many numbers of
/// ranks stop earlier. Few numbers are enough for it to find mistakes.
#if defined(__SANITIZE_ADDRESS__)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

}  // namespace orrery::testing
