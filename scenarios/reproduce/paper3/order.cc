// The order in which the circulant reduce-scatter adds up a block: the example of p = 22, r = 21.
#include "algorithms/verify.h"
#include "scenarios/reproduce/reproduction.h"

namespace orrery::inline reproduce {

namespace {

/// Returns rank r's block after a reduce-scatter, as text.
std::string order_of_sum(int p, int r) {
  Problem x;
  x.p = p;
  x.count = p;
  Network network;
  network.topology = make_topology(text_of("full:", p));
  network.host_of = place_ranks({}, p, p);
  return bracketing(find_algorithm("reduce-scatter", "circulant"), x, network, r);
}

Evidence run_paper3_order(int) {
  Evidence e;
  e.findings.push_back(same_text(Basis::kPrinted, "p = 22, r = 21",
                                 "x21 + x10 + (x15 + x4) + (x18 + x7 + (x12 + x1))"
                                 " + (x19 + x8 + (x13 + x2) + (x16 + x5))"
                                 " + (x20 + x9 + (x14 + x3) + (x17 + x6 + (x11 + x0)))",
                                 order_of_sum(22, 21)));
  return e;
}

}  // namespace

extern const Reproduction paper3_order{
    .name = "paper3-order",
    .title = "The order and brackets of the sum of rank 21's block for p = 22",
    .source =
        "Träff, Optimal, Non-pipelined Reduce-scatter and Allreduce Algorithms (2025), Sec. 2.1",
    .run = run_paper3_order,
    .beyond_model = "the order of a sum is compared, which does not depend on costs",
};

}  // namespace orrery::inline reproduce
