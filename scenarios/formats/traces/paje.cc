#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "scenarios/formats/formats.h"
#include "scenarios/formats/traces/timeline.h"
#include "scenarios/text/units_text.h"

namespace orrery::inline formats {
namespace {

constexpr std::size_t kMostPajeLinks = 32;  ///< with variables

using IntervalKind = Interval::Kind;

// The events and the fields of their lines. Fields of a type of their own follow in this order.
constexpr std::string_view kHeader =
#include "paje_types.inc"
    ;

std::string state_name(IntervalKind kind) {
  switch (kind) {
    case IntervalKind::kSend:
      return "send";
    case IntervalKind::kReceive:
      return "receive";
    case IntervalKind::kCompute:
      return "compute";
    default:
      return "wait";
  }
}

/// Returns a name without commas and other ends of values: names of nodes come from files, and
/// readers print names between commas.
std::string plain(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return c == ',' || c == '"' || static_cast<unsigned char>(c) < 0x20; },
      ' ');
  return text;
}

class PajeWriter {
 public:
  explicit PajeWriter(const ExportedRun& run)
      : run_(run),
        timeline_(make_timeline(run.trace, run.network.ranks(), run.result.metrics.completion,
                                OperationRounds(run.result.spec))),
        uses_(busiest_links(run.trace, run.network, kMostPajeLinks)) {}

  std::string text() {
    std::string out(kHeader);
    create_containers(out);
    for (const Interval& i : timeline_.intervals) add_interval(i);
    for (const LinkRates& use : uses_)
      for (const LinkRates::Change& c : use.changes)
        add(c.time,
            fmt::format("9 {} RATE link{} {}", seconds_text(c.time), use.link, c.bytes_per_second));
    // Readers require the order of time; events of one instant keep their order.
    std::ranges::stable_sort(events_, {}, &std::pair<Time, std::string>::first);
    for (const auto& [time, line] : events_) out.append(line).append("\n");
    return out + fmt::format("6 {} RUN run\n", seconds_text(timeline_.end));
  }

 private:
  void add(Time time, std::string line) { events_.emplace_back(time, std::move(line)); }

  void create_containers(std::string& out) const {
    const std::string start = seconds_text(Time(0));
    out += fmt::format("5 {} run RUN 0 \"run\"\n", start);
    for (int r = 0; r < run_.network.ranks(); ++r)
      out += fmt::format("5 {} rank{} RANK run \"rank {}\"\n", start, r, r);
    for (std::size_t i = 0; i < timeline_.lanes.size(); ++i) {
      const TimelineLane& lane = timeline_.lanes[i];
      out += fmt::format("5 {} lane{} LANE rank{} \"rank {} {}\"\n", start, i, lane.rank, lane.rank,
                         lane.name);
    }
    for (const LinkRates& use : uses_)
      out += fmt::format("5 {} link{} LINK run \"{}\"\n", start, use.link,
                         plain(link_text(*run_.network.topology, use.link)));
  }

  void add_interval(const Interval& i) {
    const std::string lane = fmt::format("lane{}", i.lane);
    add(i.from, fmt::format("7 {} STATE {} {}", seconds_text(i.from), lane,
                            i.kind == IntervalKind::kRound ? fmt::format("\"round {}\"", i.round)
                                                           : state_name(i.kind)));
    add(i.to, fmt::format("8 {} STATE {}", seconds_text(i.to), lane));
    if (i.kind != IntervalKind::kSend && i.kind != IntervalKind::kReceive) return;
    const bool sends = i.kind == IntervalKind::kSend;
    const MessageEvent& m = run_.trace.messages[static_cast<std::size_t>(i.message)];
    const Time time = sends ? m.start : m.end;
    add(time, fmt::format("{} {} MESSAGE run {} \"{} bytes in round {}\" {}", sends ? 10 : 11,
                          seconds_text(time), lane, m.bytes.count(), m.round, m.id));
  }

  const ExportedRun& run_;
  Timeline timeline_;
  std::vector<LinkRates> uses_;
  std::vector<std::pair<Time, std::string>> events_;
};

}  // namespace

std::string paje_trace(const ExportedRun& run) {
  return PajeWriter(run).text();
}

}  // namespace orrery::inline formats
