#pragma once

#include "scenarios/keys/keys.h"
#include "scenarios/run/metrics/metric.h"

/// One more key and one more metric, as a maintainer would add them: every list of keys and metrics
/// has to show them. Include it in one file of a separate program.
namespace orrery {

/// Returns a key that is stored in the only member of a spec without a key.
inline Key extra_key() {
  return {.table = "run",
          .name = "flavour",
          .value = "TASTE",
          .expected = "a taste such as sweet",
          .meaning = "What the run tastes of.",
          .standard = "none",
          .part = Key::Part::kData,
          .phrase = "{} taste",
          .choices = [](const RunSpec&) -> std::vector<Key::Choice> {
            return {{"sweet", "like sugar"}, {"sour", "like a lemon"}};
          },
          .set = [](RunSpec& s, std::string_view text) { s.directory = std::string(text); },
          .get = [](const RunSpec& s) { return s.directory.string(); }};
}

/// Returns a metric of 41 more than the number of blocks.
inline Metric extra_metric() {
  return {.name = "tartness",
          .kind = Kind::kInteger,
          .head = "tart",
          .label = "Tartness",
          .axis = "Tartness of the run",
          .meaning = "How tart the run is",
          .stored = "/tartness",
          .better = Metric::Better::kMore,
          .read = [](const RunResult& r) -> FieldValue { return std::int64_t{r.blocks + 41}; },
          .write =
              [](RunResult& r, const FieldValue& value) {
                r.blocks = static_cast<int>(std::get<std::int64_t>(value)) - 41;
              }};
}

inline const bool kAdded = [] {
  add_key(extra_key());
  add_metric(extra_metric());
  return true;
}();

}  // namespace orrery
