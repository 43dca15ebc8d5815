#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/operations/operations.h"
#include "scenarios/document/document.h"

/// Scenarios with [[operation]]: which keys an operation has, and what the ranks of a cell do together.
namespace orrery {

/// name, among, after, repeat, messages, compute and processor. Their setters fill RunSpec::operation.
std::span<const Key> own_keys_of_operations();
/// Those, and the keys of [run] that an operation may have as well.
std::vector<const Key*> keys_of_operations();
/// Null if there is none.
const Key* find_key_of_operations(std::string_view name);

/// Look at words alone. THROW ValueError.
void check_among_text(std::string_view text);
void check_messages_text(std::string_view text);

/// "8..15" or "8": the first rank and the last. THROWS ValueError.
std::pair<int, int> range_of(std::string_view ranks);

/// The groups of ranks that `among` names, which no rank is in twice. THROWS ValueError: no such ranks, a rank in two
/// groups, no coordinates, no switches.
std::vector<std::vector<int>> ranks_among(std::string_view among, const RunSpec& spec,
                                          const Network& network);

/// The pairs of places that `messages` names in a group of n. THROWS ValueError.
std::vector<std::pair<int, int>> messages_in(std::string_view messages, int n);

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
