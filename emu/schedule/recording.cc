#include "emu/schedule/recording.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace orrery::inline schedule {

namespace {

using Kind = Operation::Kind;

}  // namespace

void Recording::begin(int ranks, const Store* store) {
  const auto n = static_cast<std::size_t>(ranks);
  valid_ = true;
  store_ = store;
  schedule_.ranks.resize(n);
  rank_of_.resize(n);
  std::iota(rank_of_.begin(), rank_of_.end(), std::size_t{0});
  frontiers_.resize(n);
  if (what_ == Of::kSizes) return entered_.assign(n, -1);
  communicator_of_.resize(n);
  if (what_ != Of::kData) return;
  data_.resize(n);
  scratch_.resize(n);
  scratch_number_.resize(n);
}

void Recording::invalidate() {
  valid_ = false;
  schedule_ = {};
}

void Recording::depend_on_order() {
  if (what_ == Of::kSizes) invalidate();
}

/// Counts an operation; returns false if it is not recorded.
bool Recording::takes_more() {
  if (valid_ && what_ == Of::kSizes && count_++ == kMost) invalidate();
  return valid_;
}

std::int32_t Recording::add(std::uint32_t task, const Operation& operation, int communicator,
                            Data data) {
  const std::size_t rank = rank_of(task);
  Frontier& frontier = frontiers_[task];
  if (frontier.size() > 2) join(rank, frontier);
  RankSchedule& own = schedule_.ranks[rank];
  const auto number = static_cast<std::int32_t>(own.operations.size());
  own.operations.push_back(operation);
  for (const std::int32_t earlier : frontier) own.requirements.push_back({number, earlier, false});
  if (what_ != Of::kSizes) communicator_of_[rank].push_back(communicator);
  if (what_ == Of::kData) data_[rank].push_back(std::move(data));
  return number;
}

/// Adds an empty computation that requires the whole frontier, so that n operations after m others need n + m
/// requirements, not n m.
void Recording::join(std::size_t rank, Frontier& frontier) {
  RankSchedule& own = schedule_.ranks[rank];
  const auto number = static_cast<std::int32_t>(own.operations.size());
  own.operations.emplace_back();
  for (const std::int32_t earlier : frontier) own.requirements.push_back({number, earlier, false});
  if (what_ != Of::kSizes) communicator_of_[rank].push_back(0);
  if (what_ == Of::kData) data_[rank].emplace_back();
  frontier = {number};
}

/// Adds operations that the task has waited for to its frontier, and removes their requirements:
/// the whole frontier at the time they were added, at most two, which are still at its front.
void Recording::pass(std::uint32_t task, std::span<const std::int32_t> ended) {
  Frontier& frontier = frontiers_[task];
  const auto& requirements = schedule_.ranks[rank_of(task)].requirements;
  auto front = std::min<std::ptrdiff_t>(2, std::ssize(frontier));
  for (auto o = ended.begin(); o != ended.end() && front > 0; ++o)
    for (const Requirement& r : std::ranges::equal_range(requirements, *o, {}, &Requirement::later))
      if (const auto it = std::find(frontier.begin(), frontier.begin() + front, r.earlier);
          it != frontier.begin() + front) {
        frontier.erase(it);
        --front;
      }
  frontier.insert(frontier.end(), ended.begin(), ended.end());
}

void Recording::keep(Handle request, std::int32_t operation) {
  if (request.index >= operation_of_.size())
    operation_of_.resize(2 * std::size_t{request.index} + 64);
  operation_of_[request.index] = operation;
}

void Recording::enter_round(std::uint32_t task, int round) {
  if (what_ != Of::kSizes || !valid_) return;
  mark_round(task);
  entered_[task] = round;
}

/// Records the round that the rank has entered as an operation, if the rank has added none since.
void Recording::mark_round(std::uint32_t task) {
  if (what_ != Of::kSizes || entered_[task] < 0 || !takes_more()) return;
  const std::int32_t round = std::exchange(entered_[task], -1);
  const std::int32_t marked[] = {add(task, {.kind = Kind::kRound, .step = round}, 0, {})};
  pass(task, marked);
}

void Recording::end(std::uint32_t task) {
  if (valid_) mark_round(task);
}

void Recording::post(std::uint32_t task, Operation message, int communicator, Slice slice,
                     Handle request) {
  if (communicator != 0) depend_on_order();
  if (!takes_more()) return;
  if (what_ == Of::kSizes) message.step = std::exchange(entered_[task], -1);
  Data data;
  if (what_ == Of::kData) {
    (message.kind == Kind::kSend ? data.from : data.into) = ranges(rank_of(task), slice);
    data.communicator = communicator;
  }
  keep(request, add(task, message, communicator, std::move(data)));
}

void Recording::compute(std::uint32_t task, Time work, int processor, Handle request) {
  depend_on_order();
  if (!takes_more()) return;
  const auto number = static_cast<std::uint8_t>(processor);
  keep(request, add(task, {.processor = number, .amount = work.count()}, 0, {}));
}

void Recording::work(std::uint32_t task, Kind kind, int communicator, Slice into, Slice from) {
  Operation o{.kind = kind, .amount = into.bytes().count()};
  if (what_ != Of::kSizes) {
    o = {.amount = duration_of(into.bytes(), gamma_).count()};
    if (kind == Kind::kTouch || (o.amount == 0 && (what_ != Of::kData || into.count() == 0)))
      return;
  }
  if (!takes_more()) return;
  if (what_ == Of::kSizes) o.step = std::exchange(entered_[task], -1);
  Data data;
  if (what_ == Of::kData)
    data = {ranges(rank_of(task), into), ranges(rank_of(task), from), kind == Kind::kReduce,
            communicator};
  const std::int32_t done[] = {add(task, o, 0, std::move(data))};
  pass(task, done);
}

void Recording::wait(std::uint32_t task, std::span<const Handle> requests) {
  if (!valid_) return;
  mark_round(task);
  ended_.clear();
  for (const Handle h : requests)
    if (h.index != Handle::kNothing) ended_.push_back(operation_of_[h.index]);
  pass(task, ended_);
}

void Recording::allocate(std::uint32_t task, Slice scratch) {
  if (what_ != Of::kData) return;
  std::vector<std::int64_t>& own = scratch_[rank_of(task)];
  scratch_number_[rank_of(task)][scratch.buffer()] = static_cast<int>(own.size());
  own.push_back(scratch.count());
}

std::vector<Recording::Range> Recording::ranges(std::size_t rank, Slice slice) const {
  const std::span<const Slice> parts =
      slice.joined() ? store_->parts(slice) : std::span(&slice, slice.count() > 0);
  std::vector<Range> all;
  for (const Slice& s : parts) {
    const auto found = scratch_number_[rank].find(s.buffer());
    all.push_back(
        {found == scratch_number_[rank].end() ? -1 : found->second, s.offset(), s.count()});
  }
  return all;
}

void Recording::begin_lanes(std::uint32_t task, int n) {
  depend_on_order();
  if (valid_) lanes_[task].assign(static_cast<std::size_t>(n), frontiers_[task]);
}

void Recording::begin_lane(std::uint32_t lane, std::uint32_t task, std::span<const int> after) {
  if (!valid_) return;
  std::set<std::int32_t> all(frontiers_[task].begin(), frontiers_[task].end());
  for (const int i : after) {
    const Frontier& ended = lanes_[task][static_cast<std::size_t>(i)];
    all.insert(ended.begin(), ended.end());
  }
  if (lane >= frontiers_.size())
    frontiers_.resize(lane + std::size_t{1}), rank_of_.resize(lane + std::size_t{1});
  rank_of_[lane] = rank_of(task);
  frontiers_[lane] = after.empty() ? frontiers_[task] : Frontier(all.begin(), all.end());
}

void Recording::end_lane(std::uint32_t lane, std::uint32_t task, int i) {
  if (valid_) lanes_[task][static_cast<std::size_t>(i)] = frontiers_[lane];
}

void Recording::end_lanes(std::uint32_t task) {
  if (!valid_) return;
  std::set<std::int32_t> all;
  for (const Frontier& f : lanes_[task]) all.insert(f.begin(), f.end());
  frontiers_[task].assign(all.begin(), all.end());
  lanes_.erase(task);
}

bool Recording::scales_to(const Recording& other, std::int64_t from, std::int64_t to) const {
  __extension__ using Wide = __int128;
  if (!valid_ || !other.valid_) return false;
  const auto identical = [&](const Operation& a, const Operation& b) {
    return a.kind == b.kind && a.peer == b.peer && a.tag == b.tag && a.step == b.step &&
           Wide{a.amount} * to == Wide{b.amount} * from;
  };
  return std::ranges::equal(ranks(), other.ranks(),
                            [&](const RankSchedule& a, const RankSchedule& b) {
                              return std::ranges::equal(a.operations, b.operations, identical) &&
                                     a.requirements == b.requirements;
                            });
}

/// Renumbers tags so that they distinguish communicators; keeps them if there is only the world and
/// no tag is negative.
void Recording::number_tags(Schedule& schedule) const {
  std::map<std::pair<int, std::int32_t>, std::int32_t> tags;  // by communicator and tag
  const auto for_all_messages = [&](auto&& f) {
    for (std::size_t r = 0; r < schedule.ranks.size(); ++r)
      for (std::size_t i = 0; i < schedule.ranks[r].operations.size(); ++i)
        if (Operation& o = schedule.ranks[r].operations[i]; o.kind != Kind::kCompute)
          f(communicator_of_[r][i], o.tag);
  };
  for_all_messages([&](int c, std::int32_t tag) { tags.emplace(std::pair(c, tag), 0); });
  if (tags.empty() || (tags.begin()->first.second >= 0 && tags.rbegin()->first.first == 0)) return;
  std::int32_t next = 0;
  for (auto& [key, tag] : tags) tag = next++;
  for_all_messages([&](int c, std::int32_t& tag) { tag = tags.at({c, tag}); });
}

Schedule Recording::schedule() const {
  Schedule schedule = schedule_;
  if (what_ == Of::kSizes) {
    schedule.index();
  } else {
    number_tags(schedule);
    schedule.complete();
  }
  return schedule;
}

}  // namespace orrery::inline schedule
