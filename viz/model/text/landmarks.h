#pragma once

#include <vector>

#include <QString>

#include "viz/model/run/finished_run.h"

namespace orrery::viz::inline model {

/// A notable place in a run, in a sentence. HTML is escaped where it is shown.
struct Landmark {
  QString name;      ///< "Slowest round"
  QString text;      ///< "2 takes 671.5 us: 8 messages share the link from rank 5 to rank 6"
  int round = -1;    ///< -1: of the whole run
  LinkId link = -1;  ///< -1: none
};

/// Returns the slowest round with its cause, then the link that carried most. Empty unless the run has pictures, was
/// measured and moved data. Messages of rounds of which only totals are known have no cause but sharing.
std::vector<Landmark> landmarksOf(const FinishedRun& run);

}  // namespace orrery::viz::inline model
