// Sec. 6: on a network of full bandwidth neither Swing nor recursive doubling is congested; do they tie?
#include <algorithm>
#include <bit>
#include <memory>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "scenarios/keys/keys.h"
#include "scenarios/reproduce/experiment.h"
#include "scenarios/reproduce/reproduction.h"

namespace orrery::inline reproduce {

namespace {

constexpr const char* kFatTreeNetworks[] = {"star:64", "fat-tree:8,2", "fat-tree:4,3"};
constexpr const char* kRoutingNames[] = {"by destination", "adaptive"};
constexpr std::int64_t kFatTreeSizes[] = {32, 32 << 10, 32 << 20};

constexpr double kFatTreeBandwidth = 50e9;
constexpr Time kAlpha = 500ns, kHop = 300ns, kLink = 100ns;

RunSpec fat_tree_cell(const char* network, Routing routing, std::int64_t bytes,
                      const char* algorithm) {
  RunSpec spec;
  spec.title = fmt::format("{} on {}", algorithm, network);
  spec.topology = network;
  spec.routing = routing;
  spec.algorithm = algorithm;
  give_bytes(spec, Bytes(bytes));
  spec.costs.alpha = kAlpha;
  spec.costs.hop_latency = kHop;
  spec.costs.links = {LinkCost{Bandwidth{kFatTreeBandwidth}, kLink}};
  return spec;
}

/// Partner of r in step s, by the papers: π(r, s) = r ± ρ(s) mod p, and r XOR 2^s.
using Partner = int (*)(int p, int r, int s);

int swing_partner(int p, int r, int s) {
  const int power = 1 << (s + 1), rho = (1 - (s % 2 == 0 ? -power : power)) / 3;
  return ((r % 2 == 0 ? r + rho : r - rho) % p + p) % p;
}
int doubling_partner(int /*p*/, int r, int s) {
  return r ^ (1 << s);
}

/// Seconds of a reduce-scatter and an allgather in which nothing shares a link: step by step each
/// rank waits for its partner, and their messages take α, the links between them, and their bytes.
class Alone {
 public:
  explicit Alone(const RunSpec& spec)
      : topology_(make_topology(spec.topology)),
        bytes_(static_cast<double>(spec.bytes.count())),
        p_(topology_->hosts()) {}

  double time(Partner partner) const {
    std::vector<double> done(static_cast<std::size_t>(p_), 0.0);
    const int steps = std::countr_zero(static_cast<unsigned>(p_));  // p is a power of two
    for (int s = 0; s < steps; ++s) done = after_step(done, partner, s);
    for (int s = steps - 1; s >= 0; --s) done = after_step(done, partner, s);
    return *std::ranges::max_element(done);
  }

 private:
  std::vector<double> after_step(const std::vector<double>& done, Partner partner, int s) const {
    std::vector<double> next;
    for (int r = 0; r < p_; ++r) {
      const int other = partner(p_, r, s);
      const double start =
          std::max(done[static_cast<std::size_t>(r)], done[static_cast<std::size_t>(other)]);
      next.push_back(start + latency(r, other) + bytes_ / (2 << s) / kFatTreeBandwidth);
    }
    return next;
  }
  double latency(int from, int to) const {
    std::vector<LinkId> way;
    topology_->append_route(from, to, 0, way);
    return to_seconds(kAlpha + static_cast<std::int64_t>(way.size()) * (kLink + kHop));
  }

  std::unique_ptr<Topology> topology_;
  double bytes_;
  int p_;
};

std::string name_of(const RunResult& r) {
  return fmt::format("{}, routes {}", r.spec.topology,
                     kRoutingNames[r.spec.routing == Routing::kAdaptive ? 1 : 0]);
}

/// Checks "We expect them to have the same performance."
Finding same_time(const RunResult& swing, const RunResult& doubling) {
  const Alone alone(swing.spec);
  return equals(Basis::kWords,
                fmt::format("{}, {}: recursive doubling over Swing", name_of(swing),
                            swing.spec.bytes_text),
                1, ratio(doubling, swing), {0.05, "5 %: 'the same performance', of a plot's width"})
      .witnessed_by({Independence::kCount, alone.time(doubling_partner) / alone.time(swing_partner),
                     1e-3, "the routes between partners, step by step"})
      .of_claim("full bandwidth: 'the same performance' (Sec. 6)");
}

/// Checks "Both [..] will not have any congestion deficiency", for any size.
Finding no_congestion(std::span<const RunResult> runs) {
  double most = 0;
  for (const RunResult& r : runs) most = std::max(most, r.deficiency.xi);
  return equals(Basis::kWords, name_of(runs.front()) + ": largest Ξ of both", 1, most, exactly())
      .of_claim("full bandwidth: no 'congestion deficiency' (Sec. 6)");
}

Evidence run_paper5_fat_tree(int jobs) {
  Evidence e;
  e.notes = {
      "64 hosts with 400 Gb/s, 0.1 us for a link and 0.3 us for a switch, as in the paper's other "
      "networks. The paper expects the same performance because neither algorithm is congested. In "
      "a tree of several stages, however, Swing has fewer partners below the same switch, which "
      "matters if latency does."};
  std::vector<RunSpec> cells;
  for (const char* network : kFatTreeNetworks)
    for (const Routing routing : {Routing::kMinimal, Routing::kAdaptive})
      for (const std::int64_t bytes : kFatTreeSizes)
        for (const char* algorithm : {"swing-bandwidth", "rabenseifner"})
          cells.push_back(fat_tree_cell(network, routing, bytes, algorithm));
  const std::vector<RunResult> results = run_experiment(cells, jobs);
  constexpr std::size_t kOfNetwork = 2 * std::size(kFatTreeSizes);
  for (std::size_t i = 0; i < results.size(); i += kOfNetwork)
    e.findings.push_back(no_congestion(std::span(results).subspan(i, kOfNetwork)));
  for (std::size_t i = 0; i < results.size(); i += 2)
    e.findings.push_back(same_time(results[i], results[i + 1]));
  return e;
}

}  // namespace

extern const Reproduction paper5_fat_tree{
    .name = "paper5-fat-tree",
    .title = "Swing and recursive doubling on full-bandwidth fat trees",
    .source = "De Sensi et al., Swing (NSDI 2024), Sec. 6",
    .run = run_paper5_fat_tree,
    .beyond_model = "Ξ is 1 if no link is shared, and on a star both algorithms lose as much time",
};

}  // namespace orrery::inline reproduce
