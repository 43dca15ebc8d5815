#include "algorithms/phases/follow.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "algorithms/common/partition.h"
#include "algorithms/cost_models/one_port_time.h"
#include "algorithms/phases/pass_on.h"
#include "emu/net/network.h"

namespace orrery::inline algorithms {

namespace {

/// The places of the blocks of a plan.
class PlanBlocks {
 public:
  /// Creates them. `spare` has spare_elements().
  PlanBlocks(const BlockPlan& plan, Slice v, Slice spare, const Partition& partition)
      : v_(v),
        spare_(spare),
        partition_(partition),
        parts_(plan.parts),
        pieces_(plan.pieces / plan.parts),
        spares_(plan.spare) {}

  Slice block(int b) const {
    if (pieces_ == 0) return partition_.block(v_, b);
    if (b >= pieces_ * parts_) return spare_.block(b - pieces_ * parts_, spares_);
    return v_.block(b / pieces_, parts_).block(b % pieces_, pieces_);
  }
  bool tokens() const { return pieces_ == BlockPlan::kTokens; }
  std::int64_t elements(const BlockMessage& message) const {
    if (tokens()) return 0;
    std::int64_t sum = 0;
    for (const int b : message.blocks) sum += block(b).count();
    return sum;
  }
  /// Returns a message's blocks as one slice, for one call. Neighbouring blocks are one part of it.
  Slice operator()(Comm& c, const BlockMessage& message) const {
    if (tokens()) return Slice::token();
    return joined(c, parts_of(message));
  }
  /// Returns piece i of it.
  Slice piece(Comm& c, const BlockMessage& message, int i) const {
    const Slice all(0, 1, 0, elements(message)), wanted = all.block(i, message.segments);
    std::vector<Slice> parts;
    std::int64_t at = 0;
    for (const Slice& part : parts_of(message)) {
      const std::int64_t begin = std::max(wanted.offset(), at),
                         end = std::min(wanted.offset() + wanted.count(), at + part.count());
      if (begin < end) parts.push_back(part.part(begin - at, end - begin));
      at += part.count();
    }
    return joined(c, parts);
  }

 private:
  std::vector<Slice> parts_of(const BlockMessage& message) const {
    std::vector<Slice> parts;
    for (const int b : message.blocks) append(parts, block(b));
    return parts;
  }
  static Slice joined(Comm& c, const std::vector<Slice>& parts) {
    if (parts.empty()) return {};
    return parts.size() == 1 ? parts.front() : c.join(parts);
  }
  static void append(std::vector<Slice>& parts, Slice next) {
    if (next.empty()) return;
    if (!parts.empty() && parts.back().offset() + parts.back().count() == next.offset())
      parts.back() = {next.buffer(), next.element_bytes(), parts.back().offset(),
                      parts.back().count() + next.count()};
    else
      parts.push_back(next);
  }

  Slice v_, spare_;
  const Partition& partition_;
  int parts_, pieces_, spares_;
};

/// Returns the elements of the plan's extra blocks, each as large as the first piece of v.
std::int64_t spare_elements(const BlockPlan& plan, Slice v) {
  return plan.spare > 0 ? plan.spare * v.block(0, plan.pieces).count() : 0;
}

bool in_pairs(const BlockPlan& plan, const BlockStep& step) {
  return plan.one_by_one || (step.out.size() <= 1 && step.in.size() <= 1);
}
bool in_pieces(const BlockStep& step) {
  return !step.in.empty() && step.in[0].segments > 1;
}
std::size_t pairs(const BlockStep& step) {
  return std::max(step.out.size(), step.in.size());
}

/// Runs a plan on one rank.
class Follower {
 public:
  Follower(Comm& c, const BlockPlan& plan, const Call& call)
      : c_(c), plan_(plan), B_(plan, call.v, spare(c, plan, call.v), call.partition) {
    std::int64_t most = 0;
    for (const BlockStep& step : plan.steps) most = std::max(most, to_add(step));
    if (most > 0) T_ = c.scratch(most);
  }

  void run() {
    for (const BlockStep& step : plan_.steps) {
      // The rank sends and receives the blocks that its table has for this round, and adds what is to be
      // added when all have come.
      c_.round(step.round);
      if (in_pieces(step)) {
        exchange_pieces(step);
      } else {
        exchange(step);
        add(step);
      }
    }
    for (const BlockCopy& copy : plan_.copies) c_.copy(B_.block(copy.into), B_.block(copy.from));
  }

 private:
  static Slice spare(Comm& c, const BlockPlan& plan, Slice v) {
    const std::int64_t elements = spare_elements(plan, v);
    return elements > 0 ? c.scratch(elements) : Slice();
  }

  std::int64_t to_add(const BlockStep& step) const {
    std::int64_t sum = 0;
    for (const BlockMessage& m : step.in)
      if (m.arrival != Arrival::kStore) sum += B_.elements(m);
    return sum;
  }

  /// Sets places_: the place where each message of the step arrives.
  void place(const BlockStep& step) {
    places_.clear();
    std::int64_t used = 0;
    for (const BlockMessage& m : step.in) {
      const std::int64_t n = m.arrival == Arrival::kStore ? 0 : B_.elements(m);
      places_.push_back(n > 0 ? T_.part(used, n) : Slice());
      used += n;
    }
  }
  Slice into(const BlockStep& step, std::size_t i) const {
    return step.in[i].arrival == Arrival::kStore ? B_(c_, step.in[i]) : places_[i];
  }

  void exchange(const BlockStep& step) {
    place(step);
    if (in_pairs(plan_, step))
      exchange_in_pairs(step);
    else
      exchange_at_once(step);
  }

  void exchange_in_pairs(const BlockStep& step) {
    for (std::size_t i = 0; i < pairs(step); ++i) {
      const bool sends = i < step.out.size(), receives = i < step.in.size();
      c_.sendrecv(sends ? B_(c_, step.out[i]) : Slice(), sends ? step.out[i].peer : c_.rank(),
                  receives ? into(step, i) : Slice(), receives ? step.in[i].peer : c_.rank());
    }
  }

  void exchange_at_once(const BlockStep& step) {
    std::vector<Handle> all;
    for (std::size_t i = 0; i < step.in.size(); ++i)
      all.push_back(c_.irecv(into(step, i), step.in[i].peer));
    for (const BlockMessage& m : step.out) all.push_back(c_.isend(B_(c_, m), m.peer));
    c_.wait_all(all);
  }

  /// Adds earlier pieces while later ones are under way.
  void exchange_pieces(const BlockStep& step) {
    place(step);
    const BlockMessage &in = step.in[0], &out = step.out[0];
    std::vector<Handle> coming, going;
    for (int i = 0; i < in.segments; ++i)
      coming.push_back(c_.irecv(places_[0].block(i, in.segments), in.peer));
    for (int i = 0; i < out.segments; ++i)
      going.push_back(c_.isend(B_.piece(c_, out, i), out.peer));
    for (int i = 0; i < in.segments; ++i) {
      c_.wait(coming[static_cast<std::size_t>(i)]);
      const Slice sum = B_.piece(c_, in, i), piece = places_[0].block(i, in.segments);
      if (sum.empty()) continue;
      if (in.arrival == Arrival::kAddInFront)
        c_.reduce_front(sum, piece);
      else
        c_.reduce(sum, piece);
    }
    c_.wait_all(going);
  }

  /// Returns the messages of a step in the order of their peers: those in front, and then the
  /// others.
  static std::vector<std::size_t> in_order(const BlockStep& step) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < step.in.size(); ++i)
      if (step.in[i].arrival != Arrival::kStore) order.push_back(i);
    std::ranges::sort(order, {}, [&](std::size_t i) {
      return std::pair(step.in[i].arrival == Arrival::kAdd, step.in[i].peer);
    });
    return order;
  }

  /// Adds the messages. One in front is added to the next one in front if that brings the same
  /// blocks.
  void add(const BlockStep& step) {
    const std::vector<std::size_t> order = in_order(step);
    for (std::size_t n = 0; n < order.size(); ++n) {
      const std::size_t i = order[n];
      const BlockMessage& m = step.in[i];
      if (m.arrival == Arrival::kAdd) {
        c_.reduce(B_(c_, m), places_[i]);
        continue;
      }
      const bool joins_next = n + 1 < order.size() && joins(m, step.in[order[n + 1]]);
      c_.reduce_front(joins_next ? places_[order[n + 1]] : B_(c_, m), places_[i]);
    }
  }
  static bool joins(const BlockMessage& m, const BlockMessage& next) {
    return next.arrival == Arrival::kAddInFront && next.blocks == m.blocks;
  }

  Comm& c_;
  const BlockPlan& plan_;
  PlanBlocks B_;
  Slice T_;
  std::vector<Slice> places_;
};

/// The messages of plans without data, for counting.
class PlanShape {
 public:
  PlanShape(const Algorithm& a, const Problem& x)
      : x_(x),
        v_(0, 1, 0, find_collective(a.collective).vector_length(x)),
        partition_(blocks_of(find_collective(a.collective), x)),
        pairs_(v_, partition_, x.p, 0) {}

  Bytes sent(const BlockPlan& plan) const {
    Bytes sum(0);
    for (const BlockStep& step : plan.steps)
      for (const BlockMessage& m : step.out) sum += sizes(plan, m) + bytes(plan, m);
    return sum;
  }
  /// Returns the exchanges of rank r, in terms of its port.
  std::vector<Exchange> program(const BlockPlan& plan, int r) const {
    std::vector<Exchange> all;
    const bool for_all = plan.pieces == BlockPlan::kForAll;
    if (for_all && plan.steps.empty()) all.push_back(copied(r));
    for (const BlockStep& step : plan.steps) {
      if (in_pieces(step)) {
        add_pieces(plan, step, all);
        continue;
      }
      if (for_all)
        pass_on(plan, step, r, all);
      else if (in_pairs(plan, step))
        add_pairs(plan, step, all);
      else
        add_at_once(plan, step, all);
      for (const BlockMessage& m : step.in)
        if (m.arrival != Arrival::kStore) all.push_back(computed(bytes(plan, m)));
    }
    for (const BlockCopy& copy : plan.copies)
      all.push_back(computed(x_.elements(blocks(plan).block(copy.into).count())));
    return all;
  }

 private:
  PlanBlocks blocks(const BlockPlan& plan) const {
    return {plan, v_, Slice(0, 1, 0, spare_elements(plan, v_)), partition_};
  }
  Bytes bytes(const BlockPlan& plan, const BlockMessage& m) const {
    if (plan.pieces != BlockPlan::kForAll) return x_.elements(blocks(plan).elements(m));
    if (plan.padded) return x_.elements(std::ssize(m.blocks) * pairs_.largest());
    std::int64_t sum = 0;
    for (const int b : m.blocks) sum += pairs_.size(b / x_.p, b % x_.p);
    return x_.elements(sum);
  }
  Bytes sizes(const BlockPlan& plan, const BlockMessage& m) const {
    return x_.elements(plan.elements_of_sizes(m, x_.element_bytes));
  }
  /// Returns the bytes of a message in a port; 1 for a token, as 0 would mean no message.
  Bytes in_port(const BlockPlan& plan, const BlockMessage& m) const {
    return plan.pieces == BlockPlan::kTokens ? Bytes(1) : bytes(plan, m);
  }

  static Exchange receiving(int peer, Bytes n) { return {peer, Bytes(0), n, Bytes(0), false}; }
  static Exchange sending(int peer, Bytes n) { return {peer, n, Bytes(0), Bytes(0), false}; }
  static Exchange computed(Bytes n) { return {0, Bytes(0), Bytes(0), n}; }
  Exchange copied(int r) const { return computed(x_.elements(pairs_.size(r, r))); }

  void add_pairs(const BlockPlan& plan, const BlockStep& step, std::vector<Exchange>& all) const {
    for (std::size_t i = 0; i < pairs(step); ++i) {
      if (i < step.in.size()) all.push_back(receiving(step.in[i].peer, in_port(plan, step.in[i])));
      if (i < step.out.size()) all.push_back(sending(step.out[i].peer, in_port(plan, step.out[i])));
      all.push_back(settled());
    }
  }
  void add_at_once(const BlockPlan& plan, const BlockStep& step, std::vector<Exchange>& all) const {
    for (const BlockMessage& m : step.in) all.push_back(receiving(m.peer, in_port(plan, m)));
    for (const BlockMessage& m : step.out) all.push_back(sending(m.peer, in_port(plan, m)));
    all.push_back(settled());
  }
  void add_pieces(const BlockPlan& plan, const BlockStep& step, std::vector<Exchange>& all) const {
    const BlockMessage &in = step.in[0], &out = step.out[0];
    const auto piece = [&](const BlockMessage& m, int i) {
      const Slice elements(0, 1, 0, bytes(plan, m).count() / x_.element_bytes);
      return x_.elements(elements.block(i, m.segments).count());
    };
    for (int i = 0; i < in.segments; ++i)
      all.push_back({in.peer, Bytes(0), piece(in, i), piece(in, i), false});
    for (int i = 0; i < out.segments; ++i) all.push_back(sending(out.peer, piece(out, i)));
    all.push_back(settled());
  }
  /// Adds the exchanges of an all-to-all. The own block is copied during the first messages of
  /// blocks.
  void pass_on(const BlockPlan& plan, const BlockStep& step, int r,
               std::vector<Exchange>& all) const {
    for (const BlockMessage& m : step.in) all.push_back(receiving(m.peer, sizes(plan, m)));
    for (const BlockMessage& m : step.out) all.push_back(sending(m.peer, sizes(plan, m)));
    all.push_back(settled());
    add_at_once(plan, step, all);
    if (&step == &plan.steps.front()) all.insert(all.end() - 1, copied(r));
  }

  const Problem& x_;
  Slice v_;
  Partition partition_;
  PairBlocks pairs_;  // of plans that are kForAll
};

}  // namespace

void follow(Comm& c, const BlockPlan& plan, const Call& call) {
  if (plan.pieces == BlockPlan::kForAll)
    pass_on(c, plan, call);
  else
    Follower(c, plan, call).run();
}

std::int64_t plan_rounds(const Algorithm& a, const Problem& x) {
  std::int64_t rounds = 0;
  for (int r = 0; r < x.p; ++r) {
    const BlockPlan plan = a.plan(x, r);
    if (!plan.steps.empty()) rounds = std::max<std::int64_t>(rounds, plan.steps.back().round + 1);
  }
  return rounds;
}

Bytes plan_bytes_total(const Algorithm& a, const Problem& x) {
  const PlanShape shape(a, x);
  Bytes sum(0);
  for (int r = 0; r < x.p; ++r) sum += shape.sent(a.plan(x, r));
  return sum;
}

Bytes plan_bytes_max_rank(const Algorithm& a, const Problem& x) {
  const PlanShape shape(a, x);
  Bytes most(0);
  for (int r = 0; r < x.p; ++r) most = std::max(most, shape.sent(a.plan(x, r)));
  return most;
}

Time plan_time(const Algorithm& a, const Problem& x) {
  const PlanShape shape(a, x);
  std::vector<std::vector<Exchange>> programs;
  programs.reserve(static_cast<std::size_t>(x.p));
  for (int r = 0; r < x.p; ++r) programs.push_back(shape.program(a.plan(x, r), r));
  AlphaBetaGamma cost = x.cost;
  if (find_collective(a.collective).synchronises) cost.beta = CostPerByte{0};
  return one_port_time(programs, cost);
}

bool one_at_a_time(const Problem& x) {
  return x.network == nullptr ||
         (x.network->ports.kind == Ports::Kind::kCount && x.network->ports.count == 1);
}

}  // namespace orrery::inline algorithms
