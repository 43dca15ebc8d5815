#pragma once

#include <cstdint>

/// Draws that are a function of a seed and of what they are for: a draw does not depend on how many others were made
/// before, so that a run is the same however its parts are ordered.
namespace orrery {

/// Steele, Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA 2014: the mixer.
constexpr std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

/// What a draw is for.
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

/// 64 random bits: draw number `number` of `whose` (a rank, a link) for a purpose.
constexpr std::uint64_t drawn(std::uint64_t seed, Purpose purpose, std::uint64_t whose,
                              std::uint64_t number = 0) {
  const std::uint64_t kind = mixed(mixed(seed) ^ static_cast<std::uint64_t>(purpose));
  return mixed(mixed(kind ^ whose) ^ number);
}

/// Uniform on the open interval from 0 to 1.
constexpr double unit_interval(std::uint64_t bits) {
  return (static_cast<double>(bits >> 11) + 0.5) * 0x1p-53;
}

}  // namespace orrery
