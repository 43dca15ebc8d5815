#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/grade/assignment.h"
#include "scenarios/grade/submission.h"

/// The grade of a submission.
namespace orrery::inline grade {

/// The first case of a part that failed.
struct FailedCase {
  RunSpec spec;
  std::string why;      ///< in words, without names of our files
  std::string printed;  ///< by the submission
  int rounds = 0;       ///< of a completed run
};

struct PartGrade {
  const GradedPart* part = nullptr;
  std::size_t cases = 0, passed = 0;
  std::int64_t points = 0;  ///< hundredths
  std::optional<FailedCase> first;
};

struct Grade {
  std::vector<PartGrade> parts;
  std::string failure;  ///< why nothing was run; then no part has points

  std::int64_t points() const;
};

/// Runs all cases of all parts. Cases after the third that exceeds a limit, and after the time for
/// all, count as failed. `progress(done, all)` is called after each case. THROWS InputError for
/// parts that make no sense, Stopped.
Grade grade_submission(const Assignment& assignment, const Submission& submission,
                       const std::function<void(std::size_t done, std::size_t all)>& progress);

}  // namespace orrery::inline grade
