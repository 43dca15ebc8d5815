#pragma once

#include <array>
#include <vector>

#include "algorithms/cost_models/one_port_time.h"
#include "algorithms/phases/block_sets.h"
#include "algorithms/phases/fold.h"
#include "algorithms/schedules/tori/swing_line.h"

/// Reduce-scatter and allgather by pairwise exchange in log2 p steps.
///
/// A plan describes one rank: steps(), and for_each_exchange(s, aside, f), which calls f(peer,
/// give, keep) for each rank it exchanges with in step s, in order, with the sets of blocks (see
/// block_sets.h) that it gives away and keeps in a reduce-scatter. The two calls of a pair agree.
/// holds_up(s, peer) is false for an exchange on which nothing in the steps around it depends: it
/// continues beside them until settles(s), before step s. Step s has those of step `aside`: of s
/// itself, or on the way back of returns(s), so that they begin in the same order as on the way
/// there.
namespace orrery::inline algorithms {

/// The plan of a participant: halves lie side by side in the numbering of a Butterfly.
class HalvingPlan {
 public:
  /// Creates the plan. `butterfly` is that of fold.participants(). Both must outlive the plan.
  HalvingPlan(const Fold& fold, const Butterfly& butterfly, int participant)
      : fold_(fold),
        butterfly_(butterfly),
        participant_(participant),
        position_(butterfly.position(participant)) {}

  int steps() const { return butterfly_.steps(); }
  bool holds_up(int, int) const { return true; }
  bool settles(int) const { return false; }
  int returns(int s) const { return s; }
  int peer(int s) const { return fold_.rank_of(butterfly_.partner(participant_, s)); }
  template <class F>
  void for_each_exchange(int s, int, F&& f) const {
    const Range all = butterfly_.range(position_, s), keep = butterfly_.range(position_, s + 1);
    f(peer(s), keep.lo == all.lo ? Range{keep.hi, all.hi} : Range{all.lo, keep.lo}, keep);
  }

 private:
  const Fold& fold_;
  const Butterfly& butterfly_;
  int participant_, position_;
};

/// The plan of a rank in Swing on a torus of any sides: rank r's sum of block b leaves along the
/// dimension whose step comes first, T(r, b) = min over the dimensions i with r_i != b_i of the step
/// in which T(r_i, b_i) is (see SwingLine). Blocks are numbered by ranks, of a
/// torus whose sides are longer by the virtual nodes.
class SwingPlan {
 public:
  SwingPlan(const Torus& torus, const Direction& direction, int rank,
            OddSide odd = OddSide::kLeftOut);
  /// Creates the plan for trees with their root at rank `root`.
  SwingPlan(const Torus& torus, const Direction& direction, int rank, int root);

  int steps() const { return static_cast<int>(order_.size()); }
  /// Returns the parts of the vector: one for each rank, and for each virtual one.
  int blocks() const;
  /// Returns whether later steps depend on this exchange. The blocks exchanged with a left-out node
  /// of an odd side go no further along its line. A node that plays two begins with both partners
  /// before it waits, and no rank waits for the blocks sent ahead.
  bool holds_up(int s, int peer) const;
  /// Returns whether step s waits for open exchanges: where it changes the dimension, at a node
  /// that plays two, and after a receive ahead.
  bool settles(int s) const {
    return s > 0 && (dimension(s) != dimension(s - 1) || plays_two(dimension(s)) ||
                     (follows(s) && gets_ahead(dimension(s))));
  }
  /// Returns the step as far from the end of those in its dimension as s is from their beginning.
  int returns(int s) const;
  template <class F>
  void for_each_exchange(int s, int aside, F&& f) {
    const int i = dimension(s), x = torus_.coordinate(rank_, i);
    const auto with = [&](int step, int y, bool ahead) {
      list_blocks(step, x, y, ahead, give_);
      list_blocks(step, y, x, ahead, keep_);
      if (!ahead || !give_.empty() || !keep_.empty())
        f(torus_.moved(rank_, i, y), BlockList(give_), BlockList(keep_));
    };
    line(i).for_each_direct(x, sigma(aside), [&](int y) { with(aside, y, false); });
    if (follows(s + 1))
      line(i).for_each_paired(x, sigma(s + 1), [&](int y) { with(s + 1, y, true); });
    line(i).for_each_paired(x, sigma(s), [&](int y) { with(s, y, false); });
  }
  /// T: the step in which rank r's sum of block b leaves, and the rank that it goes to; for r = b
  /// the step after the last.
  struct Departure {
    int step = 0, to = 0;
    bool operator==(const Departure&) const = default;
  };
  Departure departure(int r, int b) const;
  /// Returns the ranks whose sums of block b come to this one in step s, in order.
  std::vector<int> arrivals(int s, int b) const;

 private:
  SwingPlan(const Torus& torus, int rank, std::vector<SwingLine> lines, int first);
  const SwingLine& line(int i) const { return lines_[static_cast<std::size_t>(i)]; }
  bool plays_two(int i) const { return line(i).plays_two(torus_.coordinate(rank_, i)); }
  bool gets_ahead(int i) const;
  /// Returns whether step s is number 1 of its dimension, right after number 0.
  bool follows(int s) const {
    return s > 0 && s < steps() && sigma(s) == 1 && dimension(s) == dimension(s - 1);
  }
  int dimension(int s) const { return order_[static_cast<std::size_t>(s)].dimension; }
  int sigma(int s) const { return order_[static_cast<std::size_t>(s)].sigma; }
  /// Lists the blocks that go from coordinate x to coordinate y of step s's dimension, ascending:
  /// in the step before it, or in step s.
  void list_blocks(int s, int x, int y, bool ahead, std::vector<int>& out) const;
  std::vector<int> coordinates_left(int i, int s) const;

  Torus torus_;
  int rank_;
  std::vector<SwingLine> lines_;
  std::vector<DimensionStep> order_;
  std::vector<int> give_, keep_;
};

/// Exchanges that a rank has begun and does not wait for yet.
class OpenExchanges {
 public:
  explicit OpenExchanges(Comm& c) : c_(c) {}

  /// Begins an exchange; settle() adds the received data to `into`, unless that is empty.
  void begin(int peer, Slice out, Slice in, Slice into = {}) {
    const Handle received = c_.irecv(in, peer);
    open_.push_back({{received, c_.isend(out, peer)}, into, into.empty() ? Slice() : in});
  }
  /// Waits for all of them in order.
  void settle() {
    for (const Open& o : open_) {
      c_.wait_all(o.both);
      if (!o.into.empty()) c_.reduce(o.into, o.sum);
    }
    open_.clear();
  }

 private:
  struct Open {
    std::array<Handle, 2> both;
    Slice into, sum;
  };
  Comm& c_;
  std::vector<Open> open_;
};

/// Runs the steps from `round` on: gives blocks away and adds arriving blocks to those that are
/// kept.
template <class Plan, class Blocks>
void exchange_reduce_scatter(Comm& c, Plan& plan, const Blocks& B, int round) {
  Slice T;
  OpenExchanges open(c);
  for (int s = 0; s < plan.steps(); ++s) {
    if (plan.settles(s)) open.settle();
    // The rank gives each partner of this step the blocks that the partner keeps, and adds what
    // comes to those it keeps itself.
    c.round(round + s);
    plan.for_each_exchange(s, s, [&](int peer, const auto& give, const auto& keep) {
      const std::int64_t n = B.elements(keep);
      if (!plan.holds_up(s, peer)) return open.begin(peer, B(c, give), c.scratch(n), B(c, keep));
      if (T.count() < n) T = c.scratch(n);
      const Slice t = T.part(0, n);
      c.sendrecv(B(c, give), peer, t, peer);
      if (peer < c.rank())
        c.reduce_front(B(c, keep), t);
      else
        c.reduce(B(c, keep), t);
    });
  }
  open.settle();
}

/// Runs the steps of the reduce-scatter backwards: kept blocks are sent out, blocks given away come
/// back.
template <class Plan, class Blocks>
void exchange_allgather(Comm& c, Plan& plan, const Blocks& B, int round) {
  OpenExchanges open(c);
  for (int s = plan.steps() - 1; s >= 0; --s) {
    // The rank hands the finished blocks it keeps to each partner of this step, and gets back the
    // ones it gave away.
    c.round(round + plan.steps() - 1 - s);
    plan.for_each_exchange(s, plan.returns(s), [&](int peer, const auto& give, const auto& keep) {
      if (plan.holds_up(s, peer))
        c.sendrecv(B(c, keep), peer, B(c, give), peer);
      else
        open.begin(peer, B(c, keep), B(c, give));
    });
    if (plan.settles(s)) open.settle();
  }
  open.settle();
}

/// Returns the exchanges of a rank in a reduce-scatter, or in an allgather, in bytes.
template <class Plan, class Blocks>
std::vector<Exchange> exchanges(const Problem& x, Plan& plan, const Blocks& B, bool allgather) {
  std::vector<Exchange> all;
  for (int k = 0; k < plan.steps(); ++k) {
    const int s = allgather ? plan.steps() - 1 - k : k;
    if (!allgather && plan.settles(s)) all.push_back(settled());
    const int aside = allgather ? plan.returns(s) : s;
    plan.for_each_exchange(s, aside, [&](int peer, const auto& give, const auto& keep) {
      const Bytes away = x.elements(B.elements(give)), kept = x.elements(B.elements(keep));
      if (away == Bytes(0) && kept == Bytes(0)) return;  // no message
      all.push_back(allgather ? Exchange{peer, kept, away, Bytes(0)}
                              : Exchange{peer, away, kept, kept});
      all.back().holds_up = plan.holds_up(s, peer);
    });
    if (allgather && plan.settles(s)) all.push_back(settled());
  }
  all.push_back(settled());
  return all;
}

/// Elements that a rank gives away (and sends in a reduce-scatter), and keeps (and sends in an
/// allgather).
struct Given {
  std::int64_t away = 0, kept = 0;
};
template <class Plan, class Blocks>
Given given(Plan& plan, const Blocks& B) {
  Given sum;
  for (int s = 0; s < plan.steps(); ++s)
    plan.for_each_exchange(s, s, [&](int, const auto& give, const auto& keep) {
      sum.away += B.elements(give);
      sum.kept += B.elements(keep);
    });
  return sum;
}

/// Calls f(plan, rank_of) with the plan of a rank: by halving where all sides are powers of two, by
/// SwingPlan elsewhere (REQUIRES Pairing::kSwing then). rank_of(b) is the rank whose block has
/// number b.
template <class F>
void with_plan(const Torus& torus, const Direction& direction, int rank, F&& f) {
  if (torus.powers_of_two()) {
    const Fold unfolded(torus);
    const Butterfly butterfly(unfolded.participants(), direction);
    HalvingPlan plan(unfolded, butterfly, rank);
    f(plan, [&](int b) { return butterfly.rank(b); });
  } else {
    SwingPlan plan(torus, direction, rank);
    f(plan, [](int b) { return b; });
  }
}

}  // namespace orrery::inline algorithms
