#include "algorithms/phases/block_broadcast.h"

#include <algorithm>

#include "emu/payload/slice.h"

namespace orrery {

BlockBroadcast::BlockBroadcast(const circulant::Skips& skip, int r, int n)
    : skip_(skip),
      r_(r),
      n_(n),
      x_((skip.q - (n - 1 + skip.q) % skip.q) % skip.q),
      R_(circulant::receive_schedule(skip, r)),
      S_(circulant::send_schedule(skip, r)) {}

BlockBroadcast::Round BlockBroadcast::operator[](int j) const {
  const int q = skip_.q, k = (x_ + j) % q, phase = (x_ + j) / q;
  const int t = mod(std::int64_t{r_} + skip_[k], skip_.p);
  const int f = mod(std::int64_t{r_} - skip_[k], skip_.p);
  // A negative block is no block, a block beyond the last is the last; nobody sends to the root.
  const auto block = [&](int b) { return std::min(b + phase * q - x_, n_ - 1); };
  const auto i = static_cast<std::size_t>(k);
  return {t, t == 0 ? -1 : block(S_[i]), f, r_ == 0 ? -1 : block(R_[i])};
}

}  // namespace orrery
