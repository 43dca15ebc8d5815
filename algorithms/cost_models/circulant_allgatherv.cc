#include "algorithms/cost_models/circulant_allgatherv.h"

#include <algorithm>
#include <cmath>

#include "algorithms/common/pipeline.h"

namespace orrery {

namespace {

constexpr int kExactUpTo = 128;     // ranks
constexpr int kLookedAt = 1 << 15;  // contributions in a round, of larger numbers of ranks
constexpr double kEffort = 5e7;     // contributions in all
constexpr int kAlways = 256;        // blocks that are worth any effort

std::vector<std::int64_t> sizes_of(const Problem& x) {
  const Partition parts = x.partition(x.count);
  std::vector<std::int64_t> sizes;
  sizes.reserve(static_cast<std::size_t>(x.p));
  for (int j = 0; j < x.p; ++j) sizes.push_back(parts.size(j));
  return sizes;
}

std::vector<int> ranks_to_look_at(const std::vector<std::int64_t>& sizes) {
  const auto p = static_cast<int>(sizes.size());
  const auto [least, most] = std::ranges::minmax(sizes);
  const bool alike = least == most;
  const int count = alike ? 1 : p <= kExactUpTo ? p : std::clamp(kLookedAt / p, 1, 32);
  std::vector<int> ranks;
  ranks.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) ranks.push_back(static_cast<int>(std::int64_t{i} * p / count));
  return ranks;
}

}  // namespace

CirculantAllgathervTime::CirculantAllgathervTime(const Problem& x)
    : x_(x), table_(circulant::Skips(x.p)), sizes_(sizes_of(x)), ranks_(ranks_to_look_at(sizes_)) {}

int CirculantAllgathervTime::most_blocks() const {
  const double each = static_cast<double>(x_.p) * static_cast<double>(ranks_.size());
  const int affordable = std::max(kAlways, static_cast<int>(std::sqrt(kEffort / each)));
  return static_cast<int>(
      std::clamp<std::int64_t>(*std::ranges::max_element(sizes_), 1, affordable));
}

CirculantAllgathervTime::Cut CirculantAllgathervTime::cut(int n) const {
  Cut cut;
  for (const std::int64_t size : sizes_) {
    cut.size.push_back(size / n);
    cut.larger.push_back(size % n);
  }
  return cut;
}

std::vector<int> CirculantAllgathervTime::blocks_sent(const BlockRounds& rounds, int j) const {
  std::vector<int> blocks;
  blocks.reserve(sizes_.size());
  for (int v = 0; v < x_.p; ++v) blocks.push_back(sent_block(table_, rounds, v, j));
  return blocks;
}

std::int64_t CirculantAllgathervTime::message(const Cut& cut, const std::vector<int>& blocks,
                                              int r) const {
  std::int64_t sum = 0;
  for (int j = 0; j < x_.p; ++j) {
    const int b = blocks[static_cast<std::size_t>(r >= j ? r - j : r - j + x_.p)];
    const auto i = static_cast<std::size_t>(j);
    if (b >= 0) sum += cut.size[i] + (b < cut.larger[i] ? 1 : 0);
  }
  return sum;
}

double CirculantAllgathervTime::operator()(int n) const {
  const circulant::Skips& skip = table_.skips();
  const BlockRounds rounds(skip.q, n);
  const Cut sizes = cut(n);
  const bool all = ranks_.size() == sizes_.size();
  std::vector<double> clock(sizes_.size(), 0), before, takes(sizes_.size(), 0);
  for (int j = 0; j < rounds.count(); ++j) {
    const std::vector<int> blocks = blocks_sent(rounds, j);
    for (const int r : ranks_)
      takes[static_cast<std::size_t>(r)] = block_time(x_, message(sizes, blocks, r), false);
    if (!all) {
      clock[0] += *std::ranges::max_element(takes);
      continue;
    }
    before = clock;
    for (int r = 0; r < x_.p; ++r) {
      const auto from = static_cast<std::size_t>(r);
      const auto to = static_cast<std::size_t>(skip.to(r, rounds.k(j)));
      if (takes[from] == 0) continue;  // no message
      const double end = std::max(before[from], before[to]) + takes[from];
      clock[from] = std::max(clock[from], end);
      clock[to] = std::max(clock[to], end);
    }
  }
  return *std::ranges::max_element(clock);
}

}  // namespace orrery
