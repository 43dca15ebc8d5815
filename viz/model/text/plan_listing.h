#pragma once

#include <memory>

#include "viz/model/index/step_index.h"
#include "viz/model/text/listing.h"

namespace orrery::viz::inline model {

/// The lines of a schedule's file that hold its steps, or, where some step of a rank has no line of
/// its own that names it, a line for each step, with Listing::first_line 0.
class PlanListing {
 public:
  /// Creates the listing. `file`: its name and its text.
  PlanListing(std::shared_ptr<const StepIndex> steps, QString file, const QString& text);

  /// Returns the listing at t. It marks the step with which each thread block of the rank sends or
  /// receives, otherwise the one at which it waits (or, where steps are run several times, its last
  /// one), until its last step is over.
  Listing at(const TraceIndex& index, int rank, Time t) const;

 private:
  bool hasOwnLines(int rank) const;
  bool isAt(std::int32_t step, Time t) const;
  Listing linesOf(int rank) const;

  std::shared_ptr<const StepIndex> steps_;
  QString file_;
  QStringList text_;
};

/// Describes a step: "gpu 0 tb 3 step 2 (rrs, line 17): i[2] + from gpu 3 → to gpu 1".
QString stepText(const Plan& plan, std::int32_t step);

}  // namespace orrery::viz::inline model
