#include "algorithms/phases/block_broadcast.h"

#include "algorithms/common/arithmetic.h"
#include "algorithms/cost_models/best_tuning.h"

namespace orrery::inline algorithms {

BlockBroadcast::BlockBroadcast(const circulant::Skips& skip, int r, int n)
    : skip_(skip),
      rounds_(skip.q, n),
      r_(r),
      R_(circulant::receive_schedule(skip, r)),
      S_(circulant::send_schedule(skip, r)) {}

BlockBroadcast::Round BlockBroadcast::operator[](int j) const {
  const int k = rounds_.k(j), t = skip_.to(r_, k), f = skip_.from(r_, k);
  const auto i = static_cast<std::size_t>(k);
  // No rank sends to the root.
  return {t, t == 0 ? -1 : rounds_.block(S_[i], j), f, r_ == 0 ? -1 : rounds_.block(R_[i], j)};
}

std::int64_t block_rounds(const Problem& x, int n) {
  const int q = ceil_log2(x.p);
  return q == 0 ? 0 : std::int64_t{n} - 1 + q;
}

int best_block_count(const Algorithm& a, const Problem& x, bool reduces) {
  const int q = ceil_log2(x.p);
  if (q == 0) return 1;
  return fastest_blocks(a, x, pipeline_limit(x, takes_turns(x) ? 2 : 1, q - 1), [&](int n) {
    const BlockRounds rounds(q, n);
    const std::int64_t size = x.count / n, larger = x.count % n, count = rounds.count();
    const std::int64_t phases = (larger + rounds.x + q - 1) / q + 1;  // with a larger block
    const std::int64_t longer = larger == 0 ? 0 : std::min(count, q * phases - rounds.x);
    const double once = static_cast<double>(longer) * block_time(x, size + 1, reduces) +
                        static_cast<double>(count - longer) * block_time(x, size, reduces);
    return once + (takes_turns(x) ? (n - 1) * block_time(x, size, false) : 0);
  });
}

RoundWords block_words(const Problem& x, int n, int j) {
  const circulant::Skips skip(x.p);
  const int k = BlockRounds(skip.q, n).k(j);
  return {text_of("k = ", k, ", skip[k] = ", skip[k]), "buffer", "buffer"};
}

}  // namespace orrery::inline algorithms
