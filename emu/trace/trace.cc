#include "emu/trace/trace.h"

#include "emu/trace/json_lines.h"

namespace orrery {

Trace::Message& Trace::slot(std::int64_t id) {
  const auto i = static_cast<std::size_t>(id);
  if (messages.size() <= i) messages.resize(i + 1);
  return messages[i];
}

void Trace::path(const PathEvent& e) {
  slot(e.message).paths.push_back({e.bytes, {e.links.begin(), e.links.end()}});
}

void Trace::message(const MessageEvent& e) {
  static_cast<MessageEvent&>(slot(e.id)) = e;
}

std::string to_json_lines(const Trace& trace) {
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
