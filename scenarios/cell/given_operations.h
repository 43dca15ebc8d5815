#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/operations/operations.h"
#include "scenarios/keys/given.h"

/// Scenarios with [[operation]]: what the ranks of a cell do together.
namespace orrery {

/// What the ranks of a cell do, which is complete but for that, on its network. THROWS Refused.
std::vector<GroupOperation> operations_on(const RunSpec& spec,
                                          const std::shared_ptr<const Network>& network);

/// An operation as a cell of its own, with what it says and, where it says nothing, what the whole cell does.
RunSpec spec_of_operation(const RunSpec& spec, const GivenOperation& operation);

/// Why a key changes nothing in a complete cell, in words: Key::idle, or all operations have it themselves. Empty: it
/// may change something.
std::string idle_reason(const Key& key, const RunSpec& spec);

/// "forward: among blocks:8, collective allreduce": all that an operation says, in one line.
std::string text_of_operation(const GivenOperation& operation);

}  // namespace orrery
