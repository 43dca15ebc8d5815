#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scenarios/reproduce/reproduction.h"

/// Fig. 10 and 11 of Träff's paper on gather trees: gatherv and scatterv of p = 500 x 16 = 8,000 ranks,
/// blocks of 1 to 10,000 MPI_INT on average in two distributions, by the library, TUW (the adaptive
/// tree) and TWO (two regular collectives and a message).
namespace orrery {

enum class Machine {
  kModel,   ///< the paper's: any two ranks, one port, half duplex
  kCluster  ///< 500 hosts of 16 ranks on one switch; our estimates of its costs
};

/// One measuring point: times in seconds.
struct GatherPoint {
  std::string distribution;
  std::int64_t b = 0;
  Machine machine = Machine::kModel;
  double library = 0, tuw = 0, two = 0;
  double building = 0;  ///< of the tree of TUW: 2 ceil(log2 p) rounds of small messages
  double bound = 0;     ///< what goes over the link of the root's host, at its bandwidth

  /// How much less time TWO takes than TUW, which builds its tree first.
  double gain() const { return 1 - two / (tuw + building); }
  double gain_without_building() const { return 1 - two / tuw; }
  /// What no algorithm can save more than.
  double most_gain() const { return 1 - bound / (tuw + building); }
};

/// All points; `library` is the algorithm that stands for the MPI library's.
std::vector<GatherPoint> gather_points(std::string_view collective, std::string_view library,
                                       int jobs);

/// "model" or "cluster".
const char* name_of(Machine machine);

/// Returns the gain if the tree of TUW is free: what building it takes is our estimate.
Estimate gain_estimate(const GatherPoint& point);

/// Says the most that there can be.
std::string most_gain_text(const GatherPoint& point);

/// A table, and a picture for each distribution.
void add_gather_files(Evidence& e, std::string_view collective,
                      const std::vector<GatherPoint>& points);

/// What the machines are.
std::vector<std::string> gather_notes();

}  // namespace orrery
