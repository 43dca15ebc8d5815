#pragma once

#include <memory>
#include <optional>

#include "scenarios/formats/formats.h"
#include "scenarios/run/runner.h"

namespace orrery::testing {

/// Records a cell, and returns the run of this schedule under the same conditions; nothing if the cell fails.
inline std::optional<RunSpec> run_of_recording(const RunSpec& cell) {
  const ExportedRun run = run_for_export(cell, {.schedule = true});
  if (run.result.outcome != Outcome::kFine) return std::nullopt;
  RunSpec spec = run.result.spec;
  spec.collective = kNoCollective;
  spec.algorithm = kNoAlgorithm;
  spec.sizes.clear();
  spec.distribution = "same";
  spec.runs = ScheduleRun{"", std::make_shared<const Schedule>(run.schedule), {}};
  return spec;
}

}  // namespace orrery::testing
