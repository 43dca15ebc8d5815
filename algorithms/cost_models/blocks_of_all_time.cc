#include "algorithms/cost_models/blocks_of_all_time.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "algorithms/common/arithmetic.h"
#include "algorithms/cost_models/best_tuning.h"

namespace orrery::inline algorithms {

namespace {

constexpr double kEffort = 5e7;  // contributions in all
constexpr int kAlways = 256;     // blocks that are always tried
constexpr int kEstimated = 2048;

/// Adds sizes[r - v] to sum[r] for all r.
void add_rotated(std::vector<double>& sum, const std::vector<std::int64_t>& sizes, std::size_t v) {
  const std::size_t p = sizes.size();
  for (std::size_t r = v; r < p; ++r) sum[r] += static_cast<double>(sizes[r - v]);
  for (std::size_t r = 0; r < v; ++r) sum[r] += static_cast<double>(sizes[r + p - v]);
}

}  // namespace

BlocksOfAllTime::BlocksOfAllTime(const Problem& x, bool reduces)
    : x_(x),
      reduces_(reduces),
      table_(circulant::Skips(x.p)),
      sizes_(x.partition(x.count).sizes()) {}

int BlocksOfAllTime::most_blocks() const {
  const double each = static_cast<double>(x_.p) * x_.p;
  const int affordable = std::max(kAlways, static_cast<int>(std::sqrt(kEffort / each)));
  return static_cast<int>(
      std::clamp<std::int64_t>(*std::ranges::max_element(sizes_), 1, affordable));
}

BlocksOfAllTime::Cut BlocksOfAllTime::cut(int n) const {
  Cut cut;
  for (const std::int64_t size : sizes_) {
    cut.size.push_back(size / n);
    cut.larger.push_back(size % n);
  }
  return cut;
}

std::vector<int> BlocksOfAllTime::blocks_sent(const BlockRounds& rounds, int j) const {
  std::vector<int> blocks;
  blocks.reserve(sizes_.size());
  for (int v = 0; v < x_.p; ++v) blocks.push_back(sent_block(table_, rounds, v, j));
  return blocks;
}

std::int64_t BlocksOfAllTime::message(const Cut& cut, const std::vector<int>& blocks, int r) const {
  std::int64_t sum = 0;
  for (int j = 0; j < x_.p; ++j) {
    const int b = blocks[static_cast<std::size_t>(r >= j ? r - j : r - j + x_.p)];
    const auto i = static_cast<std::size_t>(j);
    if (b >= 0) sum += cut.size[i] + (b < cut.larger[i] ? 1 : 0);
  }
  return sum;
}

double BlocksOfAllTime::operator()(int n) const {
  const circulant::Skips& skip = table_.skips();
  const BlockRounds rounds(skip.q, n);
  const Cut sizes = cut(n);
  std::vector<double> clock(sizes_.size(), 0), before;
  std::vector<std::int64_t> elements(sizes_.size(), 0);
  for (int i = 0; i < rounds.count(); ++i) {
    const int j = reduces_ ? rounds.count() - 1 - i : i;
    const std::vector<int> blocks = blocks_sent(rounds, j);
    before = clock;
    for (int r = 0; r < x_.p; ++r) {
      const auto here = static_cast<std::size_t>(r);
      const auto there = static_cast<std::size_t>(skip.to(r, rounds.k(j)));
      elements[here] = message(sizes, blocks, r);
      if (elements[here] == 0) continue;  // no message
      const double end =
          std::max(before[here], before[there]) + block_time(x_, elements[here], false);
      clock[here] = std::max(clock[here], end);
      clock[there] = std::max(clock[there], end);
    }
    for (std::size_t r = 0; r < clock.size() && reduces_; ++r)
      clock[r] += block_time(x_, elements[r], true) - block_time(x_, elements[r], false);
  }
  return *std::ranges::max_element(clock);
}

BlocksOfAllEstimate::BlocksOfAllEstimate(const Problem& x, bool reduces)
    : x_(x),
      reduces_(reduces),
      table_(circulant::Skips(x.p)),
      sizes_(x.partition(x.count).sizes()),
      total_(std::accumulate(sizes_.begin(), sizes_.end(), 0.0)),
      smallest_(static_cast<double>(*std::ranges::min_element(sizes_))) {
  const circulant::Skips& skip = table_.skips();
  for (int k = 0; k < skip.q; ++k) {
    std::vector<int>& count = ranks_by_entry_.emplace_back(2 * skip.q, 0);
    for (int v = 0; v < x.p; ++v)
      if (skip.to(v, k) != 0) ++count[static_cast<std::size_t>(skip.q + table_.send(v, k))];
  }
}

int BlocksOfAllEstimate::most_blocks() const {
  return static_cast<int>(
      std::clamp<std::int64_t>(*std::ranges::max_element(sizes_), 1, kEstimated));
}

/// Returns the elements by block, of all contributions together.
std::vector<std::int64_t> BlocksOfAllEstimate::sizes_of_blocks(int n) const {
  std::vector<std::int64_t> blocks(static_cast<std::size_t>(n), 0);
  std::int64_t each = 0;
  for (const std::int64_t size : sizes_) {
    each += size / n;
    if (size % n > 0) ++blocks[static_cast<std::size_t>(size % n - 1)];  // the last larger one
  }
  for (std::size_t b = blocks.size() - 1; b-- > 0;) blocks[b] += blocks[b + 1];
  for (std::int64_t& block : blocks) block += each;
  return blocks;
}

/// Returns the mean, over all blocks sent in round j, of their share of their contributions.
double BlocksOfAllEstimate::share(const BlockRounds& rounds, int j,
                                  const std::vector<std::int64_t>& blocks) const {
  const std::vector<int>& count = ranks_by_entry_[static_cast<std::size_t>(rounds.k(j))];
  double sum = 0, senders = 0;
  for (int i = 0; i < 2 * rounds.q; ++i) {
    const int b = rounds.block(i - rounds.q, j), ranks = count[static_cast<std::size_t>(i)];
    if (b < 0) continue;
    sum += ranks * static_cast<double>(blocks[static_cast<std::size_t>(b)]);
    senders += ranks;
  }
  return senders > 0 ? sum / (senders * total_) : 0;
}

/// Returns the most elements in contributions of which some rank sends a block in round j, while
/// some ranks still have no block of some contribution.
double BlocksOfAllEstimate::most_spread(const BlockRounds& rounds, int j) const {
  std::vector<std::size_t> senders, others;
  for (int v = 0; v < x_.p; ++v)
    (sent_block(table_, rounds, v, j) < 0 ? others : senders)
        .push_back(static_cast<std::size_t>(v));
  const bool few = senders.size() <= others.size();
  std::vector<double> sum(sizes_.size(), 0);
  for (const std::size_t v : few ? senders : others) add_rotated(sum, sizes_, v);
  const auto [least, most] = std::ranges::minmax(sum);
  return few ? most : total_ - least;
}

double BlocksOfAllEstimate::most_sent(const BlockRounds& rounds, int j) {
  const int spreading = 2 * rounds.q - rounds.x;
  if (j >= spreading) return total_ - smallest_;
  std::vector<double>& most = most_spread_[rounds.x];
  if (most.empty())
    for (int i = 0; i < spreading; ++i)
      most.push_back(most_spread(BlockRounds(rounds.q, rounds.n + 2 * rounds.q), i));
  return most[static_cast<std::size_t>(j)];
}

double BlocksOfAllEstimate::operator()(int n) {
  if (total_ == 0) return 0;
  const BlockRounds rounds(table_.skips().q, n);
  const std::vector<std::int64_t> blocks = sizes_of_blocks(n);
  double sum = 0;
  for (int j = 0; j < rounds.count(); ++j) {
    const double elements = most_sent(rounds, j) * share(rounds, j, blocks);
    sum += block_time(x_, static_cast<std::int64_t>(std::ceil(elements - 1e-6)), reduces_);
  }
  return sum;
}

namespace {

constexpr int kExactUpTo = 128;  // ranks

bool broadcasts(WithAll what) {
  return what != WithAll::kReduce;
}
bool reduces(WithAll what) {
  return what != WithAll::kBroadcast;
}

template <class Model>
int best_by(const Algorithm& a, const Problem& x, WithAll what) {
  Model broadcast(x, false), reduce(x, true);
  const int ways = what == WithAll::kReduceAndBroadcast ? 2 : 1;
  const int most = pipeline_limit(x, ways, ways * (ceil_log2(x.p) - 1));
  return fastest_blocks(a, x, std::min(most, broadcast.most_blocks()), [&](int n) {
    return (broadcasts(what) ? broadcast(n) : 0) + (reduces(what) ? reduce(n) : 0);
  });
}

}  // namespace

int best_blocks_of_all(const Algorithm& a, const Problem& x, WithAll what) {
  if (x.p == 1) return 1;
  const bool identical = x.sizes.empty() && x.count % x.p == 0;
  return identical || x.p > kExactUpTo ? best_by<BlocksOfAllEstimate>(a, x, what)
                                       : best_by<BlocksOfAllTime>(a, x, what);
}

std::vector<std::int64_t> broadcast_messages(const Problem& x,
                                             const circulant::ScheduleTable& table, int r, int n) {
  const BlockRounds rounds(table.skips().q, n);
  const Partition parts = x.partition(x.count);
  std::vector<std::int64_t> sum(static_cast<std::size_t>(rounds.count()));
  for (int i = 0; i < rounds.count(); ++i)
    for (int j = 0; j < x.p; ++j)
      if (const int b = sent_block(table, rounds, mod(r - j, x.p), i); b >= 0)
        sum[static_cast<std::size_t>(i)] += Slice(0, 1, 0, parts.size(j)).block(b, n).count();
  return sum;
}

Time blocks_of_all_time(const Problem& x, int n, WithAll what) {
  Time sum{0};
  if (x.p == 1) return sum;
  const circulant::ScheduleTable table{circulant::Skips(x.p)};
  for (const std::int64_t count : broadcast_messages(x, table, 0, n)) {
    if (count == 0) continue;
    const Bytes bytes = x.elements(count);
    if (broadcasts(what)) sum += x.cost.message(bytes);
    if (reduces(what)) sum += x.cost.message(bytes) + x.cost.reduction(bytes);
  }
  return sum;
}

/// Returns the most bytes of a rank. In reverse, a rank sends each block of the others once.
Bytes blocks_of_all_bytes(const Problem& x, int n, WithAll what) {
  if (x.p == 1) return Bytes(0);
  const circulant::ScheduleTable table{circulant::Skips(x.p)};
  const Partition parts = x.partition(x.count);
  std::int64_t most = 0;
  for (int r = 0; r < x.p; ++r) {
    std::int64_t sent = reduces(what) ? x.count - parts.size(r) : 0;
    if (broadcasts(what))
      for (const std::int64_t count : broadcast_messages(x, table, r, n)) sent += count;
    most = std::max(most, sent);
  }
  return x.elements(most);
}

}  // namespace orrery::inline algorithms
