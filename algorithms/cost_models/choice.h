#pragma once

#include <span>
#include <string_view>

#include "algorithms/phases/tori/torus_allreduce.h"

namespace orrery::inline algorithms {

/// The data that partners exchange.
enum class Exchanging {
  kVectors,  ///< whole vectors, as LatencyOptimal
  kHalves,   ///< as BandwidthOptimal
  // For Pairing::kSwing only:
  kDirect,  ///< as DirectSwing
  kFolded   ///< as FoldedSwing
};

/// A candidate of a choice.
struct Candidate {
  Exchanging way;
  const Algorithm* algorithm;
  Design design;
};

/// Returns an allreduce that runs only as a candidate: without the texts of the catalogue.
constexpr Algorithm variant(std::string_view name) {
  return {.collective = "allreduce", .name = name, .summary = {}, .reference = {}, .formula = {}};
}

/// Returns the time of an allreduce in picoseconds, by a model: per step α, the hops of the longest
/// route that a rank waits for, and the bytes on the busiest link (or through a host's ports one
/// after another) at that link's bandwidth; α and hops once more for each message that waits for a
/// port. Loads are counted on the routes of x.network, for the messages of the first line of ranks
/// in each dimension, as all lines are identical; without a network every rank has one port and one
/// hop. The exchanges of the node that Swing leaves out delay no rank, but use the links and the
/// node's own ports.
double modelled_time(const Problem& x, const Candidate& candidate);

/// Returns the candidate with the least time on x.network: those whose modelled_time is at most
/// twice that of another are run, with sizes only, before the choice. If the network is unknown, or
/// they would send more than 300,000 messages, modelled_time alone decides. Caches the last answer
/// for the same problem and network. Not from within a run.
const Algorithm& fastest(const Problem& x, std::span<const Candidate> candidates);

/// Returns `a` as the entry of the algorithms that kChoice chooses from.
template <auto kChoice>
constexpr Algorithm with_choice(Algorithm a) {
  a.choice = kChoice;
  a.rounds = [](const Problem& x) { return kChoice(x).rounds(x); };
  a.bytes_total = [](const Problem& x) { return kChoice(x).bytes_total(x); };
  a.bytes_max_rank = [](const Problem& x) { return kChoice(x).bytes_max_rank(x); };
  a.time = [](const Problem& x) { return kChoice(x).time(x); };
  return a;
}

}  // namespace orrery::inline algorithms
