#include "algorithms/phases/block_broadcast.h"

#include "algorithms/common/arithmetic.h"
#include "algorithms/common/pipeline.h"

namespace orrery {

BlockBroadcast::BlockBroadcast(const circulant::Skips& skip, int r, int n)
    : skip_(skip),
      rounds_(skip.q, n),
      r_(r),
      R_(circulant::receive_schedule(skip, r)),
      S_(circulant::send_schedule(skip, r)) {}

BlockBroadcast::Round BlockBroadcast::operator[](int j) const {
  const int k = rounds_.k(j), t = skip_.to(r_, k), f = skip_.from(r_, k);
  const auto i = static_cast<std::size_t>(k);
  // Nobody sends to the root.
  return {t, t == 0 ? -1 : rounds_.block(S_[i], j), f, r_ == 0 ? -1 : rounds_.block(R_[i], j)};
}

std::int64_t block_rounds(const Problem& x, int n) {
  const int q = ceil_log2(x.p);
  return q == 0 ? 0 : std::int64_t{n} - 1 + q;
}

RoundWords block_words(const Problem& x, int j) {
  const circulant::Skips skip(x.p);
  const int k = BlockRounds(skip.q, pipeline_blocks(x, block_rounds)).k(j);
  return {text_of("k = ", k, ", skip[k] = ", skip[k]), "buffer", "buffer"};
}

}  // namespace orrery
