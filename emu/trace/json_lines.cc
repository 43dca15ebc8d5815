#include "emu/trace/json_lines.h"

#include <array>
#include <charconv>
#include <concepts>
#include <iterator>
#include <utility>

#include <fmt/format.h>

namespace orrery {
namespace {

// A trace is mostly integers, and writing them takes most of its time.
void append(std::string& out, std::string_view text) {
  out.append(text);
}
template <std::integral Integer>
void append(std::string& out, Integer value) {
  std::array<char, 24> digits;
  out.append(digits.data(), std::to_chars(digits.begin(), digits.end(), value).ptr);
}
template <class... Parts>
void append_all(std::string& out, const Parts&... parts) {
  (append(out, parts), ...);
}

}  // namespace

JsonLines::JsonLines(TraceLevel level, std::function<void(std::string_view)> write)
    : level_(level), write_(std::move(write)) {}

/// Strings of ended messages are used again.
std::string& JsonLines::paths_of(std::int64_t message) {
  if (spare_.empty() || paths_.contains(message)) return paths_[message];
  Paths::node_type node = std::move(spare_.back());
  spare_.pop_back();
  node.key() = message;
  node.mapped().clear();
  return paths_.insert(std::move(node)).position->second;
}

void JsonLines::path(const PathEvent& e) {
  if (level_ < TraceLevel::kMessages) return;
  std::string& text = paths_of(e.message);
  append_all(text, text.empty() ? "" : ",", "{\"bytes\":", e.bytes.count(), ",\"links\":[");
  for (std::size_t i = 0; i < e.links.size(); ++i) append_all(text, i == 0 ? "" : ",", e.links[i]);
  append_all(text, "]}");
}

void JsonLines::message(const MessageEvent& m) {
  if (level_ < TraceLevel::kMessages) return;
  append_all(buffer_, "{\"event\":\"message\",\"id\":", m.id, ",\"source\":", m.source,
             ",\"destination\":", m.destination, ",\"round\":", m.round, ",\"lane\":", m.lane,
             ",\"tag\":", m.tag, ",\"bytes\":", m.bytes.count(), ",\"element\":", m.element,
             ",\"elements\":", m.elements, ",\"posted_ps\":", m.posted.count(),
             ",\"start_ps\":", m.start.count(), ",\"flow_ps\":", m.flow.count(),
             ",\"end_ps\":", m.end.count(), ",\"paths\":[");
  if (auto paths = paths_.extract(m.id)) {
    buffer_ += paths.mapped();
    spare_.push_back(std::move(paths));
  }
  buffer_ += "]}\n";
  flush_if_full();
}

void JsonLines::rate(const RateEvent& e) {
  if (level_ < TraceLevel::kAll) return;
  append_all(buffer_, "{\"event\":\"rate\",\"message\":", e.message, ",\"path\":", e.path,
             ",\"time_ps\":", e.time.count(), ",\"bytes_per_second\":");
  fmt::format_to(std::back_inserter(buffer_), "{}", e.bytes_per_second);
  buffer_ += "}\n";
  flush_if_full();
}

void JsonLines::round(const RoundEvent& e) {
  append_all(buffer_, "{\"event\":\"round\",\"rank\":", e.rank, ",\"round\":", e.round,
             ",\"time_ps\":", e.time.count(), "}\n");
  flush_if_full();
}

void JsonLines::compute(const ComputeEvent& e) {
  if (level_ < TraceLevel::kMessages) return;
  append_all(buffer_, "{\"event\":\"", e.reduction ? "reduce" : "copy", "\",\"rank\":", e.rank,
             ",\"round\":", e.round, ",\"bytes\":", e.bytes.count(),
             ",\"start_ps\":", e.start.count(), ",\"end_ps\":", e.end.count(), "}\n");
  flush_if_full();
}

void JsonLines::finish() {
  if (!buffer_.empty()) write_(buffer_);
  buffer_.clear();
}

}  // namespace orrery
