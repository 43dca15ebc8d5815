#include "algorithms/phases/tori/torus_allreduce.h"

#include <algorithm>
#include <memory>

#include "algorithms/common/arithmetic.h"
#include "algorithms/common/ranks_needed.h"

namespace orrery::inline algorithms {

Torus Design::torus(const Problem& x) const {
  const bool wanted =
      shape == Shape::kEveryPort || (shape == Shape::kAsOrdered && x.order == Order::kTorus) ||
      (shape == Shape::kBestOrder && x.commutative && Torus(x.dims).powers_of_two());
  return Torus(wanted && !x.dims.empty() ? std::span<const int>(x.dims)
                                         : std::span<const int>(&x.p, 1));
}

std::vector<Direction> Design::directions(const Problem& x, const Torus& torus) const {
  if (shape != Shape::kEveryPort || x.dims.empty()) return {{{pairing, false}, 0, {}}};
  std::vector<Direction> all;
  for (int t = 0; t < turns; ++t)
    for (Direction direction : all_directions(pairing, torus.dimensions())) {
      direction.turn =
          apart && direction.pairs.mirrored ? CollectiveTurn{1, 3} : CollectiveTurn{t, turns};
      all.push_back(direction);
    }
  return all;
}

RoundWords Design::words(const Torus& participants, int s) const {
  std::vector<int> steps;
  for (const int side : participants.sides())
    steps.push_back(pairing == Pairing::kSwing ? swing_steps(side, odd) : floor_log2(side));
  const std::vector<DimensionStep> order = interleaved(steps, 0);
  if (s < 0 || s >= static_cast<int>(order.size())) return {};  // folding
  const auto [dimension, sigma] = order[static_cast<std::size_t>(s)];
  const bool line = participants.dimensions() == 1;
  std::string text = text_of("s = ", s);
  if (!line) text += text_of(", ω(s) = ", dimension, ", σ(s) = ", sigma);
  if (pairing == Pairing::kSwing) text += text_of(line ? ", ρ(s) = " : ", ρ(σ(s)) = ", rho(sigma));
  return {text};
}

void run_parts(Comm& c, std::size_t n, const std::function<void(Comm&, std::size_t)>& body) {
  if (n == 1) return body(c, 0);
  c.lanes(static_cast<int>(n), [&](Comm& lane, int i) { body(lane, static_cast<std::size_t>(i)); });
}

namespace {

/// Returns the i-th of n parts of a vector.
Slice part_of(Slice v, std::size_t i, std::size_t n) {
  return v.block(static_cast<std::int64_t>(i), static_cast<std::int64_t>(n));
}
Slice part_of(const Problem& x, std::size_t i, std::size_t n) {
  return part_of(Slice(0, 1, 0, x.count), i, n);
}

/// Returns the sum over the collectives of f(part of the vector, direction).
template <class F>
std::int64_t sum_of_parts(const Problem& x, const std::vector<Direction>& directions, F&& f) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < directions.size(); ++i)
    sum += f(part_of(x, i, directions.size()), directions[i]);
  return sum;
}

/// Data for halving, the same for all ranks of a run.
struct Halving {
  Halving(const Torus& torus, const std::vector<Direction>& all) : fold(torus), directions(all) {
    for (const Direction& direction : directions)
      butterflies.emplace_back(fold.participants(), direction);
  }
  Halving(const Halving&) = delete;
  Halving& operator=(const Halving&) = delete;
  bool is_for(const Torus& torus, const std::vector<Direction>& all) const {
    return std::ranges::equal(fold.torus().sides(), torus.sides()) && directions == all;
  }

  Fold fold;
  std::vector<Direction> directions;
  std::vector<Butterfly> butterflies;  ///< by direction
};

/// Returns the data; made for the first rank, and shared with the others.
std::shared_ptr<const Halving> halving_of(const Torus& torus, const std::vector<Direction>& all) {
  thread_local std::shared_ptr<const Halving> last;
  if (last == nullptr || !last->is_for(torus, all)) last = std::make_shared<Halving>(torus, all);
  return last;
}

template <class F>
Bytes most_of_ranks(const Problem& x, F&& elements_of) {
  std::int64_t most = 0;
  for (int r = 0; r < x.p; ++r) most = std::max(most, elements_of(r));
  return x.elements(most);
}

}  // namespace

void LatencyOptimal::run(Comm& c, const Call& call) const {
  const Torus torus = design.torus(call.problem);
  const std::vector<Direction> directions = design.directions(call.problem, torus);
  const auto halving = halving_of(torus, directions);
  const Fold& fold = halving->fold;
  run_parts(c, directions.size(), [&](Comm& lane, std::size_t i) {
    const Direction& direction = directions[i];
    const Slice v = part_of(call.v, i, directions.size());
    const Butterfly& butterfly = halving->butterflies[i];
    const int steps = butterfly.steps();
    with_participants(lane, v, fold, direction.first, steps, [&](int first_round, int u) {
      const Slice T = lane.scratch(v.count());
      for (int s = 0; s < steps; ++s) {
        const int peer = fold.rank_of(butterfly.partner(u, s));
        // The rank swaps its whole vector with its partner of this step, and both add the two.
        lane.round(first_round + s);
        lane.sendrecv(v, peer, T, peer);
        if (peer < lane.rank())
          lane.reduce_front(v, T);
        else
          lane.reduce(v, T);
      }
    });
  });
}

std::int64_t LatencyOptimal::rounds(const Problem& x) const {
  const Fold fold(design.torus(x));
  return floor_log2(fold.participants().size()) + fold.rounds();
}

Bytes LatencyOptimal::bytes_total(const Problem& x) const {
  const Fold fold(design.torus(x));
  const std::int64_t count = fold.participants().size();
  return (count * floor_log2(static_cast<int>(count)) + 2 * (x.p - count)) * x.bytes();
}

Bytes LatencyOptimal::bytes_max_rank(const Problem& x) const {
  const Torus torus = design.torus(x);
  const Fold fold(torus);
  const std::vector<Direction> directions = design.directions(x, torus);
  const int steps = floor_log2(fold.participants().size());
  return most_of_ranks(x, [&](int r) {
    const int exchanges = participates(fold, r) ? steps : 0;
    return sum_of_parts(x, directions, [&](Slice v, const Direction& direction) {
      return (exchanges + fold_sends(fold, direction.first, r)) * v.count();
    });
  });
}

Time LatencyOptimal::time(const Problem& x) const {
  const Torus torus = design.torus(x);
  const Fold fold(torus);
  const auto n = static_cast<std::int64_t>(design.directions(x, torus).size());
  const Bytes m = x.block(0, n);
  return n * (floor_log2(fold.participants().size()) * (x.cost.message(m) + x.cost.reduction(m)) +
              fold_time(fold, x.cost, m));
}

RoundWords LatencyOptimal::words(const Problem& x, int round) const {
  const Fold fold(design.torus(x));
  return design.words(fold.participants(), round - fold.rounds() / 2);
}

/// Counts steps forwards in the reduce-scatter, backwards in the allgather.
RoundWords BandwidthOptimal::words(const Problem& x, int round) const {
  const Torus torus = design.torus(x);
  const Fold fold(torus);
  const int before = folds(torus) ? fold.rounds() / 2 : 0;
  const int steps = (static_cast<int>(rounds(x)) - 2 * before) / 2, k = round - before;
  return design.words(folds(torus) ? fold.participants() : torus,
                      k < steps ? k : 2 * steps - 1 - k);
}

bool BandwidthOptimal::folds(const Torus& torus) const {
  return design.pairing == Pairing::kDoubling && !torus.powers_of_two();
}

void BandwidthOptimal::run(Comm& c, const Call& call) const {
  const Torus torus = design.torus(call.problem);
  const std::vector<Direction> directions = design.directions(call.problem, torus);
  const bool by_halves = folds(torus) || torus.powers_of_two();
  const auto halving = by_halves ? halving_of(torus, directions) : nullptr;
  const auto halve = [](Comm& lane, auto& plan, const VectorBlocks& B, int round) {
    exchange_reduce_scatter(lane, plan, B, round);
    exchange_allgather(lane, plan, B, round + plan.steps());
  };
  run_parts(c, directions.size(), [&](Comm& lane, std::size_t i) {
    const Direction& direction = directions[i];
    const Slice v = part_of(call.v, i, directions.size());
    if (!by_halves) {
      SwingPlan plan(torus, direction, lane.rank(), design.odd);
      return halve(lane, plan, VectorBlocks(v, plan.blocks()), 0);
    }
    const Fold& fold = halving->fold;
    const Butterfly& butterfly = halving->butterflies[i];
    with_participants(lane, v, fold, direction.first, 2 * butterfly.steps(),
                      [&](int first_round, int u) {
                        HalvingPlan plan(fold, butterfly, u);
                        halve(lane, plan, VectorBlocks(v, fold.participants().size()), first_round);
                      });
  });
}

int swing_steps(const Torus& torus, OddSide odd) {
  int steps = 0;
  for (const int side : torus.sides()) steps += swing_steps(side, odd);
  return steps;
}

std::int64_t BandwidthOptimal::rounds(const Problem& x) const {
  const Torus torus = design.torus(x);
  if (!folds(torus)) return std::int64_t{2} * swing_steps(torus, design.odd);
  const Fold fold(torus);
  return 2 * floor_log2(fold.participants().size()) + fold.rounds();
}

Bytes BandwidthOptimal::bytes_total(const Problem& x) const {
  const Torus torus = design.torus(x);
  const std::int64_t count = folds(torus) ? Fold(torus).participants().size() : x.p;
  return (2 * (count - 1) + 2 * (x.p - count)) * x.bytes();
}

/// Calls f(plan, blocks) for the steps of rank r between the folding, if it has any.
template <class F>
void BandwidthOptimal::on_plan(const Torus& torus, const Direction& direction, Slice v, int r,
                               F&& f) const {
  if (!folds(torus) && !torus.powers_of_two()) {
    SwingPlan plan(torus, direction, r, design.odd);
    return f(plan, VectorBlocks(v, plan.blocks()));
  }
  const Fold fold(torus);
  if (!participates(fold, r)) return;
  const Butterfly butterfly(fold.participants(), direction);
  HalvingPlan plan(fold, butterfly, fold.participant_of(r));
  f(plan, VectorBlocks(v, fold.participants().size()));
}

Bytes BandwidthOptimal::bytes_max_rank(const Problem& x) const {
  const Torus torus = design.torus(x);
  const std::vector<Direction> directions = design.directions(x, torus);
  return most_of_ranks(x, [&](int r) {
    return sum_of_parts(x, directions, [&](Slice v, const Direction& direction) {
      std::int64_t sent =
          folds(torus) ? fold_sends(Fold(torus), direction.first, r) * v.count() : 0;
      on_plan(torus, direction, v, r, [&](auto& plan, const VectorBlocks& B) {
        const Given g = given(plan, B);
        sent += g.away + g.kept;
      });
      return sent;
    });
  });
}

Time BandwidthOptimal::time(const Problem& x) const {
  const Torus torus = design.torus(x);
  const std::vector<Direction> directions = design.directions(x, torus);
  const Slice v = part_of(x, 0, directions.size());
  std::vector<std::vector<Exchange>> programs(static_cast<std::size_t>(x.p));
  Time folding{0};
  for (int r = 0; r < x.p; ++r) {
    auto& program = programs[static_cast<std::size_t>(r)];
    const auto add = [&](auto& plan, const VectorBlocks& B) {
      for (const bool allgather : {false, true})
        for (const Exchange& e : exchanges(x, plan, B, allgather)) program.push_back(e);
    };
    on_plan(torus, directions.front(), v, r, add);
  }
  if (folds(torus)) folding = fold_time(Fold(torus), x.cost, x.elements(v.count()));
  return static_cast<std::int64_t>(directions.size()) * (folding + one_port_time(programs, x.cost));
}

std::optional<std::string> bad_order(const Problem& x, std::string_view algorithm) {
  if (x.order == Order::kLinear) return std::nullopt;
  if (auto reason = needs_coordinates(x, text_of(algorithm, " in torus order"))) return reason;
  if (!x.commutative && Torus(x.dims).dimensions() > 1)
    return text_of(algorithm,
                   " in torus order adds up ranks out of order: it needs a commutative "
                   "operator, or order = linear");
  return std::nullopt;
}

}  // namespace orrery::inline algorithms
