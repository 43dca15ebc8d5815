#include "emu/schedule/steps.h"

#include <algorithm>
#include <unordered_map>

#include "emu/base/index.h"

namespace orrery::inline schedule {
namespace {

using Kind = Operation::Kind;

}  // namespace

Steps::Steps(Schedule& graph, bool sends_wait)
    : graph_(graph), sends_wait_(sends_wait), countdowns_(graph.ranks.begin(), graph.ranks.end()) {
  ended_.reserve(graph.ranks.size());
  for (const RankSchedule& t : graph.ranks) ended_.emplace_back(t.operations.size());
  messages_.resize(at(graph.messages));
}

const RankSchedule& Steps::tasks(Place p) const {
  return graph_.ranks[at(p.rank)];
}
std::uint32_t Steps::group(Place p) const {
  return tasks(p).groups[at(p.operation)];
}
std::int64_t Steps::step(Place p) const {
  return countdowns_[at(p.rank)].value(p.operation);
}
bool Steps::has_begun(Place p) const {
  return countdowns_[at(p.rank)].has_begun(p.operation);
}
bool Steps::has_ended(Place p) const {
  return ended_[at(p.rank)][at(p.operation)];
}

bool Steps::find() {
  std::size_t left = 0;
  for (std::int32_t r = 0; r < std::ssize(graph_.ranks); ++r) {
    const std::size_t operations = graph_.ranks[at(r)].operations.size();
    left += operations;
    for (std::int32_t i = 0; at(i) < operations; ++i)
      if (countdowns_[at(r)].is_ready(i)) ready_.push_back({r, i});
  }
  graph_.steps = 0;
  while (!ready_.empty()) {
    beginning_.swap(ready_);
    sort_beginning();
    for (const Place p : beginning_) begin(p);
    left -= beginning_.size();
    beginning_.clear();
  }
  for (std::size_t r = 0; r < graph_.ranks.size(); ++r)
    for (std::int32_t i = 0; Operation & o : graph_.ranks[r].operations)
      o.step = static_cast<std::int32_t>(countdowns_[r].value(i++));
  return left == 0;
}

void Steps::sort_beginning() {
  const std::size_t ranks = graph_.ranks.size();
  if (beginning_.size() < ranks) return std::ranges::sort(beginning_), void();
  Grouped<std::int32_t> by_rank(ranks, [this](auto add) {
    for (const Place p : beginning_) add(at(p.rank), p.operation);
  });
  beginning_.clear();
  for (std::int32_t r = 0; at(r) < ranks; ++r) {
    std::ranges::sort(by_rank[at(r)]);
    for (const std::int32_t i : by_rank[at(r)]) beginning_.push_back({r, i});
  }
}

void Steps::begin(Place p) {
  countdowns_[at(p.rank)].set_begun(p.operation);
  tell(p, true, step(p));
  const Kind kind = tasks(p).operations[at(p.operation)].kind;
  if (kind == Kind::kCompute)
    end(p, step(p));
  else
    begin_message(p, kind == Kind::kSend);
}

/// Begins a send or receive: the k-th send of a group that has begun matches the k-th receive.
void Steps::begin_message(Place p, bool sends) {
  const std::uint32_t first = group(p);
  Message& message = messages_[first + messages_[first].count[sends]++];
  message.begun[sends] = p;
  if (sends && !sends_wait_) end(p, step(p) + 1);
  const Place other = message.begun[sends ? 0 : 1];
  if (other.rank < 0) return;
  const std::int64_t after = std::max(step(p), step(other)) + 1;
  for (const Place e : {p, other})
    if (!has_ended(e)) end(e, after);
}

void Steps::end(Place p, std::int64_t step) {
  ended_[at(p.rank)][at(p.operation)] = true;
  graph_.steps = std::max(graph_.steps, static_cast<int>(step));
  tell(p, false, step);
}

void Steps::tell(Place p, bool begins, std::int64_t step) {
  countdowns_[at(p.rank)].tell(p.operation, begins, step, [&](std::int32_t later, bool is_ready) {
    if (is_ready) ready_.push_back({p.rank, later});
  });
}

/// Returns, by rank and operation, one pending operation that it waits for, of its rank or at the
/// other end.
Steps::Blockers Steps::blockers() const {
  Blockers all;
  for (std::int32_t r = 0; r < std::ssize(graph_.ranks); ++r) {
    all.emplace_back(ended_[at(r)].size());
    for (const Requirement& q : tasks({r, 0}).requirements)
      if (!(q.only_begun ? has_begun({r, q.earlier}) : has_ended({r, q.earlier})))
        all.back()[at(q.later)] = {r, q.earlier};
  }
  add_messages(all);
  return all;
}

/// Adds, for each message that has begun and not ended, one of its group at the other end that has
/// not begun.
void Steps::add_messages(Blockers& all) const {
  std::array<std::unordered_map<std::uint32_t, Place>, 2> missing;  // receives and sends
  const auto for_each = [&](auto&& f) {
    for (std::int32_t r = 0; r < std::ssize(graph_.ranks); ++r)
      for (std::int32_t i = 0; i < std::ssize(tasks({r}).operations); ++i)
        if (const Kind kind = tasks({r}).operations[at(i)].kind; kind != Kind::kCompute)
          f(Place{r, i}, kind == Kind::kSend ? 1u : 0u);
  };
  for_each([&](Place p, std::size_t side) {
    if (!has_begun(p)) missing[side].emplace(group(p), p);
  });
  for_each([&](Place p, std::size_t side) {
    if (has_begun(p) && !has_ended(p))
      all[at(p.rank)][at(p.operation)] = missing[1 - side].at(group(p));
  });
}

/// Walks from any operation that has not begun back through its blockers, until one repeats.
std::vector<OperationPlace> Steps::cycle() const {
  const Blockers blocker = blockers();
  const auto before = [&](Place p) { return blocker[at(p.rank)][at(p.operation)]; };
  Place start{0, 0};
  while (at(start.operation) == ended_[at(start.rank)].size() || has_begun(start))
    start = at(start.operation) < ended_[at(start.rank)].size()
                ? Place{start.rank, start.operation + 1}
                : Place{start.rank + 1, 0};
  std::vector<std::vector<bool>> seen;
  seen.reserve(graph_.ranks.size());
  for (const RankSchedule& t : graph_.ranks) seen.emplace_back(t.operations.size());
  for (; !seen[at(start.rank)][at(start.operation)]; start = before(start))
    seen[at(start.rank)][at(start.operation)] = true;
  std::vector<Place> cycle{start};
  for (Place p = before(start); p != start; p = before(p)) cycle.push_back(p);
  std::ranges::rotate(cycle, std::ranges::min_element(cycle));
  return cycle;
}

}  // namespace orrery::inline schedule
