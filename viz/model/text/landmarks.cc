#include "viz/model/text/landmarks.h"

#include <algorithm>

#include "scenarios/text/units_text.h"
#include "viz/model/index/frame_state.h"
#include "viz/model/index/slow_down.h"
#include "viz/model/text/qt_text.h"
#include "viz/model/text/texts.h"
#include "viz/model/text/words.h"

namespace orrery::viz::inline model {
namespace {

constexpr double kEqualRounds =
    1.01;  ///< rounds of which none takes so many times as long as another are equal

QString linkText(const Stage& stage, LinkId id) {
  const Link link = stage.layout().topology().link(id);
  return Words::tr("from %1 to %2").arg(nodeName(stage, link.from), nodeName(stage, link.to));
}

/// Returns the message of a round that ends last; null if single messages are not known.
const Trace::Message* lastOf(const TraceIndex& index, int round) {
  const Trace::Message* last = nullptr;
  for (const std::uint32_t n : index.messagesOf(round)) {
    const Trace::Message& m = index.trace().messages[n];
    if (last == nullptr || m.end > last->end) last = &m;
  }
  return last;
}

/// Returns the link over which messages take longest at this moment, or of a path of `of`; null if
/// no message is slowed.
const LinkState* mostShared(const FrameState& state, const Trace::Message* of) {
  const LinkState* most = nullptr;
  for (const LinkState& l : state.links) {
    const auto crosses = [&](const Trace::Path& p) {
      return std::ranges::find(p.links, l.link) != p.links.end();
    };
    if (of != nullptr && !std::ranges::any_of(of->paths, crosses)) continue;
    if (most == nullptr || l.sharing > most->sharing) most = &l;
  }
  return most == nullptr || most->sharing < kLeastSlowDown ? nullptr : most;
}

/// Names the cause of most of the time of a round, up to the end of its last message.
QString causeText(const Stage& stage, int round, Time first_start, Landmark& landmark) {
  const TraceIndex& index = stage.index();
  const Trace::Message* last = lastOf(index, round);
  const auto mark = std::ranges::find(index.rounds(), round, &RoundMark::round);
  if (mark == index.rounds().end()) return {};
  if (last != nullptr && last->start - first_start > last->end - last->start)
    return Words::tr("last start after %1").arg(textOf(short_time(last->start - first_start)));
  const Time t = last != nullptr ? last->flow + (last->end - last->flow) / 2 : mark->view;
  const FrameState state = stateAt(index, t);
  const LinkState* shared = mostShared(state, last);
  const double flow = last == nullptr ? 1 : to_seconds(last->end - last->flow);
  const double alone = last == nullptr ? 0 : flow / slowDown(index, *last);
  const double latency = last == nullptr ? 0 : to_seconds(last->flow - last->start);
  if (shared != nullptr && flow - alone >= std::max(alone, latency) * (kLeastSlowDown - 1)) {
    landmark.link = shared->link;
    const QString where = linkText(stage, shared->link);
    return state.total_messages > 0
               ? Words::tr("messages share the link %1 and take %2 times as long")
                     .arg(where)
                     .arg(shared->sharing, 0, 'g', 2)
               : Words::tr("%1 messages share the link %2").arg(shared->flows).arg(where);
  }
  if (last == nullptr) return {};
  return alone >= latency
             ? Words::tr("%1 at full rate").arg(textOf(short_size(last->bytes)))
             : Words::tr("latency of %1").arg(textOf(short_time(last->flow - last->start)));
}

Time durationOf(const RoundMetrics& r) {
  return r.messages > 0 ? r.last_end - r.first_start : Time{0};
}

Landmark slowestRound(const FinishedRun& run) {
  const auto& rounds = run.result.metrics.per_round;
  const auto slowest = std::ranges::max_element(rounds, {}, durationOf);
  const Time most = durationOf(*slowest);
  const bool equal = std::ranges::all_of(rounds, [&](const RoundMetrics& r) {
    return r.messages > 0 && to_seconds(most) <= kEqualRounds * to_seconds(durationOf(r));
  });
  Landmark mark;
  mark.round = static_cast<int>(slowest - rounds.begin());
  const QString cause = causeText(*run.stage, mark.round, slowest->first_start, mark),
                time = textOf(short_time(most));
  mark.name = equal && rounds.size() > 1 ? Words::tr("All rounds") : Words::tr("Slowest round");
  mark.text = equal && rounds.size() > 1
                  ? Words::tr("take %1 each").arg(time)
                  : Words::tr("%1 takes %2")
                        .arg(roundName(run.stage->index().operations(), mark.round), time);
  if (!cause.isEmpty()) mark.text += QStringLiteral(": ") + cause;
  return mark;
}

}  // namespace

std::vector<Landmark> landmarksOf(const FinishedRun& run) {
  std::vector<Landmark> all;
  const Metrics& metrics = run.result.metrics;
  if (!run.hasPicture() || !run.isMeasured() || metrics.bytes_total.count() == 0) return all;
  if (!metrics.per_round.empty()) all.push_back(slowestRound(run));
  if (metrics.hottest.empty()) return all;
  const LinkLoad& hot = metrics.hottest.front();
  all.push_back({Words::tr("Busiest link"),
                 Words::tr("%1 carries %2")
                     .arg(linkText(*run.stage, hot.link), textOf(short_size(hot.bytes))),
                 -1, hot.link});
  return all;
}

}  // namespace orrery::viz::inline model
