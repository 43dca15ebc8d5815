#include "algorithms/schedules/trees/greedy.h"

#include <algorithm>
#include <bit>

namespace orrery::circulant {
namespace {

constexpr std::uint32_t bit(int k) {
  return std::uint32_t{1} << k;
}

/// Returns the baseblocks of 1 .. n, n >= 0: every b with skip[b] <= n. O(1), as 2^(k-1) < skip[k]
/// <= 2^k.
std::uint32_t blocks_up_to(const Skips& skips, int n) {
  const int k = std::min(static_cast<int>(std::bit_width(static_cast<unsigned>(n))), skips.q);
  return bit(k + (skips[k] <= n ? 1 : 0)) - 1;
}

/// Returns the baseblocks of a .. b, 0 <= a, b < p. Those between skip[k] and skip[k+1] are those
/// of 1, 2, ... again. Once skip[k] is in the range the part above it is a beginning, and the part
/// below goes on.
std::uint32_t blocks_between(const Skips& skips, int a, int b, int& steps) {
  std::uint32_t blocks = 0;
  a = std::max(a, 1);
  for (int k = skips.q - 1; k >= 0 && a <= b; --k, ++steps) {
    const int s = skips[k];
    if (s < a) {
      a -= s;
      b -= s;
    } else if (s <= b) {
      blocks |= bit(k) | blocks_up_to(skips, b - s);
      b = s - 1;
    }
  }
  return blocks;
}

/// Returns the same as range_blocks.
std::uint32_t blocks_in(const Skips& skips, int a, int b, int& steps) {
  const int p = skips.p;
  const auto between = [&](int i, int j) { return blocks_between(skips, i, j, steps); };
  if (a < 0 && b < 0) return between(a + p, b + p);
  if (a < 0) return between(a + p, p - 1) | between(0, b);
  if (b >= p) return between(a, p - 1) | between(0, b - p);
  return between(a, b);
}

/// Returns U without B for round k: the window of the round, or, where it has nothing new, all that
/// the sender can have received.
std::uint32_t candidates(const Skips& skips, int r, int k, std::uint32_t taken, int skips_below_k,
                         int& steps) {
  const int q = skips.q;
  if (k == q - 1) return (bit(q) - 1) & ~taken;
  if (k == 0) return bit(baseblock(skips, skips.from(r, 0)));
  const std::uint32_t near = blocks_in(skips, r - skips[k + 1] + 1, r - skips[k], steps) & ~taken;
  if (near != 0) return near;
  return blocks_in(skips, r - skips_below_k - skips[k], r - skips[k + 1], steps) & ~taken;
}

/// Returns the first `rounds` entries of Alg. 4. The rank's own baseblock is in B from the start.
Schedule first_received(const Skips& skips, int r, int rounds, int& steps) {
  Schedule receive{};
  const int own = baseblock(skips, r);
  std::uint32_t taken = r == 0 ? 0 : bit(own);  // B
  int below = 0;                                // skip[0] + ... + skip[k-1]
  for (int k = 0; k < rounds; below += skips[k++], ++steps) {
    int& entry = receive[static_cast<std::size_t>(k)];
    if (skips[k] <= r && r < skips[k + 1]) {
      entry = own;
      continue;
    }
    const int b =
        static_cast<int>(std::bit_width(candidates(skips, r, k, taken, below, steps))) - 1;
    taken |= bit(b);
    entry = b - skips.q;
  }
  return receive;
}

}  // namespace

std::uint32_t range_blocks(const Skips& skips, int a, int b) {
  int steps = 0;
  return blocks_in(skips, a, b, steps);
}

Schedule greedy_receive_schedule(const Skips& skips, int r, int* steps) {
  int sum = 0;
  const Schedule receive = first_received(skips, r, skips.q, sum);
  if (steps != nullptr) *steps = sum;
  return receive;
}

Schedule greedy_send_schedule(const Skips& skips, int r, int* steps) {
  Schedule send{};
  int sum = 0;
  for (int k = 0; k < skips.q; ++k) {
    const auto i = static_cast<std::size_t>(k);
    send[i] = first_received(skips, skips.to(r, k), k + 1, sum)[i];
  }
  if (steps != nullptr) *steps = sum;
  return send;
}

}  // namespace orrery::circulant
