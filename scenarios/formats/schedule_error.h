#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "algorithms/plan/plan.h"
#include "emu/base/check.h"
#include "scenarios/text/errors.h"

namespace orrery::inline formats {

/// An error: a document in a format's language that is not a schedule. It is bad input if named
/// explicitly; in a folder it is ignored.
class NoSchedule : public PlanError {
 public:
  NoSchedule(std::int32_t line, const std::string& message)
      : PlanError(Fault::kSyntax, {.line = line}, text_of("line ", line, ": ", message)) {}
};

/// An error: a wrong schedule, which is bad input, with the class of its fault.
class ScheduleError : public InputError {
 public:
  /// Creates an error; `rank` -1: not known.
  ScheduleError(Fault fault, Place place, Complaint complaint, int rank = -1)
      : InputError(std::move(place), "", std::move(complaint)), fault_(fault), rank_(rank) {}
  Fault fault() const { return fault_; }
  int rank() const { return rank_; }

 private:
  Fault fault_;
  int rank_;
};

/// Refuses a run or a plan that cannot be written in a format. THROWS InputError.
[[noreturn]] inline void refuse_export(const std::string& what, const std::string& expected) {
  throw InputError({"export"}, "", {what, expected});
}

}  // namespace orrery::inline formats
