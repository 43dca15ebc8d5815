#pragma once

#include <cstdint>
#include <vector>

#include "viz/model/index/trace_index.h"

namespace orrery::viz::inline model {

/// One path of a message that is under way.
struct MovingMessage {
  std::int64_t message = 0;
  int path = 0;        ///< -1: within one host
  bool flows = false;  ///< bytes flow; otherwise the latency passes
  /// 0 at the source, 1 at the destination. The latency phase covers its share of the message's
  /// time; the transferred bytes cover the rest. So a message alone in the network moves evenly,
  /// and one that shares its links visibly moves more slowly.
  double progress = 0;
  double bytes_per_second = 0;
  friend bool operator==(const MovingMessage&, const MovingMessage&) = default;
};

/// A link that messages under way use.
struct LinkState {
  LinkId link = 0;
  double bytes_per_second = 0;  ///< sum over the flows
  double load = 0;              ///< share of its capacity; above 1 only without contention
  /// Factor by which sharing the link delays its messages, >= 1: the rates that its flows would
  /// have alone over their actual rates, but at most over its capacity. A link with one flow has 1,
  /// however slow that flow is elsewhere.
  double sharing = 1;
  int flows = 0;    ///< paths whose bytes flow over it
  int pending = 0;  ///< paths over it that still pay their latency
  friend bool operator==(const LinkState&, const LinkState&) = default;
};

/// The activity of a rank. Nothing set: it waits.
struct RankState {
  bool sending = false;
  bool receiving = false;
  bool computing = false;
  bool done = false;  ///< its last transfer or computation has ended
  friend bool operator==(const RankState&, const RankState&) = default;
};

/// Everything that the picture of one moment shows.
struct FrameState {
  Time time{0};
  int round = -1;           ///< the current round (see RoundMark); -1 before the first
  int earliest_round = -1;  ///< of the messages under way; -1 if there are none
  int latest_round = -1;
  /// Number of messages of the round if single messages are not known; links and ranks then show
  /// its totals. Otherwise 0.
  std::int64_t total_messages = 0;
  std::vector<MovingMessage> moving;  ///< by message and path
  std::vector<LinkState> links;       ///< by link; only those in use
  std::vector<RankState> ranks;       ///< by rank
  friend bool operator==(const FrameState&, const FrameState&) = default;
};

/// Computes the state at t. A pure function of its arguments: going back in time is a call for an
/// earlier time.
FrameState stateAt(const TraceIndex& index, Time t);

}  // namespace orrery::viz::inline model
