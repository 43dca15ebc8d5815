#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "scenarios/keys/kind.h"
#include "scenarios/run/runner.h"

/// The fields of a result, which are the members of a run in JSON, the columns of CSV and what
/// [expect] can ask for: what the run is (its title, its outcome), the keys of its scenario and its
/// metrics.
namespace orrery {

struct Field {
  std::string name;
  Kind kind;
  /// std::monostate (null) for what was not measured.
  std::function<FieldValue(const RunResult&)> get;
  std::string meaning;  ///< one sentence
  bool timing = false;  ///< differs from run to run: wall time, memory
};

/// All fields, in the order of columns.
std::span<const Field> fields();
std::vector<std::string_view> field_names();

/// By name; also by name without "_s" for times and without "_bps" for rates. Null if there is
/// none.
const Field* find_field(std::string_view name);

/// A number, true, false, null, or text in quotes: a JSON token. Times are decimal seconds exact to
/// the picosecond.
std::string json_token(const FieldValue& value);

/// For messages: "95.17536us", "12", "true".
std::string value_text(const FieldValue& value);

}  // namespace orrery
