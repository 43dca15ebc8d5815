#include "scenarios/formats/recorded_plan.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "algorithms/common/distinct.h"
#include "emu/base/index.h"
#include "scenarios/formats/recorded_channels.h"
#include "scenarios/formats/schedule_error.h"
#include "scenarios/spec/problem.h"

namespace orrery::inline formats {
namespace {

using TaskKind = Operation::Kind;
using RecordedRange = Recording::Range;

constexpr std::string_view kWords[] = {"s", "r", "cpy", "re", "nop"};
enum MscclWord : std::uint16_t { kS, kR, kCpy, kRe, kNop };

class RecordedPlan {
 public:
  RecordedPlan(const Recording& recording, const RunSpec& spec)
      : recording_(recording), spec_(spec), p_(spec.ranks), channels_(channels_of(recording)) {}

  Plan take() {
    set_head();
    set_chunks();
    for (std::int32_t r = 0; r < p_; ++r) add_rank(r);
    for (const auto& [send, receive] : messages_) plan_.precedences.push_back({receive, send});
    return std::move(plan_);
  }

 private:
  void set_head() {
    plan_.name = spec_.algorithm;
    plan_.demand = find_demand(spec_.collective);
    if (runs_operations(spec_))
      refuse_export("a plan is of one collective, not of operations",
                    "a scenario without [[operation]]");
    if (plan_.demand == nullptr || !plan_.demand->any_data)
      refuse_export(fmt::format("a plan cannot express {}", spec_.collective),
                    "allreduce, allgather, reduce-scatter, alltoall, broadcast or reduce");
    plan_.words.assign(std::begin(kWords), std::end(kWords));
    plan_.root = spec_.root;
    plan_.out_of_place = spec_.collective == "alltoall";
    plan_.in_place = !plan_.out_of_place;
    plan_.wire_buffer = WireBuffer{2, 2 << 20};
  }

  /// Returns the elements of the whole vector.
  std::int64_t whole() const {
    const Problem x = make_problem(spec_);
    const bool by_blocks = plan_.demand->blocks && spec_.collective != "reduce-scatter";
    return x.count * (by_blocks ? x.p : 1);
  }

  void set_chunks() {
    std::int64_t step = whole();
    if (plan_.demand->blocks && step % p_ != 0)
      refuse_export(fmt::format("{} elements do not divide evenly among {} ranks", step, p_),
                    "a multiple of the ranks");
    if (step == 0) refuse_export("a plan of nothing", "some bytes");
    if (plan_.demand->blocks) step /= p_;
    for (std::int32_t r = 0; r < p_; ++r)
      for (const Recording::Data& d : recording_.data()[at(r)])
        for (const auto* side : {&d.into, &d.from})
          for (const RecordedRange& range : *side)
            step = std::gcd(step, std::gcd(range.first, range.count));
    elements_ = step;
    plan_.setting = {p_, whole() / step, spec_.root};
    if (plan_.setting.chunks > 1 << 24)
      refuse_export("a plan of more than 2^24 chunks", "fewer bytes");
    const Demand& d = *plan_.demand;
    plan_.input.assign(at(p_), static_cast<std::int32_t>(d.input(plan_.setting)));
    plan_.output.assign(at(p_), static_cast<std::int32_t>(d.output(plan_.setting)));
    for (std::int32_t r = 0; r < p_; ++r) {
      scratch_at_.emplace_back();
      std::int32_t used = 0;
      for (const std::int64_t size : recording_.scratch()[at(r)]) {
        scratch_at_.back().push_back(used);
        used += static_cast<std::int32_t>((size + step - 1) / step);
      }
      plan_.scratch.push_back(used);
    }
  }

  Chunks chunks(std::int32_t rank, const RecordedRange& range) const {
    const auto first = static_cast<std::int32_t>(range.first / elements_),
               count = static_cast<std::int32_t>(range.count / elements_);
    if (range.scratch >= 0)
      return {rank, Buffer::kScratch, scratch_at_[at(rank)][at(range.scratch)] + first, count};
    if (plan_.out_of_place) {
      const auto n = static_cast<std::int32_t>(plan_.setting.chunks);
      return first < n ? Chunks{rank, Buffer::kInput, first, count}
                       : Chunks{rank, Buffer::kOutput, first - n, count};
    }
    const bool is_output = plan_.input[at(rank)] < plan_.output[at(rank)];
    return {rank, is_output ? Buffer::kOutput : Buffer::kInput, first, count};
  }

  using Pair = std::pair<std::int32_t, std::int32_t>;

  std::int32_t connection(const Pair& pair, std::int32_t channel) {
    const Connection wanted{pair.first, pair.second, channel};
    const auto [found, is_new] =
        numbers_of_.try_emplace(wanted, static_cast<std::int32_t>(plan_.connections.size()));
    if (is_new) plan_.connections.push_back(wanted), counted_.emplace_back();
    return found->second;
  }

  /// An action before it is in the plan, where the actions of a thread stand together.
  struct Pending {
    std::int32_t operation = 0;
    MscclWord word = kNop;
    std::vector<Chunks> reads, writes;
    std::int32_t connection = -1, message = -1;
  };
  /// A sequence of actions: 0 sends and 1 receives of a connection, 2 computations of a
  /// communicator.
  using Thread = std::pair<int, int>;

  void add_rank(std::int32_t r) {
    std::map<Thread, std::vector<Pending>> threads;
    staging_ = plan_.scratch[at(r)];
    const auto& operations = recording_.ranks()[at(r)].operations;
    for (std::int32_t i = 0; i < std::ssize(operations); ++i)
      add_operation(r, i, operations[at(i)], recording_.data()[at(r)][at(i)], threads);
    plan_.scratch[at(r)] = staging_;
    place(r, threads);
  }

  void add_operation(std::int32_t r, std::int32_t i, const Operation& o, const Recording::Data& d,
                     std::map<Thread, std::vector<Pending>>& threads) {
    if (o.kind == TaskKind::kCompute) {
      for (Pending& p : computations(r, i, d)) threads[{2, d.communicator}].push_back(std::move(p));
      return;
    }
    if (o.amount == 0) return;
    const bool sends = o.kind == TaskKind::kSend;
    const Pair pair = sends ? Pair(r, o.peer) : Pair(o.peer, r);
    const std::size_t side = sends ? 0 : 1;
    const std::int32_t c = connection(pair, channels_[side].at(pair)[at(next_[side][pair]++)]);
    std::vector<Pending>& thread = threads[{sends ? 0 : 1, c}];
    const std::vector<RecordedRange>& ranges = sends ? d.from : d.into;
    Chunks all = chunks(r, ranges.front());
    if (ranges.size() > 1) all = room(r, ranges);
    const std::int32_t message = message_number(c, sends, all.count);
    const Chunks wire{pair.second, Buffer::kWire, wires_[at(message)], all.count};
    if (sends && ranges.size() > 1) copy(r, i, ranges, all, thread, true);
    if (sends)
      thread.push_back({i, kS, {all}, {wire}, c, message});
    else
      thread.push_back({i, kR, {wire}, {all}, -1, message});
    if (!sends && ranges.size() > 1) copy(r, i, ranges, all, thread, false);
  }

  /// Returns scratch for a message of ranges that do not lie side by side.
  Chunks room(std::int32_t r, const std::vector<RecordedRange>& ranges) {
    std::int32_t count = 0;
    for (const RecordedRange& range : ranges) count += chunks(r, range).count;
    const Chunks all{r, Buffer::kScratch, staging_, count};
    staging_ += count;
    return all;
  }

  /// Copies ranges side by side into scratch from `all` on, or from there back into their places.
  void copy(std::int32_t r, std::int32_t i, const std::vector<RecordedRange>& ranges, Chunks all,
            std::vector<Pending>& thread, bool gathers) const {
    for (const RecordedRange& range : ranges) {
      Chunks from = chunks(r, range), to{r, Buffer::kScratch, all.first, from.count};
      all.first += from.count;
      if (!gathers) std::swap(from, to);
      thread.push_back({i, kCpy, {from}, {to}, -1, -1});
    }
  }

  /// Returns computations; both operands are cut at each other's borders.
  std::vector<Pending> computations(std::int32_t r, std::int32_t i,
                                    const Recording::Data& d) const {
    std::vector<Pending> all;
    std::size_t a = 0, b = 0;
    std::int64_t used_a = 0, used_b = 0;
    while (a < d.into.size() && b < d.from.size()) {
      const std::int64_t n = std::min(d.into[a].count - used_a, d.from[b].count - used_b);
      const Chunks into = chunks(r, {d.into[a].scratch, d.into[a].first + used_a, n}),
                   from = chunks(r, {d.from[b].scratch, d.from[b].first + used_b, n});
      if (d.adds)
        all.push_back({i, kRe, {into, from}, {into}, -1, -1});
      else
        all.push_back({i, kCpy, {from}, {into}, -1, -1});
      used_a += n, used_b += n;
      if (used_a == d.into[a].count) ++a, used_a = 0;
      if (used_b == d.from[b].count) ++b, used_b = 0;
    }
    return all;
  }

  /// Returns the next message of a connection, in the count of its sender or its receiver.
  std::int32_t message_number(std::int32_t connection, bool sends, std::int32_t count) {
    std::int32_t& k = counted_[at(connection)][sends ? 0 : 1];
    const auto [found, added] =
        numbers_.try_emplace({connection, k++}, static_cast<std::int32_t>(wires_.size()));
    if (added) {
      wires_.push_back(static_cast<std::int32_t>(plan_.wire));
      messages_.emplace_back(-1, -1);
      plan_.wire += count;
    }
    return found->second;
  }

  void place(std::int32_t r, const std::map<Thread, std::vector<Pending>>& threads) {
    const auto& operations = recording_.ranks()[at(r)].operations;
    std::vector<std::int32_t> first(operations.size(), -1), last(operations.size(), -1);
    std::int32_t block = 0;
    for (const auto& [key, thread] : threads) {
      for (std::int32_t step = 0; step < std::ssize(thread); ++step) {
        const Pending& p = thread[at(step)];
        const std::int32_t action = place(r, block, step, p);
        if (first[at(p.operation)] < 0) first[at(p.operation)] = action;
        last[at(p.operation)] = action;
      }
      ++block;
      ++plan_.threads;
    }
    add_requirements(r, first, last);
  }

  std::int32_t place(std::int32_t r, std::int32_t block, std::int32_t step, const Pending& p) {
    Action a;
    a.rank = r;
    a.thread = plan_.threads;
    a.block = block;
    a.step = step;
    a.connection = p.connection;
    a.word = p.word;
    const std::int32_t action = plan_.add(a, p.reads, p.writes);
    if (p.message >= 0)
      (p.word == kS ? messages_[at(p.message)].first : messages_[at(p.message)].second) = action;
    return action;
  }

  /// Adds the requirements of operations; a required one without an action counts by its own
  /// requirements. Takes the last action of each thread, and every send, as the last to begin need
  /// not be the last to end.
  void add_requirements(std::int32_t r, const std::vector<std::int32_t>& first,
                        const std::vector<std::int32_t>& last) {
    std::vector<std::vector<std::int32_t>> required(first.size());
    for (const Requirement& q : recording_.ranks()[at(r)].requirements) {
      auto& own = required[at(q.later)];
      if (last[at(q.earlier)] >= 0)
        own.push_back(last[at(q.earlier)]);
      else
        own.insert(own.end(), required[at(q.earlier)].begin(), required[at(q.earlier)].end());
    }
    for (std::size_t o = 0; o < first.size(); ++o) {
      if (first[o] < 0) continue;
      std::map<std::int32_t, std::int32_t> latest;  // by thread
      for (const std::int32_t a : distinct(std::move(required[o]))) {
        if (plan_.actions[at(a)].word == kS) plan_.sends_ended.push_back({first[o], a});
        std::int32_t& most = latest.try_emplace(plan_.actions[at(a)].thread, -1).first->second;
        most = std::max(most, a);
      }
      for (const auto& [thread, a] : latest)
        if (thread != plan_.actions[at(first[o])].thread)
          plan_.precedences.push_back({first[o], a});
    }
  }

  const Recording& recording_;
  const RunSpec& spec_;
  std::int32_t p_;
  std::int64_t elements_ = 1;  // of a chunk
  Plan plan_;
  std::vector<std::vector<std::int32_t>> scratch_at_;  // first chunk of each buffer, by rank
  std::int32_t staging_ = 0;
  MessageChannels channels_;
  std::array<std::map<Pair, std::int32_t>, 2> next_;  // message, by side
  std::map<Connection, std::int32_t> numbers_of_;
  std::vector<std::array<std::int32_t, 2>> counted_;  // messages of each connection, by side
  std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> numbers_;  // by connection and k
  std::vector<std::int32_t> wires_;
  std::vector<Pair> messages_;  // sending and receiving action
};

}  // namespace

Plan recorded_plan(const Recording& recording, const RunSpec& spec) {
  return RecordedPlan(recording, spec).take();
}

}  // namespace orrery::inline formats
