#pragma once

#include <algorithm>
#include <map>
#include <vector>

#include "tests/property/algorithms/tori.h"

/// Compares times of Swing on odd numbers of ranks with those on the even neighbours.
namespace orrery::testing {

/// Returns a torus with the costs of the paper's simulations.
inline Network torus_of(const std::string& spec, const Ports& ports, Time hop = 300ns,
                        Time alpha = 500ns) {
  Network network = network_of(spec);
  network.costs.alpha = alpha;
  network.costs.hop_latency = hop;
  network.ports = ports;
  return network;
}

inline double time_of(const char* collective, const char* name, const Network& network,
                      std::int64_t bytes, int root = 0) {
  Problem x = torus_problem(network, bytes, Order::kLinear);
  x.root = root;
  const Execution e = execute(find_algorithm(collective, name), x, network, {}, PayloadKind::kGhost,
                              find_op("sum", "uint8"));
  return static_cast<double>(e.metrics.completion.count());
}

/// Compares with the slower of the two even neighbours.
class Neighbours {
 public:
  Neighbours(const char* name, std::int64_t bytes, const Ports& ports, Time hop = 300ns,
             Time alpha = 500ns)
      : name_(name), bytes_(bytes), ports_(ports), hop_(hop), alpha_(alpha) {}

  double ratio(int p) { return time(p) / std::max(time(p - 1), time(p + 1)); }

 private:
  double time(int p) {
    double& t = known_[p];
    if (t > 0) return t;
    const Network network = torus_of(text_of("torus:", p), ports_, hop_, alpha_);
    return t = time_of("allreduce", name_, network, bytes_);
  }
  const char* name_;
  std::int64_t bytes_;
  Ports ports_;
  Time hop_, alpha_;
  std::map<int, double> known_;
};

inline std::vector<Ports> all_ports() {
  return {{.kind = Ports::Kind::kUnlimited},
          {.kind = Ports::Kind::kPerLink},
          {.kind = Ports::Kind::kCount, .count = 1},
          {.kind = Ports::Kind::kCount, .count = 2}};
}

/// The bound on the ratio of an odd p to its slower neighbour.
inline constexpr double kLittleLonger = 1.3;

/// Expects of `p` that `swing` takes little longer than beside it, with any ports.
inline void expect_little_longer(const std::vector<int>& p, std::int64_t bytes, Time hop,
                                 Time alpha = 500ns) {
  for (const Ports& ports : all_ports()) {
    Neighbours swing("swing", bytes, ports, hop, alpha);
    for (const int ranks : p)
      EXPECT_LE(swing.ratio(ranks), kLittleLonger)
          << "p = " << ranks << ", " << bytes << " bytes, ports of kind "
          << static_cast<int>(ports.kind) << ", " << ports.count;
  }
}

/// A torus, and the tori whose odd sides are shorter or longer by one.
struct OddTorus {
  const char *shorter, *odd, *longer;
};

/// Expects the same of a torus, or `most` times, without start-up times and hops.
inline void expect_torus_little_longer(const OddTorus& torus, std::int64_t bytes,
                                       double most = kLittleLonger) {
  for (const Ports& ports : all_ports()) {
    const auto time = [&](const char* spec) {
      return time_of("allreduce", "swing", torus_of(spec, ports, Time(0), Time(0)), bytes);
    };
    EXPECT_LE(time(torus.odd), most * std::max(time(torus.shorter), time(torus.longer)))
        << torus.odd << ", " << bytes << " bytes, ports of kind " << static_cast<int>(ports.kind)
        << ", " << ports.count;
  }
}

/// Expects that `swing`, which chooses, takes as long as the fastest of all that it chooses from.
inline void expect_fastest(const char* spec, std::int64_t bytes, const Ports& ports) {
  const Network network = torus_of(spec, ports);
  const Problem x = torus_problem(network, bytes, Order::kLinear);
  double best = time_of("allreduce", "swing-latency", network, bytes);
  for (const char* name : {"swing-bandwidth", "swing-direct", "swing-virtual", "swing-ahead",
                           "swing-turns", "swing-folded"})
    if (!refusal(find_algorithm("allreduce", name), x))
      best = std::min(best, time_of("allreduce", name, network, bytes));
  // If no side is odd, swing-turns is swing-bandwidth in smaller parts; only the last digits
  // differ.
  EXPECT_LE(time_of("allreduce", "swing", network, bytes), 1.0001 * best)
      << bytes << " bytes on " << spec << ", ports of kind " << static_cast<int>(ports.kind) << ", "
      << ports.count;
}

}  // namespace orrery::testing
