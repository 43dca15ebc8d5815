#pragma once

#include <string>

#include <fmt/format.h>

#include "scenarios/run/explain.h"

namespace orrery::testing {

/// Returns where the stretches of a run do not lie side by side from 0 to its completion, or what their causes add up to
/// in its place; empty: they are right. REQUIRES is_measured(e.result).
inline std::string flaw_of_stretches(const Explained& e) {
  const Time completion = e.result.metrics.completion;
  Time at{0};
  for (const Stretch& s : e.path.stretches) {
    if (s.from != at || s.to <= s.from)
      return fmt::format("a stretch from {} to {} ps, where the last ends at {} ps", s.from.count(),
                         s.to.count(), at.count());
    at = s.to;
  }
  const Time causes = total(e.path.by_cause());
  if (at == completion && causes == completion) return {};
  return fmt::format("stretches to {} ps, and causes of {} ps, of {} ps", at.count(),
                     causes.count(), completion.count());
}

}  // namespace orrery::testing
