#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "emu/comm/emulated_comm.h"
#include "emu/engine/links/link_table.h"
#include "emu/engine/links/route_store.h"
#include "emu/trace/metrics.h"

namespace orrery::inline engine {

/// Bytes on links, by slot. Begins as a hash table and becomes an array when it has filled up.
class ByteTable {
 public:
  struct Entry {
    std::int64_t through = 0;    ///< bytes that crossed the link
    std::int64_t injected = 0;   ///< bytes that the source host put into the link
    std::int64_t delivered = 0;  ///< bytes that the destination received from it
    NodeId from = 0, to = 0;     ///< the hosts of `injected` and `delivered`
  };
  /// Returns the entry of a link; `slots` is the number of links so far.
  Entry& at(LinkSlot s, std::size_t slots) {
    if (s >= array_.size()) return in_table_or_array(s, slots);
    Entry& e = array_[s];
    if (e.through == 0) touched_.push_back(s);
    return e;
  }
  /// Calls f(slot, entry) for every used slot, in no particular order.
  template <class F>
  void for_each(F&& f) const {
    if (array_.empty()) {
      for (std::size_t i = 0; i < keys_.size(); ++i)
        if (keys_[i] != kFree) f(keys_[i], values_[i]);
    } else {
      for (const LinkSlot s : touched_) f(s, array_[s]);
    }
  }
  void add(const ByteTable& other, std::size_t slots);
  void clear();

 private:
  static constexpr LinkSlot kFree = 0xffffffff;
  Entry& in_table_or_array(LinkSlot s, std::size_t slots);
  Entry& in_table(LinkSlot s);
  void rehash(std::size_t size);
  void become_array(std::size_t slots);

  std::vector<LinkSlot> touched_;
  std::vector<LinkSlot> keys_;
  std::vector<Entry> values_;
  std::vector<Entry> array_;  // by slot, once there are many
};

/// Counters for Λ, Ψ and Ξ. A round's counters are folded into its row once no rank can send in it
/// any more; until then a rank in the round, or a transfer of it, *holds* it, even before it has
/// started. Rounds that overlap in time form a step, see Metrics::port_sum.
class Traffic {
 public:
  Traffic(const LinkTable& links, int ranks, int hosts, int links_per_host, int ports_per_host);
  ~Traffic();
  Traffic(const Traffic&) = delete;
  Traffic& operator=(const Traffic&) = delete;

  /// Counts each of these lanes separately, too. All ranks pass the same lanes: only the first call
  /// counts.
  void split(std::span<const EmulatedComm::OrderedLane> lanes);
  void begin_lane(int lane, Time now);
  void end_lane(int lane, Time now);

  void hold(int round) {
    const auto i = static_cast<std::size_t>(round);
    if (i >= rounds_.size()) rounds_.resize(i + 1);
    ++rounds_[i].holders;
  }
  void unhold(int round) {
    const auto i = static_cast<std::size_t>(round);
    if (--rounds_[i].holders == 0 && i == first_open_) close();
  }
  /// Counts the start of a message of `rank`, or of `messages` that end together, with all their
  /// bytes.
  void start(int round, int rank, Bytes bytes, Time now, int messages = 1);
  /// Counts a part of a message that uses `route` from one host to another.
  void cross(int round, LinkRuns route, NodeId from, NodeId to, Bytes bytes);
  void end(int round, Time now);
  void mark_round(int round) {
    metrics_.rounds = std::max(metrics_.rounds, round + 1);
    if (is_split()) in_lane(round, &Traffic::mark_round);
  }
  /// Counts the n-th peer of a task's sends, or of its receives, in one round.
  void count_at_once(int round, int n) {
    metrics_.most_at_once = std::max(metrics_.most_at_once, n);
    if (is_split()) in_lane(round, &Traffic::count_at_once, n);
  }
  void reduce(int round, int rank, Bytes bytes) {
    reduced_[static_cast<std::size_t>(rank)] += bytes;
    if (is_split()) in_lane(round, &Traffic::reduce, rank, bytes);
  }

  /// Ends the counts. REQUIRES that no round is held.
  Metrics finish(Time completion, bool shared);
  /// Returns a hash of which rounds overlapped.
  std::uint64_t joins() const { return joins_; }

 private:
  /// The counts of a lane of EmulatedComm::ordered_lanes. Its rounds are not held: they are folded
  /// at the end.
  struct Lane;
  bool is_split() const { return !lanes_.empty(); }
  std::size_t lane_number(int round) const;
  Traffic& lane(std::size_t i);
  /// Counts in the lane of the round as well, by the lane's own round number.
  template <class... Parameters, class... Values>
  void in_lane(int round, void (Traffic::*count)(int, Parameters...), const Values&... values) {
    const std::size_t i = lane_number(round);
    (lane(i).*count)(round - first_rounds_[i], values...);
  }
  void grow(int round) {
    if (static_cast<std::size_t>(round) >= rounds_.size())
      rounds_.resize(static_cast<std::size_t>(round) + 1);
  }

  RoundMetrics& row(int round) {
    const auto i = static_cast<std::size_t>(round);
    if (i >= metrics_.per_round.size()) [[unlikely]]
      metrics_.per_round.resize(i + 1);
    return metrics_.per_round[i];
  }
  static constexpr std::uint32_t kNone = 0xffffffff;
  struct Round {
    std::uint32_t holders = 0;
    std::uint32_t counters = kNone;  // in counters_, from its first message until it is closed
    std::uint32_t flying = 0;        // messages under way
  };
  struct Load {
    std::int64_t port = 0, link = 0;
  };
  /// The last folded rounds that overlap.
  struct Step {
    std::size_t first = 0, last = 0;  // rounds
    std::uint32_t counters = kNone;
    Load load;  // while it is one round
    std::uint32_t flying = 0;
    Time end{0};  // of ended messages
  };
  ByteTable& counters(int round);
  std::uint32_t take_spare();
  void close();
  void fold(std::size_t round);
  Load load_of(const ByteTable& links);
  std::int64_t busiest_host(const ByteTable& links);
  bool overlaps_step(std::size_t round);
  void join_step(std::size_t round, std::uint32_t counters);
  void begin_step(std::size_t round, std::uint32_t counters, Load load);
  void end_step();
  void recycle(std::uint32_t counters);
  void find_hottest(Time completion);

  const LinkTable& links_;
  int ports_;
  bool fewer_ports_;  // than links; otherwise the busiest link bounds the bytes of a host
  Metrics metrics_;
  std::vector<Bytes> sent_, reduced_;
  std::vector<Round> rounds_;
  std::size_t first_open_ = 0;      // the first round that may still grow
  std::vector<std::size_t> begun_;  // rounds in the order in which they began
  std::size_t earliest_ = 0;        // in begun_: the first that is not before the last folded one
  Step step_;
  std::uint64_t joins_ = 0;
  std::vector<ByteTable> counters_;
  std::vector<std::uint32_t> spare_;  // of counters_
  std::vector<std::int64_t> total_;   // by slot
  struct HostBytes {
    std::int64_t sent = 0, received = 0;
  };
  std::vector<HostBytes> at_host_;  // by host; 0 except while busiest_host() counts
  std::vector<NodeId> hosts_;       // hosts with entries other than 0
  int links_per_host_;
  std::vector<int> first_rounds_;  // of lanes_
  std::vector<Lane> lanes_;        // empty unless split
};

struct Traffic::Lane {
  std::unique_ptr<Traffic> traffic;
  bool begun = false;
  Time begin{0}, end{0};
};

}  // namespace orrery::inline engine
