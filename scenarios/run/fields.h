#pragma once

#include <span>
#include <string>
#include <string_view>

#include "scenarios/run/runner.h"

/// The fields of a result. This one table makes the JSON, the columns of the CSV and what [expect]
/// can ask for.
namespace orrery {

struct Field {
  enum class Kind { kText, kInteger, kBytes, kReal, kBitRate, kTime, kBool };

  std::string_view name;
  Kind kind;
  /// monostate (null) for what was not measured.
  FieldValue (*get)(const RunResult&);
  bool timing = false;  ///< differs from run to run: wall time, memory
};

std::span<const Field> fields();

/// By name; also by name without "_s" for times and without "_bps" for rates. Null if there is
/// none.
const Field* find_field(std::string_view name);

/// A number, true, false, null, or text in quotes: a JSON token. Times are decimal seconds exact to
/// the picosecond.
std::string json_token(const FieldValue& value);

/// For messages: "95.17536us", "12", "true".
std::string value_text(const FieldValue& value);

}  // namespace orrery
