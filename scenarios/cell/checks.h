#pragma once

#include <string_view>
#include <utility>

#include "scenarios/cell/validate.h"

/// The checks of a cell that validate.cc puts together. Each THROWS Refused for what it finds wrong.
namespace orrery {

/// The algorithm and the problem of a cell whose spec says ranks and topology and whose network is known, checked.
void complete_part(Prepared& cell);

/// Whether ranks of the cell may be identical, so that not all of them are emulated.
bool may_be_symmetric(const RunSpec& spec, const Topology& topology);
/// Finds out which are, if the spec wants to know it.
void find_symmetry(Prepared& cell);

/// The network is more than this machine can hold.
void check_network_memory(const RunSpec& spec, const Topology& topology);
/// So are its ranks or their data.
void check_memory(const Prepared& cell, std::string_view source_of_ranks);
/// So are the data of all operations of a cell together.
void check_memory_of_operations(const Prepared& cell);
/// Nothing that a run sums up may overflow: bytes sent, and time even if all messages went one
/// after the other.
void check_overflow(const Prepared& cell);

}  // namespace orrery
