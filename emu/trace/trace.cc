#include "emu/trace/trace.h"

namespace orrery::inline trace {

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

}  // namespace orrery::inline trace
