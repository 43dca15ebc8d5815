#include "algorithms/trees/pair_costs.h"

#include <algorithm>
#include <iterator>
#include <numeric>

#include "emu/base/check.h"
#include "emu/base/index.h"

namespace orrery::trees {

PairCosts::PairCosts(int p, const TreeCosts& costs) {
  EMU_CHECK(p >= 1, p, " ranks; expected at least 1");
  const auto n = static_cast<std::size_t>(p);
  links_.assign(n * n, {costs.alpha, costs.beta});
  gamma_.assign(n, costs.gamma);
}

void PairCosts::set_link(int from, int to, Cost alpha, Cost beta) {
  links_[index(from, to)] = {alpha, beta};
}

PairCosts PairCosts::reversed() const {
  PairCosts other = *this;
  for (int i = 0; i < ranks(); ++i)
    for (int j = 0; j < ranks(); ++j) other.set_link(j, i, alpha(i, j), beta(i, j));
  return other;
}

template <class Better>
TreeCosts PairCosts::extreme(Better better) const {
  TreeCosts found =
      ranks() > 1 ? TreeCosts{alpha(0, 1), beta(0, 1), gamma(0)} : TreeCosts{0, 0, gamma(0)};
  for (int i = 0; i < ranks(); ++i) {
    found.gamma = better(found.gamma, gamma(i));
    for (int j = 0; j < ranks(); ++j) {
      if (i == j) continue;
      found.alpha = better(found.alpha, alpha(i, j));
      found.beta = better(found.beta, beta(i, j));
    }
  }
  return found;
}

TreeCosts PairCosts::least() const {
  return extreme([](Cost a, Cost b) { return std::min(a, b); });
}

TreeCosts PairCosts::most() const {
  return extreme([](Cost a, Cost b) { return std::max(a, b); });
}

namespace {

constexpr Cost kUnreached = INT64_MAX;

/// The times at which a range can be gathered at a rank outside of it. A sender that is ready at
/// `ready` and takes `cost` for its message finishes at max(t, ready) + cost, where the receiver is
/// ready at t. It keeps only senders that are best for some t: ready rises, cost falls, their sum
/// rises.
class Senders {
 public:
  /// Adds a sender. Call it in the order of `ready`.
  void add(Cost ready, Cost cost) {
    if (!useful_.empty() && cost >= useful_.back().cost) return;
    while (!useful_.empty() && useful_.back().ready + useful_.back().cost >= ready + cost)
      useful_.pop_back();
    useful_.push_back({ready, cost});
  }
  /// Returns the earliest end for a receiver ready at t. O(log of the number kept).
  Cost done(Cost t) const {
    const auto late = std::ranges::upper_bound(useful_, t, {}, &Sender::ready);
    const Cost waiting = late == useful_.end() ? kUnreached : late->ready + late->cost;
    return late == useful_.begin() ? waiting : std::min(waiting, t + std::prev(late)->cost);
  }
  void shrink() { useful_.shrink_to_fit(); }

 private:
  struct Sender {
    Cost ready, cost;
  };
  std::vector<Sender> useful_;
};

/// The dynamic program of Fig. 5; a root that is its range's last rank also copies first.
class PairProgram {
 public:
  PairProgram(const Blocks& blocks, const PairCosts& costs)
      : blocks_(blocks), costs_(costs), p_(blocks.ranks()), ranges_(at(p_) * at(p_)) {}

  TimedTree run(int root) {
    for (int i = p_ - 1; i >= 0; --i)
      for (int j = i; j < p_; ++j) {
        fill(i, j);
        fill_senders(i, j);
      }
    if (root == kFreeRoot) {
      const auto& times = range(0, p_ - 1).times;
      root = static_cast<int>(std::ranges::min_element(times) - times.begin());
    }
    return {tree(root), keeper(0, p_ - 1, root)};
  }

 private:
  struct Range {
    std::vector<Cost> times;       ///< by root
    std::vector<Senders> senders;  ///< by receiver: the ranks below the range, then those above
  };
  /// A join: the ranks up to k and those above, and the root of the part that sends.
  struct Join {
    int k = 0;
    int sender = 0;
    Cost time = kUnreached;
  };

  Range& range(int i, int j) { return ranges_[at(i) * at(p_) + at(j)]; }
  const Range& range(int i, int j) const { return ranges_[at(i) * at(p_) + at(j)]; }
  Cost time(int i, int j, int r) const { return range(i, j).times[at(r - i)]; }
  Cost keeper(int i, int j, int r) const {
    return i == j ? costs_.gamma(r) * blocks_.size(r) : time(i, j, r);
  }

  void fill(int i, int j);
  void fill_senders(int i, int j);
  Join find_join(int i, int j, int r) const;
  Tree tree(int root) const;

  const Blocks& blocks_;
  const PairCosts& costs_;
  int p_;
  std::vector<Range> ranges_;
};

/// Fills in the times of i .. j with each root.
void PairProgram::fill(int i, int j) {
  std::vector<Cost>& best = range(i, j).times;
  best.assign(at(j - i + 1), i == j ? 0 : kUnreached);
  const auto offer = [&](int r, Cost time) { best[at(r - i)] = std::min(best[at(r - i)], time); };
  for (int k = i; k < j; ++k) {
    const Senders* left = range(i, k).senders.data() + i;  // receivers above k follow those below i
    const Senders* right = range(k + 1, j).senders.data();
    for (int r = k + 1; r <= j; ++r) offer(r, left[r - k - 1].done(keeper(k + 1, j, r)));
    for (int r = i; r <= k; ++r) offer(r, right[r].done(keeper(i, k, r)));
  }
}

void PairProgram::fill_senders(int i, int j) {
  std::vector<int> by_time(at(j - i + 1));
  std::iota(by_time.begin(), by_time.end(), i);
  std::ranges::stable_sort(by_time, {}, [&](int r) { return time(i, j, r); });
  const std::int64_t size = blocks_.sum(i, j);
  std::vector<Senders>& senders = range(i, j).senders;
  senders.reserve(at(p_ - (j - i + 1)));
  for (int r = 0; r < p_; ++r) {
    if (i <= r && r <= j) continue;
    Senders& to_r = senders.emplace_back();
    for (const int s : by_time) to_r.add(time(i, j, s), costs_.message(s, r, size));
    to_r.shrink();
  }
}

/// Returns the join after the time of i .. j with root r.
PairProgram::Join PairProgram::find_join(int i, int j, int r) const {
  Join best;
  for (int k = i; k < j; ++k) {
    const bool left = r > k;  // sends
    const int from = left ? i : k + 1, to = left ? k : j;
    const Cost ready = left ? keeper(k + 1, j, r) : keeper(i, k, r);
    for (int s = from; s <= to; ++s) {
      const Cost start = std::max(ready, time(from, to, s));
      const Cost done = start + costs_.message(s, r, blocks_.sum(from, to));
      if (done < best.time) best = {k, s, done};
    }
  }
  return best;
}

Tree PairProgram::tree(int root) const {
  struct Open {
    int from, to, root, sender;
  };
  std::vector<Open> parts{{0, p_ - 1, root, -1}};
  for (std::size_t n = 0; n < parts.size(); ++n) {
    const auto [i, j, r, unknown] = parts[n];
    if (i == j) continue;
    const Join join = find_join(i, j, r);
    parts[n].sender = join.sender;
    const bool left = r <= join.k;
    parts.push_back({i, join.k, left ? r : join.sender, -1});
    parts.push_back({join.k + 1, j, left ? join.sender : r, -1});
  }
  TreeBuilder builder(p_);
  for (std::size_t n = parts.size(); n-- > 0;)
    if (parts[n].sender >= 0) builder.take(parts[n].root, parts[n].sender);
  return builder.finish();
}

}  // namespace

void check_pair_input(const Blocks& blocks, const PairCosts& costs, int root) {
  EMU_CHECK(costs.ranks() == blocks.ranks(), "costs of ", costs.ranks(), " ranks for ",
            blocks.ranks(), " blocks");
  check_input(blocks, costs.most(), root, kMostPairs);
  check_input(blocks, costs.least(), root, kMostPairs);
}

TimedTree optimal_pair_tree(const Blocks& blocks, const PairCosts& costs, int root) {
  check_pair_input(blocks, costs, root);
  return PairProgram(blocks, costs).run(root);
}

}  // namespace orrery::trees
