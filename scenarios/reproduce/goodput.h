#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/reproduce/reproduction.h"
#include "scenarios/spec/scenario.h"

/// The experiments of De Sensi et al., "Swing", NSDI 2024, Sec. 5: the goodput of several allreduces
/// on several networks. All links have 400 Gb/s (unless a sweep says otherwise), and every hop takes
/// 0.3 us, as the paper says. A host has a port for each link, which a message holds while its bytes
/// leave or enter: messages that leave over one link share it, and their latencies overlap, as in a
/// router.
///
/// Tori and HyperX: links of 0.1 us, as the paper says, and α = 0.5 us: a host stands beside its
/// router, so that a message of h hops crosses h + 2 links and h + 1 routers, and
/// (h + 2) 0.1 + (h + 1) 0.3 us = 0.5 us + h 0.4 us.
/// HammingMesh: hosts are routers themselves, α = 0. The paper says that the traces of a board have
/// less latency than cables, but gives no number. Ours are estimates, 40 ns for the cables between
/// boards and 20 ns for a trace. A sweep can have other latencies.
namespace orrery::inline reproduce {

/// Costs of a message besides hops and bytes.
struct GoodputLatencies {
  std::string alpha, links;  ///< "500ns"; "list:20ns,40ns": of the levels of links
};

/// Returns the usual latencies of a topology, see above; those of tori are HyperX's, too.
GoodputLatencies latencies_of(const std::string& topology);

/// Completion times on one network.
class GoodputCurves {
 public:
  GoodputCurves(std::string topology, std::string bandwidth);

  /// Returns the topology, followed by the latencies of the sweep if it has any.
  const std::string& topology() const { return topology_; }
  const std::string& bandwidth() const { return bandwidth_; }
  const std::vector<std::string>& algorithms() const { return algorithms_; }
  const std::vector<std::int64_t>& sizes() const { return sizes_; }
  void add(const std::string& algorithm, std::int64_t bytes, Time time);

  /// Returns the goodput; nothing if the algorithm did not run.
  std::optional<double> goodput_gbps(const std::string& algorithm, std::int64_t bytes) const;
  /// Returns the fastest algorithm but `but` at a size.
  std::string best_other(const std::string& but, std::int64_t bytes) const;
  /// Returns Swing's goodput relative to that of the fastest other, less 1.
  double gain(std::int64_t bytes) const;
  /// Returns all gains at sizes above `bytes`, the smallest first.
  std::vector<double> sorted_gains(std::int64_t above = 0) const;

 private:
  std::string topology_, bandwidth_;
  std::vector<std::string> algorithms_;
  std::vector<std::int64_t> sizes_;
  std::map<std::pair<std::string, std::int64_t>, Time> times_;
};

/// Algorithms to run on a network. Those that do not support it are left out.
struct GoodputSweep {
  std::string topology;
  std::vector<std::string> algorithms;
  std::int64_t largest = std::int64_t{512} << 20;  ///< 32 B, 128 B, 512 B, ... up to here
  std::string bandwidth = "400Gb/s";
  std::optional<GoodputLatencies> latencies = {};  ///< empty: those of the topology, see above
};

/// Returns the paper's four (or, without the ring, three) algorithms.
std::vector<std::string> swing_and_rivals(bool with_ring);

/// Runs the sweeps, several runs at the same time; finished ones are kept in w.keep.
std::vector<GoodputCurves> run_sweeps(const Workshop& w, const std::vector<GoodputSweep>& sweeps);

/// Returns topology,bandwidth,algorithm,bytes,goodput_gbps.
std::string goodput_csv(const std::vector<GoodputCurves>& all);
/// Returns topology,bandwidth,bytes,best_other,gain.
std::string gain_csv(const std::vector<GoodputCurves>& all);

Plot goodput_plot(const GoodputCurves& curves);
/// Plots Swing's gain over the best other in per cent, a line for each network.
Plot gain_plot(const std::string& title, const std::vector<GoodputCurves>& all,
               const std::function<std::string(const GoodputCurves&)>& name_of);

/// Adds the tables and plots of all curves to the evidence.
void add_goodput_files(Evidence& e, const std::string& title, const std::vector<GoodputCurves>& all,
                       const std::function<std::string(const GoodputCurves&)>& name_of);

inline constexpr std::int64_t kMiB = 1 << 20;

/// The paper's claim on Fig. 8 and Fig. 16.
inline constexpr const char* kMoreNodesMoreGain =
    "square tori: the maximum gain increases with the network (Sec. 5.1, 5.5)";

/// Judges the claim that Swing is the fastest up to a size (0: at every size), as its smallest
/// gain.
Finding swing_is_fastest(const std::string& where, const GoodputCurves& curves, std::int64_t hi);
/// Judges the claim that Swing is up to `times` as fast as the best other, read off a plot.
Finding largest_factor(const std::string& where, const GoodputCurves& curves, double times);
/// Describes where Swing is not the fastest: "not from 128MiB on (worst -9 %, bucket)"; or "at
/// every size".
std::string where_swing_loses(const GoodputCurves& curves);
/// The largest gain and its size: "126 % at 2MiB".
struct LargestGain {
  double gain = 0;
  std::int64_t bytes = 0;
  std::string text() const;
};
LargestGain largest_gain(const GoodputCurves& curves);
/// Returns the smallest gain (a loss if negative), up to a size (0: of all).
LargestGain smallest_gain(const GoodputCurves& curves, std::int64_t hi = 0);

/// Returns the seconds of α at which Swing and bucket take the same time at a size, if they run
/// with `alpha` and bucket has `more` steps than Swing: every step has one α.
double turning_alpha(const GoodputCurves& curves, std::int64_t bytes, double alpha, int more);

/// Returns the value below which `share` of the sorted values lie, interpolated between neighbours.
double quantile(const std::vector<double>& sorted, double share);

std::string percent(double fraction);  ///< returns "126 %"

/// Reads the results of the Swing paper's packet-level simulator, taken from its plots (64x64 and
/// 8x8 torus, scenarios/papers/data/swing_goodput.csv): points of at least 1 Gb/s, under our names
/// of the algorithms. THROWS InputError if the file cannot be read.
std::vector<GoodputCurves> simulated_goodput();

}  // namespace orrery::inline reproduce
