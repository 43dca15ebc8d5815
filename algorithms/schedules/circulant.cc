#include "algorithms/schedules/circulant.h"

#include <algorithm>
#include <bit>

#include "algorithms/common/arithmetic.h"
#include "emu/payload/slice.h"

namespace orrery::circulant {

Skips::Skips(int ranks) : p(ranks), q(ceil_log2(ranks)) {
  skip[static_cast<std::size_t>(q)] = p;
  for (int k = q; k-- > 0;)
    skip[static_cast<std::size_t>(k)] = (*this)[k + 1] / 2 + (*this)[k + 1] % 2;
}

int baseblock(const Skips& skips, int r) {
  int k = skips.q;
  while (k > 0 && r != skips[k]) {
    --k;
    if (skips[k] < r) r -= skips[k];
  }
  return r == 0 ? skips.q : k;
}

namespace {

constexpr std::uint32_t bit(int k) {
  return std::uint32_t{1} << k;
}

/// Baseblocks of lo .. hi-1, 1 <= lo, hi <= skip[k]: those below skip[k-1], skip[k-1] itself, and
/// those above, which repeat the beginning.
std::uint32_t blocks_below(const Skips& skips, int lo, int hi, int k) {
  if (lo >= hi) return 0;
  if (lo == 1 && hi == skips[k]) return bit(k) - 1;
  const int s = skips[k - 1];
  std::uint32_t blocks = blocks_below(skips, lo, std::min(hi, s), k - 1);
  if (lo <= s && s < hi) blocks |= bit(k - 1);
  return blocks | blocks_below(skips, std::max(lo - s, 1), hi - s, k - 1);
}

}  // namespace

std::uint32_t range_blocks(const Skips& skips, int a, int b) {
  const int p = skips.p;
  if (a < 0 && b < 0) return range_blocks(skips, a + p, b + p);
  if (a < 0) return range_blocks(skips, a + p, p - 1) | range_blocks(skips, 0, b);
  if (b >= p) return range_blocks(skips, a, p - 1) | range_blocks(skips, 0, b - p);
  return blocks_below(skips, std::max(a, 1), b + 1, skips.q);
}

Schedule receive_schedule(const Skips& skips, int r) {
  const int q = skips.q;
  Schedule receive{};
  const int own = baseblock(skips, r);
  std::uint32_t chosen =
      r == 0 ? 0 : bit(own);  // B of the paper; the own baseblock is taken from the start
  int below = 0;              // skip[0] + ... + skip[k]
  for (int k = 0; k < q; ++k) {
    below += skips[k];
    int& entry = receive[static_cast<std::size_t>(k)];
    if (skips[k] <= r && r < skips[k + 1]) {
      entry = own;
      continue;
    }
    std::uint32_t candidates = 0;
    if (k == q - 1) {
      candidates = (bit(q) - 1) & ~chosen;
    } else if (k == 0) {
      const int before = baseblock(skips, mod(r - 1, skips.p));
      candidates = bit(before);
    } else {
      candidates = range_blocks(skips, r - skips[k + 1] + 1, r - skips[k]) & ~chosen;
      if (candidates == 0) candidates = range_blocks(skips, r - below, r - skips[k + 1]) & ~chosen;
    }
    const int b = static_cast<int>(std::bit_width(candidates)) - 1;
    chosen |= bit(b);
    entry = b - q;
  }
  return receive;
}

Schedule send_schedule(const Skips& skips, int r) {
  Schedule send{};
  for (int k = 0; k < skips.q; ++k) {
    const auto i = static_cast<std::size_t>(k);
    send[i] = receive_schedule(skips, mod(std::int64_t{r} + skips[k], skips.p))[i];
  }
  return send;
}

}  // namespace orrery::circulant
