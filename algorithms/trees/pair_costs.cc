#include "algorithms/trees/pair_costs.h"

#include <algorithm>
#include <numeric>

#include "emu/base/check.h"

namespace orrery::trees {

PairCosts::PairCosts(int p, const Costs& costs) {
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
Costs PairCosts::extreme(Better better) const {
  Costs found = ranks() > 1 ? Costs{alpha(0, 1), beta(0, 1), gamma(0)} : Costs{0, 0, gamma(0)};
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

Costs PairCosts::least() const {
  return extreme([](Cost a, Cost b) { return std::min(a, b); });
}

Costs PairCosts::most() const {
  return extreme([](Cost a, Cost b) { return std::max(a, b); });
}

namespace {

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

/// Fig. 5, with a root that is its range's last rank copying first, too.
class PairProgram {
 public:
  PairProgram(const Blocks& blocks, const PairCosts& costs)
      : blocks_(blocks),
        costs_(costs),
        least_(costs.least()),
        p_(blocks.ranks()),
        ranges_(at(p_) * at(p_)) {}

  TimedTree run(int root) {
    for (int i = p_ - 1; i >= 0; --i)
      for (int j = i; j < p_; ++j) fill(i, j);
    if (root == kFreeRoot) root = range(0, p_ - 1).by_time.front();
    return {tree(root), keeper(0, p_ - 1, root)};
  }

 private:
  /// Times by root and the roots by time.
  struct Range {
    std::vector<Cost> times;
    std::vector<int> by_time;
  };
  /// A join: the keeper's range and the sender's, and the sender's root.
  struct Join {
    int k = 0;
    int sender = 0;
    Cost time = kNever;
  };
  static constexpr Cost kNever = INT64_MAX;

  Range& range(int i, int j) { return ranges_[at(i) * at(p_) + at(j)]; }
  const Range& range(int i, int j) const { return ranges_[at(i) * at(p_) + at(j)]; }
  Cost time(int i, int j, int r) const { return range(i, j).times[at(r - i)]; }
  Cost keeper(int i, int j, int r) const {
    return i == j ? costs_.gamma(r) * blocks_.size(r) : time(i, j, r);
  }

  void fill(int i, int j);
  Join best_join(int i, int j, int r) const;
  void try_senders(int i, int j, int r, Cost ready, int k, Join& best) const;
  Tree tree(int root) const;

  const Blocks& blocks_;
  const PairCosts& costs_;
  Costs least_;
  int p_;
  std::vector<Range> ranges_;
};

void PairProgram::fill(int i, int j) {
  Range& here = range(i, j);
  here.times.assign(at(j - i + 1), 0);
  for (int r = i; r <= j && i < j; ++r) here.times[at(r - i)] = best_join(i, j, r).time;
  here.by_time.resize(at(j - i + 1));
  std::iota(here.by_time.begin(), here.by_time.end(), i);
  std::ranges::stable_sort(here.by_time, {}, [&](int r) { return time(i, j, r); });
}

PairProgram::Join PairProgram::best_join(int i, int j, int r) const {
  Join best;
  for (int k = i; k < r; ++k) try_senders(i, k, r, keeper(k + 1, j, r), k, best);
  for (int k = r; k < j; ++k) try_senders(k + 1, j, r, keeper(i, k, r), k, best);
  return best;
}

/// i .. j sends to r, which is ready at `ready`.
void PairProgram::try_senders(int i, int j, int r, Cost ready, int k, Join& best) const {
  const std::int64_t size = blocks_.sum(i, j);
  const Cost fastest = least_.message(size);
  for (const int sender : range(i, j).by_time) {
    const Cost start = std::max(ready, time(i, j, sender));
    if (start >= best.time - fastest) return;
    const Cost done = start + costs_.message(sender, r, size);
    if (done < best.time) best = {k, sender, done};
  }
}

Tree PairProgram::tree(int root) const {
  struct Part {
    int from, to, root, sender;
  };
  std::vector<Part> parts{{0, p_ - 1, root, -1}};
  for (std::size_t n = 0; n < parts.size(); ++n) {
    const auto [i, j, r, unknown] = parts[n];
    if (i == j) continue;
    const Join join = best_join(i, j, r);
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

TimedTree optimal_pair_tree(const Blocks& blocks, const PairCosts& costs, int root) {
  EMU_CHECK(costs.ranks() == blocks.ranks(), "costs of ", costs.ranks(), " ranks for ",
            blocks.ranks(), " blocks");
  check_input(blocks, costs.most(), root, kMostPairs);
  check_input(blocks, costs.least(), root, kMostPairs);
  return PairProgram(blocks, costs).run(root);
}

}  // namespace orrery::trees
