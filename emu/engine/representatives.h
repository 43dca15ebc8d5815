#pragma once

#include <cstddef>

#include "emu/net/network.h"
#include "emu/trace/metrics.h"

namespace orrery {

/// All ranks, or those that stand for all (Network::symmetry).
std::size_t emulated_ranks(const Network& network);

/// What was counted of representatives becomes what there is of all ranks and links.
void count_all(Metrics& metrics, const Symmetry& symmetry);

}  // namespace orrery
