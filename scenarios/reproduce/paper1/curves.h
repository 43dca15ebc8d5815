#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/reproduce/experiment.h"

/// Curves of Figures 1 to 4 of Träff's paper on round-optimal broadcast: times over sizes on the cluster of 36 hosts.
namespace orrery {

inline constexpr std::int64_t kCurvesLargest = 400'000'000;  ///< bytes
inline constexpr int kCurveRanks[] = {1, 16, 32};            ///< on a host

/// The sizes of the paper in bytes: 1, 2, 10, 20, 100, .., 10^8 MPI_INT.
std::vector<std::int64_t> sizes_of_curves();

/// A cell of a curve, of int32.
RunSpec curve_cell(int ranks_per_host, std::string_view collective, std::string_view algorithm,
                   std::int64_t bytes);

/// Steps in which a rank of `p` constructs its two schedules for a broadcast by the paper's Algorithms 4 and 5, most of
/// all ranks; and those of the receive schedules of all ranks, which Alg. 9 constructs.
std::int64_t construction_of_one(int p);
std::int64_t construction_of_all(int p);
/// How long so many steps take: those of all receive schedules of 36 ranks take the paper's "around 40 us".
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

/// REQUIRES that there is one.
const Curve& find_curve(const std::vector<Curve>& curves, int ranks_per_host,
                        std::string_view name);

/// At how many of these sizes a rival takes longer, as `times` has it, and how often as long in each.
Result in_each_size(const std::string& what, const std::vector<std::int64_t>& sizes,
                    const std::function<double(std::int64_t bytes)>& times);

/// A table of all, and a picture for each number of ranks on a host.
void add_curves(Evidence& e, const std::string& name, const std::vector<Curve>& curves);

}  // namespace orrery
