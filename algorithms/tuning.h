#pragma once

#include <vector>

namespace orrery {

/// In which order recursive doubling pairs ranks: rank r with r XOR 2^s, or interleaving the
/// dimensions of the ranks' coordinates.
enum class Order { kLinear, kTorus };

/// What algorithms may be tuned by; each looks at some of it (see kTuningRows).
struct Tuning {
  int blocks = 0;          ///< n of pipelined algorithms, 0 = the best for Problem::cost
  int radix = 0;           ///< k >= 2 of radix-k algorithms, 0 = the best (see radix_for)
  int aggregation = 0;     ///< A of algorithms that limit the blocks of a step, 0 = no limit
  std::vector<int> skips;  ///< s_0 > s_1 > ... > 1 of the circulant reductions; empty: halving
  Order order = Order::kLinear;

  bool operator==(const Tuning&) const = default;
};

/// Goes over the members. The binding names them all: one that is new does not compile until it stands here.
template <typename T, typename Visit>
void visit_tuning(T& tuning, Visit visit) {
  auto& [blocks, radix, aggregation, skips, order] = tuning;
  visit(blocks), visit(radix), visit(aggregation), visit(skips), visit(order);
}

}  // namespace orrery
