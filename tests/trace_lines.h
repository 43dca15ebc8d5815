#pragma once

#include <string>
#include <string_view>

#include "emu/trace/json_lines.h"
#include "emu/trace/trace.h"

namespace orrery {

/// Returns the trace as JSON lines (see JsonLines), by kind of event.
inline std::string to_json_lines(const Trace& trace) {
  std::string out;
  JsonLines lines(TraceLevel::kAll, [&out](std::string_view text) { out += text; });
  for (const Trace::Message& m : trace.messages) {
    for (const Trace::Path& path : m.paths) lines.path({m.id, path.bytes, path.links, m.slot});
    lines.message(m);
  }
  for (const RateEvent& e : trace.rates) lines.rate(e);
  for (const RoundEvent& e : trace.rounds) lines.round(e);
  for (const ComputeEvent& e : trace.computes) lines.compute(e);
  lines.finish();
  return out;
}

}  // namespace orrery
