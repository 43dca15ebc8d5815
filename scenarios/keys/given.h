#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "scenarios/keys/keys.h"

/// Keys with their values, as a file or an option gives them.
namespace orrery::inline keys {

/// A value as text, and the place where it was given.
struct GivenValue {
  std::string text;
  Place place;
};

/// A key and its values; more than one makes it an axis of the sweep.
struct GivenKey {
  const Key* key = nullptr;
  std::vector<GivenValue> values;  ///< at least one
  bool included = false;           ///< from the file that `include` names
};

/// An [[operation]]: its keys, each with one value.
struct GivenOperation {
  Place place;
  std::vector<GivenKey> keys;  ///< of operations and of [run], in the order of the file

  /// Returns the value of a key; null if it is not given.
  const GivenValue* value(std::string_view key) const;
  std::string name() const;
};

/// Returns the operations that a cell runs; empty for a scenario without operations.
inline std::span<const GivenOperation> given_operations(const RunSpec& spec) {
  const auto* const run = std::get_if<OperationsRun>(&spec.runs);
  return run == nullptr ? std::span<const GivenOperation>() : *run->given;
}

}  // namespace orrery::inline keys
