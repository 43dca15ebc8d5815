#pragma once

#include <map>

#include <QString>

#include "viz/model/run/finished_run.h"

namespace orrery::viz {

/// What `rank` does in each round, in the paper's words (see roundSentence). Empty for schedules and programs,
/// which have none. REQUIRES run.hasPicture().
std::map<int, QString> sentencesOf(const FinishedRun& run, int rank);
/// What `rank` does in `round`; where there are no words for that, what is under way then.
QString sentenceOf(const FinishedRun& run, const RoundMark& round, int rank);

}  // namespace orrery::viz
