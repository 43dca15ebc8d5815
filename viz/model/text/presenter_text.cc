#include "viz/model/text/presenter_text.h"

#include <algorithm>

#include "viz/model/text/spoken.h"
#include "viz/model/text/texts.h"
#include "viz/model/text/words.h"

namespace orrery::viz {
namespace {

constexpr int kThousandths = 1000;

/// What the rank that is followed does, or rank 0.
QString spoken(const FinishedRun& run, const RoundMark& mark, const Focus& focus) {
  return sentenceOf(run, mark, std::max(focus.rank, 0));
}

QString present(const Session& session) {
  if (!session.hasPicture()) return {};
  const FinishedRun& run = *session.whole();
  const auto& marks = run.stage->index().rounds();
  const int mark = markAt(marks, session.clock().now());
  if (mark < 0) return momentText(run.stage->index(), session.frame());
  return spoken(run, marks[static_cast<std::size_t>(mark)], session.focus());
}

/// The run goes on, also where that is hidden.
QString nextInRun(const Session& session) {
  const FinishedRun& run = *session.whole();
  const RoundMark* next = nextRoundOf(run, session.clock().now());
  return next == nullptr ? Words::tr("The end of the run.") : spoken(run, *next, session.focus());
}

QString nextText(const Session& session, const LessonSession& lesson) {
  const bool runs =
      session.hasPicture() && (session.isFrozen() || session.clock().now() < session.clock().end());
  if (runs) return nextInRun(session);
  if (!lesson.isOpen()) return Words::tr("This is the end of the run.");
  if (lesson.isHidden()) return Words::tr("The answer is shown.");
  return lesson.canGo(1) ? Words::tr("The next page: %1").arg(lesson.title(1))
                         : Words::tr("This is the end of the lesson.");
}

QString hiddenText(const Session& session, const LessonSession& lesson) {
  QStringList texts;
  if (session.isFrozen()) texts << Words::tr("Frozen: what comes after this moment is hidden.");
  if (lesson.isOpen() && lesson.isHidden())
    texts << Words::tr("The answer is %1.").arg(lesson.answerText());
  return texts.join(u'\n');
}

void describeLesson(PresenterText& text, const LessonSession& lesson) {
  text.heading = lesson.title();
  text.done = lesson.number() + 1;
  text.all = lesson.pages();
  const QString page = Words::tr("page %1 of %2").arg(text.done).arg(text.all);
  text.place = text.place.isEmpty() ? page : page + QStringLiteral(" · ") + text.place;
  if (!lesson.notes().isEmpty()) text.notes = lesson.notes();
}

}  // namespace

const RoundMark* nextRoundOf(const FinishedRun& run, Time now) {
  const auto& marks = run.stage->index().rounds();
  const auto next = std::ranges::upper_bound(marks, now, {}, &RoundMark::view);
  return next == marks.end() ? nullptr : &*next;
}

PresenterText presenterText(const Session& session, const LessonSession& lesson) {
  PresenterText text;
  if (session.hasPicture()) {
    const FinishedRun& run = *session.whole();
    const Time end = run.stage->index().end(), now = session.clock().now();
    text.heading = runTitle(run.result.spec);
    text.place = momentText(run.stage->index(), stateAt(run.stage->index(), now));
    text.all = kThousandths;
    text.done = end > Time{0} ? static_cast<int>(kThousandths * now.count() / end.count()) : 0;
    text.notes = QStringLiteral("<p>%1</p>").arg(present(session).toHtmlEscaped());
    text.next = nextText(session, lesson);
    text.hidden = hiddenText(session, lesson);
  }
  if (lesson.isOpen()) describeLesson(text, lesson);
  return text;
}

}  // namespace orrery::viz
