#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "algorithms/collective.h"
#include "emu/net/network.h"

/// Times of steps in which many ranks send concurrently: the model of modelled_time (see choice.h).
namespace orrery::inline algorithms {

inline double to_ps(Time t) {
  return static_cast<double>(t.count());
}

/// The use of a host's port, in picoseconds without and with the bytes.
struct PortUse {
  double busy = 0, bytes = 0;
  void add(const PortUse& other) { busy += other.busy, bytes += other.bytes; }
};
inline PortUse larger(const PortUse& a, const PortUse& b) {
  return {std::max(a.busy, b.busy), std::max(a.bytes, b.bytes)};
}

/// The messages of one step.
class StepModel {
 public:
  explicit StepModel(const Problem& x) : x_(&x) {}

  /// Adds a message and returns its use of the sender's port. `aside`: no rank waits for it.
  PortUse message(int lane, int from, int to, double bytes, bool aside) {
    const double latency = x_->network == nullptr ? 0 : route(from, to, bytes);
    const double alpha = to_ps(x_->network == nullptr ? x_->cost.alpha : x_->network->costs.alpha);
    const PortUse use{alpha + latency, bytes * x_->cost.beta.ps};
    if (aside) return use;
    longest_ = larger(longest_, use);
    ports_[{lane, from}].add(use);
    return use;
  }

  /// Returns the time of the step with `together` concurrent collectives.
  double time(int together) const {
    PortUse port;
    for (const auto& [lane_and_rank, use] : ports_) port = larger(port, use);
    double load = 0;
    for (const auto& [link, ps] : load_) load = std::max(load, ps);
    const double each = per_port(*x_, together);
    if (each == 0) return latency(port) + std::max(load, longest_.bytes);
    const double waves = std::ceil(each);
    const double busy =
        held_for_message(*x_) ? std::max(each * port.busy, waves * longest_.busy) : port.busy;
    return busy + std::max({load, each * port.bytes, waves * longest_.bytes});
  }

  /// Returns the delay before a node begins its sends on the two links of a line.
  double latency(const PortUse& port) const {
    return std::max(longest_.busy, waits_at_links(*x_) ? port.busy / 2 : 0);
  }

  /// Returns whether a message holds its ports during α and latency as well.
  static bool held_for_message(const Problem& x) {
    return x.network == nullptr || x.network->ports.held_for_message();
  }
  static bool waits_at_links(const Problem& x) {
    return x.network->ports.kind == Ports::Kind::kPerLink && held_for_message(x);
  }

  /// Returns how many of `together` messages that leave a host concurrently each of its ports
  /// takes; 0: no limit.
  static double per_port(const Problem& x, int together) {
    if (x.network == nullptr) return together;
    const Ports& ports = x.network->ports;
    return ports.kind == Ports::Kind::kCount ? static_cast<double>(together) / ports.count : 0;
  }

 private:
  /// Adds a load to the links between two ranks; returns the latency of the longest path.
  double route(int from, int to, double bytes) {
    const Network& net = *x_->network;
    const NodeId a = net.host_of[static_cast<std::size_t>(from)];
    const NodeId b = net.host_of[static_cast<std::size_t>(to)];
    if (a == b) return 0;
    const int paths = net.topology->path_count(a, b, net.routing);
    Time longest{0};
    for (int path = 0; path < paths; ++path) {
      route_.clear();
      net.topology->append_route(a, b, path, route_);
      Time latency{0};
      for (const LinkId id : route_) {
        const LinkCost link = net.costs.of(net.topology->link(id));
        const double share = bytes * link.bandwidth.inverse().ps / paths;
        double& load = load_[id];
        load = net.contention ? load + share : std::max(load, share);
        latency += link.latency + net.costs.hop_latency;
      }
      longest = std::max(longest, latency);
    }
    return to_ps(longest);
  }

  const Problem* x_;
  std::map<LinkId, double> load_;                 // ps
  std::map<std::pair<int, int>, PortUse> ports_;  // by collective and rank: uses that others wait
                                                  // for
  PortUse longest_;
  std::vector<LinkId> route_;
};

/// The steps of one phase.
class PhaseModel {
 public:
  PhaseModel(const Problem& x, int together) : x_(x), together_(together), step_(x) {}

  void message(int lane, int from, int to, double bytes, bool aside = false) {
    const PortUse use = step_.message(lane, from, to, bytes, aside);
    if (aside) asides_[{lane, from}].add(use), aside_end_ = std::max(aside_end_, steps_ + use.busy);
  }
  void end_step() {
    steps_ += step_.time(together_);
    step_ = StepModel(x_);
  }
  /// Returns the time of the phase. Exchanges aside are added if they wait for ports: a node has
  /// two on a line.
  double time() const {
    PortUse most;
    for (const auto& [lane_and_rank, use] : asides_) most = larger(most, use);
    const double each = StepModel::per_port(x_, together_);
    if (each == 0)
      return std::max(steps_ + (StepModel::waits_at_links(x_) ? most.busy / 2 : 0), aside_end_);
    const double busy = StepModel::held_for_message(x_) ? most.busy : 0;
    return std::max(steps_ + each * (busy + most.bytes), aside_end_);
  }

 private:
  const Problem& x_;
  int together_;
  StepModel step_;
  double steps_ = 0, aside_end_ = 0;
  std::map<std::pair<int, int>, PortUse> asides_;
};

}  // namespace orrery::inline algorithms
