#include "viz/model/text/why_text.h"

#include <algorithm>

#include "scenarios/report/why/against.h"
#include "scenarios/report/why/why_report.h"
#include "scenarios/text/units_text.h"
#include "viz/model/text/texts.h"
#include "viz/model/text/words.h"

namespace orrery::viz::inline model {
namespace {

QString timeText(Time t) {
  return QString::fromStdString(short_time(t));
}

QString linkName(const Stage& stage, const Stretch& s) {
  if (s.link < 0) return Words::tr("memory of the host");
  const Link ends = stage.layout().topology().link(s.link);
  return QStringLiteral("%1 → %2").arg(nodeName(stage, ends.from), nodeName(stage, ends.to));
}

/// Names the cause that a stretch waits for.
QString awaitedText(const Stage& stage, const Stretch& s) {
  switch (s.cause) {
    case Cause::kAlpha:
      return Words::tr("the message starts up");
    case Cause::kLatency:
    case Cause::kBytes:
      return linkName(stage, s);
    case Cause::kContention:
      return Words::tr("other messages on %1").arg(linkName(stage, s));
    case Cause::kPort:
      return Words::tr("other messages hold its ports");
    case Cause::kPartner:
      return Words::tr("rank %1 posts its receive later").arg(s.partner);
    case Cause::kCompute:
      return Words::tr("reductions, copies or other work");
    case Cause::kOverhead:
      return Words::tr("the processor starts this message");
    case Cause::kNoise:
      break;
  }
  return Words::tr("the rank is late, or its processor is preempted");
}

/// Returns the first message after `t` of those that a rank sends or receives; null after the
/// last.
const MessageEvent* nextOf(const TraceIndex& index, LaneIndex::Lane lane, int rank, Time t) {
  const auto& messages = index.trace().messages;
  const auto all = index.lanes().of(lane, rank);
  const auto i = std::ranges::upper_bound(all, t, {}, [&](auto m) { return messages[m].start; });
  return i == all.end() ? nullptr : &messages[*i];
}

bool isMoving(const TraceIndex& index, LaneIndex::Lane lane, int rank, Time t) {
  const auto& messages = index.trace().messages;
  return std::ranges::any_of(index.lanes().of(lane, rank), [&](std::uint32_t m) {
    return messages[m].start <= t && t < messages[m].end;
  });
}

bool isComputing(const TraceIndex& index, int rank, Time t) {
  const auto& computes = index.trace().computes;
  return std::ranges::any_of(index.lanes().of(LaneIndex::kCompute, rank), [&](std::uint32_t c) {
    return computes[c].start <= t && t < computes[c].end;
  });
}

const MessageEvent* nextMessage(const TraceIndex& index, int rank, Time t) {
  const MessageEvent* sent = nextOf(index, LaneIndex::kSend, rank, t);
  const MessageEvent* received = nextOf(index, LaneIndex::kReceive, rank, t);
  if (sent == nullptr || received == nullptr) return sent == nullptr ? received : sent;
  return received->start <= sent->start ? received : sent;
}

/// Returns whether the rank enters that round only after `t`.
bool entersLater(const TraceIndex& index, int rank, int round, Time t) {
  const auto& rounds = index.trace().rounds;
  return std::ranges::any_of(index.lanes().of(LaneIndex::kRound, rank), [&](std::uint32_t i) {
    return rounds[i].round == round && rounds[i].time > t;
  });
}

struct CauseTexts {
  const char *name, *meaning;
};
constexpr CauseTexts kCauseTexts[kCauses] = {
    {"α", QT_TRANSLATE_NOOP("Words", "α: start-up of messages")},
    {QT_TRANSLATE_NOOP("Words", "latency"),
     QT_TRANSLATE_NOOP("Words", "latency: links and hops on their way")},
    {QT_TRANSLATE_NOOP("Words", "bytes"),
     QT_TRANSLATE_NOOP("Words", "bytes: at the rate of a message alone")},
    {QT_TRANSLATE_NOOP("Words", "contention"),
     QT_TRANSLATE_NOOP("Words", "contention: added by sharing links")},
    {QT_TRANSLATE_NOOP("Words", "ports"),
     QT_TRANSLATE_NOOP("Words", "ports: waiting until others release them")},
    {QT_TRANSLATE_NOOP("Words", "late partners"),
     QT_TRANSLATE_NOOP("Words", "late partners: senders waiting for receivers")},
    {QT_TRANSLATE_NOOP("Words", "computing"),
     QT_TRANSLATE_NOOP("Words", "computing: reductions, copies and other work")},
    {QT_TRANSLATE_NOOP("Words", "overhead"),
     QT_TRANSLATE_NOOP("Words", "overhead: processors busy with messages")},
    {QT_TRANSLATE_NOOP("Words", "noise"),
     QT_TRANSLATE_NOOP("Words", "noise: ranks that are late, or preempted")},
};

}  // namespace

QString causeName(Cause cause) {
  return Words::tr(kCauseTexts[static_cast<std::size_t>(cause)].name);
}

QString meaningOf(Cause cause) {
  return Words::tr(kCauseTexts[static_cast<std::size_t>(cause)].meaning);
}

QString stretchText(const Stage& stage, const Stretch& s) {
  const QString round = roundName(stage.index().operations(), s.round);
  const QString who = s.partner < 0
                          ? Words::tr("critical path: rank %1 (round %2)").arg(s.rank).arg(round)
                          : Words::tr("critical path: rank %1 to rank %2 (round %3)")
                                .arg(s.rank)
                                .arg(s.partner)
                                .arg(round);
  return who + u'\n' +
         Words::tr("%1 for %2: %3")
             .arg(causeName(s.cause), timeText(s.to - s.from), awaitedText(stage, s));
}

QString tiesText(const CriticalPath& path) {
  if (path.ties == 0) return {};
  return Words::tr("At least %1 other paths are as long.")
      .arg(QString::fromStdString(short_count(path.ties)));
}

QString causesText(const CriticalPath& path) {
  const TimeByCause times = path.by_cause();
  const double all = std::max(to_seconds(total(times)), 1e-12);
  QStringList lines;
  for (const Cause cause : kAllCauses) {
    const Time time = time_of(times, cause);
    if (time == Time{0}) continue;
    lines.append(Words::tr("%1: %2, %3")
                     .arg(causeName(cause), timeText(time),
                          QString::fromStdString(short_share(to_seconds(time) / all))));
  }
  if (const QString ties = tiesText(path); !ties.isEmpty()) lines.append(ties);
  return lines.join(u'\n');
}

QString differenceText(const Session& left, const Session& right) {
  const auto explained = [](const Session& s) {
    return Explained{s.run()->result, s.path()->path()};
  };
  const Explained a = explained(left), b = explained(right);
  if (!competes(a.result) || !competes(b.result)) return {};
  const bool same = a.result.spec.algorithm == b.result.spec.algorithm;
  const auto name = [&](const Explained& e, const QString& side) {
    return same ? side.toStdString() : e.result.spec.algorithm;
  };
  return QString::fromStdString(difference_text(
      {name(a, Words::tr("the left run")), a}, {name(b, Words::tr("the right run")), b},
      [](std::string_view english) { return Words::of(english).toStdString(); }));
}

QString waitText(const TraceIndex& index, int rank, Time t, bool in_step) {
  if (t >= index.totalsFrom() || t >= index.endOf(rank) || isComputing(index, rank, t) ||
      isMoving(index, LaneIndex::kSend, rank, t) || isMoving(index, LaneIndex::kReceive, rank, t))
    return {};
  const MessageEvent* next = nextMessage(index, rank, t);
  if (next == nullptr) return {};
  const bool sends = next->source == rank;
  const int other = sends ? next->destination : next->source;
  if (next->posted <= t)
    return Words::tr("waits for ports, for its message with rank %1, until %2")
        .arg(other)
        .arg(timeText(next->start));
  if (in_step && entersLater(index, rank, next->round, t))
    return Words::tr("waits for round %1, which all enter together").arg(next->round);
  return (sends ? Words::tr("waits for rank %1, which posts its receive at %2")
                : Words::tr("waits for rank %1, which posts its send at %2"))
      .arg(other)
      .arg(timeText(next->posted));
}

QString waitText(const Session& session, int rank, Time t) {
  if (!session.hasPicture()) return {};
  const FinishedRun& run = *session.run();
  return waitText(run.stage->index(), rank, t, run.result.spec.engine.sync == Sync::kRounds);
}

}  // namespace orrery::viz::inline model
