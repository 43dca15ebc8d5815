#pragma once

#include <cstdint>
#include <cstdlib>

namespace orrery {

/// A number from the environment, such as ORRERY_FUZZ_SEED.
inline std::uint64_t setting(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

}  // namespace orrery
