#pragma once

#include <string>
#include <vector>

#include "scenarios/commands/orrery_mpi/measure.h"
#include "scenarios/run/runner.h"

namespace orrery {

/// A cell that was run on the processes: what the emulator says about it, and what was measured;
/// nothing if it was not run.
struct MeasuredRun {
  RunResult predicted;
  std::optional<Measurement> measured;
};

/// The run as a row of the results: the prediction's fields, `verified` by the data of the
/// processes, and further ones: measured_time_s (the median), measured_min_s, measured_max_s,
/// native_time_s, native_verified, repetitions, mpi.
RunResult to_result(const MeasuredRun& run, const MeasureOptions& options,
                    const std::string& library);

/// What was measured beside what was predicted: a table for people.
std::string measured_report(const Scenario& scenario, const std::vector<MeasuredRun>& runs,
                            const MeasureOptions& options, const std::string& library);

}  // namespace orrery
