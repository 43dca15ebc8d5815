#pragma once

#include <string_view>

#include "scenarios/cell/validate.h"

/// The checks of a cell that validate.cc combines. Each THROWS Refused for a cell that fails.
namespace orrery::inline cell {

/// Fills in and checks the algorithm and the problem of a cell; its spec has ranks and topology,
/// and its network is known.
void complete_part(Prepared& cell);

/// Returns whether ranks of the cell may be identical, so that not all of them are emulated.
bool may_be_symmetric(const RunSpec& spec, const Topology& topology);
/// Finds the identical ranks, if the spec requests it.
void find_symmetry(Prepared& cell);

/// Returns whether memory and virtual time hold the run for certain, with every rank emulated.
bool surely_fits(const Prepared& cell);
/// Checks that the network fits into this machine's memory.
void check_network_memory(const RunSpec& spec, const Topology& topology);
/// Checks that its ranks and their data fit.
void check_memory(const Prepared& cell, std::string_view source_of_ranks);
/// Checks that the data of all operations of a cell fit together.
void check_memory_of_operations(const Prepared& cell);
/// Checks that no sum in a run can overflow: bytes sent, and time even if all messages went one
/// after the other.
void check_overflow(const Prepared& cell);

}  // namespace orrery::inline cell
