#include "emu/trace/trace.h"

#include <iterator>

#include <fmt/format.h>

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

namespace {

std::string links_text(const Trace::Message& m) {
  std::string out;
  for (const Trace::Path& path : m.paths)
    out += fmt::format("{}{{\"bytes\":{},\"links\":[{}]}}", out.empty() ? "" : ",",
                       path.bytes.count(), fmt::join(path.links, ","));
  return out;
}

}  // namespace

std::string to_json_lines(const Trace& trace) {
  std::string out;
  const auto to = std::back_inserter(out);
  for (const Trace::Message& m : trace.messages)
    fmt::format_to(to,
                   "{{\"event\":\"message\",\"id\":{},\"source\":{},\"destination\":{},\"round\":{}"
                   ",\"lane\":{},\"tag\":{},"
                   "\"bytes\":{},\"element\":{},\"elements\":{},\"posted_ps\":{},\"start_ps\":{},"
                   "\"flow_ps\":{},"
                   "\"end_ps\":{},\"paths\":[{}]}}\n",
                   m.id, m.source, m.destination, m.round, m.lane, m.tag, m.bytes.count(),
                   m.element, m.elements, m.posted.count(), m.start.count(), m.flow.count(),
                   m.end.count(), links_text(m));
  for (const RateEvent& e : trace.rates)
    fmt::format_to(to,
                   "{{\"event\":\"rate\",\"message\":{},\"path\":{},\"time_ps\":{},\"bytes_per_"
                   "second\":{}}}\n",
                   e.message, e.path, e.time.count(), e.bytes_per_second);
  for (const RoundEvent& e : trace.rounds)
    fmt::format_to(to, "{{\"event\":\"round\",\"rank\":{},\"round\":{},\"time_ps\":{}}}\n", e.rank,
                   e.round, e.time.count());
  for (const ComputeEvent& e : trace.computes)
    fmt::format_to(to,
                   "{{\"event\":\"{}\",\"rank\":{},\"round\":{},\"bytes\":{},\"start_ps\":{},\"end_"
                   "ps\":{}}}\n",
                   e.reduction ? "reduce" : "copy", e.rank, e.round, e.bytes.count(),
                   e.start.count(), e.end.count());
  return out;
}

}  // namespace orrery
