#include "algorithms/plan/lower.h"

#include <algorithm>
#include <limits>

#include "algorithms/plan/memory.h"
#include "emu/base/check.h"

namespace orrery {
namespace {

using Kind = Operation::Kind;

constexpr std::size_t at(std::int64_t i) {
  return static_cast<std::size_t>(i);
}

/// Operations of a rank that something else has to wait for.
struct Awaited {
  std::int32_t operation = 0;
  bool only_begun = false;
};
using Front = std::vector<Awaited>;

class Lowering {
 public:
  Lowering(const Plan& plan, const PlanCosts& costs)
      : plan_(plan),
        memory_(plan, plan.in_place),
        unit_bytes_(unit_bytes(plan, costs)),
        gamma_(costs.gamma),
        slices_(costs.slices),
        last_(at(plan.threads)),
        ends_(plan.actions.size()),
        messages_(plan.actions.size()),
        precedences_(plan.precedences) {
    graph_.ranks.resize(at(plan.setting.ranks));
    data_.ranks.resize(at(plan.setting.ranks));
    registers_.resize(at(plan.setting.ranks));
    actions_.resize(at(plan.setting.ranks));
    std::ranges::stable_sort(precedences_, {}, &Precedence::later);
  }

  LoweredPlan take() {
    constexpr std::int64_t kMost = std::int64_t{1} << 27;
    EMU_CHECK(std::ssize(plan_.actions) * slices_ <= kMost, slices_, " passes over ",
              plan_.actions.size(), " steps");
    find_connections();
    for (pass_ = 0; pass_ < slices_; ++pass_) add_pass();
    add_memory();
    graph_.complete();
    return {std::move(graph_), std::move(data_), std::move(actions_)};
  }

 private:
  struct Entry {
    std::vector<std::int32_t> operations;  ///< those of an action that begin first
    Front front;                           ///< and those that its followers wait for
  };

  static std::int64_t unit_bytes(const Plan& plan, const PlanCosts& costs) {
    const std::int64_t element = costs.element_bytes,
                       units = plan.setting.chunks * plan.parts * costs.slices;
    const std::int64_t elements = (costs.bytes.count() + element - 1) / element;
    return (elements + units - 1) / units * element;
  }

  void add_pass() {
    ends_.assign(plan_.actions.size(), {});
    messages_.assign(plan_.actions.size(), {});
    add_actions();
    for (std::size_t a = 0; a < plan_.actions.size(); ++a)
      add_requirements(static_cast<std::int32_t>(a));
    for (std::size_t a = 0; a < plan_.actions.size(); ++a)  // each one after those before it
      last_[at(plan_.actions[a].thread)] = ends_[a].front;
  }

  void find_connections() {
    connection_of_.assign(at(plan_.wire), -1);
    for (const Action& a : plan_.actions)
      for (const Chunks& c : plan_.writes(a))
        if (c.buffer == Buffer::kWire) connection_of_[at(c.first)] = a.connection;
  }

  RankTasks& tasks(std::int32_t rank) { return graph_.ranks[at(rank)]; }

  /// `place` and `count` as in RankData.
  std::int32_t add(std::int32_t rank, const Operation& o, std::int64_t place = -1,
                   std::int32_t count = 0) {
    tasks(rank).operations.push_back(o);
    const bool has_data = o.kind == Kind::kCompute || o.amount > 0;
    data_.ranks[at(rank)].place.push_back(has_data ? static_cast<std::int32_t>(place) : -1);
    data_.ranks[at(rank)].count.push_back(count);
    actions_[at(rank)].push_back(action_);
    return static_cast<std::int32_t>(tasks(rank).operations.size()) - 1;
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

  /// Where the slices of chunks are in the memory of their rank: those of a pass stand together.
  std::int64_t place(const Chunks& c) const {
    return memory_.cell(c) - memory_.first(c.rank) + pass_ * memory_of_pass(c.rank);
  }
  std::int64_t memory_of_pass(std::int32_t rank) const {
    return memory_.first(rank + 1) - memory_.first(rank);
  }
  std::int64_t own_memory(std::int32_t rank) const { return memory_of_pass(rank) * slices_; }

  /// Room of an action for what it has read from elsewhere, and for a sum that it stores nowhere: that of its
  /// thread, as what is sent from there has left by then.
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
      add(action_, a);
    }
  }

  void add(std::int32_t index, const Action& a) {
    std::vector<std::int32_t> receives;
    std::vector<std::int64_t> places;
    const auto reads = plan_.reads(a), writes = plan_.writes(a);
    const bool adds = reads.size() > 1;
    // What is received and stored in one place of the own memory needs no room and no computation.
    const auto stored = std::ranges::find_if(
        writes, [&](const Chunks& c) { return c.rank == a.rank && c.buffer != Buffer::kWire; });
    const bool comes = !reads.empty() && is_far(a, reads.front());
    const std::int64_t goal = stored != writes.end()               ? place(*stored)
                              : (adds || comes) && !writes.empty() ? room(a, reads.front().count)
                                                                   : -1;
    for (const Chunks& c : reads) {
      if (!is_far(a, c)) {
        places.push_back(place(c));
        continue;
      }
      const std::int64_t into = adds || goal < 0 ? room(a, c.count) : goal;
      receives.push_back(receive(index, a, c, into));
      places.push_back(into);
    }
    std::int32_t sum = -1;
    const bool copies = !adds && !reads.empty() && goal >= 0 && places.front() != goal;
    if (adds || copies || (receives.empty() && is_plain(a, writes)))
      sum = compute(a, reads.empty() ? 0 : reads.front().count, goal, places);
    const std::int64_t from = goal >= 0 ? goal : places.empty() ? -1 : places.front();
    finish(index, a, receives, sum, from);
  }

  static bool is_far(const Action& a, const Chunks& c) {
    return c.buffer == Buffer::kWire || c.rank != a.rank;
  }
  /// Whether nothing of it is sent: then something must stand for it.
  static bool is_plain(const Action& a, std::span<const Chunks> writes) {
    return std::ranges::none_of(writes, [&](const Chunks& c) { return is_far(a, c); });
  }

  /// Two-sided on a connection; otherwise the owner is asked for it, and answers.
  std::int32_t receive(std::int32_t index, const Action& a, const Chunks& c, std::int64_t into) {
    if (c.buffer == Buffer::kWire) {
      const Connection& from = plan_.connections[at(connection_of_[at(c.first)])];
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
    entries_of(index).push_back(asks);
    return got;
  }

  std::vector<std::int32_t>& entries_of(std::int32_t index) { return ends_[at(index)].operations; }

  std::int32_t compute(const Action& a, std::int32_t count, std::int64_t into,
                       const std::vector<std::int64_t>& from) {
    Operation o;
    o.processor = processor(a);
    const std::int64_t times = std::max<std::int64_t>(1, std::ssize(from) - 1);
    o.amount = from.empty() ? 0 : duration_of(Bytes(count * unit_bytes_ * times), gamma_).count();
    if (from.empty()) return add(a.rank, o);
    UnitSum sum{static_cast<std::int32_t>(into), count, {}};
    for (const std::int64_t f : from) sum.from.push_back(static_cast<std::int32_t>(f));
    auto& sums = data_.ranks[at(a.rank)].sums;
    sums.push_back(std::move(sum));
    return add(a.rank, o, std::ssize(sums) - 1);
  }

  /// The sends of an action, and how its operations follow each other.
  void finish(std::int32_t index, const Action& a, const std::vector<std::int32_t>& receives,
              std::int32_t sum, std::int64_t from) {
    Entry& entry = ends_[at(index)];
    Front front;
    const std::size_t asked = entry.operations.size();
    for (const std::int32_t r : receives) {
      if (asked == 0) entry.operations.push_back(r);
      front.push_back({r, false});
    }
    if (sum >= 0) {
      require(a.rank, sum, front);
      if (receives.empty()) entry.operations.push_back(sum);
      front = {{sum, false}};
    }
    const bool begins = receives.empty() && sum < 0;
    Front sent;
    for (const Chunks& c : plan_.writes(a)) {
      if (c.rank == a.rank && c.buffer != Buffer::kWire) {
        if (from >= 0 && place(c) != from) copy_on(a, c, from, front);
        continue;
      }
      const std::int32_t send = put(index, a, c, from);
      require(a.rank, send, front);
      if (begins) entry.operations.push_back(send);
      sent.push_back({send, c.buffer == Buffer::kWire || c.count == 0});
    }
    entry.front = sent.empty() ? front : sent;
  }

  /// A further place of the own memory for what is at `from`.
  void copy_on(const Action& a, const Chunks& c, std::int64_t from, Front& front) {
    const std::int32_t copy = compute(a, c.count, place(c), {from});
    require(a.rank, copy, front);
    front = {{copy, false}};
  }

  std::int32_t put(std::int32_t index, const Action& a, const Chunks& c, std::int64_t from) {
    if (c.buffer == Buffer::kWire)
      return add(a.rank,
                 message(Kind::kSend, a, c.rank, plan_.connections[at(a.connection)].channel, c),
                 from, c.count);
    const std::int32_t tag = next_tag_++;
    const std::int32_t got = add(c.rank, message(Kind::kReceive, a, a.rank, tag, c),
                                 c.count > 0 ? place(c) : -1, c.count);
    messages_[at(index)].push_back({c.rank, got});
    return add(a.rank, message(Kind::kSend, a, c.rank, tag, c), from, c.count);
  }

  void require(std::int32_t rank, std::int32_t later, const Front& front) {
    for (const Awaited& earlier : front)
      tasks(rank).requirements.push_back({later, earlier.operation, earlier.only_begun});
  }

  /// What an action follows: its thread's action before, and its precedences.
  void add_requirements(std::int32_t index) {
    action_ = index;
    const Action& a = plan_.actions[at(index)];
    Front front;
    if (index > 0 && plan_.actions[at(index) - 1].thread == a.thread)
      front = ends_[at(index) - 1].front;
    else
      front = last_[at(a.thread)];
    const auto own = std::ranges::equal_range(precedences_, index, {}, &Precedence::later);
    for (const Precedence& p : own) {
      if (plan_.actions[at(p.earlier)].rank == a.rank) {
        const Front& end = ends_[at(p.earlier)].front;
        front.insert(front.end(), end.begin(), end.end());
      }
      for (const auto& [rank, got] : messages_[at(p.earlier)])
        if (rank == a.rank) front.push_back({got, false});
    }
    const auto& entries = ends_[at(index)].operations;
    if (front.size() > 1 && entries.size() > 1) front = {{join(a, front), false}};
    for (const std::int32_t o : entries) require(a.rank, o, front);
  }

  /// A computation of nothing that stands for all of them.
  std::int32_t join(const Action& a, const Front& front) {
    Operation o;
    o.processor = processor(a);
    const std::int32_t at = add(a.rank, o);
    require(a.rank, at, front);
    return at;
  }

  void add_memory() {
    data_.unit_bytes = unit_bytes_;
    for (std::int32_t r = 0; r < plan_.setting.ranks; ++r) {
      data_.units = std::max(data_.units, own_memory(r) + registers_[at(r)].most);
      for (pass_ = 0; pass_ < slices_; ++pass_) {
        add_before(r, data_.ranks[at(r)].before);
        add_after(r, data_.ranks[at(r)].after);
      }
    }
    EMU_CHECK(data_.units <= std::numeric_limits<std::int32_t>::max(), "a schedule with ",
              data_.units, " chunks in the memory of a rank");
    data_.is_verified = plan_.demand->any_data;
  }

  PlanSetting setting() const {
    PlanSetting s = plan_.setting;
    s.root = plan_.root.value_or(0);
    return s;
  }

  /// Whether every rank's data have numbers of their own; sums are of equal ones.
  bool differ() const {
    const Demand& demand = *plan_.demand;
    return !demand.sums && !demand.root_gives && demand.any_data;
  }

  /// Where the numbers of a rank's data begin, in this pass.
  std::int64_t own_numbers(std::int32_t rank) const {
    const std::int64_t each = *std::ranges::max_element(plan_.input);
    return each * (differ() ? pass_ * std::int64_t{plan_.setting.ranks} + rank : pass_);
  }

  void add_before(std::int32_t rank, std::vector<UnitPiece>& pieces) const {
    if (plan_.input[at(rank)] == 0 ||
        (plan_.demand->any_data && !plan_.demand->gives(setting(), rank)))
      return;
    const Chunks all{rank, Buffer::kInput, 0, plan_.input[at(rank)]};
    pieces.push_back({place(all), all.count, {own_numbers(rank), rank}});
  }

  void add_after(std::int32_t rank, std::vector<UnitPiece>& pieces) const {
    const PlanSetting s = setting();
    if (!plan_.demand->any_data || !plan_.demand->takes(s, rank)) return;
    const std::int64_t first = place({rank, Buffer::kOutput, 0, 0});
    for (std::int64_t k = 0; k < plan_.demand->output(s); ++k) {
      const Contribution c = plan_.demand->result(s, rank, k);
      pieces.push_back({first + k * plan_.parts,
                        plan_.parts,
                        {own_numbers(c.rank) + std::int64_t{c.index} * plan_.parts,
                         plan_.demand->sums ? kEveryRank : c.rank}});
    }
  }

  struct Registers {
    std::int64_t base = 0, used = 0, most = 0;
  };

  const Plan& plan_;
  PlanMemory memory_;
  std::int64_t unit_bytes_;
  CostPerByte gamma_;
  std::int64_t slices_, pass_ = 0;
  std::vector<Front> last_;  // of each thread, in the pass before
  TaskGraph graph_;
  TaskData data_;
  std::vector<std::vector<std::int32_t>> actions_;
  std::int32_t action_ = 0;  // that operations are added for
  std::vector<Entry> ends_;
  std::vector<std::vector<std::pair<std::int32_t, std::int32_t>>>
      messages_;                             // rank and its receive
  std::vector<Precedence> precedences_;      // by `later`
  std::vector<Registers> registers_;         // by rank
  std::vector<std::int32_t> connection_of_;  // by the first chunk on the wire
  std::int32_t next_tag_ = 1 << 20;          // above channels
};

}  // namespace

LoweredPlan lowered(const Plan& plan, const PlanCosts& costs) {
  return Lowering(plan, costs).take();
}

}  // namespace orrery
