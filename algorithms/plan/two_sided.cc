#include "algorithms/plan/two_sided.h"

#include <algorithm>
#include <map>

namespace orrery {
namespace {

constexpr std::string_view kSendAndReceive[] = {"s", "r"};

constexpr std::size_t place_in(std::int64_t i) {
  return static_cast<std::size_t>(i);
}

class TwoSided {
 public:
  explicit TwoSided(const Plan& plan)
      : plan_(plan), sent_(plan.actions.size()), received_(plan.actions.size()) {
    out_.name = plan.name;
    out_.description = plan.description;
    out_.demand = plan.demand;
    out_.setting = plan.setting;
    out_.root = plan.root;
    out_.in_place = plan.in_place;
    out_.out_of_place = plan.out_of_place;
    out_.parts = plan.parts;
    out_.words.assign(std::begin(kSendAndReceive), std::end(kSendAndReceive));
    out_.wire_buffer = WireBuffer{2, 2 << 20};
    out_.scratch = plan.scratch;
    out_.input = plan.input;
    out_.output = plan.output;
  }

  std::optional<Plan> take() {
    if (!plan_.hopeless.empty() ||
        !std::ranges::all_of(plan_.actions, [&](const Action& a) { return is_put(a); }))
      return {};
    for (std::size_t begin = 0, end = 0; begin < plan_.actions.size(); begin = end) {
      while (end < plan_.actions.size() && plan_.actions[end].thread == plan_.actions[begin].thread)
        ++end;
      if (!add_connection(begin, end)) return {};
    }
    if (!std::ranges::all_of(plan_.precedences, [&](const Precedence& p) { return add(p); }))
      return {};
    return std::move(out_);
  }

 private:
  bool is_put(const Action& a) const {
    const auto reads = plan_.reads(a), writes = plan_.writes(a);
    return reads.size() == 1 && writes.size() == 1 && reads[0].rank == a.rank &&
           writes[0].rank != a.rank && writes[0].count > 0 && writes[0].buffer != Buffer::kWire;
  }
  std::int32_t destination(std::size_t put) const {
    return plan_.writes(plan_.actions[put]).front().rank;
  }

  /// The thread of the puts [begin, end) at both ends.
  bool add_connection(std::size_t begin, std::size_t end) {
    const std::int32_t from = plan_.actions[begin].rank, to = destination(begin);
    for (std::size_t i = begin; i < end; ++i)
      if (destination(i) != to) return false;
    const auto connection = static_cast<std::int32_t>(out_.connections.size());
    out_.connections.push_back({from, to, channels_[{from, to}]++});
    std::int64_t wire = out_.wire;
    for (std::size_t i = begin; i < end; ++i) {
      const Chunks what = plan_.reads(plan_.actions[i]).front(), on = next_on_wire(to, what.count);
      sent_[i] = add(i, from, connection, 0, what, on);
    }
    next_thread(from);
    for (std::size_t i = begin; i < end; ++i) {
      const Chunks what = plan_.writes(plan_.actions[i]).front();
      const Chunks on{to, Buffer::kWire, static_cast<std::int32_t>(wire), what.count};
      wire += what.count;
      received_[i] = add(i, to, -1, 1, on, what);
      out_.precedences.push_back({received_[i], sent_[i]});
    }
    next_thread(to);
    return true;
  }

  Chunks next_on_wire(std::int32_t to, std::int32_t count) {
    const Chunks on{to, Buffer::kWire, static_cast<std::int32_t>(out_.wire), count};
    out_.wire += count;
    return on;
  }

  std::int32_t add(std::size_t put, std::int32_t rank, std::int32_t connection, std::uint16_t word,
                   const Chunks& from, const Chunks& into) {
    Action a;
    a.rank = rank;
    a.thread = out_.threads;
    a.block = blocks_[rank];
    a.step = step_++;
    a.line = plan_.actions[put].line;
    a.connection = connection;
    a.word = word;
    a.reads = static_cast<std::uint32_t>(out_.operands.size());
    a.writes = a.reads + 1;
    a.end = a.reads + 2;
    out_.operands.push_back(from);
    out_.operands.push_back(into);
    out_.actions.push_back(a);
    return static_cast<std::int32_t>(out_.actions.size()) - 1;
  }
  void next_thread(std::int32_t rank) {
    ++out_.threads;
    ++blocks_[rank];
    step_ = 0;
  }

  bool add(const Precedence& p) {
    const std::size_t later = place_in(p.later), earlier = place_in(p.earlier);
    const std::int32_t rank = plan_.actions[later].rank;
    const bool comes = destination(earlier) == rank;
    if (!comes && plan_.actions[earlier].rank != rank) return false;
    out_.precedences.push_back({sent_[later], comes ? received_[earlier] : sent_[earlier]});
    return true;
  }

  const Plan& plan_;
  Plan out_;
  std::vector<std::int32_t> sent_, received_;                               // actions, by put
  std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> channels_;  // used, by both ranks
  std::map<std::int32_t, std::int32_t> blocks_;                             // used, by rank
  std::int32_t step_ = 0;
};

}  // namespace

std::optional<Plan> two_sided(const Plan& plan) {
  return TwoSided(plan).take();
}

}  // namespace orrery
