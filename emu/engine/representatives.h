#pragma once

#include <cstddef>

#include "emu/net/network.h"
#include "emu/trace/metrics.h"

namespace orrery::inline engine {

/// Returns the number of emulated ranks: all, or the representatives (Network::symmetry).
std::size_t emulated_ranks(const Network& network);

/// Extends the counts of representatives to all ranks and links.
void count_all(Metrics& metrics, const Symmetry& symmetry);

}  // namespace orrery::inline engine
