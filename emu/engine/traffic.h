#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "emu/engine/link_table.h"
#include "emu/engine/route_store.h"
#include "emu/trace/metrics.h"

namespace orrery {

/// Bytes over links in one round. Starts as a hash table and becomes an array when it has filled
/// up.
class LinkBytes {
 public:
  struct Entry {
    std::int64_t link = 0;  ///< bytes that crossed the link
    std::int64_t port = 0;  ///< bytes that their source host injected into it
  };
  Entry& at(LinkSlot s, std::size_t slots);
  /// Calls f(slot, entry) for every link used, in no particular order, and forgets them all.
  template <class F>
  void drain(F&& f) {
    for (const LinkSlot s : touched_) f(s, std::exchange(at(s, 0), {}));
    if (array_.empty()) keys_.assign(keys_.size(), kFree);
    touched_.clear();
  }

 private:
  static constexpr LinkSlot kFree = 0xffffffff;
  Entry& in_table(LinkSlot s);
  void rehash(std::size_t size);
  void become_array(std::size_t slots);

  std::vector<LinkSlot> touched_;
  std::vector<LinkSlot> keys_;
  std::vector<Entry> values_;
  std::vector<Entry> array_;  // by slot, once there are many
};

/// Counts what Λ, Ψ and Ξ are made of. A round's counters are folded into its row once no rank can
/// send in it any more; until then somebody *holds* the round: a rank that is in it or a transfer
/// of it that has not started.
class Traffic {
 public:
  Traffic(const LinkTable& links, int ranks)
      : links_(links),
        sent_(static_cast<std::size_t>(ranks)),
        reduced_(static_cast<std::size_t>(ranks)) {}

  void hold(int round) {
    const auto i = static_cast<std::size_t>(round);
    if (i >= rounds_.size()) rounds_.resize(i + 1);
    ++rounds_[i].holders;
  }
  void unhold(int round) {
    const auto i = static_cast<std::size_t>(round);
    if (--rounds_[i].holders == 0 && i == first_open_) close();
  }
  /// A message of `rank` starts.
  void start(int round, int rank, Bytes bytes, Time now);
  /// A part of it goes over `route`.
  void cross(int round, LinkRuns route, Bytes bytes);
  void end(int round, Time now) {
    Time& last = row(round).last_end;
    last = std::max(last, now);
  }
  void mark_round(int round) { metrics_.rounds = std::max(metrics_.rounds, round + 1); }
  void reduce(int rank, Bytes bytes) { reduced_[static_cast<std::size_t>(rank)] += bytes; }

  /// Closes the books. Nobody holds a round any more.
  Metrics finish(Time completion, bool shared);

 private:
  RoundMetrics& row(int round);
  static constexpr std::uint32_t kNone = 0xffffffff;
  struct Round {
    std::uint32_t holders = 0;
    std::uint32_t counters = kNone;  // in counters_, from its first message until it is closed
  };
  LinkBytes& counters(int round);
  void close();
  void fold(std::size_t round);

  const LinkTable& links_;
  Metrics metrics_;
  std::vector<Bytes> sent_, reduced_;
  std::vector<Round> rounds_;
  std::size_t first_open_ = 0;  // the first round that may still grow
  std::vector<LinkBytes> counters_;
  std::vector<std::uint32_t> spare_;  // of counters_
  std::vector<std::int64_t> total_;   // by slot
};

}  // namespace orrery
