#include "algorithms/phases/tori/torus_halves.h"

#include <algorithm>

#include "algorithms/phases/ring.h"

namespace orrery::inline algorithms {

namespace {

/// Calls f(lane, plan, blocks) for each of the collectives.
template <class F>
void run_plans(Comm& c, const Call& call, const Design& design, F&& f) {
  const Torus torus = design.torus(call.problem);
  const std::vector<Direction> directions = design.directions(call.problem, torus);
  const auto n = static_cast<int>(directions.size());
  run_parts(c, directions.size(), [&](Comm& lane, std::size_t i) {
    with_plan(torus, directions[i], lane.rank(), [&](auto& plan, auto rank_of) {
      f(lane, plan, RankBlocks(call, static_cast<int>(i), n, rank_of));
    });
  });
}

/// Returns the time of one collective, times their number.
Time time_of(const Problem& x, const Design& design, std::int64_t length, bool allgather) {
  const Torus torus = design.torus(x);
  const std::vector<Direction> directions = design.directions(x, torus);
  const auto n = static_cast<int>(directions.size());
  const CallShape shape(x, length);
  std::vector<std::vector<Exchange>> programs;
  for (int r = 0; r < x.p; ++r)
    with_plan(torus, directions.front(), r, [&](auto& plan, auto rank_of) {
      programs.push_back(exchanges(x, plan, RankBlocks(shape.call(), 0, n, rank_of), allgather));
    });
  return std::int64_t{n} * one_port_time(programs, x.cost);
}

}  // namespace

Bytes reduce_scatter_bytes(const Problem& x) {
  return (std::int64_t{x.p} - 1) * x.bytes();
}
Bytes allgather_bytes(const Problem& x) {
  return std::int64_t{x.p} * (x.p - 1) * x.bytes();
}

void TorusReduceScatter::run(Comm& c, const Call& call) const {
  run_plans(c, call, design, [](Comm& lane, auto& plan, const auto& B) {
    exchange_reduce_scatter(lane, plan, B, 0);
  });
}

std::int64_t TorusReduceScatter::rounds(const Problem& x) const {
  return swing_steps(design.torus(x));
}
Bytes TorusReduceScatter::bytes_total(const Problem& x) const {
  return reduce_scatter_bytes(x);
}
Bytes TorusReduceScatter::bytes_max_rank(const Problem& x) const {
  return all_but_smallest(x);
}
Time TorusReduceScatter::time(const Problem& x) const {
  return time_of(x, design, x.count, false);
}

void TorusAllgather::run(Comm& c, const Call& call) const {
  run_plans(c, call, design,
            [](Comm& lane, auto& plan, const auto& B) { exchange_allgather(lane, plan, B, 0); });
}

std::int64_t TorusAllgather::rounds(const Problem& x) const {
  return swing_steps(design.torus(x));
}
Bytes TorusAllgather::bytes_total(const Problem& x) const {
  return allgather_bytes(x);
}

Bytes TorusAllgather::bytes_max_rank(const Problem& x) const {
  const Torus torus = design.torus(x);
  const std::vector<Direction> directions = design.directions(x, torus);
  const auto n = static_cast<int>(directions.size());
  const CallShape shape(x, x.count * x.p);
  std::int64_t most = 0;
  for (int r = 0; r < x.p; ++r) {
    std::int64_t sum = 0;
    for (int i = 0; i < n; ++i)
      with_plan(torus, directions[static_cast<std::size_t>(i)], r, [&](auto& plan, auto rank_of) {
        sum += given(plan, RankBlocks(shape.call(), i, n, rank_of)).kept;
      });
    most = std::max(most, sum);
  }
  return x.elements(most);
}

Time TorusAllgather::time(const Problem& x) const {
  return time_of(x, design, x.count * x.p, true);
}

std::optional<std::string> needs_powers_of_two(const Problem& x, const Design& design,
                                               std::string_view algorithm) {
  const Torus torus = design.torus(x);
  if (torus.powers_of_two()) return std::nullopt;
  if (torus.dimensions() == 1)
    return text_of(algorithm, " needs a power of two of ranks, not ", x.p);
  std::string shape;
  for (const int d : x.dims) shape += text_of(shape.empty() ? "" : "x", d);
  return text_of(algorithm, " needs sides that are powers of two, not ", shape);
}

}  // namespace orrery::inline algorithms
