#include "algorithms/schedules/radix.h"

#include <algorithm>
#include <cstdint>
#include <functional>

#include "emu/payload/slice.h"

namespace orrery::radix {

namespace {

BlockPlan plan_of(int pieces, bool one_by_one) {
  BlockPlan plan;
  plan.pieces = pieces;
  plan.one_by_one = one_by_one;
  return plan;
}

/// Adds the exchanges of step s in round `round`: `out` returns the blocks to a participant, `in`
/// those from it.
template <class Out, class In>
void exchange(BlockPlan& plan, const RadixParticipants& fold, int a, int s, int round, Out&& out,
              In&& in, bool adds) {
  const std::vector<int> group = fold.group(a, s);
  const int k = fold.k(), c = fold.digit(a, s);
  const auto member = [&](int digit) { return group[static_cast<std::size_t>(mod(digit, k))]; };
  for (int i = 1; i < k; ++i) {
    const int to = member(c + i), from = member(c - i);
    plan.send(round, fold.rank_of(to), out(to));
    plan.receive(round, fold.rank_of(from), in(from),
                 adds ? in_rank_order(from, a) : Arrival::kStore);
  }
}

/// Builds a folded plan: folded ranks give their blocks to their participant, which adds them;
/// `body` runs on the participants, in `rounds` rounds; then each folded rank gets the blocks that
/// `back` returns for it.
template <class Body, class Back>
BlockPlan folded(const RadixParticipants& fold, int r, BlockPlan plan,
                 const std::function<std::vector<int>(int)>& given, bool adds, int rounds,
                 Body&& body, Back&& back) {
  const int a = fold.participant_of(r), own = fold.rank_of(a);
  const int before = fold.folds() ? 1 : 0, last = before + rounds;
  if (own != r) {
    plan.send(0, own, given(r));
    plan.receive(last, own, back(r));
    return plan;
  }
  for (int other = fold.first(a); other < own; ++other)
    plan.receive(0, other, given(other), adds ? Arrival::kAddInFront : Arrival::kStore);
  body(plan, a, before);
  for (int other = fold.first(a); other < own; ++other) plan.send(last, other, back(other));
  return plan;
}

/// The pieces of participant a in the middle of k-ary reduce-scatter: [lo, lo + n) after s steps.
struct Held {
  int lo = 0, n;
  Held(const RadixParticipants& fold, int a, int s) : n(fold.participants()) {
    for (int i = 0; i < s; ++i) {
      n /= fold.k();
      lo += fold.digit(a, i) * n;
    }
  }
  std::vector<int> pieces() const { return numbers(lo, lo + n); }
};

/// Returns the blocks of the ranks that participants a, a + 1, .. act for, n of them.
std::vector<int> blocks_of(const RadixParticipants& fold, int a, int n) {
  return numbers(fold.first(a), fold.first(a + n));
}

/// Returns the blocks of the participants that agree with a modulo n.
std::vector<int> blocks_modulo(const RadixParticipants& fold, int a, int n) {
  std::vector<int> blocks;
  for (int b = a % n; b < fold.participants(); b += n)
    for (const int rank : blocks_of(fold, b, 1)) blocks.push_back(rank);
  return blocks;
}

/// Returns the blocks of a before step s.
std::vector<int> gathered(const RadixParticipants& fold, int a, int s, bool falling) {
  return falling ? blocks_modulo(fold, a, fold.power(s + 1))
                 : blocks_of(fold, a - a % fold.power(s), fold.power(s));
}

/// Calls f(s, z, d = z k^s) for the steps of radix-k Bruck.
template <class F>
void for_each_move(int p, int k, F&& f) {
  int s = 0;
  for (std::int64_t D = 1; D < p; D *= k, ++s)
    for (std::int64_t z = 1; z < k && z * D < p; ++z)
      f(s, static_cast<int>(D), static_cast<int>(z * D));
}

/// Returns the blocks with digit z in the place of D on their way from `me` by z D = d.
std::vector<int> moving(int me, int D, int d, int p, int k) {
  std::vector<int> blocks;
  for (std::int64_t first = d; first < p; first += std::int64_t{D} * k)
    for (int low = 0; low < D && first + low < p; ++low) {
      const int source = mod(std::int64_t{me} - low, p);
      blocks.push_back(source * p + mod(source + first + low, p));
    }
  return blocks;
}

}  // namespace

RadixParticipants::RadixParticipants(int p, int k) : p_(p), k_(std::clamp(k, 2, std::max(p, 2))) {
  while (std::int64_t{count_} * k_ <= p) {
    count_ *= k_;
    ++t_;
  }
  extra_ = p - count_;
  full_ = extra_ / (k_ - 1);
}

int RadixParticipants::rank_of(int a) const {
  return a < full_ ? a * k_ + k_ - 1 : a + extra_;
}

int RadixParticipants::participant_of(int rank) const {
  if (rank < full_ * k_) return rank / k_;
  return std::max(full_, rank - extra_);
}

std::vector<int> RadixParticipants::group(int a, int s) const {
  const int D = power(s), base = a - digit(a, s) * D;
  std::vector<int> members;
  members.reserve(static_cast<std::size_t>(k_));
  for (int i = 0; i < k_; ++i) members.push_back(base + i * D);
  return members;
}

int RadixParticipants::power(int s) const {
  int D = 1;
  for (int i = 0; i < s; ++i) D *= k_;
  return D;
}

BlockPlan allreduce(int p, int r, int k, bool one_by_one) {
  const RadixParticipants fold(p, k);
  const auto vector = [](int) { return std::vector<int>{0}; };
  const auto body = [&](BlockPlan& plan, int a, int round) {
    for (int s = 0; s < fold.levels(); ++s)
      exchange(plan, fold, a, s, round + s, vector, vector, true);
  };
  return folded(fold, r, plan_of(1, one_by_one), vector, true, fold.levels(), body, vector);
}

BlockPlan allreduce_by_halves(int p, int r, int k, bool one_by_one) {
  const RadixParticipants fold(p, k);
  const int t = fold.levels();
  const auto vector = [&](int) { return numbers(0, fold.participants()); };
  const auto body = [&](BlockPlan& plan, int a, int round) {
    for (int s = 0; s < t; ++s) {
      const auto part = [&](int b) { return Held(fold, b, s + 1).pieces(); };
      exchange(
          plan, fold, a, s, round + s, part, [&](int) { return part(a); }, true);
    }
    for (int s = t - 1; s >= 0; --s) {
      const auto part = [&](int b) { return Held(fold, b, s + 1).pieces(); };
      exchange(
          plan, fold, a, s, round + 2 * t - 1 - s, [&](int) { return part(a); }, part, false);
    }
  };
  return folded(fold, r, plan_of(fold.participants(), one_by_one), vector, true, 2 * t, body,
                vector);
}

BlockPlan allgather(int p, int r, int k, bool falling, bool one_by_one) {
  const RadixParticipants fold(p, k);
  const int t = fold.levels();
  const auto body = [&](BlockPlan& plan, int a, int round) {
    for (int i = 0; i < t; ++i) {
      const int s = falling ? t - 1 - i : i;
      exchange(
          plan, fold, a, s, round + i, [&](int) { return gathered(fold, a, s, falling); },
          [&](int b) { return gathered(fold, b, s, falling); }, false);
    }
  };
  return folded(
      fold, r, plan_of(0, one_by_one), [](int rank) { return std::vector<int>{rank}; }, false, t,
      body, [&](int) { return numbers(0, p); });
}

BlockPlan reduce_scatter(int p, int r, int k, bool one_by_one) {
  const RadixParticipants fold(p, k);
  const int t = fold.levels();
  const auto body = [&](BlockPlan& plan, int a, int round) {
    for (int i = 0; i < t; ++i) {
      const int s = t - 1 - i, D = fold.power(s);
      const auto part = [&](int b) { return blocks_of(fold, b - b % D, D); };
      exchange(
          plan, fold, a, s, round + i, part, [&](int) { return part(a); }, true);
    }
  };
  return folded(
      fold, r, plan_of(0, one_by_one), [&](int) { return numbers(0, p); }, true, t, body,
      [](int rank) { return std::vector<int>{rank}; });
}

BlockPlan bruck_allgather(int p, int r, int k, bool one_by_one) {
  BlockPlan plan = plan_of(0, one_by_one);
  int move = 0;
  for_each_move(p, k, [&](int s, int D, int d) {
    const int n = std::min(D, p - d), round = one_by_one ? move++ : s;
    plan.send(round, mod(std::int64_t{r} - d, p), cyclic_numbers(r, n, p));
    plan.receive(round, mod(std::int64_t{r} + d, p),
                 cyclic_numbers(mod(std::int64_t{r} + d, p), n, p));
  });
  return plan;
}

BlockPlan bruck_alltoall(int p, int r, int k, bool one_by_one) {
  BlockPlan plan = plan_of(BlockPlan::kForAll, one_by_one);
  int move = 0;
  for_each_move(p, k, [&](int s, int D, int d) {
    const int round = one_by_one ? move++ : s, from = mod(std::int64_t{r} - d, p);
    plan.send(round, mod(std::int64_t{r} + d, p), moving(r, D, d, p, k));
    plan.receive(round, from, moving(from, D, d, p, k));
  });
  return plan;
}

BlockPlan ring_allgather(int p, int r, int k) {
  const int G = p / k, g = r / k, i = r % k;
  const auto rank = [&](int group, int place) { return mod(group, G) * k + mod(place, k); };
  BlockPlan plan;
  int round = 0;
  for (int o = 0; o < G; ++o) {
    for (int j = 0; j < k - 1; ++j, ++round) {
      plan.send(round, rank(g, i + 1), {rank(g - o, i - j)});
      plan.receive(round, rank(g, i - 1), {rank(g - o, i - j - 1)});
    }
    if (o == G - 1) break;
    plan.send(round, rank(g + 1, i), {rank(g - o, i)});
    plan.receive(round++, rank(g - 1, i), {rank(g - o - 1, i)});
  }
  return plan;
}

std::optional<std::string> bad_groups(const Problem& x) {
  const int k = std::min(x.radix, x.p);
  if (k <= 1 || x.p % k == 0) return std::nullopt;
  return text_of("k-ring needs groups of equal size: radix ", k, " does not divide ", x.p,
                 " ranks");
}

}  // namespace orrery::radix
