#pragma once

#include <map>

#include <QString>

#include "viz/model/run/finished_run.h"
#include "viz/model/run/session.h"

/// What is seen in a view, for those who hear it: the round and the time, and of what is followed the
/// rank, the link, the message or the block.
namespace orrery::viz {

/// What `rank` does in each round, in the paper's words (see roundSentence). Empty for schedules and programs,
/// which have none. REQUIRES run.hasPicture().
std::map<int, QString> sentencesOf(const FinishedRun& run, int rank);
/// What `rank` does in `round`; where there are no words for that, what is under way then.
QString sentenceOf(const FinishedRun& run, const RoundMark& round, int rank);

QString spokenNetwork(const Session& session);
QString spokenBlocks(const Session& session);
QString spokenTimeline(const Session& session);
QString spokenTime(const Session& session);

}  // namespace orrery::viz
