#include "algorithms/schedules/trees/pairing.h"

#include <cstdint>
#include <cstdlib>

#include "emu/payload/slice.h"

namespace orrery::inline algorithms {

int rho(int s) {
  const std::int64_t power = std::int64_t{1} << (s + 1);  // 2^(s+1)
  return static_cast<int>((1 - (s % 2 == 0 ? -power : power)) / 3);
}

int delta(int s) {
  return std::abs(rho(s));
}

int Pairs::partner(int x, int s, int d) const {
  const bool doubling = pairing == Pairing::kDoubling;
  const bool up = (doubling ? x >> s & 1 : x & 1) == (mirrored ? 1 : 0);
  const std::int64_t distance = doubling ? std::int64_t{1} << s : rho(s);
  return mod(up ? x + distance : x - distance, d);
}

// Swing: the steps from s on lead from an even x to x + 2^(s+1) i and x + ρ(s) + 2^(s+1) i, for all
// i. So x mod 2^(s+1) for even x, and (x - ρ(s)) mod 2^(s+1) for odd x, names the set, and as
// ρ(s+1) - ρ(s) is 2^(s+1) modulo 2^(s+2), its bits do not change from one s to the next. The last
// step leads from even x to odd x + ρ(k-1).
// Doubling: the steps from s on change no bit below s.
unsigned Pairs::code(int x, int k) const {
  if (pairing == Pairing::kDoubling || k == 0) return static_cast<unsigned>(x);
  const int d = 1 << k;
  if (mirrored) x = mod(-x, d);
  if (x % 2 == 0) return static_cast<unsigned>(x) / 2;
  return static_cast<unsigned>(mod(std::int64_t{x} - rho(k - 1), d)) / 2 | 1U << (k - 1);
}

int Pairs::node(unsigned code, int k) const {
  const auto c = static_cast<int>(code);
  if (pairing == Pairing::kDoubling || k == 0) return c;
  const int d = 1 << k;
  const int x = c < d / 2 ? 2 * c : mod(2 * (std::int64_t{c} - d / 2) + rho(k - 1), d);
  return mirrored ? mod(-x, d) : x;
}

}  // namespace orrery::inline algorithms
