// Trivance, latency-optimal: whole vectors are exchanged in steps of three, both ways round at once.
// Ref      A. Jürß et al., "Trivance", arXiv 2602.17254, 2026, for sides that are powers of three; the last step of other
//          sides is our own rule.
// Letters  p ranks, r own rank, D dimensions of sides d (one ring of p without coordinates), L = ceil(log3 d), δ_s distance
//          of step s (3^s but for the last), m bytes.
// Parts    D collectives at once, each on m/D, the c-th of which begins in dimension c.
// Rounds   the sum of L over the dimensions. In step s a rank sends what it has summed to r + δ_s and r - δ_s, and adds what
//          comes: it has the sum F of 3^(s+1) ranks around it then. If d is not a power of three, the last step would
//          count some ranks twice: sums T and B of the upper and lower end of the window grow beside F, and go alone.
//          With d = 5 rank r sends what it has to r - 1 and r + 1 in step 0, and in step 1 what r + 1 had to r - 1
//          and what r - 1 had to r + 1.
// Sent     2 m log3 p by every rank of a ring of 3^L; T and B add up to three vectors on the way.
// Time     2 L (α + mβ + mγ) for one ring of 3^L on one port; L(α + mβ + 2mγ) with two ports.
// Needs    a commutative operator: windows wrap round.
#include <algorithm>
#include <map>
#include <vector>

#include "algorithms/common/symmetry_hint.h"
#include "algorithms/cost_models/one_port_time.h"
#include "algorithms/schedules/tori/trivance.h"

namespace orrery::allreduce_trivance_latency {

namespace {

using namespace trivance;

/// A step of one part, with its partners.
struct PartStep {
  WindowStep step;
  int lower = 0, upper = 0;            ///< receivers of to_lower and to_upper
  int from_lower = 0, from_upper = 0;  ///< senders of to_upper and to_lower
};

/// Returns the steps of part c of rank r.
std::vector<PartStep> steps_of(const std::vector<int>& dims, int c, int r) {
  std::vector<std::vector<WindowStep>> steps;
  steps.reserve(dims.size());
  for (const int d : dims) steps.push_back(window_steps(d));
  std::vector<PartStep> all;
  for (const auto [dimension, number] : latency_stages(dims, c)) {
    const WindowStep& step =
        steps[static_cast<std::size_t>(dimension)][static_cast<std::size_t>(number)];
    const auto rank = [&](int by) { return moved(dims, r, dimension, by); };
    all.push_back({step, rank(-step.down), rank(step.up), rank(-step.up), rank(step.down)});
  }
  return all;
}

/// Returns the steps of all D parts of rank r, in as many steps each.
std::vector<std::vector<PartStep>> steps_of_parts(const Problem& x, int r) {
  const std::vector<int> dims = sides(x);
  std::vector<std::vector<PartStep>> all;
  all.reserve(dims.size());
  for (int c = 0; c < std::ssize(dims); ++c) all.push_back(steps_of(dims, c, r));
  return all;
}

/// Sums by their letter; where T or B is missing, it is F.
using Sums = std::map<char, Slice>;
Slice sum(const Sums& sums, char letter) {
  const auto found = sums.find(letter);
  return found == sums.end() ? sums.at('F') : found->second;
}

/// One rank's work on a part of the vector.
class Windows {
 public:
  Windows(Comm& c, Slice v) : c_(c), own_{{'F', v}} {}

  void begin(const PartStep& s, std::vector<Handle>& open) {
    lower_ = received(s.step.to_upper);
    upper_ = received(s.step.to_lower);
    if (s.step.up > 0) open.push_back(c_.irecv(message(lower_, s.step.to_upper), s.from_lower));
    if (s.step.down > 0) open.push_back(c_.irecv(message(upper_, s.step.to_lower), s.from_upper));
    if (s.step.down > 0) open.push_back(c_.isend(message(own_, s.step.to_lower), s.lower));
    if (s.step.up > 0) open.push_back(c_.isend(message(own_, s.step.to_upper), s.upper));
  }

  /// Ends the step. REQUIRES that all messages have arrived.
  void finish(const WindowStep& step) {
    Sums next{{'F', own_.at('F')}};
    grow(next, 'T', step.T, lower_, upper_);
    grow(next, 'B', step.B, upper_, lower_);
    for (const auto& [side, letters] :
         {std::pair(&lower_, &step.to_upper), {&upper_, &step.to_lower}})
      if (!letters->empty()) c_.reduce(own_.at('F'), side->at(letters->front()));
    for (const Sums* sums : {&lower_, &upper_, &own_})
      for (const auto& [letter, slice] : *sums) give_back(slice, next);
    own_ = std::move(next);
  }

 private:
  Sums received(const std::vector<char>& letters) {
    Sums sums;
    for (const char letter : letters) sums[letter] = room();
    return sums;
  }
  Slice message(const Sums& sums, const std::vector<char>& letters) {
    std::vector<Slice> parts;
    parts.reserve(letters.size());
    for (const char letter : letters) parts.push_back(sum(sums, letter));
    return parts.size() == 1 || parts.front().empty() ? parts.front() : c_.join(parts);
  }

  /// Computes the sum of an end of the next window; `ahead` came from the partner at that end,
  /// `behind` from the other one.
  void grow(Sums& next, char letter, Growth growth, const Sums& behind, const Sums& ahead) {
    if (growth == Growth::kNone) return;
    Slice& end = next[letter];
    if (growth == Growth::kPartner) {
      end = sum(ahead, letter);
      return;
    }
    end = growth == Growth::kOtherSide ? behind.at(letter) : sum(own_, letter);
    if (growth == Growth::kOwnOfAll) {
      end = room();
      c_.copy(end, own_.at('F'));
    }
    if (growth == Growth::kOtherSide) c_.reduce(end, own_.at('F'));
    c_.reduce(end, ahead.at('F'));
  }

  /// Returns a buffer as large as the part.
  Slice room() {
    if (free_.empty()) return c_.scratch(own_.at('F').count());
    const Slice last = free_.back();
    free_.pop_back();
    return last;
  }
  void give_back(Slice slice, const Sums& kept) {
    if (std::ranges::none_of(kept, [&](const auto& k) { return k.second == slice; }))
      free_.push_back(slice);
  }

  Comm& c_;
  Sums own_, lower_, upper_;
  std::vector<Slice> free_;
};

/// Leaves the sum of all ranks in call.v.
void exchange_windows(Comm& c, const Call& call) {
  const auto steps = steps_of_parts(call.problem, c.rank());
  std::vector<Windows> parts;
  for (std::size_t d = 0; d < steps.size(); ++d)
    parts.emplace_back(c, call.v.block(static_cast<int>(d), std::ssize(steps)));
  for (std::size_t stage = 0; stage < steps.front().size(); ++stage) {
    // The rank exchanges the sums of its windows with ranks at both sides, each part along a dimension of its
    // own, and adds what has come: its windows are three times as long then.
    c.round(static_cast<int>(stage));
    std::vector<Handle> open;
    for (std::size_t d = 0; d < parts.size(); ++d) parts[d].begin(steps[d][stage], open);
    c.wait_all(open);
    for (std::size_t d = 0; d < parts.size(); ++d) parts[d].finish(steps[d][stage].step);
  }
}

int window_rounds(const Problem& x) {
  return static_cast<int>(latency_stages(sides(x), 0).size());
}

std::vector<Exchange> window_exchanges(const Problem& x, int r) {
  const auto steps = steps_of_parts(x, r);
  const int D = static_cast<int>(steps.size());
  std::vector<Exchange> all;
  for (std::size_t stage = 0; stage < steps.front().size(); ++stage) {
    for (int d = 0; d < D; ++d) {
      const auto& [step, lower, upper, from_lower, from_upper] =
          steps[static_cast<std::size_t>(d)][stage];
      const Bytes m = x.block(d, D), down = std::ssize(step.to_lower) * m,
                  up = std::ssize(step.to_upper) * m;
      all.push_back({from_lower, Bytes(0), up, Bytes(0), false});
      all.push_back({from_upper, Bytes(0), down, Bytes(0), false});
      all.push_back({lower, down, Bytes(0), Bytes(0), false});
      all.push_back({upper, up, Bytes(0), Bytes(0), false});
    }
    all.push_back(settled());
    for (int d = 0; d < D; ++d)
      all.insert(
          all.end(),
          static_cast<std::size_t>(steps[static_cast<std::size_t>(d)][stage].step.operations()),
          {0, Bytes(0), Bytes(0), x.block(d, D)});
  }
  return all;
}

Bytes bytes_of_rank(const Problem& x) {
  Bytes sum(0);
  for (const Exchange& e : window_exchanges(x, 0)) sum += e.out;
  return sum;
}

Time time(const Problem& x) {
  std::vector<std::vector<Exchange>> programs;
  programs.reserve(static_cast<std::size_t>(x.p));
  for (int r = 0; r < x.p; ++r) programs.push_back(window_exchanges(x, r));
  return one_port_time(programs, x.cost);
}

}  // namespace

extern constinit const Algorithm allreduce_trivance_latency = {
    .collective = "allreduce",
    .name = "trivance-latency",
    .summary =
        "Whole vectors are exchanged with ranks at both sides at once, at three times the distance "
        "in each step: log3 of each side steps.",
    .reference = "Jürß et al., Trivance, arXiv 2602.17254, 2026",
    .formula = "2 log3(p) (α + mβ + mγ)",
    .formula_if = "p = 3^q, one ring",
    .needs_commutative = true,
    .run = exchange_windows,
    .symmetry = [](const Problem& x) { return symmetric_by_coordinates(x, 1, 1); },
    .rounds = [](const Problem& x) -> std::int64_t { return window_rounds(x); },
    .bytes_total = [](const Problem& x) { return x.p * bytes_of_rank(x); },
    .bytes_max_rank = bytes_of_rank,
    .time = time,
};

}  // namespace orrery::allreduce_trivance_latency
