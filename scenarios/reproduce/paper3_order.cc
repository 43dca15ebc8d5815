// The order in which the circulant reduce-scatter adds up a block: the example of p = 22, r = 21.
#include <vector>

#include "algorithms/algorithm.h"
#include "algorithms/common/skips.h"
#include "emu/comm/emulated_comm.h"
#include "emu/engine/endpoint.h"
#include "emu/engine/world.h"
#include "emu/payload/expression_store.h"
#include "scenarios/reproduce/reproduction.h"

namespace orrery {

namespace {

/// What rank r's block is after a reduce-scatter that runs on text.
std::string order_of_sum(int p, int r) {
  ExpressionStore store;
  std::vector<Slice> v;
  for (int i = 0; i < p; ++i) {
    v.push_back(store.allocate(p));
    store.fill(v.back(), {0, i});
  }
  Network network;
  network.topology = make_topology(text_of("full:", p));
  network.host_of = place_ranks({}, p, p);
  const Partition partition(p, p);
  const std::vector<int> skips = circulant::halving_skips(p);
  const Algorithm& a = find_algorithm("reduce-scatter", "circulant");
  World world(network, {}, &store);
  world.run([&](Endpoint& endpoint) {
    const auto comm = make_comm(endpoint);
    a.run(*comm, {v[static_cast<std::size_t>(comm->rank())], partition, 0, 1, skips});
  });
  return store.text(v[static_cast<std::size_t>(r)].part(r, 1));
}

Evidence run(int) {
  Evidence e;
  e.findings.push_back(must_equal("p = 22, r = 21",
                                  "x21 + x10 + (x15 + x4) + (x18 + x7 + (x12 + x1))"
                                  " + (x19 + x8 + (x13 + x2) + (x16 + x5))"
                                  " + (x20 + x9 + (x14 + x3) + (x17 + x6 + (x11 + x0)))",
                                  order_of_sum(22, 21)));
  return e;
}

}  // namespace

extern const Reproduction paper3_order{
    "paper3-order", "The order and brackets of the sum of rank 21's block for p = 22",
    "Träff, Optimal, Non-pipelined Reduce-scatter and Allreduce Algorithms (2025), Sec. 2.1", run};

}  // namespace orrery
