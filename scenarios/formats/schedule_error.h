#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "algorithms/plan/plan.h"
#include "emu/base/check.h"
#include "scenarios/text/errors.h"

namespace orrery {

/// A document in the language of a format that holds something else altogether. Explicitly named it is bad input; in a
/// folder it is passed over.
class NoSchedule : public PlanError {
 public:
  NoSchedule(std::int32_t line, const std::string& message)
      : PlanError(Fault::kSyntax, {.line = line}, text_of("line ", line, ": ", message)) {}
};

/// A schedule that is wrong: bad input, and of which class its fault is.
class ScheduleError : public InputError {
 public:
  /// `rank` -1: not known.
  ScheduleError(Fault fault, Place place, Complaint complaint, int rank = -1)
      : InputError(std::move(place), "", std::move(complaint)), fault_(fault), rank_(rank) {}
  Fault fault() const { return fault_; }
  int rank() const { return rank_; }

 private:
  Fault fault_;
  int rank_;
};

/// A run or a plan that cannot be written in a format. THROWS InputError.
[[noreturn]] inline void refuse_export(const std::string& what, const std::string& expected) {
  throw InputError({"export"}, "", {what, expected});
}

}  // namespace orrery
