#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/common/arithmetic.h"
#include "algorithms/schedules/tori/hamiltonian.h"
#include "algorithms/schedules/tori/torus.h"
#include "algorithms/verify.h"
#include "tests/network.h"

/// Checks for every algorithm that works along the dimensions of a torus.
namespace orrery::testing {

inline std::string torus_spec(const std::vector<int>& dims) {
  std::string spec;
  for (const int d : dims) spec += text_of(spec.empty() ? "torus:" : "x", d);
  return spec;
}

/// Returns all lists of `dimensions` sides of at least `smallest` each with a product of at most
/// `most`; only ascending lists, if `sorted`.
inline std::vector<std::vector<int>> shapes(int dimensions, int most, bool sorted,
                                            int smallest = 2) {
  if (dimensions == 0) return {{}};
  std::vector<std::vector<int>> all;
  for (int d = smallest; d <= most; ++d)
    for (std::vector<int> rest : shapes(dimensions - 1, most / d, sorted, sorted ? d : smallest)) {
      rest.insert(rest.begin(), d);
      all.push_back(std::move(rest));
    }
  return all;
}

inline Problem torus_problem(const Network& network, std::int64_t count, Order order) {
  Problem x;
  x.p = network.ranks();
  x.count = count;
  x.dims = network.topology->dims();
  x.order = order;
  x.network = &network;
  x.cost = {network.costs.alpha, network.costs.link(0).bandwidth.inverse(), network.costs.gamma};
  return x;
}

/// Returns whether ranks on these sides meet the needs of an algorithm.
inline bool suits(Ranks needed, const std::vector<int>& dims) {
  switch (needed) {
    case Ranks::kAny:
      return true;
    case Ranks::kEven:
      return Torus(dims).size() % 2 == 0;
    case Ranks::kPowersOfTwo:
      return Torus(dims).powers_of_two();
    case Ranks::kThreeOrPowersOfTwo:
      return std::ranges::all_of(dims, [](int d) { return d == 3 || is_power_of_two(d); });
    case Ranks::kHamiltonian:
      return !HamiltonianCycle::missing(dims);
  }
  return false;
}

/// Records sender, receiver, data and round of every message.
class Messages : public Sink {
 public:
  TraceLevel level() const override { return TraceLevel::kMessages; }
  void start(const MessageEvent& m) override {
    sent_.emplace(m.round, m.source, m.destination, m.element, m.elements);
  }
  friend bool operator==(const Messages& a, const Messages& b) { return a.sent_ == b.sent_; }

 private:
  std::multiset<std::tuple<int, int, int, std::int64_t, std::int64_t>> sent_;
};

inline Messages messages_of(const Algorithm& a, const Problem& x, const Network& network) {
  Messages messages;
  execute(a, x, network, {}, PayloadKind::kGhost, find_op("sum", "uint8"), &messages);
  return messages;
}

/// Returns whether `a` behaves differently for `x` and `other`: it refuses one of them, or sends
/// other messages.
inline bool differs(const Algorithm& a, const Problem& x, const Problem& other,
                    const Network& network) {
  if (refusal(a, x)) return false;
  return refusal(a, other) || !(messages_of(a, x, network) == messages_of(a, other, network));
}

/// An algorithm with an order of dimensions.
struct TorusCase {
  const Algorithm* algorithm;
  Order order;
};

/// Returns whether `c` uses coordinates, by comparing its messages on some tori with and without
/// them; in torus order, whether it uses the order.
inline bool works_along_dimensions(const TorusCase& c) {
  for (const std::vector<int>& dims : {std::vector{4, 4}, {3, 5}, {2, 2, 4}}) {
    const Network network = network_of(torus_spec(dims));
    for (const std::int64_t count : {std::int64_t{16}, std::int64_t{1} << 20}) {
      const Problem x = torus_problem(network, count, c.order);
      Problem other = x;
      if (c.order == Order::kTorus)
        other.order = Order::kLinear;
      else
        other.dims.clear();
      if (differs(*c.algorithm, x, other, network)) return true;
    }
  }
  return false;
}

/// Returns every algorithm that uses the ranks' coordinates, with each order that changes its
/// messages.
inline const std::vector<TorusCase>& torus_cases() {
  static const std::vector<TorusCase> cases = [] {
    std::vector<TorusCase> all;
    for (const Algorithm* a : catalog())
      for (const Order order : {Order::kLinear, Order::kTorus})
        if (works_along_dimensions({a, order})) all.push_back({a, order});
    return all;
  }();
  return cases;
}

/// Checks provenance, rounds and bytes of `c` on a torus. Returns false if it is refused.
inline bool check_torus(const TorusCase& c, const std::vector<int>& dims, std::int64_t count,
                        PayloadKind payload = PayloadKind::kProvenance) {
  Network network = network_of(torus_spec(dims));
  network.ports.kind = Ports::Kind::kUnlimited;
  network.contention = false;
  Problem x = torus_problem(network, count, c.order);
  x.root = find_collective(c.algorithm->collective).rooted ? x.p / 3 : 0;
  if (refusal(*c.algorithm, x)) return false;
  const Execution e = execute(*c.algorithm, x, network, {}, payload, find_op("sum", "uint8"));
  const std::string what = text_of(c.algorithm->collective, " ", c.algorithm->name, " on ",
                                   torus_spec(dims), ", count = ", count);
  EXPECT_TRUE(e.verified.value_or(true)) << what << ": " << e.mismatch;
  EXPECT_EQ(e.metrics.rounds, c.algorithm->rounds(x)) << what;
  EXPECT_EQ(e.metrics.bytes_total.count(), c.algorithm->bytes_total(x).count()) << what;
  const std::int64_t busiest = c.algorithm->bytes_max_rank(x).count();
  EXPECT_LE(e.metrics.bytes_max_rank.count(), busiest) << what;
  if (!c.algorithm->at_most) {
    EXPECT_EQ(e.metrics.bytes_max_rank.count(), busiest) << what;
  }
  return true;
}

}  // namespace orrery::testing
