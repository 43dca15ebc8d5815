#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/reproduce/experiment.h"

/// Curves of Figures 1 to 4 of Träff's paper on round-optimal broadcast: times over sizes on the cluster of 36 hosts.
namespace orrery::inline reproduce {

inline constexpr std::int64_t kCurvesLargest = 400'000'000;  ///< bytes
inline constexpr int kCurveRanks[] = {1, 16, 32};            ///< on a host

/// Returns the sizes of the paper in bytes: 1, 2, 10, 20, 100, .., 10^8 MPI_INT.
std::vector<std::int64_t> sizes_of_curves();

/// Returns a cell of a curve, of int32.
RunSpec curve_cell(int ranks_per_host, std::string_view collective, std::string_view algorithm,
                   std::int64_t bytes);

/// Returns the steps in which a rank of `p` constructs its two schedules for a broadcast by the
/// paper's Algorithms 4 and 5, the maximum over all ranks; and those of the receive schedules of
/// all ranks, which Alg. 9 constructs.
std::int64_t construction_of_one(int p);
std::int64_t construction_of_all(int p);
/// Returns the time of these steps: those of all receive schedules of 36 ranks take the paper's
/// "around 40 us".
Time construction_time(std::int64_t steps);

struct Curve {
  std::string name;
  int ranks_per_host = 1;
  std::vector<RunSpec> cells = {};              ///< one for each size
  std::map<std::int64_t, RunResult> runs = {};  ///< by size

  const RunResult& at(std::int64_t bytes) const { return runs.at(bytes); }
  double seconds(std::int64_t bytes) const { return to_seconds(at(bytes).metrics.completion); }
};

/// Runs the cells of all curves.
std::vector<Curve> run_curves(std::vector<Curve> curves, int jobs);

/// Finds a curve. REQUIRES that it exists.
const Curve& find_curve(const std::vector<Curve>& curves, int ranks_per_host,
                        std::string_view name);

/// Returns at how many of these sizes a rival takes longer, according to `times`, and the factor at
/// each size.
Result in_each_size(const std::string& what, const std::vector<std::int64_t>& sizes,
                    const std::function<double(std::int64_t bytes)>& times);

/// Adds a table of all, and a picture for each number of ranks on a host.
void add_curves(Evidence& e, const std::string& name, const std::vector<Curve>& curves);

}  // namespace orrery::inline reproduce
