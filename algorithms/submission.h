#pragma once

#include "algorithms/plugin.h"

/// What a student hands in: what one rank does, and no formulas. ORRERY_SUBMISSION("broadcast", run), once.
namespace orrery {

/// An algorithm that promises nothing of itself.
constexpr Algorithm submission_of(std::string_view collective, void (*run)(Comm&, const Call&)) {
  return {.collective = collective,
          .name = "submission",
          .summary = "What was handed in.",
          .reference = "none",
          .formula = "",
          .run = run,
          .rounds = [](const Problem&) -> std::int64_t { return 0; },
          .bytes_total = [](const Problem&) { return Bytes(0); },
          .bytes_max_rank = [](const Problem&) { return Bytes(0); },
          .time = [](const Problem&) { return Time(0); }};
}

}  // namespace orrery

#define ORRERY_SUBMISSION(collective, run)                                         \
  namespace orrery {                                                               \
  static constexpr Algorithm submitted_algorithm = submission_of(collective, run); \
  }                                                                                \
  ORRERY_PLUGIN(&orrery::submitted_algorithm)
