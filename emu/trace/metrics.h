#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "emu/base/units.h"
#include "emu/net/topology.h"

/// The measurements of a run. Filled by the engine during the run; independent of any Sink.
namespace orrery::inline trace {

/// One row of the per-round table. Bytes are of messages sent in that round.
struct RoundMetrics {
  std::int64_t messages = 0;
  Bytes bytes;          ///< sum over messages
  Bytes max_port;       ///< most bytes through one port of a host, see Metrics::port_sum
  Bytes max_link;       ///< most bytes on one link
  Time first_start{0};  ///< start of the first transfer
  Time last_end{0};     ///< end of the last transfer
};

struct LinkLoad {
  LinkId link = 0;
  Link ends;
  Bytes bytes;
  /// Bytes divided by the capacity of the link until completion; 0 if completion is at 0. Above 1
  /// only with contention off.
  double utilization = 0;
};

struct Metrics {
  Time begin{0};       ///< begin of the first rank: later than 0 only for a lane
  Time completion{0};  ///< end of the last rank
  /// Completion if no two messages had met on a link (Network::contention). nullopt if this run
  /// does not determine it, see emu/engine/watch/uncontended.h.
  std::optional<Time> uncontended;
  int rounds = 0;  ///< 1 + the highest marked round; 0 if none is marked
  std::int64_t messages = 0;
  Bytes bytes_total;       ///< sent, over all ranks
  Bytes bytes_max_rank;    ///< most bytes that one rank sent
  Bytes reduced_max_rank;  ///< most bytes that one rank reduced
  Bytes max_link;          ///< most bytes on one link
  bool shared = false;     ///< some transfer got less than its narrowest link's bandwidth
  /// Sums over the steps s of the run of port(s) and link(s). A step is a round, or rounds that
  /// overlap in time: one of them began while another had more than a hundredth of its time to go.
  /// port(s) is the largest number of bytes that a host injects into one of its links, or all that
  /// it sends or receives, divided by its ports, if that is more; link(s) is the largest number of
  /// bytes on a link, at least port(s). No run is faster than link_sum at the bandwidth of the
  /// links, except for the hundredths.
  Bytes port_sum, link_sum;
  int most_at_once = 0;         ///< most peers of a lane's sends, or of its receives, in a round
  bool rounds_overlap = false;  ///< some step has several rounds
  std::vector<RoundMetrics> per_round;
  /// Links by utilization, descending (ties by id), at most kHottest.
  std::vector<LinkLoad> hottest;
  static constexpr std::size_t kHottest = 8;
  /// The metrics of each lane of EmulatedComm::ordered_lanes; empty without such a call. Times and
  /// `shared` are those of the run; rounds are the lane's own.
  std::vector<Metrics> lanes = {};

  /// Adds the link to `hottest` if it is among the first.
  void add_hot(const LinkLoad& load);
};

/// Returns the metrics with all amounts of bytes multiplied by to / from, each of which must stay
/// whole; the utilization of links and all times are unchanged.
Metrics scaled(Metrics metrics, std::int64_t from, std::int64_t to);

/// Λ, Ψ and Ξ (De Sensi et al., NSDI 2024, Eq. 1), generalised to any collective by its own lower
/// bounds.
struct Deficiency {
  double lambda = 0;  ///< rounds / fewest rounds
  double psi = 0;     ///< Σ_s port(s) / fewest bytes through a port; s counts steps
  double xi = 0;      ///< Σ_s link(s) / Σ_s port(s)
};

/// Returns the deficiencies. `fewest_rounds` >= 0, `fewest_port_bytes` >= 0; a quotient 0/0 counts
/// as 1; if nothing is sent, Λ is at least 1.
Deficiency deficiency(const Metrics& metrics, double fewest_rounds, double fewest_port_bytes);

}  // namespace orrery::inline trace
