#include "emu/trace/json_lines.h"

#include <algorithm>
#include <charconv>
#include <concepts>
#include <cstring>

#include <fmt/format.h>

namespace orrery::inline trace {
namespace {

// A trace is mostly integers and names of constant length, and writing them takes most of its time.
constexpr std::size_t kBuffer = 1 << 20;
constexpr std::size_t kMostLine = 1024;  // of a line without the links of its paths
constexpr std::size_t kMostNumber = 24;

template <std::size_t n>
char* append(char* to, const char (&text)[n]) {
  std::memcpy(to, text, n - 1);
  return to + n - 1;
}
template <std::integral Integer>
char* append(char* to, Integer value) {
  return std::to_chars(to, to + kMostNumber, value).ptr;
}

}  // namespace

JsonLines::JsonLines(TraceLevel level, std::function<void(std::string_view)> write,
                     const Network* network)
    : level_(level),
      write_(std::move(write)),
      buffer_(std::make_unique_for_overwrite<char[]>(kBuffer + kMostLine)),
      end_(buffer_.get()),
      network_(network) {}

/// Appends parts to the buffer, which always has room for kMostLine.
template <class... Parts>
void JsonLines::put(const Parts&... parts) {
  ((end_ = append(end_, parts)), ...);
}

void JsonLines::flush() {
  const std::string_view text(buffer_.get(), static_cast<std::size_t>(end_ - buffer_.get()));
  end_ = buffer_.get();
  if (!text.empty()) write_(text);
}

void JsonLines::flush_if_full() {
  if (end_ - buffer_.get() >= static_cast<std::ptrdiff_t>(kBuffer)) flush();
}

/// Appends a JSON string of any length.
void JsonLines::put_text(std::string_view text) {
  put("\"");
  for (const char c : text) {
    if (c == '"' || c == '\\') put("\\");
    if (static_cast<unsigned char>(c) < 0x20)
      end_ = fmt::format_to(end_, "\\u{:04x}", static_cast<unsigned>(c));
    else
      *end_++ = c;
    flush_if_full();
  }
  put("\"");
}

void JsonLines::put_link(LinkId id) {
  const Topology& topology = *network_->topology;
  const Link link = topology.link(id);
  const LinkCost cost = network_->costs.of(link);
  put("{\"event\":\"link\",\"link\":", id, ",\"from\":");
  put_text(node_name(topology, link.from));
  put(",\"to\":");
  put_text(node_name(topology, link.to));
  put(",\"level\":", link.level, ",\"bytes_per_second\":");
  end_ = fmt::format_to(end_, "{}", cost.bandwidth.bytes_per_second);
  put(",\"latency_ps\":", cost.latency.count(), "}\n");
  flush_if_full();
}

/// Writes the links that are not described yet.
void JsonLines::put_links(std::span<const LinkId> links) {
  for (const LinkId id : links) {
    const auto i = static_cast<std::size_t>(id);
    if (i >= told_.size()) told_.resize(std::max(i + 1, told_.size() * 2));
    if (!told_[i]) put_link(id);
    told_[i] = true;
  }
}

void JsonLines::path(const PathEvent& e) {
  if (network_ != nullptr) put_links(e.links);
  if (e.slot >= paths_.size()) paths_.resize(e.slot + 1);
  Paths& paths = paths_[e.slot];
  if (std::exchange(paths.message, e.message) != e.message) paths.count = 0;
  if (paths.items.size() == paths.count) paths.items.emplace_back();
  auto& [bytes, links] = paths.items[paths.count++];
  bytes = e.bytes;
  links.assign(e.links.begin(), e.links.end());
}

void JsonLines::put_paths(const Paths& paths) {
  for (std::size_t i = 0; i < paths.count; ++i) {
    const auto& [bytes, links] = paths.items[i];
    if (i > 0) put(",");
    put("{\"bytes\":", bytes.count(), ",\"links\":[");
    for (std::size_t k = 0; k < links.size(); ++k) {
      if (k > 0) put(",");
      put(links[k]);
      flush_if_full();
    }
    put("]}");
  }
}

void JsonLines::message(const MessageEvent& m) {
  put("{\"event\":\"message\",\"id\":", m.id, ",\"source\":", m.source,
      ",\"destination\":", m.destination, ",\"round\":", m.round, ",\"lane\":", m.lane,
      ",\"tag\":", m.tag, ",\"bytes\":", m.bytes.count(), ",\"element\":", m.element,
      ",\"elements\":", m.elements, ",\"posted_ps\":", m.posted.count(),
      ",\"start_ps\":", m.start.count(), ",\"ready_ps\":", m.ready.count(),
      ",\"flow_ps\":", m.flow.count(), ",\"end_ps\":", m.end.count(), ",\"paths\":[");
  if (m.slot < paths_.size() && paths_[m.slot].message == m.id) put_paths(paths_[m.slot]);
  put("]}\n");
  flush_if_full();
}

void JsonLines::rate(const RateEvent& e) {
  put("{\"event\":\"rate\",\"message\":", e.message, ",\"path\":", e.path,
      ",\"time_ps\":", e.time.count(), ",\"bytes_per_second\":");
  end_ = fmt::format_to(end_, "{}", e.bytes_per_second);
  put("}\n");
  flush_if_full();
}

void JsonLines::round(const RoundEvent& e) {
  if (level_ == TraceLevel::kRounds) return note_round(e);
  put("{\"event\":\"round\",\"rank\":", e.rank, ",\"round\":", e.round,
      ",\"time_ps\":", e.time.count(), "}\n");
  flush_if_full();
}

void JsonLines::note_round(const RoundEvent& e) {
  const auto k = static_cast<std::size_t>(e.round);
  if (k >= rounds_.size()) rounds_.resize(k + 1);
  Entries& entries = rounds_[k];
  if (entries.ranks++ == 0) entries.first = e.time;
  entries.last = e.time;  // events come in order of time
}

void JsonLines::compute(const ComputeEvent& e) {
  if (e.reduction)
    put("{\"event\":\"reduce\"");
  else
    put("{\"event\":\"copy\"");
  put(",\"rank\":", e.rank, ",\"round\":", e.round, ",\"bytes\":", e.bytes.count(),
      ",\"start_ps\":", e.start.count(), ",\"end_ps\":", e.end.count(), "}\n");
  flush_if_full();
}

void JsonLines::finish() {
  for (std::size_t k = 0; k < rounds_.size(); ++k) {
    const Entries& entries = rounds_[k];
    if (entries.ranks == 0) continue;
    put("{\"event\":\"round\",\"round\":", k, ",\"ranks\":", entries.ranks,
        ",\"first_ps\":", entries.first.count(), ",\"last_ps\":", entries.last.count(), "}\n");
    flush_if_full();
  }
  rounds_.clear();
  flush();
}

}  // namespace orrery::inline trace
