#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "algorithms/common/distinct.h"
#include "emu/base/index.h"
#include "scenarios/formats/mscclpp/head.h"
#include "scenarios/formats/schedule_error.h"

namespace orrery::mscclpp {
namespace {

using OrderedJson = nlohmann::ordered_json;
using Semaphore = std::int32_t;

constexpr std::size_t kMostOps = 64;       ///< of a thread block
constexpr std::size_t kMostOfAnOp = 8;     ///< semaphores of an operation
constexpr std::size_t kMostChannels = 16;  ///< of a thread block

/// An operation in the executor's form. Places on another rank are its scratch.
struct PlanOp {
  std::string_view name;
  std::vector<Chunks> from, to;
  std::int32_t message = -1;  ///< that it announces or waits for
  std::vector<Semaphore> semaphores;
};

struct PlanBlock {
  std::int32_t rank = 0;
  std::vector<PlanOp> ops;
};

/// A message of a connection, which becomes scratch of its receiver, a place for each.
struct PlanMessage {
  Chunks place;
  std::int32_t announced = -1, awaited = -1;  ///< thread blocks
};

class PlusPlusWriter {
 public:
  explicit PlusPlusWriter(const Plan& plan)
      : plan_(plan),
        scratch_(plan.scratch),
        semaphores_(at(plan.setting.ranks)),
        acquired_(plan.actions.size()),
        released_(plan.actions.size()),
        reached_(at(plan.setting.ranks)) {}

  std::string text() {
    for (const Action& a : plan_.actions) place_message(a);
    for (const Precedence& p : plan_.precedences) add(p);
    for (std::size_t a = 0; a < plan_.actions.size(); ++a) {
      if (a == 0 || plan_.actions[a].thread != plan_.actions[a - 1].thread)
        blocks_.push_back({plan_.actions[a].rank, {}});
      add(static_cast<std::int32_t>(a));
    }
    find_ends();
    number_channels();
    return json().dump(1) + "\n";
  }

 private:
  [[noreturn]] static void refuse(const std::string& what) {
    refuse_export(what, "a schedule of sends and receives");
  }

  const Action& action(std::int32_t a) const { return plan_.actions[at(a)]; }

  static bool is_wire(const Chunks& c) { return c.buffer == Buffer::kWire; }

  void place_message(const Action& a) {
    for (const Chunks& c : plan_.writes(a)) {
      if (!is_wire(c)) continue;
      std::int32_t& end = scratch_[at(c.rank)];
      by_wire_[c.first] = static_cast<std::int32_t>(messages_.size());
      messages_.push_back({{c.rank, Buffer::kScratch, end, c.count}});
      end += c.count;
    }
  }

  Semaphore new_semaphore(std::int32_t rank) { return semaphores_[at(rank)]++; }

  /// Adds a precedence. Those between ranks are messages.
  void add(const Precedence& p) {
    const Action &later = action(p.later), &earlier = action(p.earlier);
    if (later.rank != earlier.rank || later.thread == earlier.thread) return;
    const Semaphore s = new_semaphore(later.rank);
    acquired_[at(p.later)].push_back(s);
    released_[at(p.earlier)].push_back(s);
  }

  /// Synchronises the threads of the block after all earlier operations.
  void synchronise() {
    std::vector<PlanOp>& ops = blocks_.back().ops;
    if (!ops.empty() && ops.back().name != "nop") put({"nop", {}, {}, -1, {}});
  }

  /// Adds an operation; a full block hands over to another one.
  void put(PlanOp op) {
    if (blocks_.back().ops.size() + 2 >= kMostOps) {
      const std::int32_t rank = blocks_.back().rank;
      const Semaphore s = new_semaphore(rank);
      blocks_.back().ops.push_back({"nop", {}, {}, -1, {}});
      blocks_.back().ops.push_back({"sem_release", {}, {}, -1, {s}});
      blocks_.push_back({rank, {}});
      blocks_.back().ops.push_back({"sem_acquire", {}, {}, -1, {s}});
      blocks_.back().ops.push_back({"nop", {}, {}, -1, {}});
    }
    blocks_.back().ops.push_back(std::move(op));
  }

  void put_semaphores(std::string_view name, const std::vector<Semaphore>& all) {
    for (std::size_t first = 0; first < all.size(); first += kMostOfAnOp) {
      const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first);
      const auto count = std::min(kMostOfAnOp, all.size() - first);
      put({name, {}, {}, -1, {begin, begin + static_cast<std::ptrdiff_t>(count)}});
    }
  }

  void add(std::int32_t id) {
    const Action& a = action(id);
    std::vector<Chunks> from, to;
    std::int32_t received = -1, sent = -1;
    for (const Chunks& c : plan_.reads(a)) from.push_back(local(a, c, received));
    for (const Chunks& c : plan_.writes(a)) to.push_back(local(a, c, sent));
    put_semaphores("sem_acquire", acquired_[at(id)]);
    if (received >= 0) put({"wait", {}, {}, received, {}});
    synchronise();
    move(a, std::move(from), std::move(to));
    synchronise();
    if (sent >= 0) put({"signal", {}, {}, sent, {}});
    put_semaphores("sem_release", released_[at(id)]);
  }

  /// Returns a place in a buffer in place of one in a connection.
  Chunks local(const Action& a, const Chunks& c, std::int32_t& message) const {
    if (is_wire(c)) {
      message = by_wire_.at(c.first);
      return messages_[at(message)].place;
    }
    if (c.rank != a.rank) refuse(fmt::format("its {} is not a send or receive", plan_.place(a)));
    return c;
  }

  /// Moves data: sums are computed where they stay, or where a message has arrived; sends come
  /// last.
  void move(const Action& a, std::vector<Chunks> from, std::vector<Chunks> to) {
    if (from.empty() || to.empty()) return;
    std::ranges::stable_partition(to, [&](const Chunks& c) { return c.rank == a.rank; });
    if (from.size() == 1) {
      for (const Chunks& c : to) put({c.rank == a.rank ? "copy" : "put", from, {c}, -1, {}});
      return;
    }
    if (to.front().rank != a.rank) to.insert(to.begin(), place_of_sum(a, from));
    put({to.size() > 1 ? "res" : "re", std::move(from), std::move(to), -1, {}});
  }

  Chunks place_of_sum(const Action& a, const std::vector<Chunks>& from) {
    for (const Chunks& c : from)
      if (c.buffer == Buffer::kScratch && c.first >= plan_.scratch[at(a.rank)]) return c;
    std::int32_t& end = scratch_[at(a.rank)];
    const Chunks place{a.rank, Buffer::kScratch, end, from.front().count};
    end += place.count;
    return place;
  }

  void find_ends() {
    for (std::size_t b = 0; b < blocks_.size(); ++b)
      for (const PlanOp& op : blocks_[b].ops)
        if (op.message >= 0) {
          PlanMessage& m = messages_[at(op.message)];
          (op.name == "signal" ? m.announced : m.awaited) = static_cast<std::int32_t>(b);
        }
  }

  /// Numbers the channels: two thread blocks have a channel of their own, on which the k-th signal
  /// matches the k-th wait.
  void number_channels() {
    for (const PlanMessage& m : messages_) {
      if (m.awaited < 0) refuse("a message is never received");
      const std::pair ends(m.announced, m.awaited);
      if (!channels_.insert(ends).second) continue;
      for (const std::int32_t b : {m.announced, m.awaited})
        channels_of_[blocks_[at(b)].rank].push_back(ends);
    }
    for (auto& [rank, all] : channels_of_) std::ranges::sort(all);
    for (const PlanMessage& m : messages_)
      reached_[at(blocks_[at(m.announced)].rank)].push_back(m.place.rank);
    for (std::vector<std::int32_t>& all : reached_) all = distinct(std::move(all));
  }

  using Ends = std::pair<std::int32_t, std::int32_t>;

  std::int32_t channel(std::int32_t rank, const Ends& ends) const {
    const auto& all = channels_of_.at(rank);
    return static_cast<std::int32_t>(std::ranges::lower_bound(all, ends) - all.begin());
  }
  Ends ends_of(std::int32_t message) const {
    return {messages_[at(message)].announced, messages_[at(message)].awaited};
  }
  std::int32_t peer(std::int32_t rank, const Ends& ends) const {
    const std::int32_t from = blocks_[at(ends.first)].rank, to = blocks_[at(ends.second)].rank;
    return from == rank ? to : from;
  }

  OrderedJson json() const {
    OrderedJson gpus = OrderedJson::array();
    for (std::int32_t r = 0; r < plan_.setting.ranks; ++r) gpus.push_back(gpu(r));
    OrderedJson plan{{"name", plan_.name},
                     {"collective", collective()},
                     {"protocol", "Simple"},
                     {"inplace", plan_.in_place},
                     {"reuse_resources", false},
                     {"gpus", std::move(gpus)},
                     {"num_threads_per_block", 1024},
                     {"use_double_scratch_buffer", false},
                     {"buffer_alignment", 16},
                     {"min_message_size", plan_.description.least_bytes},
                     {"max_message_size", plan_.description.most_bytes == 0
                                              ? std::numeric_limits<std::uint64_t>::max()
                                              : plan_.description.most_bytes}};
    if (plan_.demand->name != "custom" && !has_collective(collective()))
      plan[kDemands] = plan_.demand->name;
    return plan;
  }

  std::string collective() const {
    return plan_.demand->name == "reduce-scatter" ? "reducescatter"
                                                  : std::string(plan_.demand->name);
  }

  OrderedJson gpu(std::int32_t rank) const {
    OrderedJson blocks = OrderedJson::array(), channels = OrderedJson::array(),
                remote = OrderedJson::array(), semaphores = OrderedJson::array();
    for (const PlanBlock& b : blocks_)
      if (b.rank == rank) blocks.push_back(block(b, std::ssize(blocks)));
    if (const auto known = channels_of_.find(rank); known != channels_of_.end()) {
      OrderedJson peers = OrderedJson::array();
      for (const Ends& ends : known->second) peers.push_back(peer(rank, ends));
      channels.push_back({{"channel_type", "memory"}, {"connected_to", std::move(peers)}});
    }
    for (const std::int32_t to : reached_[at(rank)])
      remote.push_back({{"rank", to}, {"type", "s"}, {"access_channel_types", {"memory"}}});
    for (Semaphore s = 0; s < semaphores_[at(rank)]; ++s) semaphores.push_back({{"init_value", 0}});
    return {{"id", rank},
            {"input_chunks", plan_.input[at(rank)]},
            {"output_chunks", plan_.output[at(rank)]},
            {"scratch_chunks", scratch_[at(rank)]},
            {"threadblocks", std::move(blocks)},
            {"channels", std::move(channels)},
            {"remote_buffers", std::move(remote)},
            {"semaphores", std::move(semaphores)}};
  }

  /// The numbers in a thread block, and their meaning on its GPU.
  struct Used {
    std::vector<std::int32_t> all;
    std::int32_t number(std::int32_t of) {
      const auto found = std::ranges::find(all, of);
      if (found == all.end()) all.push_back(of);
      return static_cast<std::int32_t>(std::ranges::find(all, of) - all.begin());
    }
  };

  OrderedJson block(const PlanBlock& b, std::int64_t id) const {
    Used channels, remote;
    OrderedJson ops = OrderedJson::array();
    for (const PlanOp& o : b.ops) ops.push_back(op(b, o, channels, remote));
    if (channels.all.size() > kMostChannels)
      refuse(fmt::format("a thread block with more than {} channels", kMostChannels));
    OrderedJson text{{"id", id}, {"ops", std::move(ops)}, {"channels", OrderedJson::array()}};
    if (!channels.all.empty())
      text["channels"] = {{{"channel_type", "memory"}, {"channel_ids", channels.all}}};
    if (!remote.all.empty())
      text["remote_buffer_refs"] = {
          {{"access_channel_type", "memory"}, {"remote_buffer_ids", remote.all}}};
    return text;
  }

  OrderedJson op(const PlanBlock& b, const PlanOp& o, Used& channels, Used& remote) const {
    OrderedJson text{{"name", o.name}};
    if (o.message >= 0)
      text["channel_ids"] = {channels.number(channel(b.rank, ends_of(o.message)))};
    if (!o.from.empty()) text["src_buff"] = places(b.rank, o.from, remote);
    if (!o.to.empty()) text["dst_buff"] = places(b.rank, o.to, remote);
    if (o.message >= 0 || o.name == "put" || o.name == "res") text["channel_type"] = "memory";
    if (o.name.starts_with("re")) text["reduce_op"] = "sum";
    if (!o.semaphores.empty()) text["semaphore_ids"] = o.semaphores;
    return text;
  }

  OrderedJson places(std::int32_t rank, const std::vector<Chunks>& all, Used& remote) const {
    OrderedJson list = OrderedJson::array();
    for (const Chunks& c : all) {
      OrderedJson place;
      if (c.rank == rank) {
        place["type"] = std::string(1, letter_of(c.buffer));
      } else {
        const std::vector<std::int32_t>& reached = reached_[at(rank)];
        place["buffer_id"] = remote.number(
            static_cast<std::int32_t>(std::ranges::lower_bound(reached, c.rank) - reached.begin()));
      }
      place["index"] = c.first;
      place["size"] = c.count;
      list.push_back(std::move(place));
    }
    return list;
  }

  const Plan& plan_;
  std::vector<std::int32_t> scratch_;               // parts, by rank
  std::vector<Semaphore> semaphores_;               // how many, by rank
  std::vector<std::vector<Semaphore>> acquired_;    // by action
  std::vector<std::vector<Semaphore>> released_;    // by action
  std::vector<std::vector<std::int32_t>> reached_;  // ranks that each one writes to, in order
  std::vector<PlanMessage> messages_;
  std::map<std::int32_t, std::int32_t> by_wire_;  // messages by their first part on the wire
  std::vector<PlanBlock> blocks_;
  std::set<Ends> channels_;
  std::map<std::int32_t, std::vector<Ends>> channels_of_;  // by rank, in order
};

}  // namespace

std::string json_text(const Plan& plan) {
  return PlusPlusWriter(plan).text();
}

}  // namespace orrery::mscclpp
