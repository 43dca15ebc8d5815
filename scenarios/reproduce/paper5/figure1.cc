// Messages on the busiest link in the first steps of recursive doubling and Swing.
#include <vector>

#include "algorithms/verify.h"
#include "scenarios/reproduce/reproduction.h"

namespace orrery::inline reproduce {

namespace {

/// Counts, by step, the messages that the busiest link carries, for one collective. `halving`: the
/// messages of step s have 1/2^(s+1) of the vector. Each message takes one path, as in the figures.
std::vector<std::string> busiest_links(const char* algorithm, const char* topology, Order order,
                                       int steps, bool halving) {
  Network network;
  network.topology = make_topology(topology);
  network.routing = Routing::kDimensionOrder;
  network.ports.kind = Ports::Kind::kPerLink;
  network.host_of = place_ranks({}, network.topology->hosts(), network.topology->hosts());
  Problem x;
  x.p = network.ranks();
  x.count = std::int64_t{1024} * x.p;
  x.order = order;
  // Swing with coordinates would run one collective for each port; the figures show one.
  if (order == Order::kTorus) x.dims = network.topology->dims();
  const Execution e = execute(find_algorithm("allreduce", algorithm), x, network, {},
                              PayloadKind::kGhost, find_op("sum", "uint8"));
  std::vector<std::string> messages;
  for (int s = 0; s < steps; ++s) {
    const std::int64_t bytes = halving ? x.count >> (s + 1) : x.count;
    messages.push_back(number_text(
        static_cast<double>(e.metrics.per_round[static_cast<std::size_t>(s)].max_link.count()) /
        static_cast<double>(bytes)));
  }
  return messages;
}

Evidence run_paper5_figure1(int) {
  Evidence e;
  e.notes = {"Messages that cross the busiest link in each of the first steps."};
  e.findings = {
      same_items(Basis::kFigure, "Fig. 1, recursive doubling (B) on a ring of 16", {"1", "2", "4"},
                 busiest_links("rabenseifner", "torus:16", Order::kLinear, 3, true)),
      same_items(Basis::kFigure, "Fig. 1, Swing (B) on a ring of 16", {"1", "1", "2"},
                 busiest_links("swing-bandwidth", "torus:16", Order::kLinear, 3, true)),
      same_items(Basis::kFigure, "Fig. 2, recursive doubling (L) on a 4x4 torus",
                 {"1", "1", "2", "2"},
                 busiest_links("recursive-doubling-latency", "torus:4x4", Order::kTorus, 4, false)),
  };
  return e;
}

}  // namespace

extern const Reproduction paper5_figure1{
    .name = "paper5-figure1",
    .title = "Link loads in the first steps of recursive doubling and Swing",
    .source = "De Sensi et al., Swing (NSDI 2024), Fig. 1 and 2",
    .run = run_paper5_figure1,
    .beyond_model = "messages on links are counted, which do not depend on costs",
};

}  // namespace orrery::inline reproduce
