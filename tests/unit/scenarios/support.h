#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/report/export.h"
#include "scenarios/run/load.h"
#include "scenarios/spec/scenario.h"

namespace orrery {

/// Returns the error with which `f` refuses its input; empty if it does not.
template <class F>
std::string refusal(const F& f) {
  try {
    f();
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

/// Returns the loader's error for a text that it refuses; "(accepted)" if it does not.
inline std::string error_of(std::string_view text, const Overrides& overrides = {}) {
  const std::string why = refusal([&] { parse_scenario(text, "f.toml", overrides); });
  return why.empty() ? "(accepted)" : why;
}

/// Returns the JUnit report of one scenario.
inline std::string to_junit(const Scenario& scenario, const std::vector<RunResult>& results,
                            const std::vector<Check>& checks) {
  JunitReport report;
  report.begin(scenario.title);
  report.add(results, checks);
  return report.text();
}

/// Returns a message without the list of known names, which grows: "expected ring, bruck or
/// circulant; did" -> "expected ...; did".
inline std::string without_list(std::string message) {
  const auto start = message.find("expected ");
  if (start == std::string::npos) return message;
  const auto end = std::min(message.find("; did you", start), message.find(" (cell", start));
  return message.replace(start + 9, (end == std::string::npos ? message.size() : end) - start - 9,
                         "...");
}

}  // namespace orrery
