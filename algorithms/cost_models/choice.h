#pragma once

#include "algorithms/phases/torus_allreduce.h"

namespace orrery {

/// Whether exchanging whole vectors beats halving them, by a model: per step α, the hops of the
/// longest route, and the bytes that cross the busiest link (or go through a host's ports one after
/// another) at that link's bandwidth; α and hops once more for each message that has to wait until
/// another no longer holds the port. Halving takes the steps twice, with 1/2, 1/4, ... of the
/// bytes. Loads are counted on the routes of x.network, on the first line of ranks in each
/// dimension, as all lines are alike; without a network every rank has one port and one hop.
bool whole_vectors_are_faster(const Problem& x, const Design& design);

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
