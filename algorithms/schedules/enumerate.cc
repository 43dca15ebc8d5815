#include "algorithms/schedules/enumerate.h"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

#include "emu/base/check.h"
#include "emu/base/index.h"

namespace orrery::circulant {
namespace {

using Blocks = std::uint32_t;  ///< a set of blocks of the phase before

constexpr Blocks block(int b) {
  return Blocks{1} << b;
}
constexpr bool single(Blocks blocks) {
  return std::has_single_bit(blocks);
}
/// The blocks that each processor may still receive in each round but its home round, which has no
/// choice. Entry r q + k; the root and home rounds have the empty set.
using Choices = std::vector<Blocks>;

/// The conditions as constraints on Choices.
class Constraints {
 public:
  explicit Constraints(int p) : skips_(p), p_(p), q_(skips_.q), queued_(at(p)) {
    for (int r = 0; r < p; ++r) {
      own_.push_back(block(baseblock(skips_, r)));
      home_.push_back(r == 0 ? -1 : home_round(skips_, r));
    }
  }

  const Skips& skips() const { return skips_; }
  std::size_t index(int r, int k) const { return at(r) * at(q_) + at(k); }
  /// Returns whether r receives a block of the phase before in round k.
  bool chooses(int r, int k) const { return r != 0 && k != home_[at(r)]; }
  bool settled(const Choices& c, int r) const {
    for (int k = 0; k < q_; ++k)
      if (chooses(r, k) && !single(c[index(r, k)])) return false;
    return true;
  }

  /// Returns all choices at the start; empty if there is no schedule at all.
  Choices all() {
    Choices c(at(p_) * at(q_));
    for (int r = 1; r < p_; ++r)
      for (int k = 0; k < q_; ++k)
        if (chooses(r, k)) c[index(r, k)] = (block(q_) - 1) & ~own_[at(r)];
    std::vector<int> ranks(at(p_ - 1));
    std::iota(ranks.begin(), ranks.end(), 1);
    return settle(c, ranks) ? c : Choices();
  }
  /// Chooses block b for r in round k, and sets c to the consequences; returns false if nothing is
  /// left.
  bool choose(Choices& c, int r, int k, Blocks b) {
    c[index(r, k)] = b;
    std::vector<int> ranks{r};
    for (int j = 0; j < q_; ++j) {
      ranks.push_back(skips_.to(r, j));
      ranks.push_back(skips_.from(r, j));
    }
    return settle(c, ranks);
  }
  /// Returns whether the block that r receives in round k may still depend on choices of its
  /// sender.
  bool depends_on_sender(const Choices& c, int r, int k) const {
    const int f = skips_.from(r, k);
    return chooses(r, k) && (c[index(r, k)] & ~own_[at(f)] & range(c, f, k, q_)) != 0;
  }

 private:
  /// Returns the blocks that r may receive in rounds first .. last-1.
  Blocks range(const Choices& c, int r, int first, int last) const {
    Blocks blocks = 0;
    for (int j = first; j < last; ++j) blocks |= c[index(r, j)];
    return blocks;
  }
  void enqueue(int r) {
    if (r == 0 || queued_[at(r)] != 0) return;
    queued_[at(r)] = 1;
    queue_.push_back(r);
  }
  /// Removes from c all that r's neighbours exclude, and the consequences elsewhere.
  bool settle(Choices& c, const std::vector<int>& ranks) {
    for (const int r : ranks) enqueue(r);
    bool possible = true;
    while (possible && !queue_.empty()) {
      const int r = queue_.back();
      queue_.pop_back();
      queued_[at(r)] = 0;
      possible = receives_each_once(c, r) && gets_what_senders_have(c, r);
    }
    for (const int r : queue_) queued_[at(r)] = 0;
    queue_.clear();
    return possible;
  }
  bool restrict(Choices& c, int r, int k, Blocks allowed) {
    Blocks& blocks = c[index(r, k)];
    if ((blocks & ~allowed) == 0) return true;
    blocks &= allowed;
    enqueue(r);
    for (int j = 0; j < q_; ++j) {
      enqueue(skips_.to(r, j));
      enqueue(skips_.from(r, j));
    }
    return blocks != 0;
  }
  /// Applies condition 1.
  bool receives_each_once(Choices& c, int r) {
    Blocks once = 0, more = 0;
    for (int k = 0; k < q_; ++k) {
      const Blocks blocks = c[index(r, k)];
      more |= once & blocks;
      once |= blocks;
    }
    if (once != ((block(q_) - 1) & ~own_[at(r)])) return false;
    for (int k = 0; k < q_; ++k) {
      if (!chooses(r, k)) continue;
      const Blocks blocks = c[index(r, k)], only_here = blocks & ~more;
      if (only_here != 0 && !restrict(c, r, k, only_here)) return false;
      if (!single(blocks)) continue;
      for (int j = 0; j < q_; ++j)
        if (j != k && chooses(r, j) && !restrict(c, r, j, ~blocks)) return false;
    }
    return true;
  }
  /// Applies conditions 2 and 3 to the receives and the sends of r.
  bool gets_what_senders_have(Choices& c, int r) {
    for (int k = 0; k < q_; ++k) {
      const int f = skips_.from(r, k);
      if (chooses(r, k) && !restrict(c, r, k, own_[at(f)] | range(c, f, 0, k))) return false;
      if (!has_before_it_sends(c, r, k) || !has_before_it_sends(c, skips_.to(r, k), k))
        return false;
    }
    return true;
  }
  /// Removes the block that t certainly receives in round k from its sender's choices in round k or
  /// later.
  bool has_before_it_sends(Choices& c, int t, int k) {
    const int f = skips_.from(t, k);
    const Blocks b = c[index(t, k)];
    if (!chooses(t, k) || !single(b) || b == own_[at(f)]) return true;
    for (int j = k; j < q_; ++j)
      if (chooses(f, j) && !restrict(c, f, j, ~b)) return false;
    return true;
  }

  Skips skips_;
  int p_, q_;
  std::vector<Blocks> own_;  ///< baseblock; the root's is not a block of any processor
  std::vector<int> home_;
  std::vector<char> queued_;
  std::vector<int> queue_;
};

/// Counts by choosing, with two shortcuts: independent parts are counted alone and multiplied, and
/// a part that occurred before is not counted again.
class Counter {
 public:
  Counter(int p, std::int64_t limit) : constraints_(p), p_(p), limit_(limit) {}

  std::optional<std::uint64_t> count() {
    const Choices c = constraints_.all();
    if (c.empty() && p_ > 1) return 0;
    std::vector<int> ranks(at(p_ - 1));
    std::iota(ranks.begin(), ranks.end(), 1);
    return product_of_parts(c, ranks);
  }

 private:
  using Count = std::optional<std::uint64_t>;
  struct Part {
    std::vector<int> ranks;
    int r = 0, k = 0;  ///< the first choice: few blocks, with many dependents
  };

  Count product_of_parts(const Choices& c, const std::vector<int>& ranks) {
    std::uint64_t product = 1;
    for (const Part& part : parts(c, ranks)) {
      const Count n = count_part(c, part);
      if (!n || __builtin_mul_overflow(product, *n, &product)) return std::nullopt;
      if (product == 0) break;
    }
    return product;
  }
  Count count_part(const Choices& c, const Part& part) {
    std::vector<Blocks> key;
    for (const int r : part.ranks) {
      key.push_back(static_cast<Blocks>(r));
      const auto first = c.begin() + static_cast<std::ptrdiff_t>(constraints_.index(r, 0));
      key.insert(key.end(), first, first + constraints_.skips().q);
    }
    if (const auto known = counted_.find(key); known != counted_.end()) return known->second;
    std::uint64_t sum = 0;
    for (Blocks left = c[constraints_.index(part.r, part.k)]; left != 0; left &= left - 1) {
      if (--limit_ < 0) return std::nullopt;
      Choices chosen = c;
      if (!constraints_.choose(chosen, part.r, part.k, left & -left)) continue;
      const Count n = product_of_parts(chosen, part.ranks);
      if (!n || __builtin_add_overflow(sum, *n, &sum)) return std::nullopt;
    }
    return counted_[key] = sum;
  }

  std::vector<Part> parts(const Choices& c, const std::vector<int>& ranks) const {
    const std::map<int, std::vector<int>> neighbours = dependencies(c, ranks);
    std::vector<char> seen(at(p_));
    std::vector<Part> all;
    for (const auto& [start, unused] : neighbours) {
      if (seen[at(start)] != 0) continue;
      seen[at(start)] = 1;
      Part part{.ranks = {start}};
      for (std::size_t i = 0; i < part.ranks.size(); ++i)
        for (const int r : neighbours.at(part.ranks[i]))
          if (std::exchange(seen[at(r)], 1) == 0) part.ranks.push_back(r);
      std::sort(part.ranks.begin(), part.ranks.end());
      place_choice(c, neighbours, part);
      all.push_back(std::move(part));
    }
    return all;
  }
  /// Returns the processors that still have choices, each with the processors that its choices
  /// affect.
  std::map<int, std::vector<int>> dependencies(const Choices& c,
                                               const std::vector<int>& ranks) const {
    std::map<int, std::vector<int>> neighbours;
    for (const int r : ranks)
      if (!constraints_.settled(c, r)) neighbours[r];
    for (auto& [r, touched] : neighbours)
      for (int k = 0; k < constraints_.skips().q; ++k) {
        const auto sender = neighbours.find(constraints_.skips().from(r, k));
        if (sender == neighbours.end() || !constraints_.depends_on_sender(c, r, k)) continue;
        touched.push_back(sender->first);
        sender->second.push_back(r);
      }
    return neighbours;
  }
  void place_choice(const Choices& c, const std::map<int, std::vector<int>>& neighbours,
                    Part& part) const {
    std::pair<int, int> best{kMostRounds, 0};
    for (const int r : part.ranks)
      for (int k = 0; k < constraints_.skips().q; ++k) {
        const int blocks = std::popcount(c[constraints_.index(r, k)]);
        const std::pair<int, int> cost{blocks, -static_cast<int>(neighbours.at(r).size())};
        if (blocks < 2 || cost >= best) continue;
        best = cost;
        part.r = r;
        part.k = k;
      }
  }

  Constraints constraints_;
  int p_;
  std::int64_t limit_;
  std::map<std::vector<Blocks>, std::uint64_t> counted_;
};

/// Lists by choosing in the order of processors and rounds.
class Lister {
 public:
  Lister(int p, const std::function<bool(ReceiveSchedules)>& visit)
      : constraints_(p), visit_(visit), schedules_(at(p)) {}

  std::uint64_t run() {
    const Choices c = constraints_.all();
    if (!c.empty() || constraints_.skips().p == 1) list(c, 1);
    return visited_;
  }

 private:
  /// Lists all schedules of c in which the processors before r have no choice left; returns false
  /// to stop.
  bool list(const Choices& c, int r) {
    const Skips& skips = constraints_.skips();
    while (r < skips.p && constraints_.settled(c, r)) ++r;
    if (r == skips.p) return visit(c);
    int k = 0;
    while (std::popcount(c[constraints_.index(r, k)]) < 2) ++k;
    for (Blocks left = c[constraints_.index(r, k)]; left != 0; left &= left - 1) {
      Choices chosen = c;
      if (constraints_.choose(chosen, r, k, left & -left) && !list(chosen, r)) return false;
    }
    return true;
  }
  bool visit(const Choices& c) {
    const Skips& skips = constraints_.skips();
    for (int r = 1; r < skips.p; ++r)
      for (int k = 0; k < skips.q; ++k) {
        const int b = static_cast<int>(std::bit_width(c[constraints_.index(r, k)])) - 1;
        schedules_[at(r)][at(k)] = constraints_.chooses(r, k) ? b - skips.q : baseblock(skips, r);
      }
    ++visited_;
    return visit_(schedules_);
  }

  Constraints constraints_;
  const std::function<bool(ReceiveSchedules)>& visit_;
  std::vector<Schedule> schedules_;
  std::uint64_t visited_ = 0;
};

void check_size(int p) {
  constexpr int kMost = 4096;
  EMU_CHECK(p >= 1 && p <= kMost, "schedules of ", p, " processors; expected 1 .. ", kMost);
}

}  // namespace

std::optional<std::uint64_t> count_schedules(int p, std::int64_t limit) {
  check_size(p);
  return Counter(p, limit).count();
}

std::uint64_t for_each_schedule(int p, const std::function<bool(ReceiveSchedules)>& visit) {
  check_size(p);
  return Lister(p, visit).run();
}

}  // namespace orrery::circulant
