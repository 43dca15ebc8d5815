#pragma once

#include <string>
#include <vector>

#include "emu/net/network.h"
#include "emu/trace/trace.h"
#include "scenarios/cell/operation_rounds.h"

/// A trace arranged for programs that draw lanes: intervals that never overlap within their lane.
namespace orrery::inline formats {

struct Interval {
  enum class Kind : std::uint8_t { kRound, kSend, kReceive, kCompute, kWait };
  Kind kind = Kind::kSend;
  int lane = 0;  ///< index into Timeline::lanes
  int round = 0;
  std::int64_t message = -1;  ///< of a send, a receive and a wait
  std::int64_t compute = -1;  ///< index into Trace::computes
  Time from{0};
  Time to{0};  ///< >= from
};

/// A lane: a rank has one for its rounds, and as many for sends, receives and computations as
/// proceed at the same time.
struct TimelineLane {
  int rank = 0;
  int number = 0;    ///< among the lanes of its rank, from 0
  std::string name;  ///< "rounds", "send", "send 2"
};

struct Timeline {
  std::vector<TimelineLane> lanes;  ///< rank by rank
  /// Lane by lane, each in order of time. A message that had to wait for ports has an interval of
  /// kWait before its own, at both ends.
  std::vector<Interval> intervals;
  Time end{0};
};

/// Creates the timeline. `ranks` is the number of ranks of the run, completion its end. Rounds of
/// different operations may overlap.
Timeline make_timeline(const Trace& trace, int ranks, Time completion,
                       const OperationRounds& operations);

/// The rates of a link over time.
struct LinkRates {
  LinkId link = 0;
  Bytes bytes;
  struct Change {
    Time time{0};
    double bytes_per_second = 0;  ///< from then on
  };
  std::vector<Change> changes;  ///< in order of time, no two at one instant
};

/// Returns the `most` links that needed longest for their bytes, the busiest first (ties by
/// number).
std::vector<LinkRates> busiest_links(const Trace& trace, const Network& network, std::size_t most);

/// Returns "host 3 (0,3) -> switch 2".
std::string link_text(const Topology& topology, LinkId link);

}  // namespace orrery::inline formats
