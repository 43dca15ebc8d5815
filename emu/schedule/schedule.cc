#include "emu/schedule/schedule.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <utility>

#include "emu/base/check.h"
#include "emu/schedule/steps.h"

namespace orrery::inline schedule {

std::string_view fault_name(Fault fault) {
  constexpr std::string_view kFaults[] = {"syntax", "attribute",  "structure", "peer",  "channel",
                                          "bounds", "dependency", "unmatched", "count", "deadlock",
                                          "race",   "undefined",  "result"};
  return kFaults[static_cast<std::size_t>(fault)];
}

namespace {

using Kind = Operation::Kind;

void add(std::int64_t& sum, std::int64_t amount) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  sum = sum > kMost - amount ? kMost : sum + amount;
}

/// One end of a message; its two ends have equal keys. Compared ends have the same source.
struct End {
  std::int32_t destination, tag, rank, operation;
  std::int64_t amount;
  auto key() const { return std::pair(destination, tag); }
  OperationPlace place() const { return {rank, operation}; }
};
using Ends = std::vector<End>;

/// Tags of files go up to 2^32.
std::uint32_t shown(std::int32_t tag) {
  return static_cast<std::uint32_t>(tag);
}

std::string describe(const End& e, std::int32_t source, Kind kind, std::size_t others) {
  return text_of(kind == Kind::kSend ? "the send to rank " : "the receive from rank ",
                 kind == Kind::kSend ? e.destination : source, " with tag ", shown(e.tag),
                 " has no partner: that rank has ", others,
                 kind == Kind::kSend ? " receives from rank " : " sends to rank ", e.rank,
                 " with it; expected as many sends as receives");
}

/// Sorts by key; ends with equal keys keep their order.
void sort_by_key(std::span<End> ends) {
  if (!std::ranges::is_sorted(ends, {}, &End::key)) std::ranges::stable_sort(ends, {}, &End::key);
}

/// Returns the receives of all ranks, by source.
Grouped<End> receives_of(std::span<const RankSchedule> ranks) {
  return {ranks.size(), [&](auto add) {
            for (std::int32_t r = 0; r < std::ssize(ranks); ++r) {
              const auto& operations = ranks[static_cast<std::size_t>(r)].operations;
              for (std::int32_t i = 0; i < std::ssize(operations); ++i) {
                const Operation& o = operations[static_cast<std::size_t>(i)];
                if (o.kind == Kind::kReceive)
                  add(static_cast<std::size_t>(o.peer), {r, o.tag, r, i, o.amount});
              }
            }
          }};
}

/// Throws InvalidSchedule unless each send has a receive. Both lists are sorted.
void require_partners(std::int32_t source, std::span<const End> sends,
                      std::span<const End> receives) {
  for (std::size_t i = 0; i < std::max(sends.size(), receives.size()); ++i) {
    const bool lonely_send =
        i >= receives.size() || (i < sends.size() && sends[i].key() < receives[i].key());
    const bool lonely_receive =
        !lonely_send && (i >= sends.size() || receives[i].key() < sends[i].key());
    if (!lonely_send && !lonely_receive) continue;
    const End& lonely = lonely_send ? sends[i] : receives[i];
    const std::span<const End> others = (lonely_send ? receives : sends).first(i);
    std::size_t partners = 0;
    while (partners < i && others[i - partners - 1].key() == lonely.key()) ++partners;
    throw InvalidSchedule(
        Fault::kUnmatched,
        describe(lonely, source, lonely_send ? Kind::kSend : Kind::kReceive, partners),
        lonely.place());
  }
}

/// Returns the error for a message that does not fit into a receive, for any matching of equal
/// keys. Both lists are of one source and sorted.
std::optional<InvalidSchedule> too_large(std::int32_t source, std::span<End> sends,
                                         std::span<End> receives) {
  for (std::size_t i = 0, next = 0; i < sends.size(); i = next) {
    while (next < sends.size() && sends[next].key() == sends[i].key()) ++next;
    for (const std::span<End> ends : {sends, receives})
      std::ranges::sort(ends.subspan(i, next - i), {}, &End::amount);
  }
  for (std::size_t i = 0; i < sends.size(); ++i)
    if (sends[i].amount > receives[i].amount)
      return InvalidSchedule(
          Fault::kCount,
          text_of("the send of ", sends[i].amount, " bytes to rank ", sends[i].destination,
                  " with tag ", shown(sends[i].tag), " does not fit into a receive of ",
                  receives[i].amount, " bytes from rank ", source, "; expected room for it"),
          sends[i].place());
  return {};
}

/// Returns operations each of which waits for the next, and the last for the first; empty if there
/// are none.
std::vector<std::int32_t> find_cycle(const RankSchedule& tasks) {
  if (std::ranges::all_of(tasks.requirements,
                          [](const Requirement& r) { return r.earlier < r.later; }))
    return {};
  std::vector<std::int32_t> required = tasks.required_counts(), ready;
  for (std::int32_t i = 0; i < std::ssize(required); ++i)
    if (required[static_cast<std::size_t>(i)] == 0) ready.push_back(i);
  std::size_t ended = 0;
  for (; ended < ready.size(); ++ended)
    for (const std::int32_t r : tasks.waiting_for(ready[ended])) {
      const std::int32_t later = tasks.requirements[static_cast<std::size_t>(r)].later;
      if (--required[static_cast<std::size_t>(later)] == 0) ready.push_back(later);
    }
  if (ended == required.size()) return {};
  // Walks from any remaining operation back to one that it waits for, long enough to be on a cycle.
  std::vector<std::int32_t> back(required.size(), -1);
  for (const Requirement& r : tasks.requirements)
    if (required[static_cast<std::size_t>(r.earlier)] > 0)
      back[static_cast<std::size_t>(r.later)] = r.earlier;
  auto at = static_cast<std::int32_t>(
      std::ranges::find_if(required, [](std::int32_t n) { return n > 0; }) - required.begin());
  for (std::size_t i = 0; i < required.size(); ++i) at = back[static_cast<std::size_t>(at)];
  std::vector<std::int32_t> cycle{at};
  while ((at = back[static_cast<std::size_t>(at)]) != cycle.front()) cycle.push_back(at);
  std::ranges::rotate(cycle, std::ranges::min_element(cycle));
  return cycle;
}

}  // namespace

std::vector<std::int32_t> RankSchedule::required_counts() const {
  std::vector<std::int32_t> counts(operations.size());
  for (const Requirement& r : requirements) ++counts[static_cast<std::size_t>(r.later)];
  return counts;
}

void RankSchedule::index() {
  by_earlier_ = Grouped<std::int32_t>(operations.size(), [this](auto add) {
    for (std::size_t i = 0; i < requirements.size(); ++i)
      add(static_cast<std::size_t>(requirements[i].earlier), static_cast<std::int32_t>(i));
  });
}

void Schedule::index() {
  for (RankSchedule& tasks : ranks) tasks.index();
  count();
  match();
}

void Schedule::complete() {
  index();
  require_order();
  sends_may_wait = Steps(*this, true).find();
  if (sends_may_wait) return;
  Steps buffered(*this, false);
  if (!buffered.find()) cycle = buffered.cycle();
}

void Schedule::require_order() const {
  for (std::int32_t r = 0; r < std::ssize(ranks); ++r) {
    std::vector<OperationPlace> places;
    for (const std::int32_t i : find_cycle(ranks[static_cast<std::size_t>(r)]))
      places.push_back({r, i});
    if (!places.empty())
      throw InvalidSchedule(Fault::kDeadlock,
                            "this operation " + waiting(places) + "; expected no cycle",
                            places.front());
  }
}

std::string Schedule::waiting(std::span<const OperationPlace> around) const {
  constexpr std::size_t kMost = 64;
  std::string text = "waits for ";
  for (std::size_t i = 1; i < around.size() && i < kMost; ++i)
    text += place(around[i]) + ", which waits for ";
  if (around.size() > kMost) text += text_of("(", around.size() - kMost, " more), which wait for ");
  return text + (around.size() == 1 ? "itself" : place(around.front()));
}

std::string Schedule::place(OperationPlace p) const {
  const RankSchedule& tasks = ranks[static_cast<std::size_t>(p.rank)];
  const auto i = static_cast<std::size_t>(p.operation);
  const Kind kind = tasks.operations[i].kind;
  const std::string line = tasks.lines.empty() ? "" : text_of(", line ", tasks.lines[i]);
  return text_of("rank ", p.rank, " operation ", p.operation, " (",
                 kind == Kind::kSend      ? "send"
                 : kind == Kind::kReceive ? "recv"
                                          : "calc",
                 line, ")");
}

void Schedule::count() {
  messages = bytes = bytes_max_rank = work = worked_on = 0;
  for (const RankSchedule& tasks : ranks) {
    std::int64_t sent = 0, received = 0;
    for (const Operation& o : tasks.operations) {
      std::int64_t& computed = o.by_byte || o.kind > Kind::kCompute ? worked_on : work;
      add(o.kind >= Kind::kCompute ? computed : o.kind == Kind::kSend ? sent : received, o.amount);
      messages += o.kind == Kind::kSend ? 1 : 0;
    }
    add(bytes, sent);
    bytes_max_rank = std::max(bytes_max_rank, sent);
  }
}

std::int64_t Schedule::bytes_max_host(std::span<const int> host_of) const {
  const auto host = [&](std::size_t rank) {
    return host_of.empty() ? rank : static_cast<std::size_t>(host_of[rank]);
  };
  std::size_t hosts = 0;
  for (std::size_t r = 0; r < ranks.size(); ++r) hosts = std::max(hosts, host(r) + 1);
  std::vector<std::int64_t> sent(hosts), received(hosts);
  for (std::size_t r = 0; r < ranks.size(); ++r)
    for (const Operation& o : ranks[r].operations)
      if (o.kind != Kind::kCompute && host(static_cast<std::size_t>(o.peer)) != host(r))
        add((o.kind == Kind::kSend ? sent : received)[host(r)], o.amount);
  std::int64_t most = 0;
  for (const auto* side : {&sent, &received})
    for (const std::int64_t sum : *side) most = std::max(most, sum);
  return most;
}

void Schedule::match() {
  for (RankSchedule& tasks : ranks) tasks.groups.assign(tasks.operations.size(), 0);
  Grouped<End> all = receives_of(ranks);
  Ends sends;
  const auto group = [&](const End& e) -> std::uint32_t& {
    return ranks[static_cast<std::size_t>(e.rank)].groups[static_cast<std::size_t>(e.operation)];
  };
  std::uint32_t message = 0;
  std::optional<InvalidSchedule> larger;
  for (std::int32_t source = 0; source < std::ssize(ranks); ++source) {
    const auto& operations = ranks[static_cast<std::size_t>(source)].operations;
    sends.clear();
    for (std::int32_t i = 0; i < std::ssize(operations); ++i) {
      const Operation& o = operations[static_cast<std::size_t>(i)];
      if (o.kind == Kind::kSend) sends.push_back({o.peer, o.tag, source, i, o.amount});
    }
    sort_by_key(sends);
    const std::span<End> receives = all[static_cast<std::size_t>(source)];
    sort_by_key(receives);
    require_partners(source, sends, receives);
    if (!larger) larger = too_large(source, sends, receives);
    std::uint32_t first = message;
    for (std::size_t i = 0; i < sends.size(); ++i, ++message) {
      if (i > 0 && sends[i].key() != sends[i - 1].key()) first = message;
      group(sends[i]) = group(receives[i]) = first;
    }
  }
  if (larger) throw *larger;
}

}  // namespace orrery::inline schedule
