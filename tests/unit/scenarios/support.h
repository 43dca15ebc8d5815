#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "scenarios/document/scenario.h"
#include "scenarios/run/load.h"

namespace orrery {

/// What the loader says about a text that it refuses; "(accepted)" if it does not.
inline std::string error_of(std::string_view text, const Overrides& overrides = {}) {
  try {
    parse_scenario(text, "f.toml", overrides);
  } catch (const InputError& e) {
    return e.what();
  }
  return "(accepted)";
}

/// A message without the list of what there is, which grows: "expected ring, bruck or circulant;
/// did" -> "expected ...; did".
inline std::string without_list(std::string message) {
  const auto start = message.find("expected ");
  if (start == std::string::npos) return message;
  const auto end = std::min(message.find("; did you", start), message.find(" (cell", start));
  return message.replace(start + 9, (end == std::string::npos ? message.size() : end) - start - 9,
                         "...");
}

}  // namespace orrery
