#pragma once

#include <span>
#include <string_view>

#include "algorithms/phases/tori/torus_allreduce.h"

namespace orrery {

/// What partners exchange.
enum class Exchanging {
  kVectors,  ///< whole vectors, as LatencyOptimal
  kHalves,   ///< as BandwidthOptimal
  // For Pairing::kSwing only:
  kDirect,   ///< as DirectSwing
  kVirtual,  ///< as BandwidthOptimal with OddSide::kVirtual
  kAhead,    ///< as BandwidthOptimal with OddSide::kAhead
  kFolded    ///< as FoldedSwing
};

/// One of those that are chosen from.
struct Candidate {
  Exchanging way;
  const Algorithm* algorithm;
  int turns = 1;       ///< Design::turns
  bool apart = false;  ///< Design::apart
};

/// An allreduce that is run only where a choice falls on it: without the texts of the catalogue.
constexpr Algorithm variant(std::string_view name) {
  return {.collective = "allreduce", .name = name, .summary = {}, .reference = {}, .formula = {}};
}

/// How long an allreduce takes, in picoseconds, by a model: per step α, the hops of the longest route
/// that a rank waits for, and the bytes that cross the busiest link (or go through a host's ports
/// one after another) at that link's bandwidth; α and hops once more for each message that waits until
/// another no longer holds the port. Loads are counted on the routes of x.network, of the
/// messages that the first line of ranks in each dimension sends, as all lines are identical; without a
/// network every rank has one port and one hop. What the node that Swing leaves out exchanges holds
/// no rank up, but takes its place on the links and in the node's own ports.
double modelled_time(const Problem& x, const Design& design, const Candidate& candidate);

/// The candidate that takes the least time on x.network: those that by modelled_time take at most
/// twice as long as another are run, with sizes only, before one of them is. Where nothing is known
/// of the network, or they would send more than 300,000 messages, modelled_time alone decides. Kept
/// for the next question about the same problem on the same network. Not from within a run.
const Algorithm& fastest(const Problem& x, const Design& design,
                         std::span<const Candidate> candidates);

/// `a` standing for the algorithms that kChoice chooses from.
template <auto kChoice>
constexpr Algorithm with_choice(Algorithm a) {
  a.choice = kChoice;
  a.rounds = [](const Problem& x) { return kChoice(x).rounds(x); };
  a.bytes_total = [](const Problem& x) { return kChoice(x).bytes_total(x); };
  a.bytes_max_rank = [](const Problem& x) { return kChoice(x).bytes_max_rank(x); };
  a.time = [](const Problem& x) { return kChoice(x).time(x); };
  return a;
}

}  // namespace orrery
