#pragma once

#include "scenarios/keys/keys.h"
#include "scenarios/run/metrics/metric.h"

/// One more key and one more metric, as a maintainer would add them: whatever shows
/// keys and metrics has to show these. Include it in one file of a program of its own.
namespace orrery {

/// It is kept in the only member of a spec that is not a key's.
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

/// 41 more than the number of blocks.
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
