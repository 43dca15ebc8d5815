#include "scenarios/formats/recorded_channels.h"

#include <algorithm>
#include <set>

namespace orrery::inline formats {
namespace {

using TaskKind = Operation::Kind;
using Pair = std::pair<std::int32_t, std::int32_t>;  // sender and receiver
using ChannelKey = std::pair<int, std::int32_t>;     // communicator and tag

constexpr std::size_t index_of(std::int64_t i) {
  return static_cast<std::size_t>(i);
}

/// The messages from one rank to another, in the order of one of the two: operations, one after the
/// other.
struct ChannelSide {
  std::vector<ChannelKey> keys;
  std::vector<std::int32_t> operations;
};
using ChannelSides = std::array<ChannelSide, 2>;             // of the sender and of the receiver
using SidePlaces = std::array<std::vector<std::size_t>, 2>;  // places in each side

class Channels {
 public:
  explicit Channels(const Recording& recording) : recording_(recording) {}

  MessageChannels take() {
    std::map<Pair, ChannelSides> all;
    for (std::size_t r = 0; r < recording_.ranks().size(); ++r)
      add_messages(static_cast<std::int32_t>(r), all);
    for (const auto& [pair, sides] : all) {
      for (const std::size_t side : {0u, 1u}) channels_[side][pair].resize(sides[side].keys.size());
      std::int32_t next = 0;
      for (const SidePlaces& order : orders(sides)) next = find(pair, sides, order, next);
    }
    return std::move(channels_);
  }

 private:
  void add_messages(std::int32_t r, std::map<Pair, ChannelSides>& all) const {
    const auto& operations = recording_.ranks()[index_of(r)].operations;
    for (std::size_t i = 0; i < operations.size(); ++i) {
      const Operation& o = operations[i];
      if (o.kind == TaskKind::kCompute || o.amount == 0) continue;
      const bool sends = o.kind == TaskKind::kSend;
      ChannelSide& side = all[sends ? Pair(r, o.peer) : Pair(o.peer, r)][sends ? 0 : 1];
      side.keys.push_back({recording_.data()[index_of(r)][i].communicator, o.tag});
      side.operations.push_back(static_cast<std::int32_t>(i));
    }
  }

  /// Matches the k-th send with the k-th receive: of all of them if both sides have the same order,
  /// otherwise of each communicator and tag.
  static std::vector<SidePlaces> orders(const ChannelSides& sides) {
    const bool identical = sides[0].keys == sides[1].keys;
    std::map<ChannelKey, SidePlaces> by_key;
    for (const std::size_t side : {0u, 1u})
      for (std::size_t k = 0; k < sides[side].keys.size(); ++k)
        by_key[identical ? ChannelKey() : sides[side].keys[k]][side].push_back(k);
    std::vector<SidePlaces> all;
    all.reserve(by_key.size());
    for (auto& [key, order] : by_key) all.push_back(std::move(order));
    return all;
  }

  /// Gives a message the first channel, from `first` on, that adds no further waits to it; returns
  /// the first channel after all used ones.
  std::int32_t find(const Pair& pair, const ChannelSides& sides, const SidePlaces& order,
                    std::int32_t first) {
    std::vector<std::array<std::int32_t, 2>> last;  // operations of each channel
    for (std::size_t k = 0; k < order[0].size(); ++k) {
      const std::array next{sides[0].operations[order[0][k]], sides[1].operations[order[1][k]]};
      const auto found = std::ranges::find_if(last, [&](const auto& earlier) {
        return begins_before(pair.first, earlier[0], next[0]) &&
               precedes(pair.second, earlier[1], next[1]);
      });
      const auto channel = static_cast<std::int32_t>(found - last.begin());
      for (const std::size_t side : {0u, 1u})
        channels_[side][pair][order[side][k]] = first + channel;
      if (found == last.end())
        last.push_back(next);
      else
        *found = next;
    }
    return first + static_cast<std::int32_t>(last.size());
  }

  auto requirements(std::int32_t rank, std::int32_t operation) const {
    return std::ranges::equal_range(recording_.ranks()[index_of(rank)].requirements, operation, {},
                                    &Requirement::later);
  }

  /// Returns whether `later` requires all that `earlier` does, and so never begins before it.
  bool begins_before(std::int32_t rank, std::int32_t earlier, std::int32_t later) const {
    return std::ranges::all_of(requirements(rank, earlier), [&](const Requirement& q) {
      return precedes(rank, q.earlier, later);
    });
  }

  /// Returns whether `earlier` has always ended when `later` begins. Requirements stand before the
  /// operations that have them.
  bool precedes(std::int32_t rank, std::int32_t earlier, std::int32_t later) const {
    std::vector<std::int32_t> open{later};
    std::set<std::int32_t> seen;
    while (!open.empty()) {
      const std::int32_t o = open.back();
      open.pop_back();
      for (const Requirement& q : requirements(rank, o)) {
        if (q.earlier == earlier) return true;
        if (q.earlier > earlier && seen.insert(q.earlier).second) open.push_back(q.earlier);
      }
    }
    return false;
  }

  const Recording& recording_;
  MessageChannels channels_;
};

}  // namespace

MessageChannels channels_of(const Recording& recording) {
  return Channels(recording).take();
}

}  // namespace orrery::inline formats
