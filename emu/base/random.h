#pragma once

#include <cstdint>

/// Random draws as functions of a seed and a purpose. A draw does not depend on the number of
/// earlier draws, so a run is the same in any order of its parts.
namespace orrery::inline base {

/// Mixes the bits of `x` (Steele, Lea, Flood: Fast splittable pseudorandom number generators,
/// OOPSLA 2014).
constexpr std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

/// The purpose of a draw.
enum class Purpose : std::uint64_t {
  kArrival = 1,
  kNoisePhase,
  kNoiseLength,
  kSlowRank,
  kSlowLink,
  kFailedLink,
  kBackground,
  kRepeat
};

/// Returns 64 random bits: draw `number` for the item `whose` (a rank, a link) and a purpose.
constexpr std::uint64_t drawn(std::uint64_t seed, Purpose purpose, std::uint64_t whose,
                              std::uint64_t number = 0) {
  const std::uint64_t kind = mixed(mixed(seed) ^ static_cast<std::uint64_t>(purpose));
  return mixed(mixed(kind ^ whose) ^ number);
}

/// Maps random bits to the open interval from 0 to 1, uniformly.
constexpr double unit_interval(std::uint64_t bits) {
  return (static_cast<double>(bits >> 11) + 0.5) * 0x1p-53;
}

}  // namespace orrery::inline base
