#pragma once

#include <map>

#include <QString>

#include "viz/model/run/finished_run.h"
#include "viz/model/run/lesson_session.h"
#include "viz/model/run/session.h"

/// What is seen in a view, for screen readers: the round and the time, and of what is followed the
/// rank, the link, the message or the block.
namespace orrery::viz {

/// What a speaker is told while others see the run.
struct PresenterText {
  QString heading;  ///< of the lesson's page, or of the run
  QString place;    ///< which page, round and moment
  int done = 0;     ///< of `all`: pages of a lesson, or thousandths of the run's time
  int all = 0;
  QString notes;   ///< HTML: the page's notes or, where it has none, what happens in this round
  QString next;    ///< what the next step shows, in a sentence
  QString hidden;  ///< what the others do not see: the answer, or what is frozen; may be empty
};

/// `lesson` may be none that is open.
PresenterText presenterText(const Session& session, const LessonSession& lesson);

/// The round that the next step goes to; null where the end is next. REQUIRES a picture.
const RoundMark* nextRoundOf(const FinishedRun& run, Time now);

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
