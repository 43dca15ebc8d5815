#include "viz/model/text/spoken.h"

#include <algorithm>
#include <array>

#include "scenarios/spec/problem.h"
#include "viz/model/text/block_names.h"
#include "viz/model/text/listing.h"
#include "viz/model/text/texts.h"
#include "viz/model/text/words.h"

namespace orrery::viz::inline model {

namespace {

constexpr int kThousandths = 1000;

/// Describes the followed rank's part, or rank 0's.
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

/// Describes the continuation of the run, also where it is hidden.
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
  if (session.isFrozen()) texts << Words::tr("Frozen: everything after this moment is hidden.");
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

/// The words of one run's algorithm.
class RoundSpeaker {
 public:
  RoundSpeaker(const FinishedRun& run, int rank)
      : index_(run.stage->index()),
        problem_(make_problem(run.result.spec, &run.stage->network())),
        algorithm_(chosen(find_algorithm(run.result.spec.collective, run.result.spec.algorithm),
                          problem_)),
        rank_(rank) {}
  QString sentence(int round) const {
    return roundSentence(index_, roundWords(algorithm_, problem_, round, rank_), round, rank_);
  }

 private:
  const TraceIndex& index_;
  Problem problem_;
  const Algorithm& algorithm_;
  int rank_;
};

QString nothing() {
  return Words::tr("No run is shown.");
}

QString spokenFocus(const Stage& stage, const FrameState& frame, const Focus& focus) {
  if (focus.message >= 0) return messageText(stage.index(), focus.message);
  if (focus.link >= 0) return linkText(stage, frame, focus.link);
  if (focus.rank < 0) return Words::tr("nothing is followed");
  return nodeText(stage, frame, stage.network().host_of.at(static_cast<std::size_t>(focus.rank)));
}

/// Returns the blocks of which a rank holds `state`, as ranges.
std::vector<BlockRange> blocksIn(BlockState state, const BlockHistory& history, int rank, Time t) {
  std::vector<BlockRange> ranges;
  for (int column = 0; column < history.columns(); ++column) {
    if (history.at(rank, column, t).state != state) continue;
    const int block = history.block(column);
    if (!ranges.empty() && ranges.back().last == block - history.step()) {
      ranges.back().last = block;
    } else {
      ranges.push_back({block, block});
    }
  }
  return ranges;
}

QString spokenRow(const BlockHistory& history, const BlockTable& blocks, int rank, Time t) {
  const std::array<std::pair<BlockState, QString>, 5> states{
      std::pair{BlockState::kFinal, Words::tr("final: blocks %1")},
      {BlockState::kHeld, Words::tr("held: blocks %1")},
      {BlockState::kPartial, Words::tr("partial: blocks %1")},
      {BlockState::kWrong, Words::tr("wrong: blocks %1")},
      {BlockState::kAbsent, Words::tr("absent: blocks %1")}};
  QStringList parts;
  for (const auto& [state, text] : states) {
    const auto ranges = blocksIn(state, history, rank, t);
    if (!ranges.empty()) parts.append(text.arg(blocksText(blocks, ranges)));
  }
  return Words::tr("rank %1").arg(rank) + u'\n' + parts.join(u'\n');
}

}  // namespace

const RoundMark* nextRoundOf(const FinishedRun& run, Time now) {
  const auto& marks = run.stage->index().rounds();
  const auto next = std::ranges::upper_bound(marks, now, {}, &RoundMark::begin);
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

std::map<int, QString> sentencesOf(const FinishedRun& run, int rank) {
  if (!runs_collective(run.result.spec)) return {};
  const RoundSpeaker speaker(run, rank);
  std::map<int, QString> sentences;
  for (const RoundMark& mark : run.stage->index().rounds())
    sentences[mark.round] = speaker.sentence(mark.round);
  return sentences;
}

QString sentenceOf(const FinishedRun& run, const RoundMark& round, int rank) {
  const QString words =
      runs_collective(run.result.spec) ? RoundSpeaker(run, rank).sentence(round.round) : QString();
  const TraceIndex& index = run.stage->index();
  return words.isEmpty() ? momentText(index, stateAt(index, round.view)) : words;
}

QString spokenTime(const Session& session) {
  if (!session.hasPicture()) return nothing();
  const TraceIndex& index = session.run()->stage->index();
  return Words::tr("%1 of %2, %3")
      .arg(clockText(session.frame().time, index.end()), clockText(index.end(), index.end()),
           momentText(index, session.frame()));
}

QString spokenNetwork(const Session& session) {
  if (!session.hasPicture()) return nothing();
  return QStringList{runTitle(session.run()->result.spec), spokenTime(session),
                     spokenFocus(*session.run()->stage, session.frame(), session.focus())}
      .join(u'\n');
}

QString spokenBlocks(const Session& session) {
  if (!session.hasPicture()) return nothing();
  const BlockHistory* history = session.run()->blocks.get();
  if (history == nullptr) return session.run()->no_blocks;
  const Focus& focus = session.focus();
  const Time now = session.frame().time;
  if (focus.rank < 0) {
    return Words::tr("%1 ranks, %2 blocks; no rank is followed")
        .arg(history->ranks())
        .arg(history->columns());
  }
  const int column = history->column_of(focus.block);
  const BlockTable& blocks = session.run()->stage->index().blocks();
  return column < 0 ? spokenRow(*history, blocks, focus.rank, now)
                    : cellText(*history, blocks, focus.rank, column, now);
}

QString spokenTimeline(const Session& session) {
  if (!session.hasPicture()) return nothing();
  const TraceIndex& index = session.run()->stage->index();
  QStringList lines{spokenTime(session)};
  std::int64_t last = -1;
  for (const MovingMessage& moving : session.frame().moving) {
    const auto& m = index.trace().messages[static_cast<std::size_t>(moving.message)];
    const int rank = session.focus().rank;
    if (moving.message == last || (m.source != rank && m.destination != rank)) continue;
    last = moving.message;
    lines.append(messageText(index, moving.message));
  }
  return lines.join(u'\n');
}

}  // namespace orrery::viz::inline model
