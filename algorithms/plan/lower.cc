#include "algorithms/plan/lower.h"

#include <algorithm>
#include <limits>

#include "algorithms/plan/memory.h"
#include "algorithms/plan/plan_contents.h"
#include "emu/base/check.h"
#include "emu/base/grouped.h"
#include "emu/base/index.h"

namespace orrery::inline algorithms {
namespace {

using Kind = Operation::Kind;

/// Operations of a rank with followers.
struct Awaited {
  std::int32_t operation = 0;
  bool only_begun = false;
};
using Front = std::vector<Awaited>;

/// The receive of a message that an action writes into the memory of another rank.
struct LoweredArrival {
  std::int32_t rank = 0, receive = 0;
};

/// The predecessors of actions, by action.
class Waits {
 public:
  explicit Waits(std::vector<Precedence> all) : all_(std::move(all)) {
    if (!std::ranges::is_sorted(all_, {}, &Precedence::later))
      std::ranges::stable_sort(all_, {}, &Precedence::later);
  }
  void restart() { next_ = all_.begin(); }
  /// Calls use(action) for the predecessors of `later`. Actions are passed in order.
  template <class Use>
  void take(std::int32_t later, Use&& use) {
    for (; next_ != all_.end() && next_->later == later; ++next_) use(next_->earlier);
  }

 private:
  std::vector<Precedence> all_;
  std::vector<Precedence>::const_iterator next_;
};

class Lowering {
 public:
  /// Prepares the conversion. `with_data`: records the data of operations, too.
  Lowering(const Plan& plan, const PlanCosts& costs, bool with_data)
      : plan_(plan),
        with_data_(with_data),
        senders_(plan),
        memory_(plan, plan.in_place),
        unit_bytes_(unit_bytes(plan, costs)),
        gamma_(costs.gamma),
        slices_(costs.slices),
        last_(at(plan.threads)),
        reduced_(at(plan.setting.ranks)),
        precedences_(plan.precedences),
        sends_ended_(plan.sends_ended) {
    graph_.ranks.resize(at(plan.setting.ranks));
    data_.ranks.resize(at(plan.setting.ranks));
    registers_.resize(at(plan.setting.ranks));
    actions_.resize(at(plan.setting.ranks));
  }

  LoweredPlan take() {
    constexpr std::int64_t kMost = std::int64_t{1} << 27;
    EMU_CHECK(std::ssize(plan_.actions) * slices_ <= kMost, slices_, " passes over ",
              plan_.actions.size(), " steps");
    make_room();
    for (pass_ = 0; pass_ < slices_; ++pass_) add_pass();
    add_memory();
    graph_.complete();
    graph_.reduced_max_rank = std::ranges::max(reduced_);
    return {std::move(graph_), std::move(data_), std::move(actions_)};
  }

 private:
  static std::int64_t unit_bytes(const Plan& plan, const PlanCosts& costs) {
    const std::int64_t element = costs.element_bytes,
                       units = plan.setting.chunks * plan.parts * costs.slices;
    const std::int64_t elements = (costs.bytes.count() + element - 1) / element;
    return (elements + units - 1) / units * element;
  }

  void add_pass() {
    entries_.clear(plan_.actions.size());
    fronts_.clear(plan_.actions.size());
    arrivals_.clear(plan_.actions.size());
    add_actions();
    precedences_.restart();
    sends_ended_.restart();
    for (std::int32_t a = 0; a < std::ssize(plan_.actions); ++a) add_requirements(a);
    if (pass_ + 1 == slices_) return;
    for (std::int32_t a = 0; a < std::ssize(plan_.actions); ++a)  // each one after those before it
      last_[at(plan_.actions[at(a)].thread)].assign(fronts_[at(a)].begin(), fronts_[at(a)].end());
  }

  /// Reserves approximate room for the operations of each rank.
  void make_room() {
    std::vector<std::size_t> operations(graph_.ranks.size());
    for (const Action& a : plan_.actions) {
      ++operations[at(a.rank)];
      for (const Chunks& c : plan_.writes(a)) operations[at(a.rank)] += is_far(a, c) ? 1u : 0u;
    }
    for (std::size_t r = 0; r < operations.size(); ++r) {
      const std::size_t room = operations[r] * at(slices_);
      graph_.ranks[r].operations.reserve(room);
      graph_.ranks[r].requirements.reserve(room);
      if (!with_data_) continue;
      data_.ranks[r].place.reserve(room);
      data_.ranks[r].count.reserve(room);
      actions_[r].reserve(room);
    }
  }

  RankSchedule& tasks(std::int32_t rank) { return graph_.ranks[at(rank)]; }

  /// Adds an operation; `place` and `count` as in RankData.
  std::int32_t add(std::int32_t rank, const Operation& o, std::int64_t place = -1,
                   std::int32_t count = 0) {
    const auto i = static_cast<std::int32_t>(tasks(rank).operations.size());
    tasks(rank).operations.push_back(o);
    if (!with_data_) return i;
    const bool has_data = o.kind == Kind::kCompute || o.amount > 0;
    data_.ranks[at(rank)].place.push_back(has_data ? static_cast<std::int32_t>(place) : -1);
    data_.ranks[at(rank)].count.push_back(count);
    actions_[at(rank)].push_back(action_);
    return i;
  }

  Operation message(Kind kind, const Action& a, std::int32_t peer, std::int32_t tag,
                    const Chunks& c) const {
    Operation o;
    o.kind = kind;
    o.processor = processor(a);
    o.peer = peer;
    o.tag = tag;
    o.amount = c.count * unit_bytes_ * (a.packets ? 2 : 1);
    return o;
  }
  static std::uint8_t processor(const Action& a) {
    return static_cast<std::uint8_t>(std::max(a.block, 0) % 256);
  }

  /// Returns the place of a slice of chunks in the memory of its rank; the slices of one pass are
  /// contiguous.
  std::int64_t place(const Chunks& c) const {
    return memory_.cell(c) - memory_.first(c.rank) + pass_ * memory_of_pass(c.rank);
  }
  std::int64_t memory_of_pass(std::int32_t rank) const {
    return memory_.first(rank + 1) - memory_.first(rank);
  }
  std::int64_t own_memory(std::int32_t rank) const { return memory_of_pass(rank) * slices_; }

  /// Returns an action's room for remote data that it reads and for a sum that it stores nowhere:
  /// the room of its thread, which earlier sends have left by then.
  std::int64_t room(const Action& a, std::int32_t units) {
    auto& rooms = registers_[at(a.rank)];
    const std::int64_t first = own_memory(a.rank) + rooms.used;
    rooms.used += units;
    rooms.most = std::max(rooms.most, rooms.used);
    return first;
  }

  void add_actions() {
    for (std::size_t i = 0; i < plan_.actions.size(); ++i) {
      const Action& a = plan_.actions[i];
      auto& rooms = registers_[at(a.rank)];
      const bool new_thread = i == 0 || plan_.actions[i - 1].thread != a.thread;
      if (new_thread) rooms.base = rooms.most;
      rooms.used = rooms.base;
      action_ = static_cast<std::int32_t>(i);
      add(a);
      entries_.end_group();
      fronts_.end_group();
      arrivals_.end_group();
    }
  }

  void add(const Action& a) {
    receives_.clear();
    places_.clear();
    const auto reads = plan_.reads(a), writes = plan_.writes(a);
    const bool adds = reads.size() > 1;
    // A receive that is stored in one place of the rank's own memory needs no room and no
    // computation.
    const auto stored = std::ranges::find_if(
        writes, [&](const Chunks& c) { return c.rank == a.rank && c.buffer != Buffer::kWire; });
    const bool comes = !reads.empty() && is_far(a, reads.front());
    const std::int64_t goal = stored != writes.end()               ? place(*stored)
                              : (adds || comes) && !writes.empty() ? room(a, reads.front().count)
                                                                   : -1;
    for (const Chunks& c : reads) {
      if (!is_far(a, c)) {
        places_.push_back(place(c));
        continue;
      }
      const std::int64_t into = adds || goal < 0 ? room(a, c.count) : goal;
      receives_.push_back(receive(a, c, into));
      places_.push_back(into);
    }
    std::int32_t sum = -1;
    const bool copies = !adds && !reads.empty() && goal >= 0 && places_.front() != goal;
    if (adds || copies || (receives_.empty() && is_plain(a, writes)))
      sum = compute(a, reads.empty() ? 0 : reads.front().count, goal, places_);
    const std::int64_t from = goal >= 0 ? goal : places_.empty() ? -1 : places_.front();
    finish(a, sum, from);
  }

  static bool is_far(const Action& a, const Chunks& c) {
    return c.buffer == Buffer::kWire || c.rank != a.rank;
  }
  /// Returns whether all of its writes are to local memory: no message represents it, so an
  /// operation must.
  static bool is_plain(const Action& a, std::span<const Chunks> writes) {
    return std::ranges::none_of(writes, [&](const Chunks& c) { return is_far(a, c); });
  }

  /// Adds a receive: two-sided on a connection; otherwise the owner gets a request and answers.
  std::int32_t receive(const Action& a, const Chunks& c, std::int64_t into) {
    if (c.buffer == Buffer::kWire) {
      const Connection& from = plan_.connections[at(senders_.connection(c))];
      return add(a.rank, message(Kind::kReceive, a, from.source, from.channel, c), into, c.count);
    }
    const std::int32_t tag = next_tag_++;
    const Chunks request{c.rank, c.buffer, c.first, 0};
    const std::int32_t asks = add(a.rank, message(Kind::kSend, a, c.rank, tag, request));
    const std::int32_t asked = add(c.rank, message(Kind::kReceive, a, a.rank, tag, request));
    const std::int32_t answer =
        add(c.rank, message(Kind::kSend, a, a.rank, tag, c), place(c), c.count);
    tasks(c.rank).requirements.push_back({answer, asked, false});
    const std::int32_t got = add(a.rank, message(Kind::kReceive, a, c.rank, tag, c), into, c.count);
    tasks(a.rank).requirements.push_back({got, asks, true});
    entries_.push_back(asks);
    return got;
  }

  std::int32_t compute(const Action& a, std::int32_t count, std::int64_t into,
                       std::span<const std::int64_t> from) {
    Operation o;
    o.processor = processor(a);
    const std::int64_t bytes = count * unit_bytes_, added = std::ssize(from) - 1;
    if (added >= 0)
      o.amount = duration_of(Bytes(bytes * std::max<std::int64_t>(1, added)), gamma_).count();
    if (added > 0) reduced_[at(a.rank)] += bytes * added;
    if (from.empty() || !with_data_) return add(a.rank, o);
    UnitSum sum{static_cast<std::int32_t>(into), count, {}};
    for (const std::int64_t f : from) sum.from.push_back(static_cast<std::int32_t>(f));
    auto& sums = data_.ranks[at(a.rank)].sums;
    sums.push_back(std::move(sum));
    return add(a.rank, o, std::ssize(sums) - 1);
  }

  /// Adds the sends of an action, and the order of its operations.
  void finish(const Action& a, std::int32_t sum, std::int64_t from) {
    Front& front = awaited_;
    front.clear();
    sent_.clear();
    const bool asked = entries_.since_end() > 0, begins = receives_.empty() && sum < 0;
    for (const std::int32_t r : receives_) {
      if (!asked) entries_.push_back(r);
      front.push_back({r, false});
    }
    if (sum >= 0) {
      require(a.rank, sum, front);
      if (receives_.empty()) entries_.push_back(sum);
      front.assign(1, {sum, false});
    }
    for (const Chunks& c : plan_.writes(a)) {
      if (!is_far(a, c)) {
        if (from >= 0 && place(c) != from) copy_on(a, c, from, front);
        continue;
      }
      const std::int32_t send = put(a, c, from);
      require(a.rank, send, front);
      if (begins) entries_.push_back(send);
      sent_.push_back({send, c.buffer == Buffer::kWire || c.count == 0});
    }
    for (const Awaited& last : sent_.empty() ? front : sent_) fronts_.push_back(last);
  }

  /// Copies the data at `from` to another place of the rank's own memory.
  void copy_on(const Action& a, const Chunks& c, std::int64_t from, Front& front) {
    const std::int32_t copy = compute(a, c.count, place(c), {&from, 1});
    require(a.rank, copy, front);
    front.assign(1, {copy, false});
  }

  std::int32_t put(const Action& a, const Chunks& c, std::int64_t from) {
    if (c.buffer == Buffer::kWire)
      return add(a.rank,
                 message(Kind::kSend, a, c.rank, plan_.connections[at(a.connection)].channel, c),
                 from, c.count);
    const std::int32_t tag = next_tag_++;
    const std::int32_t got = add(c.rank, message(Kind::kReceive, a, a.rank, tag, c),
                                 c.count > 0 ? place(c) : -1, c.count);
    arrivals_.push_back({c.rank, got});
    return add(a.rank, message(Kind::kSend, a, c.rank, tag, c), from, c.count);
  }

  void require(std::int32_t rank, std::int32_t later, std::span<const Awaited> front) {
    for (const Awaited& earlier : front)
      tasks(rank).requirements.push_back({later, earlier.operation, earlier.only_begun});
  }

  /// Adds the requirements of an action: its thread's previous action, and its precedences.
  void add_requirements(std::int32_t index) {
    action_ = index;
    const Action& a = plan_.actions[at(index)];
    const bool follows = index > 0 && plan_.actions[at(index) - 1].thread == a.thread;
    const std::span<const Awaited> before = follows ? fronts_[at(index - 1)] : last_[at(a.thread)];
    Front& front = awaited_;
    front.assign(before.begin(), before.end());
    precedences_.take(index, [&](std::int32_t earlier) {
      if (plan_.actions[at(earlier)].rank == a.rank)
        front.insert(front.end(), fronts_[at(earlier)].begin(), fronts_[at(earlier)].end());
      for (const LoweredArrival& there : arrivals_[at(earlier)])
        if (there.rank == a.rank) front.push_back({there.receive, false});
    });
    sends_ended_.take(index, [&](std::int32_t earlier) {
      for (const Awaited& send : fronts_[at(earlier)]) front.push_back({send.operation, false});
    });
    const auto entries = entries_[at(index)];
    if (front.size() > 1 && entries.size() > 1) front.assign(1, {join(a, front), false});
    for (const std::int32_t o : entries) require(a.rank, o, front);
  }

  /// Adds an empty computation that represents all of them.
  std::int32_t join(const Action& a, const Front& front) {
    Operation o;
    o.processor = processor(a);
    const std::int32_t at = add(a.rank, o);
    require(a.rank, at, front);
    return at;
  }

  void add_memory() {
    data_.unit_bytes = unit_bytes_;
    const PlanContents contents(plan_);
    for (std::int32_t r = 0; r < plan_.setting.ranks; ++r) {
      data_.units = std::max(data_.units, own_memory(r) + registers_[at(r)].most);
      if (!with_data_) continue;
      for (pass_ = 0; pass_ < slices_; ++pass_) {
        contents.add_before(r, pass_, place({r, Buffer::kInput, 0, 0}), data_.ranks[at(r)].before);
        contents.add_after(r, pass_, place({r, Buffer::kOutput, 0, 0}), data_.ranks[at(r)].after);
      }
    }
    EMU_CHECK(data_.units <= std::numeric_limits<std::int32_t>::max(), "a schedule with ",
              data_.units, " chunks in the memory of a rank");
    data_.is_verified = plan_.demand->any_data;
  }

  struct Registers {
    std::int64_t base = 0, used = 0, most = 0;
  };

  const Plan& plan_;
  bool with_data_;
  WireSenders senders_;
  PlanMemory memory_;
  std::int64_t unit_bytes_;
  CostPerByte gamma_;
  std::int64_t slices_, pass_ = 0;
  std::vector<Front> last_;            // of each thread, in the previous pass
  std::vector<std::int64_t> reduced_;  // bytes, by rank
  Schedule graph_;
  ScheduleData data_;
  std::vector<std::vector<std::int32_t>> actions_;
  std::int32_t action_ = 0;        // the action whose operations are added
  Grouped<std::int32_t> entries_;  // operations that begin first
  Grouped<Awaited> fronts_;        // operations that its followers require
  Grouped<LoweredArrival> arrivals_;
  Waits precedences_, sends_ended_;
  std::vector<Registers> registers_;  // by rank
  std::int32_t next_tag_ = 1 << 20;   // above channels
  // State of one action at a time.
  std::vector<std::int32_t> receives_;
  std::vector<std::int64_t> places_;  // of its reads
  Front awaited_, sent_;
};

}  // namespace

LoweredPlan lowered(const Plan& plan, const PlanCosts& costs) {
  return Lowering(plan, costs, true).take();
}

Schedule operations_of(const Plan& plan, const PlanCosts& costs) {
  return Lowering(plan, costs, false).take().graph;
}

}  // namespace orrery::inline algorithms
