#pragma once

#include "algorithms/plugin.h"

/// The submission of a student: the program of one rank, without formulas.
/// ORRERY_SUBMISSION("broadcast", run), once.
namespace orrery::inline algorithms {

/// Returns an algorithm without promises.
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

}  // namespace orrery::inline algorithms

#define ORRERY_SUBMISSION(collective, run)                                         \
  namespace orrery {                                                               \
  static constexpr Algorithm submitted_algorithm = submission_of(collective, run); \
  }                                                                                \
  ORRERY_PLUGIN(&orrery::submitted_algorithm)
