#include "algorithms/phases/tori/bucket.h"

namespace orrery::inline algorithms {

std::vector<Bucket> all_buckets(const Torus& torus) {
  std::vector<Bucket> all;
  for (const bool backwards : {false, true})
    for (int c = 0; c < torus.dimensions(); ++c) all.emplace_back(torus, c, backwards);
  return all;
}

int bucket_rounds(const Torus& torus) {
  return torus.size() == 1 ? 0 : torus.dimensions() * (torus.longest() - 1);
}

Time bucket_time(const Problem& x, std::int64_t length, bool reduce) {
  const Torus torus(x.dims);
  const int D = torus.dimensions();
  Time sum{0};
  std::vector<std::int64_t> left(static_cast<std::size_t>(D), length / (2 * D));  // by collective
  for (int j = 0; j < D; ++j) {
    Time phase{0};
    for (int k = 0; k < D; ++k) {
      std::int64_t& part = left[static_cast<std::size_t>(k)];
      const int d = torus.side((k + j) % D);
      const Bytes block = x.elements(part /= d);
      phase = std::max(
          phase, (d - 1) * (x.cost.message(block) + (reduce ? x.cost.reduction(block) : Time(0))));
    }
    sum += phase;
  }
  return sum;
}

}  // namespace orrery::inline algorithms
