#include "algorithms/plan/wire.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace orrery::inline algorithms {
namespace {

constexpr std::int64_t kMostPerEntry = 71;  ///< the most chunks of a step that an executor moves at
                                            ///< a time

std::int64_t ceiling(std::int64_t a, std::int64_t b) {
  return (a + b - 1) / b;
}

std::int64_t chunks_per_entry(const Plan& plan, std::int64_t bytes) {
  const std::int64_t chunk = std::max<std::int64_t>(1, ceiling(bytes, plan.setting.chunks));
  return std::max<std::int64_t>(1, std::min(kMostPerEntry, plan.wire_buffer->entry_bytes / chunk));
}

/// The capacity of a connection before its sender waits.
struct Room {
  std::int64_t entries = 0;    ///< 0: a send waits until it is received
  std::int64_t per_entry = 1;  ///< chunks
};

/// An execution in which every thread repeatedly advances as far as possible, until none can.
class Abstract {
 public:
  Abstract(const Plan& plan, Room room)
      : plan_(plan),
        room_(room),
        full_(plan.connections.size()),
        arrives_on_(plan.actions.size(), -1),
        waits_(plan.actions.size()),
        followers_(plan.actions.size()),
        next_(static_cast<std::size_t>(plan.threads), -1) {
    for (std::size_t a = plan.actions.size(); a-- > 0;)
      next_[static_cast<std::size_t>(plan.actions[a].thread)] = static_cast<std::int32_t>(a);
    for (const Precedence& p : plan.precedences) add(p);
  }

  bool ends() {
    for (moved_ = true; moved_;) {
      moved_ = false;
      for (std::int32_t& next : next_)
        while (next >= 0 && go_on(next)) {
        }
    }
    return std::ranges::all_of(next_, [](std::int32_t next) { return next < 0; });
  }

 private:
  const Action& action(std::int32_t a) const { return plan_.actions[static_cast<std::size_t>(a)]; }

  /// The progress of an action: received and sent entries. Each received entry makes room for the
  /// next, and is then sent on.
  struct Progress {
    std::int64_t entries = 0;
    bool received = false, offered = false;
  };

  /// Adds a precedence: a message brings its entries; others are waited for.
  void add(const Precedence& p) {
    if (action(p.later).rank != action(p.earlier).rank) {
      arrives_on_[static_cast<std::size_t>(p.later)] = action(p.earlier).connection;
    } else {
      ++waits_[static_cast<std::size_t>(p.later)];
      followers_[static_cast<std::size_t>(p.earlier)].push_back(p.later);
    }
  }

  std::int64_t entries(const Action& a) const {
    return a.reads == a.end ? 0 : ceiling(plan_.operands[a.reads].count, room_.per_entry);
  }

  /// Takes an entry from a connection, once for each one sent on.
  bool receives(Progress& p, std::int32_t in) {
    std::int64_t& full = full_[static_cast<std::size_t>(in)];
    if (p.received) return true;
    if (full == 0) return false;
    --full;
    return p.received = moved_ = true;
  }

  /// Puts an entry into a connection; without capacity, waits until it is taken.
  bool sends(Progress& p, std::int32_t out) {
    std::int64_t& full = full_[static_cast<std::size_t>(out)];
    if (!p.offered) {
      if (room_.entries > 0 && full == room_.entries) return false;
      ++full;
      p.offered = moved_ = true;
    }
    return room_.entries > 0 || full == 0;
  }

  /// Moves an entry of the action at `next`, or ends it; returns false if it has to wait.
  bool go_on(std::int32_t& next) {
    const Action& a = action(next);
    const std::int32_t in = arrives_on_[static_cast<std::size_t>(next)], out = a.connection;
    if (waits_[static_cast<std::size_t>(next)] > 0) return false;
    Progress& p = progress_[static_cast<std::size_t>(a.thread)];
    if (in >= 0 && !receives(p, in)) return false;
    if (out >= 0 && !sends(p, out)) return false;
    moved_ = true;
    p.received = p.offered = false;
    if ((in >= 0 || out >= 0) && ++p.entries < entries(a)) return true;
    p.entries = 0;
    for (const std::int32_t f : followers_[static_cast<std::size_t>(next)])
      --waits_[static_cast<std::size_t>(f)];
    const auto following = static_cast<std::size_t>(next) + 1;
    const bool more =
        following < plan_.actions.size() && plan_.actions[following].thread == a.thread;
    next = more ? next + 1 : -1;
    return true;
  }

  const Plan& plan_;
  Room room_;
  bool moved_ = false;                    // since the last look at all threads
  std::vector<std::int64_t> full_;        // entries of each connection
  std::vector<std::int32_t> arrives_on_;  // connection of each action's receives; -1: none
  std::vector<std::int32_t> waits_;
  std::vector<std::vector<std::int32_t>> followers_;
  std::vector<std::int32_t> next_;  // action of each thread; -1: the thread has ended
  std::vector<Progress> progress_ = std::vector<Progress>(next_.size());  // of that action
};

/// Returns the most messages of one connection.
std::int64_t most_messages(const Plan& plan) {
  std::vector<std::int64_t> messages(plan.connections.size());
  for (const Action& a : plan.actions)
    if (a.connection >= 0) ++messages[static_cast<std::size_t>(a.connection)];
  return messages.empty() ? 0 : *std::ranges::max_element(messages);
}

}  // namespace

std::optional<std::int64_t> hangs_from_bytes(const Plan& plan) {
  if (!plan.wire_buffer) return {};
  std::int64_t tried = 0;  // chunks in an entry
  for (std::int64_t bytes = 1; tried != 1 && bytes < std::int64_t{1} << 60; bytes *= 2) {
    const std::int64_t per_entry = chunks_per_entry(plan, bytes);
    if (per_entry == tried) continue;
    tried = per_entry;
    if (!Abstract(plan, {plan.wire_buffer->entries, per_entry}).ends()) return bytes;
  }
  return {};
}

/// Finds the least number of slots by bisection: more room never hurts.
std::optional<std::int64_t> least_slots(const Plan& plan) {
  if (!plan.wire_buffer) return {};
  constexpr std::int64_t kWhole = std::numeric_limits<std::int32_t>::max();
  std::int64_t least = 0, enough = most_messages(plan);
  while (least < enough) {
    const std::int64_t middle = (least + enough) / 2;
    if (Abstract(plan, {middle, kWhole}).ends())
      enough = middle;
    else
      least = middle + 1;
  }
  return least;
}

}  // namespace orrery::inline algorithms
