#include "algorithms/cost_models/choice.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "algorithms/common/arithmetic.h"
#include "emu/net/network.h"

namespace orrery {

namespace {

/// The messages of one step, all of the same size.
class StepModel {
 public:
  explicit StepModel(const Problem& x) : x_(x) {}

  void message(int from, int to) {
    if (x_.network == nullptr) return;
    const Network& net = *x_.network;
    const NodeId a = net.host_of[static_cast<std::size_t>(from)];
    const NodeId b = net.host_of[static_cast<std::size_t>(to)];
    if (a == b) return;
    const int paths = net.topology->path_count(a, b, net.routing);
    for (int path = 0; path < paths; ++path) {
      route_.clear();
      net.topology->append_route(a, b, path, route_);
      most_on_port_ =
          std::max({most_on_port_, ++sent_[route_.front()], ++received_[route_.back()]});
      Time latency{0};
      for (const LinkId id : route_) {
        const LinkCost& link = net.costs.link(net.topology->link(id).level);
        const double share = link.bandwidth.inverse().ps / paths;
        double& load = load_[id];
        load = net.contention ? load + share : share;
        latency += link.latency + net.costs.hop_latency;
      }
      latency_ = std::max(latency_, latency);
    }
  }

  /// In picoseconds, with messages of m bytes of which every host sends `together` at once.
  double time(double m, int together) const {
    if (x_.network == nullptr) return together * (to_ps(x_.cost.alpha) + m * x_.cost.beta.ps);
    const int waves = waves_of(together);
    double most = 0;
    for (const auto& [link, load] : load_) most = std::max(most, load);
    return (x_.network->ports.held_for_message() ? waves : 1) *
               to_ps(x_.network->costs.alpha + latency_) +
           m * std::max(most, waves * x_.cost.beta.ps);
  }

 private:
  static double to_ps(Time t) { return static_cast<double>(t.count()); }
  /// How many messages go through a port one after the other.
  int waves_of(int together) const {
    const Ports& ports = x_.network->ports;
    if (ports.kind == Ports::Kind::kCount) return (together + ports.count - 1) / ports.count;
    return ports.kind == Ports::Kind::kUnlimited || ports.are_links() ? 1 : most_on_port_;
  }

  const Problem& x_;
  std::map<LinkId, double> load_;          // ps per byte of a message
  std::map<LinkId, int> sent_, received_;  // messages, by the first and last link of a path
  int most_on_port_ = 1;
  Time latency_{0};
  std::vector<LinkId> route_;
};

/// Calls f(x, y) for every pair of step sigma on a line of dimension i: ranks' coordinates.
template <class F>
void for_each_pair(const Torus& torus, const Pairs& pairs, bool folded, int i, int sigma, F&& f) {
  const int d = torus.side(i);
  if (!folded) {
    const SwingLine line(d, pairs.mirrored);
    for (int x = 0; x < d; ++x) line.for_each_partner(x, sigma, [&](int y) { f(x, y); });
    return;
  }
  const Participants line(d);
  for (int u = 0; u < line.count; ++u)
    f(line.rank_of(u), line.rank_of(pairs.partner(u, sigma, line.count)));
}

/// Σ over steps of model.time(bytes(s)).
template <class BytesOf>
double model(const Problem& x, const Torus& torus, const std::vector<Direction>& directions,
             bool folded, BytesOf&& bytes) {
  std::vector<int> steps;
  for (const int side : torus.sides())
    steps.push_back(folded ? floor_log2(side) : swing_steps(side));
  std::vector<std::vector<Step>> orders;
  orders.reserve(directions.size());
  for (const Direction& direction : directions)
    orders.push_back(interleaved(steps, direction.first));
  double sum = 0;
  for (std::size_t s = 0; s < orders.front().size(); ++s) {
    StepModel step(x);
    for (std::size_t k = 0; k < directions.size(); ++k) {
      const auto [i, sigma] = orders[k][s];
      for_each_pair(torus, directions[k].pairs, folded, i, sigma, [&, i = i](int a, int b) {
        step.message(torus.moved(0, i, a), torus.moved(0, i, b));
      });
    }
    sum += step.time(bytes(static_cast<int>(s)), static_cast<int>(directions.size()));
  }
  return sum;
}

}  // namespace

bool whole_vectors_are_faster(const Problem& x, const Design& design) {
  const Torus torus = design.torus(x);
  const std::vector<Direction> directions = design.directions(x, torus);
  const double m = static_cast<double>(x.bytes().count()) / static_cast<double>(directions.size());
  const bool halving_folds = design.pairing == Pairing::kDoubling || torus.powers_of_two();
  const double whole = model(x, torus, directions, true, [m](int) { return m; });
  const double halves =
      2 * model(x, torus, directions, halving_folds, [m](int s) { return std::ldexp(m, -1 - s); });
  const Fold fold(torus);
  const auto folding = static_cast<double>(fold_time(fold, x.cost, Bytes(std::llround(m))).count());
  const double gamma = m * x.cost.gamma.ps;
  const int steps = floor_log2(fold.participants().size());
  return whole + folding + steps * gamma <= halves + (halving_folds ? folding : 0) + gamma;
}

}  // namespace orrery
