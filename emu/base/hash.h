#pragma once

#include <cstdint>
#include <string_view>
#include <type_traits>

namespace orrery::inline base {

/// Returns FNV-1a of a text, in 32 or 64 bits: the same on every machine.
template <class Hash>
constexpr Hash fnv1a(std::string_view text) {
  constexpr bool kWide = std::is_same_v<Hash, std::uint64_t>;
  constexpr auto kPrime = static_cast<Hash>(kWide ? 1099511628211U : 16777619U);
  auto hash = static_cast<Hash>(kWide ? 14695981039346656037U : 2166136261U);
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * kPrime;
  return hash;
}

}  // namespace orrery::inline base
