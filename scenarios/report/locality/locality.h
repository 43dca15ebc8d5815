#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "emu/trace/sink.h"
#include "scenarios/report/plot/plot.h"
#include "scenarios/run/runner.h"

/// The distance that bytes travel: the traffic of every round by distance.
namespace orrery::inline report {

struct LocalTraffic {
  std::int64_t messages = 0;
  Bytes bytes;
};

/// Counts traffic by distance: 0 within a host; on networks whose links have levels 1 + the highest
/// level of the route (on a two-tier tree: 1 same leaf, 2 across the core), otherwise the number of
/// links.
class LocalitySink : public Sink {
 public:
  explicit LocalitySink(const Network& network) : network_(network) {}

  void start(const MessageEvent& e) override;
  void path(const PathEvent& e) override;

  /// Returns the traffic by round and distance.
  const std::map<std::pair<int, int>, LocalTraffic>& traffic() const { return traffic_; }

 private:
  const Network& network_;
  std::map<std::pair<int, int>, LocalTraffic> traffic_;
  std::int64_t message_ = -1;  // of the latest start
  int round_ = 0;
  bool counted_ = false;  // as a message; its paths have equal distance
};

struct Locality {
  RunResult result;
  std::map<std::pair<int, int>, LocalTraffic> traffic;  ///< by round and distance
  std::map<int, std::string> distances;                 ///< names of those that occur
};

/// Runs a cell and measures its traffic. Errors are in the result.
Locality measure_locality(const RunSpec& spec);

/// Returns a table of all runs, then one for each with its rounds.
std::string locality_text(const std::vector<Locality>& all);

/// Returns the swept values, round, distance, messages, bytes; a line for each that is not empty.
std::string locality_csv(const std::vector<Locality>& all, const std::vector<std::string>& swept);

/// Plots the bytes with the largest distance, by step (round + 1): a line for each run in the
/// colour of its algorithm, the first of them the strongest.
Plot locality_plot(const std::vector<Locality>& all, const std::string& title);

}  // namespace orrery::inline report
