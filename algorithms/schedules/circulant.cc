#include "algorithms/schedules/circulant.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

#include "algorithms/common/arithmetic.h"
#include "emu/base/check.h"

namespace orrery::circulant {

Skips::Skips(int ranks) : p(ranks), q(ceil_log2(ranks)) {
  skip[static_cast<std::size_t>(q)] = p;
  for (int k = q; k-- > 0;)
    skip[static_cast<std::size_t>(k)] = (*this)[k + 1] / 2 + (*this)[k + 1] % 2;
}

int baseblock(const Skips& skips, int r) {
  if (r == 0) return skips.q;
  int k = skips.q;
  while (r != skips[k]) {
    --k;
    if (skips[k] < r) r -= skips[k];
  }
  return k;
}

int home_round(const Skips& skips, int r) {
  int k = 0;
  while (skips[k + 1] <= r) ++k;
  return k;
}

namespace {

/// Finds the blocks that r receives, round after round.
///
/// Every processor x > 0 is one canonical sum of skips, x = skip[e1] + skip[e2] + ... + skip[b],
/// e1 > e2 > ... > b, each the largest skip that fits into what is left, and b is its baseblock. So
/// all processors are a tree: the children of x are x + skip[e], e < b, and the subtree of a child
/// ends before x + skip[e+1] and before the end of the subtree of x.
///
/// In round k processor r takes the largest block that it does not have yet among the baseblocks of
/// the window r - skip[k+1] < x <= r - skip[k], or that of the lower end r - skip[k+1] if it has all
/// of them. The windows adjoin and move down, so one depth-first walk over descending e, which
/// leaves out the blocks taken, meets them all: it descends from x while x is below the window and
/// returns as soon as x is in the window, since b is larger than all that is left below x.
/// Ends of subtrees matter: where skip[e] is taken, another sum for the same processor may be left
/// (3 + 2 where 5 is taken), and its last term is not a baseblock.
///
/// To have no wrap-around the walk looks for r + p instead of r; the root is then p = skip[q], and
/// its "block" q stands for the new block that r receives while the root is in the window.
class Walk {
 public:
  Walk(const Skips& skips, int r, int own) : skips_(skips), place_(std::int64_t{r} + skips.p) {
    left_ = bit(skips.q) - 1;
    if (r == 0) return;
    left_ &= ~bit(own);
    descend(skips.q, skips.p);
  }

  /// Returns the block of the next round; q is the rank's own new block. THROWS LogicError if there
  /// is none, which happens for no known p.
  int next() {
    const std::int64_t high = place_ - skips_[k_], low = place_ - skips_[k_ + 1];
    ++k_;
    for (;; ++steps_) {
      const std::uint64_t children = left_ & (bit(e_ + 1) - 1);
      if (children == 0 || x_ > low) {
        const std::int64_t x = x_;
        ascend();
        if (x_ <= low && x >= low) return take(e_);
        --e_;
        continue;
      }
      e_ = static_cast<int>(std::bit_width(children)) - 1;
      const std::int64_t x = x_ + skips_[e_];
      if (x > std::min(high, end_ - 1))
        --e_;
      else if (x > low)
        return take(e_);
      else
        descend(e_, x);
    }
  }

  /// Returns the moves so far, down, up and past a child, and the blocks taken.
  int steps() const { return steps_ + k_; }

 private:
  struct Level {
    std::int64_t x, end;
    int e;
  };
  static constexpr std::uint64_t bit(int k) { return std::uint64_t{1} << k; }

  /// Moves to x = x_ + skip[e].
  void descend(int e, std::int64_t x) {
    above_[static_cast<std::size_t>(depth_++)] = {x_, end_, e};
    if (e < skips_.q) end_ = std::min(end_, x_ + skips_[e + 1]);
    x_ = x;
    e_ = e - 1;
  }
  /// Moves back to the parent of x_; e_ is then the baseblock of the x_ left.
  void ascend() {
    EMU_ASSERT(depth_ > 0, "circulant graph of ", skips_.p, ": no block left for round ", k_ - 1,
               " of processor ", place_ - skips_.p);
    const Level& parent = above_[static_cast<std::size_t>(--depth_)];
    x_ = parent.x;
    end_ = parent.end;
    e_ = parent.e;
  }
  int take(int b) {
    left_ &= ~bit(b);
    e_ = b - 1;
    return b;
  }

  const Skips& skips_;
  std::int64_t place_;                                           ///< r + p
  std::uint64_t left_;                                           ///< blocks not taken yet, as bits
  int k_ = 0;                                                    ///< next round
  std::int64_t x_ = 0;                                           ///< current place of the walk
  std::int64_t end_ = std::numeric_limits<std::int64_t>::max();  ///< of the subtree of x_
  int e_ = skips_.q - 1;                                         ///< next child of x_ to look at
  int depth_ = 0;
  int steps_ = 0;
  std::array<Level, kMostRounds> above_;  ///< ancestors of x_
};

/// Returns the block that r receives in round k.
int received(const Skips& skips, int r, int k) {
  const int own = baseblock(skips, r);
  Walk walk(skips, r, own);
  for (int j = 0; j < k; ++j) walk.next();
  const int b = walk.next();
  return b == skips.q ? own : b - skips.q;
}

}  // namespace

Schedule receive_schedule(const Skips& skips, int r, int* steps) {
  Schedule receive{};
  const int own = baseblock(skips, r);
  Walk walk(skips, r, own);
  for (int k = 0; k < skips.q; ++k) {
    const int b = walk.next();
    receive[static_cast<std::size_t>(k)] = b == skips.q ? own : b - skips.q;
  }
  if (steps != nullptr) *steps = walk.steps();
  return receive;
}

// The descent to r: r = x + rest, where x is the sum of the skips >= skip[k] taken, b the last of
// them and x, ..., x + end - 1 the subtree of x. In round k, with s = skip[k], the receiver t = r + s
// looks at t - skip[k+1] < y <= r. If x is among these it receives b: all others there have smaller
// blocks, and so have those between r and t, or larger ones where the next subtrees begin, so that
// b was not taken before. There are two exceptions:
// 1. rest = 0, so that x = r is the lower end of the window of round k - 1, and t took b already if
//    it had all others of that window. Not if it finds the start of the next subtree there, nor if
//    the subtree has all of its s processors.
// 2. rest = s - 1 and skip[k+1] = 2s - 1: x is only the lower end of the window of round k. Look it
//    up, except where the window is r alone and its block 0 still new to t.
// The first occurs for at most two k, as end stays and s halves; so does the second, as the rest
// exceeds all further skips but the last.
Schedule send_schedule(const Skips& skips, int r, int* look_ups) {
  const int q = skips.q;
  Schedule send{};
  int looked_up = 0;
  if (look_ups != nullptr) *look_ups = 0;
  if (r == 0) {
    std::iota(send.begin(), send.begin() + q, 0);
    return send;
  }
  const int own = baseblock(skips, r);
  int b = own, rest = r, end = skips.p;
  for (int k = q - 1; k > 0; --k) {
    const int s = skips[k], next = skips[k + 1];
    bool look_up = false, zero = false;
    if (rest >= s) {
      b = k - q;
      rest -= s;
      end -= s;
    } else if (rest == s - 1 && next - s == s - 1) {
      zero = k == 1 && end == next;
      look_up = !zero;
    }
    look_up = look_up || (rest == 0 && k > 1 && s - skips[k - 1] <= end && end < s);
    looked_up += look_up ? 1 : 0;
    send[static_cast<std::size_t>(k)] = look_up ? received(skips, skips.to(r, k), k)
                                        : zero  ? -q
                                                : b;
    end = std::min(end, s);
  }
  if (q > 0) send[0] = own - q;
  if (look_ups != nullptr) *look_ups = looked_up;
  return send;
}

ScheduleTable::ScheduleTable(const Skips& skips)
    : skips_(skips),
      entries_(static_cast<std::size_t>(skips.p) * static_cast<std::size_t>(skips.q)) {
  auto entry = entries_.begin();
  for (int r = 0; r < skips_.p; ++r) {
    const Schedule receive = receive_schedule(skips_, r);
    entry = std::transform(receive.begin(), receive.begin() + skips_.q, entry,
                           [](int b) { return static_cast<std::int8_t>(b); });
  }
}

namespace {

/// Follows one processor r through a phase.
class Phase {
 public:
  Phase(const ScheduleTable& table, int r) : table_(table), r_(r) {
    for (int k = 0; k < q_; ++k)
      if (const int b = table.receive(r, k); b >= 0) {
        own_ = b;
        own_round_ = k;
        ++new_blocks_;
      }
  }

  /// Checks condition 1: the q entries are a permutation of 0 .. q-1, modulo q, and exactly one is
  /// a new block.
  bool receives_every_block() const {
    std::uint64_t blocks = 0;
    for (int k = 0; k < q_; ++k) {
      const int b = table_.receive(r_, k);
      if (b < -q_ || b >= q_) return false;
      blocks |= bit(b < 0 ? b + q_ : b);
    }
    return blocks == bit(q_) - 1 && new_blocks_ == 1;
  }

  /// Checks condition 3: it has every block that it sends: a block of the phase before that it
  /// received in an earlier round or as the new block of that phase, or the new block of this phase
  /// after its arrival. No rank sends to the root.
  bool has_what_it_sends(const Schedule& send) const {
    std::uint64_t has = bit(own_);
    for (int k = 0; k < q_; ++k) {
      const int out = send[static_cast<std::size_t>(k)], in = table_.receive(r_, k);
      const bool ok = out >= 0 ? out == own_ && own_round_ < k : (has & bit(out + q_)) != 0;
      if (!ok && table_.skips().to(r_, k) != 0) return false;
      if (in < 0) has |= bit(in + q_);
    }
    return true;
  }

 private:
  static constexpr std::uint64_t bit(int k) { return std::uint64_t{1} << k; }

  const ScheduleTable& table_;
  int r_;
  int q_ = table_.skips().q;
  int own_ = 0, own_round_ = 0, new_blocks_ = 0;
};

}  // namespace

std::string violation(int p) {
  const Skips skips(p);
  const ScheduleTable table(skips);
  for (int r = 0; r < p; ++r) {
    const Schedule send = send_schedule(skips, r);
    for (int k = 0; k < skips.q; ++k) {
      const int out = send[static_cast<std::size_t>(k)];
      if (out != table.send(r, k)) return text_of("2: p = ", p, ", r = ", r, ", round ", k);
      if (r == 0 && out != k) return text_of("4: p = ", p, ", round ", k);
    }
    if (r == 0) continue;
    const Phase phase(table, r);
    if (!phase.receives_every_block()) return text_of("1: p = ", p, ", r = ", r);
    if (!phase.has_what_it_sends(send)) return text_of("3: p = ", p, ", r = ", r);
  }
  return "";
}

}  // namespace orrery::circulant
