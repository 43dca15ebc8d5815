#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/schedules/torus.h"
#include "algorithms/verify.h"
#include "tests/network.h"

/// What holds for every algorithm that works along the dimensions of a torus.
namespace orrery::testing {

inline std::string torus_spec(const std::vector<int>& dims) {
  std::string spec;
  for (const int d : dims) spec += text_of(spec.empty() ? "torus:" : "x", d);
  return spec;
}

/// All lists of `dimensions` sides of at least `smallest` each with a product of at most `most`; in
/// ascending order only, if `sorted`.
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

/// Every algorithm whose messages depend on the ranks' coordinates, with each order.
struct TorusCase {
  const Algorithm* algorithm;
  Order order;
};

inline std::vector<TorusCase> torus_cases() {
  std::vector<TorusCase> cases;
  for (const Algorithm* a : catalog()) {
    const std::string_view name = a->name;
    const bool ordered = name == "recursive-doubling-latency" || name == "rabenseifner" ||
                         (name == "recursive-doubling" && a->collective == "reduce-scatter");
    if (ordered)
      cases.push_back({a, Order::kTorus});
    else if (name.find("swing") != name.npos || name.find("recursive-doubling") != name.npos ||
             name == "bucket" || name == "hamiltonian-ring")
      cases.push_back({a, Order::kLinear});
  }
  return cases;
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

/// Provenance, rounds and bytes of `c` on a torus. True unless it is refused.
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
  EXPECT_EQ(e.metrics.bytes_max_rank.count(), c.algorithm->bytes_max_rank(x).count()) << what;
  return true;
}

}  // namespace orrery::testing
