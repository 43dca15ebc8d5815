#include "algorithms/plan/two_sided.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "algorithms/plan/cell_history.h"
#include "algorithms/plan/happens_before.h"
#include "algorithms/plan/memory.h"
#include "algorithms/plan/plan_check.h"
#include "emu/base/index.h"

namespace orrery::inline algorithms {
namespace {

/// The last action of every thread that an action must not overtake.
using Earlier = std::map<std::int32_t, std::int32_t>;

/// The accesses to one memory.
class OrderedAccesses {
 public:
  OrderedAccesses(const Plan& plan, bool in_place)
      : plan_(plan), memory_(plan, in_place), history_(memory_.first_of_wire()) {}

  void visit(std::int32_t action, Earlier& earlier) {
    const Action& a = plan_.actions[at(action)];
    const auto note = [&](std::int32_t other, bool) {
      std::int32_t& last =
          earlier.try_emplace(plan_.actions[at(other)].thread, other).first->second;
      last = std::max(last, other);
    };
    for (const Chunks& c : plan_.reads(a))
      for (std::int64_t j = 0; j < cells_of(c); ++j)
        history_.read(action, memory_.cell(c) + j, note);
    for (const Chunks& c : plan_.writes(a))
      for (std::int64_t j = 0; j < cells_of(c); ++j)
        history_.write(action, memory_.cell(c) + j, note);
    earlier.erase(a.thread);
  }

 private:
  static std::int64_t cells_of(const Chunks& c) { return c.buffer == Buffer::kWire ? 0 : c.count; }

  const Plan& plan_;
  PlanMemory memory_;
  CellHistory history_;
};

/// Returns the orders that prevent races on chunks, if actions follow each other as in `order`: for
/// each action the last one of every other thread that it must not overtake, unless an earlier wait
/// of its thread implies it. In place, out of place, or both, as the plan states. REQUIRES that all
/// of `order` access only their own rank's memory, those of a thread in sequence. THROWS PlanError
/// as PlanMemory.
std::vector<Precedence> access_order(const Plan& plan, std::span<const std::int32_t> order) {
  std::vector<OrderedAccesses> memories;
  if (plan.in_place) memories.emplace_back(plan, true);
  if (plan.out_of_place || !plan.in_place) memories.emplace_back(plan, false);
  std::vector<Precedence> precedences;
  std::vector<std::unordered_map<std::int32_t, std::int32_t>> awaited(at(plan.threads));
  for (const std::int32_t a : order) {
    Earlier earlier;
    for (OrderedAccesses& memory : memories) memory.visit(a, earlier);
    auto& known = awaited[at(plan.actions[at(a)].thread)];
    for (const auto& [thread, action] : earlier) {
      std::int32_t& last = known.try_emplace(thread, -1).first->second;
      if (last >= action) continue;
      last = action;
      precedences.push_back({a, action});
    }
  }
  return precedences;
}

enum Word : std::uint16_t { kSend, kReceive, kReceiveReduce, kCopy, kReduce };
constexpr std::string_view kWords[] = {"s", "r", "rrc", "cpy", "re"};

constexpr std::size_t kMostBlocksOfRank = 64;  ///< of a rank; the limit of executors
constexpr std::int32_t kMostChannels = 32;

bool is_same(const Chunks& a, const Chunks& b) {
  return std::tie(a.buffer, a.first, a.count) == std::tie(b.buffer, b.first, b.count);
}

class TwoSided {
 public:
  /// Prepares the conversion. `shared`: all messages from rank to rank use one connection.
  TwoSided(const Plan& plan, std::span<const std::int32_t> order, bool shared)
      : plan_(plan), shared_(shared), home_peer_(at(plan.threads), -1) {
    set_head();
    for (const std::int32_t a : order) add(plan.actions[at(a)]);
    sort_by_block();
  }

  /// Returns whether executors support that many thread blocks and channels.
  bool fits() const {
    std::vector<std::size_t> blocks(at(plan_.setting.ranks));
    for (const BlockKey& key : keys_)
      if (++blocks[at(key.rank)] > kMostBlocksOfRank) return false;
    return std::ranges::all_of(
        channels_, [](const auto& channels) { return channels.second <= kMostChannels; });
  }

  Plan take() {
    std::vector<std::int32_t> order(now_.begin(), now_.end());
    out_.precedences = access_order(out_, order);
    for (const auto& [send, receive] : messages_)
      out_.precedences.push_back({now_[at(receive)], now_[at(send)]});
    return std::move(out_);
  }

 private:
  /// A thread block for a thread's work on its rank (no peer) or with one peer; `receives`: the
  /// other end of that.
  struct BlockKey {
    std::int32_t rank = 0, thread = 0, peer = -1;
    bool receives = false;
    auto operator<=>(const BlockKey&) const = default;
  };

  void set_head() {
    out_.name = plan_.name;
    out_.description = plan_.description;
    out_.demand = plan_.demand;
    out_.setting = plan_.setting;
    out_.root = plan_.root;
    out_.in_place = plan_.in_place;
    out_.out_of_place = plan_.out_of_place;
    out_.knows_memory = plan_.knows_memory;
    out_.parts = plan_.parts;
    out_.words.assign(std::begin(kWords), std::end(kWords));
    out_.wire_buffer = WireBuffer{2, 2 << 20};
    out_.scratch = plan_.scratch;
    out_.input = plan_.input;
    out_.output = plan_.output;
  }

  static bool is_local(const Action& a, const Chunks& c) { return c.rank == a.rank; }

  void add(const Action& a) {
    const auto reads = plan_.reads(a);
    std::vector<Chunks> writes(plan_.writes(a).begin(), plan_.writes(a).end());
    std::erase_if(writes, [](const Chunks& c) { return c.count == 0; });
    if (reads.empty() || writes.empty()) return;
    action_ = &a;
    const bool copies = reads.size() == 1 && is_local(a, reads.front());
    const Chunks from = copies ? reads.front() : sum(reads, writes);
    for (const Chunks& c : writes)
      if (!is_local(a, c)) send(from, a.rank, c);
    for (const Chunks& c : writes)
      if (is_local(a, c) && !is_same(c, from)) local(kCopy, {from}, c);
  }

  /// Returns a place of the rank's own memory with the sum of all reads, or with the fetched data:
  /// a written place, unless it overlaps a pending read.
  Chunks sum(std::span<const Chunks> reads, const std::vector<Chunks>& writes) {
    std::vector<Chunks> near, far;
    for (const Chunks& c : reads) (is_local(*action_, c) ? near : far).push_back(c);
    const Chunks goal = goal_of(near, writes, reads.front().count);
    const auto own = std::ranges::find_if(near, [&](const Chunks& c) { return is_same(c, goal); });
    bool begun = own != near.end();
    if (begun) near.erase(own);
    if (!begun && !far.empty() && !near.empty()) {
      fetch(far.back(), kReceiveReduce, &near.back(), goal);
      far.pop_back(), near.pop_back();
    } else if (!begun && !far.empty()) {
      fetch(far.back(), kReceive, nullptr, goal);
      far.pop_back();
    } else if (!begun) {
      local(kCopy, {near.back()}, goal);
      near.pop_back();
    }
    for (const Chunks& c : near) local(kReduce, {goal, c}, goal);
    for (const Chunks& c : far) fetch(c, kReceiveReduce, &goal, goal);
    return goal;
  }

  Chunks goal_of(const std::vector<Chunks>& near, const std::vector<Chunks>& writes,
                 std::int32_t count) {
    for (const Chunks& c : writes) {
      if (!is_local(*action_, c)) continue;
      const auto same = std::ranges::count_if(near, [&](const Chunks& r) { return is_same(r, c); });
      const auto all = std::ranges::count_if(near, [&](const Chunks& r) { return overlap(r, c); });
      if (same == all && same <= 1) return c;
    }
    return room(count);
  }

  /// Returns whether two places share chunks, or may do so if input and output share memory.
  bool overlap(const Chunks& a, const Chunks& b) const {
    if (a.buffer == b.buffer) return a.first < b.first + b.count && b.first < a.first + a.count;
    return plan_.in_place && a.buffer != Buffer::kScratch && b.buffer != Buffer::kScratch;
  }

  /// Returns scratch of an action's own, which its thread reuses.
  Chunks room(std::int32_t count) {
    const auto [found, is_new] = rooms_.try_emplace({action_->thread, count}, 0);
    if (is_new) found->second = more_scratch(action_->rank, count);
    return {action_->rank, Buffer::kScratch, found->second, count};
  }

  std::int32_t more_scratch(std::int32_t rank, std::int32_t count) {
    std::int32_t& end = out_.scratch[at(rank)];
    if (count > std::numeric_limits<std::int32_t>::max() - end)
      throw PlanError(Fault::kStructure, {rank, -1, -1, 0, -1}, "its scratch has 2^31 chunks");
    return std::exchange(end, end + count);
  }

  void local(Word word, std::initializer_list<Chunks> reads, const Chunks& into) {
    emit(word, home(action_->rank), -1, reads, &into);
  }

  /// Sends from a place of `rank` to one of another rank.
  void send(const Chunks& from, std::int32_t rank, const Chunks& to) {
    transfer(from, rank, to.rank, kReceive, nullptr, to);
  }

  /// Fetches from the memory of another rank to this one.
  void fetch(const Chunks& from, Word word, const Chunks* added, const Chunks& into) {
    transfer(from, from.rank, action_->rank, word, added, into);
  }

  void transfer(const Chunks& from, std::int32_t source, std::int32_t destination, Word word,
                const Chunks* added, const Chunks& into) {
    const Chunks wire = on_wire(destination, from.count);
    const std::int32_t connection = connection_of(source, destination);
    const auto sent = emit(kSend, sender(source, destination), connection, {from}, &wire);
    const std::int32_t block = block_of({destination, thread_at(source), source, true});
    const auto received = added == nullptr ? emit(word, block, -1, {wire}, &into)
                                           : emit(word, block, -1, {wire, *added}, &into);
    messages_.emplace_back(sent, received);
  }

  Chunks on_wire(std::int32_t rank, std::int32_t count) {
    if (count > std::numeric_limits<std::int32_t>::max() - out_.wire)
      throw PlanError(Fault::kStructure, {}, "its messages have more than 2^31 chunks");
    const auto first = static_cast<std::int32_t>(out_.wire);
    out_.wire += count;
    return {rank, Buffer::kWire, first, count};
  }

  /// Returns the thread whose connections carry the messages of `source`.
  std::int32_t thread_at(std::int32_t) const { return shared_ ? -1 : action_->thread; }

  std::int32_t connection_of(std::int32_t source, std::int32_t destination) {
    const auto [found, is_new] =
        connections_.try_emplace({source, destination, thread_at(source)},
                                 static_cast<std::int32_t>(out_.connections.size()));
    if (is_new)
      out_.connections.push_back({source, destination, channels_[{source, destination}]++});
    return found->second;
  }

  std::int32_t home(std::int32_t rank) { return block_of({rank, action_->thread, -1, false}); }

  /// Returns the block that sends. The thread's own block is also that of its first destination.
  std::int32_t sender(std::int32_t source, std::int32_t destination) {
    if (!shared_ && source == action_->rank) {
      std::int32_t& peer = home_peer_[at(action_->thread)];
      if (peer < 0) peer = destination;
      if (peer == destination) return home(source);
    }
    return block_of({source, thread_at(source), destination, false});
  }

  std::int32_t block_of(const BlockKey& key) {
    const auto [found, is_new] = blocks_.try_emplace(key, static_cast<std::int32_t>(keys_.size()));
    if (is_new) keys_.push_back(key);
    return found->second;
  }

  /// An action without a place yet.
  struct Event {
    Word word = kSend;
    std::int32_t block = 0, connection = -1, line = 0;
    std::uint8_t reads = 0;
    Chunks operands[3];  // reads, followed by the write
  };

  std::int32_t emit(Word word, std::int32_t block, std::int32_t connection,
                    std::initializer_list<Chunks> reads, const Chunks* into) {
    Event e{word, block, connection, action_->line, static_cast<std::uint8_t>(reads.size()), {}};
    *std::ranges::copy(reads, e.operands).out = *into;
    events_.push_back(e);
    return static_cast<std::int32_t>(events_.size()) - 1;
  }

  /// Sorts events by block. Blocks of a rank are numbered in the order in which they begin.
  void sort_by_block() {
    std::vector<std::int32_t> order(events_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::int32_t>(i);
    const auto place = [&](std::int32_t e) {
      const std::int32_t block = events_[at(e)].block;
      return std::pair(keys_[at(block)].rank, block);
    };
    std::ranges::stable_sort(order, {}, place);
    now_.resize(order.size());
    std::int32_t last = -1, number = -1, step = 0;
    for (const std::int32_t e : order) {
      const Event& event = events_[at(e)];
      const std::int32_t rank = keys_[at(event.block)].rank;
      if (event.block != last) {
        const bool same_rank = last >= 0 && keys_[at(last)].rank == rank;
        number = same_rank ? number + 1 : 0;
        step = 0;
        ++out_.threads;
        last = event.block;
      }
      now_[at(e)] = append(event, rank, number, step++);
    }
  }

  std::int32_t append(const Event& e, std::int32_t rank, std::int32_t block, std::int32_t step) {
    Action a;
    a.rank = rank;
    a.thread = out_.threads - 1;
    a.block = block;
    a.step = step;
    a.line = e.line;
    a.connection = e.connection;
    a.word = e.word;
    return out_.add(a, {e.operands, e.reads}, {e.operands + e.reads, 1});
  }

  const Plan& plan_;
  bool shared_;
  Plan out_;
  const Action* action_ = nullptr;  // the added one
  std::vector<std::int32_t> home_peer_;
  std::vector<Event> events_;
  std::vector<std::int32_t> now_;                                // actions by event
  std::vector<std::pair<std::int32_t, std::int32_t>> messages_;  // events
  std::vector<BlockKey> keys_;                                   // by block
  std::map<BlockKey, std::int32_t> blocks_;
  std::map<std::tuple<std::int32_t, std::int32_t, std::int32_t>, std::int32_t>
      connections_;                                                         // by ranks and thread
  std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> channels_;  // used, by both ranks
  std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> rooms_;     // by thread and size
};

void refuse_wrong(const Plan& plan) {
  const PlanCheck result = check(plan);
  if (result.error && result.error->fault() != Fault::kResult) throw *result.error;
}

}  // namespace

bool is_two_sided(const Plan& plan) {
  return std::ranges::all_of(plan.actions, [&](const Action& a) {
    const auto is_own = [&](const Chunks& c) {
      return c.rank == a.rank || c.buffer == Buffer::kWire;
    };
    return std::ranges::all_of(plan.reads(a), is_own) &&
           std::ranges::all_of(plan.writes(a), is_own);
  });
}

Plan two_sided(const Plan& plan) {
  refuse_wrong(plan);
  const HappensBefore order(plan);
  if (TwoSided own(plan, order.order(), false); own.fits()) return own.take();
  return TwoSided(plan, order.order(), true).take();
}

}  // namespace orrery::inline algorithms
