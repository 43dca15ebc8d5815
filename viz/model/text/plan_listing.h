#pragma once

#include <memory>

#include "viz/model/index/step_index.h"
#include "viz/model/text/listing.h"

namespace orrery::viz {

/// The steps of a schedule as its file has them, or, where not every step of a rank has a line of its own there that
/// names it, a line for each, with Listing::first_line 0.
class PlanListing {
 public:
  /// `file`: its name and its text.
  PlanListing(std::shared_ptr<const StepIndex> steps, QString file, const QString& text);

  /// Marked is the step that each thread block of the rank sends or receives with, otherwise the one that it waits at
  /// (or, where steps are run several times, the one that it was in last), until its last one is over.
  Listing at(const TraceIndex& index, int rank, Time t) const;

 private:
  bool hasOwnLines(int rank) const;
  bool isAt(std::int32_t step, Time t) const;
  Listing linesOf(int rank) const;

  std::shared_ptr<const StepIndex> steps_;
  QString file_;
  QStringList text_;
};

/// What a step does: "gpu 0 tb 3 step 2 (rrs, line 17): i[2] + from gpu 3 → to gpu 1".
QString stepText(const Plan& plan, std::int32_t step);

}  // namespace orrery::viz
