#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "emu/base/units.h"
#include "emu/net/topology.h"

/// What a run measured. Filled by the engine while it runs; independent of any Sink.
namespace orrery {

/// One row of the per-round table. Bytes are of messages sent in that round.
struct RoundMetrics {
  std::int64_t messages = 0;
  Bytes bytes;          ///< sum over messages
  Bytes max_port;       ///< most bytes through one port of a host, see Metrics::port_sum
  Bytes max_link;       ///< most bytes that one link carries
  Time first_start{0};  ///< start of the first transfer
  Time last_end{0};     ///< end of the last transfer
};

struct LinkLoad {
  LinkId link = 0;
  Link ends;
  Bytes bytes;
  /// Bytes over what the link could have carried until completion; 0 where that took no time. Above 1
  /// only with contention off.
  double utilization = 0;
};

struct Metrics {
  Time begin{0};       ///< when the first rank began: later than 0 for a lane only
  Time completion{0};  ///< when the last rank finished
  /// When it would have finished if no two messages had met on a link (Network::contention). Nothing where that
  /// cannot be told from this run, see emu/engine/watch/uncontended.h.
  std::optional<Time> uncontended;
  int rounds = 0;  ///< 1 + the highest round marked; 0 if none was
  std::int64_t messages = 0;
  Bytes bytes_total;       ///< sent, over all ranks
  Bytes bytes_max_rank;    ///< most bytes that one rank sent
  Bytes reduced_max_rank;  ///< most bytes that one rank reduced
  Bytes max_link;          ///< most bytes that one link carried
  bool shared = false;     ///< some transfer got less than its narrowest link's bandwidth
  /// Sums over the steps s of the run of port(s) and link(s). A step is a round, or rounds that
  /// overlap in time: of these one began while another had more than a hundredth of its time to go.
  /// port(s) is the most that a host injects into one of its links, or all that it sends or receives,
  /// spread over its ports, if that is more; link(s) is the most that a link carries, at least
  /// port(s). No run is faster than link_sum at the bandwidth of the links, but for the hundredths.
  Bytes port_sum, link_sum;
  int most_at_once = 0;  ///< most peers that a lane of a rank sent to, or received from, in a round
  bool rounds_overlap = false;  ///< some step is made of several rounds
  std::vector<RoundMetrics> per_round;
  /// Links by utilization, descending (ties by id), at most kHottest.
  std::vector<LinkLoad> hottest;
  static constexpr std::size_t kHottest = 8;
  /// What each lane of EmulatedComm::ordered_lanes was by itself; none if there was no such call. Times are those of
  /// the run, and so is `shared`; rounds are the lane's own.
  std::vector<Metrics> lanes = {};

  /// Keeps the link in `hottest` if it is one of the first.
  void add_hot(const LinkLoad& load);
};

/// The metrics with all amounts of bytes larger by the factor to / from, of which each must stay whole; the utilization of
/// links and all times are left as they are.
Metrics scaled(Metrics metrics, std::int64_t from, std::int64_t to);

/// Λ, Ψ and Ξ (De Sensi et al., NSDI 2024, Eq. 1), generalised to any collective by its own lower
/// bounds.
struct Deficiency {
  double lambda = 0;  ///< rounds / fewest rounds
  double psi = 0;     ///< Σ_s port(s) / fewest bytes through a port; s counts steps
  double xi = 0;      ///< Σ_s link(s) / Σ_s port(s)
};

/// `fewest_rounds` >= 0, `fewest_port_bytes` >= 0; a quotient 0/0 counts as 1; where nothing
/// is sent Λ is at least 1.
Deficiency deficiency(const Metrics& metrics, double fewest_rounds, double fewest_port_bytes);

}  // namespace orrery
