#include "viz/model/index/path_index.h"

#include <iterator>

namespace orrery::viz::inline model {
namespace {

bool isOf(const Stretch& s, const MessageEvent& m) {
  return m.source == s.rank && m.destination == s.partner && m.start <= s.from && s.to <= m.end;
}

/// Returns the latest message that contains the stretch; -1 if there is none.
std::int64_t messageOf(const Stretch& s, const TraceIndex& trace) {
  const auto& messages = trace.trace().messages;
  const auto sent = trace.lanes().of(LaneIndex::kSend, s.rank);
  auto i = std::ranges::upper_bound(sent, s.from, {}, [&](auto m) { return messages[m].start; });
  while (i != sent.begin())
    if (isOf(s, messages[*--i])) return *i;
  return -1;
}

bool waitsForSame(const Stretch& s, const Stretch& next) {
  return s.rank == next.rank && s.partner == next.partner && s.round == next.round;
}

}  // namespace

PathIndex::PathIndex(CriticalPath path, const TraceIndex& trace)
    : path_(std::move(path)), times_(path_.by_cause()) {
  findMessages(trace);
  findLinks(trace.trace());
}

/// Finds the message of each stretch. A message that has not started yet is that of the next
/// stretch.
void PathIndex::findMessages(const TraceIndex& trace) {
  const auto& all = path_.stretches;
  const auto& messages = trace.trace().messages;
  messages_.assign(all.size(), -1);
  for (std::size_t i = all.size(); i-- > 0;) {
    if (all[i].partner < 0 || all[i].cause == Cause::kOverhead) continue;
    const std::int64_t next = i + 1 < all.size() ? messages_[i + 1] : -1;
    const bool waits = all[i].cause == Cause::kPort || all[i].cause == Cause::kPartner;
    const bool same = next >= 0 && (isOf(all[i], messages[static_cast<std::size_t>(next)]) ||
                                    (waits && waitsForSame(all[i], all[i + 1])));
    messages_[i] = same ? next : messageOf(all[i], trace);
  }
  std::ranges::copy_if(messages_, std::back_inserter(known_), [](auto m) { return m >= 0; });
  std::ranges::sort(known_);
  known_.erase(std::ranges::unique(known_).begin(), known_.end());
}

void PathIndex::findLinks(const Trace& trace) {
  std::int64_t last = -1;
  for (std::size_t i = 0; i < messages_.size(); ++i) {
    if (path_.stretches[i].link >= 0) links_.push_back(path_.stretches[i].link);
    if (messages_[i] < 0 || messages_[i] == last) continue;
    last = messages_[i];
    for (const Trace::Path& p : trace.messages[static_cast<std::size_t>(last)].paths)
      links_.insert(links_.end(), p.links.begin(), p.links.end());
  }
  std::ranges::sort(links_);
  links_.erase(std::ranges::unique(links_).begin(), links_.end());
}

int PathIndex::at(Time t) const {
  const auto behind = std::ranges::upper_bound(path_.stretches, t, {}, &Stretch::from);
  return static_cast<int>(behind - path_.stretches.begin()) - 1;
}

int PathIndex::longest(Cause cause) const {
  const auto length = [cause](const Stretch& s) {
    return s.cause == cause ? s.to - s.from : Time{0};
  };
  const auto found = std::ranges::max_element(path_.stretches, {}, length);
  if (found == path_.stretches.end() || length(*found) == Time{0}) return -1;
  return static_cast<int>(found - path_.stretches.begin());
}

}  // namespace orrery::viz::inline model
