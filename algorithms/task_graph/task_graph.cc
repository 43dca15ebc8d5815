#include "algorithms/task_graph/task_graph.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>

#include "emu/base/check.h"

namespace orrery {
namespace {

using Kind = Operation::Kind;

void add(std::int64_t& sum, std::int64_t amount) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  sum = sum > kMost - amount ? kMost : sum + amount;
}

/// A message's two ends have equal keys.
struct End {
  std::int32_t source, destination, tag, rank, operation;
  auto key() const { return std::tuple(source, destination, tag); }
};

std::string describe(const End& e, Kind kind, std::size_t others) {
  return text_of(kind == Kind::kSend ? "the send to rank " : "the receive from rank ",
                 kind == Kind::kSend ? e.destination : e.source, " with tag ", e.tag,
                 " has no partner: that rank has ", others,
                 kind == Kind::kSend ? " receives from rank " : " sends to rank ", e.rank,
                 " with it; expected as many sends as receives");
}

std::vector<End> ends_of(const TaskGraph& graph, Kind kind) {
  std::vector<End> ends;
  ends.reserve(static_cast<std::size_t>(graph.messages));
  for (std::int32_t r = 0; r < std::ssize(graph.ranks); ++r) {
    const auto& operations = graph.ranks[static_cast<std::size_t>(r)].operations;
    for (std::int32_t i = 0; i < std::ssize(operations); ++i) {
      const Operation& o = operations[static_cast<std::size_t>(i)];
      if (o.kind != kind) continue;
      const bool sends = kind == Kind::kSend;
      ends.push_back({sends ? r : o.peer, sends ? o.peer : r, o.tag, r, i});
    }
  }
  std::ranges::stable_sort(ends, {}, &End::key);
  return ends;
}

/// An operation that waits for itself, through others; -1 if there is none.
std::int32_t find_cycle(const RankTasks& tasks) {
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
  const std::vector<End> sends = ends_of(*this, Kind::kSend),
                         receives = ends_of(*this, Kind::kReceive);
  const auto place = [this](const End& e) -> Place& {
    return partner_[static_cast<std::size_t>(e.rank)][static_cast<std::size_t>(e.operation)];
  };
  for (std::size_t s = 0, r = 0; s < sends.size() || r < receives.size(); ++s, ++r) {
    const bool lonely_send =
        r == receives.size() || (s < sends.size() && sends[s].key() < receives[r].key());
    const bool lonely_receive =
        !lonely_send && (s == sends.size() || receives[r].key() < sends[s].key());
    if (lonely_send || lonely_receive) {
      const std::vector<End>& ends = lonely_send ? sends : receives;
      const std::vector<End>& others = lonely_send ? receives : sends;
      const std::size_t at = lonely_send ? s : r;
      const std::size_t near = lonely_send ? r : s;
      std::size_t partners = 0;
      while (partners < near && others[near - partners - 1].key() == ends[at].key()) ++partners;
      throw TaskGraphError(describe(ends[at], lonely_send ? Kind::kSend : Kind::kReceive, partners),
                           ends[at].rank, ends[at].operation);
    }
    place(sends[s]) = {receives[r].rank, receives[r].operation};
    place(receives[r]) = {sends[s].rank, sends[s].operation};
  }
}

/// In any order that respects requirements; ranks that wait for each other are left at step 0.
void TaskGraph::find_steps() {
  std::vector<std::vector<std::int32_t>> required;
  required.reserve(ranks.size());
  std::vector<Place> begun;  // all that may begin, in the order in which that became known
  for (const RankTasks& tasks : ranks) required.push_back(tasks.required_counts());
  const auto operation = [this](Place p) -> Operation& {
    return ranks[static_cast<std::size_t>(p.rank)]
        .operations[static_cast<std::size_t>(p.operation)];
  };
  const auto left = [&](Place p) -> std::int32_t& {
    return required[static_cast<std::size_t>(p.rank)][static_cast<std::size_t>(p.operation)];
  };
  const auto tell = [&](Place p, bool begins, std::int32_t step) {
    const RankTasks& tasks = ranks[static_cast<std::size_t>(p.rank)];
    for (const std::int32_t i : tasks.waiting_for(p.operation)) {
      const Requirement& r = tasks.requirements[static_cast<std::size_t>(i)];
      if (r.only_begun != begins) continue;
      const Place later{p.rank, r.later};
      operation(later).step = std::max(operation(later).step, step);
      if (--left(later) == 0) begun.push_back(later);
    }
  };
  for (std::int32_t r = 0; r < std::ssize(ranks); ++r)
    for (std::int32_t i = 0; i < std::ssize(ranks[static_cast<std::size_t>(r)].operations); ++i)
      if (left({r, i}) == 0) begun.push_back({r, i});
  steps = 0;
  for (std::size_t next = 0; next < begun.size(); ++next) {
    const Place p = begun[next];
    const std::int32_t step = operation(p).step;
    left(p) = -1;  // has begun
    tell(p, true, step);
    if (operation(p).kind == Kind::kCompute) {
      tell(p, false, step);
      continue;
    }
    const Place other =
        partner_[static_cast<std::size_t>(p.rank)][static_cast<std::size_t>(p.operation)];
    if (left(other) != -1) continue;
    const std::int32_t end = std::max(step, operation(other).step) + 1;
    steps = std::max(steps, end);
    tell(p, false, end);
    tell(other, false, end);
  }
}

}  // namespace orrery
