#pragma once

#include <memory>
#include <string>
#include <vector>

#include "algorithms/operations/operations.h"
#include "scenarios/keys/given.h"

/// Scenarios with [[operation]]: the joint work of a cell's ranks.
namespace orrery::inline cell {

/// Returns the operations of a cell, which is complete except for them, on its network. THROWS
/// Refused.
std::vector<GroupOperation> operations_on(const RunSpec& spec,
                                          const std::shared_ptr<const Network>& network);

/// Returns an operation as a cell of its own: its own keys, and the whole cell's for all others.
RunSpec spec_of_operation(const RunSpec& spec, const GivenOperation& operation);

/// Returns why a key changes nothing in a complete cell, in words: Key::idle, or all operations
/// have the key themselves. Empty: it may change something.
std::string idle_reason(const Key& key, const RunSpec& spec);

/// Returns "forward: among blocks:8, collective allreduce": all keys of an operation, in one line.
std::string text_of_operation(const GivenOperation& operation);

}  // namespace orrery::inline cell
