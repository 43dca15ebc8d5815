#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "emu/base/units.h"
#include "emu/net/topology.h"

/// What the time of a run is made of, as plain values.
namespace orrery {

enum class Cause : std::uint8_t {
  kAlpha,       ///< start-up of a message, within a host as well
  kLatency,     ///< a link that a message crosses, with its hop
  kBytes,       ///< bytes, as fast as they flow when the message is alone in the network
  kContention,  ///< what sharing a link added to that
  kPort,        ///< a message waits for a port that others hold
  kPartner,     ///< a sender waits for its receiver, which posts later
  kCompute,     ///< γ: reducing, copying; work that a program names
  kOverhead,    ///< a processor turns to messages, at the sender or, of eager ones, at the receiver
  kNoise  ///< a rank is late, or its processor preempted; of measured times, what has no cause in the model
};
inline constexpr std::size_t kCauses = 9;
/// By cause, as files name them.
inline constexpr std::array<std::string_view, kCauses> kCauseNames{
    "alpha", "latency", "bytes", "contention", "port", "partner", "compute", "overhead", "noise"};

/// A part of the critical path that has one cause.
struct Stretch {
  Cause cause = Cause::kAlpha;
  int rank = 0;         ///< the rank that works, or the sender of the message
  int partner = -1;     ///< the other rank of the message; -1 for kCompute and kNoise
  int round = 0;        ///< the sender's round
  LinkId link = -1;     ///< for kLatency, kBytes and kContention between hosts; otherwise -1
  Time from{0}, to{0};  ///< from < to
};

/// What the run waited for, from its beginning to its completion.
struct CriticalPath {
  std::vector<Stretch> stretches;  ///< in order of time; each begins where the one before ends
  /// Steps that ended at the very instants when those of the path did, and that what came next waited for as
  /// well: at least as many other paths are as long.
  std::int64_t ties = 0;

  std::array<Time, kCauses> by_cause() const {
    std::array<Time, kCauses> sums{};
    for (const Stretch& s : stretches) sums[static_cast<std::size_t>(s.cause)] += s.to - s.from;
    return sums;
  }
};

}  // namespace orrery
