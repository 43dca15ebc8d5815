#include "algorithms/task_graph/task_graph.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <span>
#include <utility>

#include "algorithms/task_graph/countdown.h"
#include "emu/base/check.h"

namespace orrery {
namespace {

using Kind = Operation::Kind;

void add(std::int64_t& sum, std::int64_t amount) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  sum = sum > kMost - amount ? kMost : sum + amount;
}

/// A message's two ends have equal keys. Those that are compared have one source.
struct End {
  std::int32_t destination, tag, rank, operation;
  auto key() const { return std::pair(destination, tag); }
};
using Ends = std::vector<End>;

std::string describe(const End& e, std::int32_t source, Kind kind, std::size_t others) {
  return text_of(kind == Kind::kSend ? "the send to rank " : "the receive from rank ",
                 kind == Kind::kSend ? e.destination : source, " with tag ", e.tag,
                 " has no partner: that rank has ", others,
                 kind == Kind::kSend ? " receives from rank " : " sends to rank ", e.rank,
                 " with it; expected as many sends as receives");
}

/// Those of equal keys stay in the order in which they are.
void sort_by_key(std::span<End> ends) {
  if (!std::ranges::is_sorted(ends, {}, &End::key)) std::ranges::stable_sort(ends, {}, &End::key);
}

/// The receives of all ranks, put together by the rank that they are from.
class Receives {
 public:
  explicit Receives(std::span<const RankTasks> ranks) : first_(ranks.size() + 1) {
    for_each(ranks, [this](std::int32_t source, const End&) { ++first_[place(source) + 1]; });
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    ends_.resize(first_.back());
    std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
    for_each(ranks, [&](std::int32_t source, const End& e) { ends_[next[place(source)]++] = e; });
  }

  std::span<End> from(std::size_t source) {
    return std::span(ends_).subspan(first_[source], first_[source + 1] - first_[source]);
  }

 private:
  static std::size_t place(std::int32_t rank) { return static_cast<std::size_t>(rank); }

  template <class F>
  static void for_each(std::span<const RankTasks> ranks, F&& f) {
    for (std::int32_t r = 0; r < std::ssize(ranks); ++r) {
      const auto& operations = ranks[place(r)].operations;
      for (std::int32_t i = 0; i < std::ssize(operations); ++i) {
        const Operation& o = operations[static_cast<std::size_t>(i)];
        if (o.kind == Kind::kReceive) f(o.peer, {r, o.tag, r, i});
      }
    }
  }

  std::vector<std::size_t> first_;  // by source; one more
  Ends ends_;
};

/// THROWS TaskGraphError unless each send has a receive. Both are sorted.
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
    throw TaskGraphError(
        describe(lonely, source, lonely_send ? Kind::kSend : Kind::kReceive, partners), lonely.rank,
        lonely.operation);
  }
}

/// An operation that waits for itself, through others; -1 if there is none.
std::int32_t find_cycle(const RankTasks& tasks) {
  if (std::ranges::all_of(tasks.requirements,
                          [](const Requirement& r) { return r.earlier < r.later; }))
    return -1;
  std::vector<std::int32_t> required = tasks.required_counts(), ready;
  for (std::int32_t i = 0; i < std::ssize(required); ++i)
    if (required[static_cast<std::size_t>(i)] == 0) ready.push_back(i);
  std::size_t ended = 0;
  for (; ended < ready.size(); ++ended)
    for (const std::int32_t r : tasks.waiting_for(ready[ended])) {
      const std::int32_t later = tasks.requirements[static_cast<std::size_t>(r)].later;
      if (--required[static_cast<std::size_t>(later)] == 0) ready.push_back(later);
    }
  if (ended == required.size()) return -1;
  // From any that is left back to one that it waits for, until that must have been round a cycle.
  std::vector<std::int32_t> back(required.size(), -1);
  for (const Requirement& r : tasks.requirements)
    if (required[static_cast<std::size_t>(r.earlier)] > 0)
      back[static_cast<std::size_t>(r.later)] = r.earlier;
  auto at = static_cast<std::int32_t>(
      std::ranges::find_if(required, [](std::int32_t n) { return n > 0; }) - required.begin());
  for (std::size_t i = 0; i < required.size(); ++i) at = back[static_cast<std::size_t>(at)];
  return at;
}

}  // namespace

std::vector<std::int32_t> RankTasks::required_counts() const {
  std::vector<std::int32_t> counts(operations.size());
  for (const Requirement& r : requirements) ++counts[static_cast<std::size_t>(r.later)];
  return counts;
}

void RankTasks::index() {
  first_.assign(operations.size() + 1, 0);
  for (const Requirement& r : requirements) ++first_[static_cast<std::size_t>(r.earlier) + 1];
  std::partial_sum(first_.begin(), first_.end(), first_.begin());
  by_earlier_.resize(requirements.size());
  std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
  for (std::size_t i = 0; i < requirements.size(); ++i)
    by_earlier_[next[static_cast<std::size_t>(requirements[i].earlier)]++] =
        static_cast<std::int32_t>(i);
}

void TaskGraph::complete() {
  for (RankTasks& tasks : ranks) {
    tasks.index();
    if (const std::int32_t at = find_cycle(tasks); at >= 0)
      throw TaskGraphError(
          "this operation waits for itself, through what it requires; expected no cycle",
          static_cast<int>(&tasks - ranks.data()), at);
  }
  count();
  match();
  find_steps();
  partner_ = {};
}

void TaskGraph::count() {
  messages = bytes = bytes_max_rank = work = worked_on = 0;
  for (const RankTasks& tasks : ranks) {
    std::int64_t sent = 0, received = 0;
    for (const Operation& o : tasks.operations) {
      std::int64_t& computed = o.by_byte ? worked_on : work;
      add(o.kind == Kind::kCompute ? computed : o.kind == Kind::kSend ? sent : received, o.amount);
      messages += o.kind == Kind::kSend ? 1 : 0;
    }
    add(bytes, sent);
    bytes_max_rank = std::max(bytes_max_rank, sent);
  }
}

std::int64_t TaskGraph::bytes_max_host(std::span<const int> host_of) const {
  const auto host = [&](std::size_t rank) {
    return host_of.empty() ? rank : static_cast<std::size_t>(host_of[rank]);
  };
  std::map<std::size_t, std::int64_t> sent, received;
  for (std::size_t r = 0; r < ranks.size(); ++r)
    for (const Operation& o : ranks[r].operations)
      if (o.kind != Kind::kCompute && host(static_cast<std::size_t>(o.peer)) != host(r))
        add((o.kind == Kind::kSend ? sent : received)[host(r)], o.amount);
  std::int64_t most = 0;
  for (const auto* side : {&sent, &received})
    for (const auto& [h, sum] : *side) most = std::max(most, sum);
  return most;
}

void TaskGraph::match() {
  for (const RankTasks& tasks : ranks) partner_.emplace_back(tasks.operations.size());
  Receives all(ranks);
  Ends sends;
  const auto place = [this](const End& e) -> Place& {
    return partner_[static_cast<std::size_t>(e.rank)][static_cast<std::size_t>(e.operation)];
  };
  for (std::int32_t source = 0; source < std::ssize(ranks); ++source) {
    const auto& operations = ranks[static_cast<std::size_t>(source)].operations;
    sends.clear();
    for (std::int32_t i = 0; i < std::ssize(operations); ++i) {
      const Operation& o = operations[static_cast<std::size_t>(i)];
      if (o.kind == Kind::kSend) sends.push_back({o.peer, o.tag, source, i});
    }
    sort_by_key(sends);
    const std::span<End> receives = all.from(static_cast<std::size_t>(source));
    sort_by_key(receives);
    require_partners(source, sends, receives);
    for (std::size_t i = 0; i < sends.size(); ++i) {
      place(sends[i]) = {receives[i].rank, receives[i].operation};
      place(receives[i]) = {sends[i].rank, sends[i].operation};
    }
  }
}

/// In any order that respects requirements; ranks that wait for each other are left at step 0.
void TaskGraph::find_steps() {
  std::vector<Countdown> countdowns(ranks.begin(), ranks.end());
  std::vector<Place> ready;  // all that may begin and have not
  const auto operation = [this](Place p) -> Operation& {
    return ranks[static_cast<std::size_t>(p.rank)]
        .operations[static_cast<std::size_t>(p.operation)];
  };
  const auto countdown = [&](Place p) -> Countdown& {
    return countdowns[static_cast<std::size_t>(p.rank)];
  };
  const auto tell = [&](Place p, bool begins, std::int32_t step) {
    countdown(p).tell(p.operation, begins, [&](std::int32_t later, bool is_ready) {
      std::int32_t& known = operation({p.rank, later}).step;
      known = std::max(known, step);
      if (is_ready) ready.push_back({p.rank, later});
    });
  };
  for (std::int32_t r = 0; r < std::ssize(ranks); ++r)
    for (std::int32_t i = 0; i < countdown({r}).operations(); ++i)
      if (countdown({r}).is_ready(i)) ready.push_back({r, i});
  steps = 0;
  while (!ready.empty()) {
    const Place p = ready.back();
    ready.pop_back();
    const std::int32_t step = operation(p).step;
    countdown(p).set_begun(p.operation);
    tell(p, true, step);
    if (operation(p).kind == Kind::kCompute) {
      tell(p, false, step);
      continue;
    }
    const Place other =
        partner_[static_cast<std::size_t>(p.rank)][static_cast<std::size_t>(p.operation)];
    if (!countdown(other).has_begun(other.operation)) continue;
    const std::int32_t end = std::max(step, operation(other).step) + 1;
    steps = std::max(steps, end);
    tell(p, false, end);
    tell(other, false, end);
  }
}

}  // namespace orrery
