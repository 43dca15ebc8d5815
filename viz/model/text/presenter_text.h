#pragma once

#include <QString>

#include "viz/model/run/lesson_session.h"
#include "viz/model/run/session.h"

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

}  // namespace orrery::viz
