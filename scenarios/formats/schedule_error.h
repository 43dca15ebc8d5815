#pragma once

#include <utility>

#include "algorithms/task_graph/fault.h"
#include "scenarios/document/errors.h"

namespace orrery {

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

}  // namespace orrery
