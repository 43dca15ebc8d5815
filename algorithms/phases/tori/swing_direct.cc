#include "algorithms/phases/tori/swing_direct.h"

#include "algorithms/common/arithmetic.h"

namespace orrery::inline algorithms {

namespace {

/// Exchanges vectors with all of them together and adds the received ones.
void exchange_with(Comm& c, const std::vector<int>& peers, Slice v, Slice T) {
  const auto n = static_cast<std::int64_t>(peers.size());
  std::vector<Handle> open;
  for (std::int64_t k = 0; k < n; ++k) {
    // The nearest one up has this rank for its last, and the nearest one down for its first.
    open.push_back(c.irecv(T.block(k, n), peers[static_cast<std::size_t>(n - 1 - k)]));
    open.push_back(c.isend(v, peers[static_cast<std::size_t>(k)]));
  }
  c.wait_all(open);
  for (std::int64_t k = 0; k < n; ++k) c.reduce(v, T.block(k, n));
}

}  // namespace

DirectSteps::DirectSteps(const Torus& torus, const Direction& direction)
    : torus_(torus), direction_(direction) {
  std::vector<int> steps;
  for (const int side : torus.sides())
    steps.push_back(is_power_of_two(side) ? floor_log2(side) : 1);
  order_ = interleaved(steps, direction.first);
}

int DirectSteps::partners(int s) const {
  const int d = torus_.side(dimension(s));
  return is_power_of_two(d) ? 1 : d - 1;
}

std::vector<int> DirectSteps::partners_of(int rank, int s) const {
  const auto [i, sigma] = order_[static_cast<std::size_t>(s)];
  const int d = torus_.side(i), x = torus_.coordinate(rank, i);
  if (is_power_of_two(d)) return {torus_.moved(rank, i, direction_.pairs.partner(x, sigma, d))};
  std::vector<int> all;
  for (int k = 1; k < d; ++k)
    all.push_back(torus_.moved(rank, i, mod(direction_.pairs.mirrored ? x - k : x + k, d)));
  return all;
}

void DirectSwing::run(Comm& c, const Call& call) const {
  const Torus torus = design.torus(call.problem);
  const std::vector<Direction> directions = design.directions(call.problem, torus);
  const auto n = static_cast<std::int64_t>(directions.size());
  run_parts(c, directions.size(), [&](Comm& lane, std::size_t k) {
    const DirectSteps direct(torus, directions[k]);
    const Slice v = call.v.block(static_cast<std::int64_t>(k), n);
    for (int s = 0; s < direct.steps(); ++s) {
      // Step s exchanges whole vectors with the partner, or with both others on a line of three, and adds them up.
      lane.round(s);
      exchange_with(lane, direct.partners_of(lane.rank(), s), v,
                    lane.scratch(v.count() * direct.partners(s)));
    }
  });
}

std::int64_t DirectSwing::rounds(const Problem& x) const {
  return DirectSteps(design.torus(x), {}).steps();
}

std::int64_t DirectSwing::vectors_sent(const Problem& x) const {
  const DirectSteps direct(design.torus(x), {});
  std::int64_t sum = 0;
  for (int s = 0; s < direct.steps(); ++s) sum += direct.partners(s);
  return sum;
}

Bytes DirectSwing::bytes_total(const Problem& x) const {
  return x.p * bytes_max_rank(x);
}

Bytes DirectSwing::bytes_max_rank(const Problem& x) const {
  return vectors_sent(x) * x.bytes();
}

Time DirectSwing::time(const Problem& x) const {
  const Torus torus = design.torus(x);
  const auto n = static_cast<std::int64_t>(design.directions(x, torus).size());
  const Bytes m = x.block(0, n);
  return n * vectors_sent(x) * (x.cost.message(m) + x.cost.reduction(m));
}

std::optional<std::string> DirectSwing::bad_side(const Problem& x) const {
  const Torus torus = design.torus(x);
  for (const int side : torus.sides())
    if (side != 3 && !is_power_of_two(side))
      return text_of("swing-direct needs sides of 3 or powers of two, but one is ", side);
  return std::nullopt;
}

RoundWords DirectSwing::words(const Problem& x, int round) const {
  const Torus torus = design.torus(x);
  const DirectSteps direct(torus, {});
  return {text_of(
      "s = ", round,
      torus.dimensions() == 1 ? std::string() : text_of(", ω(s) = ", direct.dimension(round)))};
}

}  // namespace orrery::inline algorithms
