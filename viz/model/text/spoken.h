#pragma once

#include <map>

#include <QString>

#include "viz/model/run/finished_run.h"
#include "viz/model/run/lesson_session.h"
#include "viz/model/run/session.h"

/// Texts of the views for screen readers: the round and the time, and the followed rank, link,
/// message or block.
namespace orrery::viz::inline model {

/// Text for a speaker while the audience sees the run.
struct PresenterText {
  QString heading;  ///< of the lesson's page, or of the run
  QString place;    ///< page, round and moment
  int done = 0;     ///< of `all`: pages of a lesson, or thousandths of the run's time
  int all = 0;
  QString notes;   ///< HTML: the page's notes or, without any, the events of this round
  QString next;    ///< the content of the next step, in a sentence
  QString hidden;  ///< hidden from the audience: the answer, or a frozen part; may be empty
};

/// Returns the presenter's text. `lesson` may have no open lesson.
PresenterText presenterText(const Session& session, const LessonSession& lesson);

/// Returns the round that the next step goes to; null where the end is next. REQUIRES a picture.
const RoundMark* nextRoundOf(const FinishedRun& run, Time now);

/// Describes `rank`'s part in each round, in the paper's words (see roundSentence). Empty for
/// schedules and programs, which have none. REQUIRES run.hasPicture().
std::map<int, QString> sentencesOf(const FinishedRun& run, int rank);
/// Describes `rank`'s part in `round`; without words for it, the messages under way.
QString sentenceOf(const FinishedRun& run, const RoundMark& round, int rank);

QString spokenNetwork(const Session& session);
QString spokenBlocks(const Session& session);
QString spokenTimeline(const Session& session);
QString spokenTime(const Session& session);

}  // namespace orrery::viz::inline model
