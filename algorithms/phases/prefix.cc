#include "algorithms/phases/prefix.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "algorithms/cost_models/one_port_time.h"

namespace orrery::inline algorithms {

namespace {

using prefix::ScanPlan;
using prefix::ScanStep;

bool keeps_X(const ScanPlan& plan) {
  return std::ranges::any_of(plan.steps,
                             [](const ScanStep& s) { return s.adds_X != ScanStep::Adds::kNot; });
}

/// Returns whether X is made from x once more, which must then be kept.
bool keeps_x(const ScanPlan& plan) {
  bool changed = false;
  for (const ScanStep& s : plan.steps) {
    if (changed && s.adds_X == ScanStep::Adds::kAfresh) return true;
    changed = changed || s.adds_X != ScanStep::Adds::kNot;
  }
  return false;
}

/// Work of a rank in a step besides its messages: the number of vectors that it copies or adds.
struct Work {
  bool sent_from_x = false;  ///< the message is x itself, which occupies the place of W
  bool copies_X = false;     ///< x, while messages are under way
  bool copies_x = false;     ///< to its lasting place, likewise
  bool renews_X = false;     ///< as x, from there
  bool copies_W = false;     ///< to its place, while messages are under way
  bool fills_W = false;      ///< the received vector is W, without adding
  bool straight = false;     ///< and comes to its place
};

/// Follows the state of a rank, step by step.
class Progress {
 public:
  explicit Progress(const ScanPlan& plan) : plan_(plan), has_W_(!plan.exclusive) {}

  Work next(const ScanStep& step) {
    Work work;
    work.copies_X = std::exchange(first_, false) && keeps_X(plan_);
    work.copies_x = work.copies_X && keeps_x(plan_);
    work.copies_W = std::exchange(aside_, false);
    work.renews_X = step.adds_X == ScanStep::Adds::kAfresh && X_has_changed_;
    X_has_changed_ = X_has_changed_ || step.adds_X != ScanStep::Adds::kNot;
    work.sent_from_x = step.to >= 0 && step.sends_X && !X_is_apart_;
    X_is_apart_ = X_is_apart_ || work.copies_X;
    work.fills_W = step.adds_W && !has_W_;
    work.straight = work.fills_W && !work.sent_from_x && !work.copies_X;
    has_W_ = has_W_ || step.adds_W;
    aside_ = work.fills_W && !work.straight;
    return work;
  }
  /// Returns whether W still has to be copied to its place.
  bool aside() const { return aside_; }

 private:
  const ScanPlan& plan_;
  bool has_W_, first_ = true, X_is_apart_ = false, X_has_changed_ = false, aside_ = false;
};

class PrefixFollower {
 public:
  PrefixFollower(Comm& c, const ScanPlan& plan, Slice v)
      : c_(c),
        plan_(plan),
        progress_(plan),
        v_(v),
        X_(keeps_X(plan) ? c.scratch(v.count()) : v),
        x_(keeps_x(plan) ? c.scratch(v.count()) : v) {
    if (!plan.steps.empty())
      for (Slice& t : T_) t = c.scratch(v.count());
  }

  void run() {
    for (const ScanStep& step : plan_.steps) {
      // The rank sends a partial sum on to a higher one (or to its partner), and adds the one that comes to what
      // it has.
      c_.round(step.round);
      take(step, progress_.next(step));
    }
    if (progress_.aside()) c_.copy(v_, W_);
  }

 private:
  void take(const ScanStep& step, const Work& work) {
    const Slice in = work.straight ? v_ : T_[static_cast<std::size_t>(turn_ = 1 - turn_)];
    const Slice out = !step.sends_X ? W_ : work.sent_from_x ? v_ : X_;
    std::vector<Handle> all;
    if (step.from >= 0) all.push_back(c_.irecv(in, step.from));
    if (step.to >= 0) all.push_back(c_.isend(out, step.to));
    if (work.copies_X) c_.copy(X_, v_);
    if (work.copies_x) c_.copy(x_, v_);
    if (work.renews_X) c_.copy(X_, x_);
    if (work.copies_W) c_.copy(v_, std::exchange(W_, v_));
    c_.wait_all(all);
    if (work.fills_W) W_ = in;
    if (step.adds_W && !work.fills_W) c_.reduce_front(v_, in);
    if (step.adds_X == ScanStep::Adds::kInFront) c_.reduce_front(X_, in);
    if (step.adds_X == ScanStep::Adds::kBehind) c_.reduce(X_, in);
    if (step.adds_X == ScanStep::Adds::kAfresh) c_.reduce_front(X_, v_);
  }

  Comm& c_;
  const ScanPlan& plan_;
  Progress progress_;
  Slice v_, X_, x_;
  Slice W_ = v_;
  std::array<Slice, 2> T_;
  int turn_ = 0;
};

std::vector<Exchange> program(const ScanPlan& plan, Bytes m) {
  std::vector<Exchange> all;
  Progress progress(plan);
  const Bytes none(0);
  const auto works = [&](bool does) {
    if (does) all.push_back({0, none, none, m});
  };
  for (const ScanStep& step : plan.steps) {
    const Work work = progress.next(step);
    if (step.from >= 0) all.push_back({step.from, none, m, none, false});
    if (step.to >= 0) all.push_back({step.to, m, none, none, false});
    works(work.copies_X);
    works(work.copies_x);
    works(work.renews_X);
    works(work.copies_W);
    all.push_back(settled());
    works(step.adds_W && !work.fills_W);
    works(step.adds_X != ScanStep::Adds::kNot);
  }
  works(progress.aside());
  return all;
}

std::int64_t messages(const ScanPlan& plan) {
  return std::ranges::count_if(plan.steps, [](const ScanStep& s) { return s.to >= 0; });
}

}  // namespace

void follow(Comm& c, const ScanPlan& plan, const Call& call) {
  PrefixFollower(c, plan, call.v).run();
}

std::int64_t prefix_rounds(PrefixPlanOf plan_of, const Problem& x) {
  std::int64_t rounds = 0;
  for (int r = 0; r < x.p; ++r)
    for (const ScanStep& step : plan_of(x, r).steps)
      rounds = std::max<std::int64_t>(rounds, step.round + 1);
  return rounds;
}

std::int64_t prefix_messages(PrefixPlanOf plan_of, const Problem& x) {
  std::int64_t sum = 0;
  for (int r = 0; r < x.p; ++r) sum += messages(plan_of(x, r));
  return sum;
}

std::int64_t prefix_messages_max_rank(PrefixPlanOf plan_of, const Problem& x) {
  std::int64_t most = 0;
  for (int r = 0; r < x.p; ++r) most = std::max(most, messages(plan_of(x, r)));
  return most;
}

Time prefix_time(PrefixPlanOf plan_of, const Problem& x) {
  std::vector<std::vector<Exchange>> programs;
  programs.reserve(static_cast<std::size_t>(x.p));
  for (int r = 0; r < x.p; ++r) programs.push_back(program(plan_of(x, r), x.bytes()));
  return one_port_time(programs, x.cost);
}

}  // namespace orrery::inline algorithms
