#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "emu/base/units.h"
#include "emu/net/topology.h"

/// The causes of a run's time, as plain values.
namespace orrery::inline trace {

enum class Cause : std::uint8_t {
  kAlpha,       ///< start-up of a message, within a host as well
  kLatency,     ///< a link that a message crosses, with its hop
  kBytes,       ///< bytes, at the rate of a message alone in the network
  kContention,  ///< the additional time due to shared links
  kPort,        ///< a message waits for a busy port
  kPartner,     ///< a sender waits for its receiver, which posts later
  kCompute,     ///< γ: reducing, copying; work that a program names
  kOverhead,    ///< a processor turns to messages, at the sender or (for eager messages) at the
                ///< receiver
  kNoise  ///< a rank is late, or its processor preempted; of measured times, the part without a
          ///< cause in the model
};
inline constexpr std::size_t kCauses = 9;
/// Names of the causes in files, by Cause.
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

/// The waits of the run, from its beginning to its completion.
struct CriticalPath {
  std::vector<Stretch> stretches;  ///< in order of time; each begins at the end of the previous one
  /// Steps that ended at the same instants as those of the path, and that enabled the same
  /// successors: at least as many other paths are equally long.
  std::int64_t ties = 0;

  std::array<Time, kCauses> by_cause() const {
    std::array<Time, kCauses> sums{};
    for (const Stretch& s : stretches) sums[static_cast<std::size_t>(s.cause)] += s.to - s.from;
    return sums;
  }
};

}  // namespace orrery::inline trace
