#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "scenarios/keys/kind.h"
#include "scenarios/run/runner.h"

/// The fields of a result: members of a run in JSON, columns of CSV and fields for [expect]. They
/// are the run's identity (its title, its outcome), the keys of its scenario and its metrics.
namespace orrery::inline run {

struct Field {
  std::string name;
  Kind kind;
  /// Returns the value; std::monostate (null) if it was not measured.
  std::function<FieldValue(const RunResult&)> get;
  std::string meaning;  ///< one sentence
  bool timing = false;  ///< differs from run to run: wall time, memory
};

/// Returns all fields, in the order of columns.
std::span<const Field> fields();
std::vector<std::string_view> field_names();

/// Finds a field by its name; also without "_s" for times and without "_bps" for rates, and a metric
/// by its heading in tables ("time", "Ξ"). Returns null if there is none.
const Field* find_field(std::string_view name);

/// Returns a JSON token: a number, true, false, null, or text in quotes. Times are decimal seconds
/// exact to the picosecond.
std::string json_token(const FieldValue& value);

/// Returns text for messages: "95.17536us", "12", "true".
std::string value_text(const FieldValue& value);

}  // namespace orrery::inline run
