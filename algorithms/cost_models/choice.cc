#include "algorithms/cost_models/choice.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "algorithms/common/arithmetic.h"
#include "algorithms/common/placed_problem.h"
#include "algorithms/cost_models/best_tuning.h"
#include "algorithms/cost_models/phase_model.h"
#include "algorithms/phases/tori/swing_direct.h"
#include "algorithms/phases/tori/swing_folded.h"
#include "emu/net/network.h"

namespace orrery::inline algorithms {

namespace {

/// An allreduce on a torus, cut into the collectives of some directions.
struct Setting {
  Setting(const Problem& problem, const Design& design)
      : x(problem),
        torus(design.torus(problem)),
        directions(design.directions(problem, torus)),
        m(static_cast<double>(problem.bytes().count()) / static_cast<double>(directions.size())) {}

  int together() const { return static_cast<int>(directions.size()); }

  const Problem& x;
  Torus torus;
  std::vector<Direction> directions;
  double m;  ///< bytes of a collective
};

/// Returns the dimensions and numbers of all steps, by direction.
std::vector<std::vector<DimensionStep>> orders_of(const Setting& it,
                                                  const std::vector<int>& steps) {
  std::vector<std::vector<DimensionStep>> orders;
  orders.reserve(it.directions.size());
  for (const Direction& direction : it.directions)
    orders.push_back(interleaved(steps, direction.first));
  return orders;
}

/// Returns the time if partners on sides folded to powers of two exchange bytes(s) in step s.
template <class BytesOf>
double pairs_time(const Setting& it, BytesOf&& bytes) {
  std::vector<int> steps;
  for (const int side : it.torus.sides()) steps.push_back(floor_log2(side));
  const auto orders = orders_of(it, steps);
  PhaseModel phase(it.x, it.together());
  for (std::size_t s = 0; s < orders.front().size(); ++s) {
    for (std::size_t k = 0; k < orders.size(); ++k) {
      const auto [i, sigma] = orders[k][s];
      const Participants line(it.torus.side(i));
      for (int u = 0; u < line.count; ++u) {
        const int v = it.directions[k].pairs.partner(u, sigma, line.count);
        phase.message(static_cast<int>(k), it.torus.moved(0, i, line.rank_of(u)),
                      it.torus.moved(0, i, line.rank_of(v)), bytes(static_cast<int>(s)));
      }
    }
    phase.end_step();
  }
  return phase.time();
}

/// One collective of Swing on sides of any length, step by step.
class SwingSteps {
 public:
  SwingSteps(const Torus& participants, const Direction& direction, OddSide odd)
      : torus_(participants) {
    std::vector<int> steps;
    for (const int side : torus_.sides()) {
      lines_.emplace_back(side, direction.pairs.mirrored, odd, direction.turn.nodes(side));
      left_.push_back(lines_.back().blocks());
      blocks_ *= left_.back();
      steps.push_back(lines_.back().steps());
    }
    order_ = interleaved(steps, direction.first);
  }

  int steps() const { return static_cast<int>(order_.size()); }
  /// Calls f(dimension, coordinate, partner's, share of the vector, aside) for step s. Steps are
  /// called in order.
  template <class F>
  void step(int s, F&& f) {
    const auto [i, sigma] = order_[static_cast<std::size_t>(s)];
    const SwingLine& line = lines_[static_cast<std::size_t>(i)];
    const bool settled = s + 1 < steps() && order_[static_cast<std::size_t>(s) + 1].dimension != i;
    double others = 1;
    for (int j = 0; j < torus_.dimensions(); ++j)
      others *= j == i ? 1 : left_[static_cast<std::size_t>(j)];
    const double share = others / blocks_;
    for (int a = 0; a < line.nodes(); ++a)
      line.for_each_partner(a, sigma, [&, i = i, sigma = sigma](int b) {
        const bool direct = line.left_out(a) || line.left_out(b);
        f(i, a, b, share * (direct ? 1 : line.blocks(sigma)), direct && !settled);
      });
    left_[static_cast<std::size_t>(i)] -= line.blocks(sigma);
  }

 private:
  Torus torus_;
  std::vector<SwingLine> lines_;
  std::vector<int> left_;  // blocks that a node of a line has not sent along it
  double blocks_ = 1;      // of a vector
  std::vector<DimensionStep> order_;
};

/// Returns the time of Swing's reduce-scatter on `participants`; node(k, i, a) is the coordinate of
/// a rank.
template <class NodeOf>
double swing_time(const Setting& it, const Torus& participants, OddSide odd, NodeOf&& node) {
  std::vector<SwingSteps> lanes;
  lanes.reserve(it.directions.size());
  for (const Direction& direction : it.directions) lanes.emplace_back(participants, direction, odd);
  PhaseModel phase(it.x, it.together());
  for (int s = 0; s < lanes.front().steps(); ++s) {
    for (std::size_t k = 0; k < lanes.size(); ++k)
      lanes[k].step(s, [&](int i, int a, int b, double share, bool aside) {
        phase.message(static_cast<int>(k), it.torus.moved(0, i, node(k, i, a)),
                      it.torus.moved(0, i, node(k, i, b)), share * it.m, aside);
      });
    phase.end_step();
  }
  return phase.time();
}

/// Returns the time of half vectors to both neighbours, dimension by dimension, on the links of one
/// node; other nodes take their turns at the same time.
double leaving_time(const Setting& it, const std::vector<EvenFold>& folds) {
  PhaseModel phase(it.x, it.together());
  const auto [count, identical] = FoldedSwing{}.lanes(it.x);
  const double half = it.m / 2 * identical / count;
  for (std::size_t j = 0; j < folds.front().stages().size(); ++j) {
    for (std::size_t k = 0; k < folds.size(); ++k) {
      const int i = folds[k].stages()[j];
      for (int a = 0; a < it.torus.side(i); ++a) {
        const int r = it.torus.moved(0, i, a);
        const EvenFold::Part part = folds[k].part(r, static_cast<int>(j));
        if (part.kind != EvenFold::Part::Kind::kLeaves) continue;
        for (const int to : {part.below, part.above})
          phase.message(static_cast<int>(k), r, to, half);
      }
    }
    phase.end_step();
  }
  return phase.time();
}

/// Returns the time of whole vectors to the remaining ranks, where sides become powers of two.
double folding_time(const Setting& it, const Fold& fold) {
  PhaseModel phase(it.x, it.together());
  for (std::size_t j = 0; j < fold.stages(0).size(); ++j) {
    for (std::size_t k = 0; k < it.directions.size(); ++k) {
      const int i = fold.stages(it.directions[k].first)[j];
      for (int a = 0; a < it.torus.side(i); ++a)
        if (const int r = it.torus.moved(0, i, a); fold.folded(r, i))
          phase.message(static_cast<int>(k), r, fold.twin(r, i), it.m);
    }
    phase.end_step();
  }
  return 2 * phase.time() + static_cast<double>(fold.stages(0).size()) * it.m * it.x.cost.gamma.ps;
}

double vectors_time(const Setting& it) {
  const Fold fold(it.torus);
  const double gamma = floor_log2(fold.participants().size()) * it.m * it.x.cost.gamma.ps;
  return pairs_time(it, [&](int) { return it.m; }) + gamma + folding_time(it, fold);
}

/// Returns the time of whole vectors to all others on lines that are not a power of two.
double direct_time(const Setting& it) {
  std::vector<DirectSteps> lanes;
  lanes.reserve(it.directions.size());
  for (const Direction& direction : it.directions) lanes.emplace_back(it.torus, direction);
  PhaseModel phase(it.x, it.together());
  for (int s = 0; s < lanes.front().steps(); ++s) {
    for (std::size_t k = 0; k < lanes.size(); ++k) {
      const int i = lanes[k].dimension(s);
      for (int a = 0; a < it.torus.side(i); ++a) {
        const int r = it.torus.moved(0, i, a);
        for (const int to : lanes[k].partners_of(r, s))
          phase.message(static_cast<int>(k), r, to, it.m);
      }
    }
    phase.end_step();
  }
  const auto reduced = static_cast<double>(DirectSwing{}.vectors_sent(it.x));
  return phase.time() + reduced * it.m * it.x.cost.gamma.ps;
}

double halves_time(const Setting& it, const Design& design) {
  const double gamma = it.m * it.x.cost.gamma.ps;
  if (design.pairing == Pairing::kSwing && !it.torus.powers_of_two())
    return 2 * swing_time(it, it.torus, design.odd, [](std::size_t, int, int a) { return a; }) +
           gamma;
  return 2 * pairs_time(it, [&](int s) { return std::ldexp(it.m, -1 - s); }) + gamma +
         folding_time(it, Fold(it.torus));
}

double folded_time(const Setting& it) {
  std::vector<EvenFold> folds;
  folds.reserve(it.directions.size());
  for (const Direction& direction : it.directions) folds.emplace_back(it.torus, direction);
  const auto F = static_cast<double>(folds.front().stages().size());
  const auto node = [&](std::size_t k, int i, int a) { return folds[k].node(i, a); };
  return 2 * (leaving_time(it, folds) +
              swing_time(it, folds.front().participants(), OddSide::kLeftOut, node)) +
         (1 + F / 2) * it.m * it.x.cost.gamma.ps;
}

}  // namespace

double modelled_time(const Problem& x, const Candidate& candidate) {
  const Exchanging way = candidate.way;
  const Setting it(x, candidate.design);
  if (way == Exchanging::kVectors) return vectors_time(it);
  if (way == Exchanging::kDirect) return direct_time(it);
  return way == Exchanging::kFolded ? folded_time(it) : halves_time(it, candidate.design);
}

namespace {

constexpr double kDoubt = 2;               // ratio of modelled times that surely separates two
                                           // candidates
constexpr double kMostMessages = 300'000;  // messages worth a choice

struct Entrant {
  Candidate candidate;
  double time;  // ps
};

std::vector<Entrant> entrants(const Problem& x, std::span<const Candidate> candidates) {
  std::vector<Entrant> all;
  for (const Candidate& c : candidates) all.push_back({c, modelled_time(x, c)});
  const double least = std::ranges::min(all, {}, &Entrant::time).time;
  std::erase_if(all, [least](const Entrant& e) { return e.time > kDoubt * least; });
  return all;
}

/// Returns the approximate number of messages; a folded node sends none.
double messages(const Problem& x, const Candidate& c) {
  const auto lanes = c.way == Exchanging::kFolded
                         ? static_cast<std::size_t>(FoldedSwing{}.lanes(x).count)
                         : c.design.directions(x, c.design.torus(x)).size();
  return static_cast<double>(lanes) * x.p * static_cast<double>(c.algorithm->rounds(x));
}

const Algorithm& first_of(std::vector<Entrant> all) {
  return *std::ranges::min_element(all, {}, &Entrant::time)->candidate.algorithm;
}

const Algorithm& race(const Problem& x, std::span<const Candidate> candidates) {
  std::vector<Entrant> all = entrants(x, candidates);
  if (x.network == nullptr || all.size() == 1) return first_of(std::move(all));
  double sum = 0;
  for (const Entrant& e : all) sum += messages(x, e.candidate);
  if (sum <= kMostMessages)
    for (Entrant& e : all) e.time = emulated_time(*e.candidate.algorithm, x);
  return first_of(std::move(all));
}

}  // namespace

const Algorithm& fastest(const Problem& x, std::span<const Candidate> candidates) {
  thread_local LastAnswer<std::pair<const Candidate*, PlacedProblem>, const Algorithm*> last;
  return *last.to({candidates.data(), PlacedProblem(x)}, [&] { return &race(x, candidates); });
}

}  // namespace orrery::inline algorithms
