#include <iterator>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "scenarios/formats/formats.h"
#include "scenarios/formats/traces/timeline.h"
#include "scenarios/keys/keys.h"
#include "scenarios/report/why/why_report.h"

namespace orrery::inline formats {
namespace {

constexpr std::size_t kMostPerfettoLinks = 32;  ///< with counters

using IntervalKind = Interval::Kind;

/// Returns exact microseconds, the unit of the format: 1234567 ps is "1.234567".
std::string microseconds(Time t) {
  return fmt::format("{}.{:06}", t.count() / 1'000'000, t.count() % 1'000'000);
}

std::string quoted(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

class PerfettoWriter {
 public:
  explicit PerfettoWriter(const ExportedRun& run)
      : run_(run),
        ranks_(run.network.ranks()),
        operations_(run.result.spec),
        timeline_(make_timeline(run.trace, ranks_, run.result.metrics.completion, operations_)) {}

  std::string text() {
    out_ = fmt::format(
        "{{\"displayTimeUnit\":\"ns\",\"otherData\":{{\"title\":{},\"collective\":{},"
        "\"algorithm\":{},\"topology\":{},\"ranks\":{}}},\n\"traceEvents\":[",
        quoted(run_.result.title), quoted(find_key("collective")->get(run_.result.spec)),
        quoted(find_key("algorithm")->get(run_.result.spec)), quoted(run_.result.spec.topology),
        ranks_);
    write_names();
    for (const Interval& i : timeline_.intervals) write_interval(i);
    write_counters();
    write_path();
    return std::move(out_) + "\n]}\n";
  }

 private:
  template <class... Arguments>
  void event(fmt::format_string<Arguments...> form, Arguments&&... arguments) {
    out_ += first_ ? "\n" : ",\n";
    first_ = false;
    fmt::format_to(std::back_inserter(out_), form, std::forward<Arguments>(arguments)...);
  }

  // Numbers start at 1: readers take process 0 for the idle task.
  static int process_of(int rank) { return rank + 1; }
  int process_of_links() const { return ranks_ + 1; }
  int process_of_path() const { return ranks_ + 2; }
  static int thread_of(int lane) { return lane + 1; }

  void name_process(int process, const std::string& name) {
    event(R"({{"ph":"M","name":"process_name","pid":{0},"args":{{"name":{1}}}}})", process,
          quoted(name));
    event(R"({{"ph":"M","name":"process_sort_index","pid":{0},"args":{{"sort_index":{0}}}}})",
          process);
  }

  void write_names() {
    for (int r = 0; r < ranks_; ++r) {
      const NodeId host = run_.network.host_of[static_cast<std::size_t>(r)];
      name_process(process_of(r), host == r ? fmt::format("rank {}", r)
                                            : fmt::format("rank {} on host {}", r, host));
    }
    for (std::size_t i = 0; i < timeline_.lanes.size(); ++i) {
      const TimelineLane& lane = timeline_.lanes[i];
      const int process = process_of(lane.rank), thread = thread_of(static_cast<int>(i));
      event(R"({{"ph":"M","name":"thread_name","pid":{},"tid":{},"args":{{"name":"{}"}}}})",
            process, thread, lane.name);
      event(
          R"({{"ph":"M","name":"thread_sort_index","pid":{},"tid":{},"args":{{"sort_index":{}}}}})",
          process, thread, lane.number);
    }
  }

  /// Writes a begin and an end, both exact: readers that add a duration to a begin in floating
  /// point find that a slice ends after the next one begins. Some readers need the name at the end,
  /// too.
  void write_slice(const Interval& i, std::string_view category, const std::string& name,
                   const std::string& arguments) {
    for (const auto& [phase, time] : {std::pair('B', i.from), std::pair('E', i.to)})
      event(R"({{"ph":"{}","cat":"{}","name":"{}","pid":{},"tid":{},"ts":{},"args":{{{}}}}})",
            phase, category, name,
            process_of(timeline_.lanes[static_cast<std::size_t>(i.lane)].rank), thread_of(i.lane),
            microseconds(time), arguments + operation_argument(i.round, arguments.empty()));
  }

  std::string operation_argument(int round, bool is_first) const {
    return operations_.any()
               ? fmt::format(R"({}"operation":"{}")", is_first ? "" : ",", operations_.name(round))
               : std::string();
  }

  void write_interval(const Interval& i) {
    switch (i.kind) {
      case IntervalKind::kRound:
        return write_slice(i, "round",
                           (operations_.any() ? "" : "round ") + operations_.text(i.round), "");
      case IntervalKind::kWait:
        return write_slice(i, "wait", "wait for a port",
                           fmt::format(R"("message":{},"round":{})", i.message, i.round));
      case IntervalKind::kCompute:
        return write_compute(i);
      default:
        return write_message(i);
    }
  }

  void write_compute(const Interval& i) {
    const ComputeEvent& c = run_.trace.computes[static_cast<std::size_t>(i.compute)];
    write_slice(i, "compute",
                c.reduction                                ? "reduce"
                : operations_.any() && c.bytes == Bytes(0) ? std::string(operations_.name(i.round))
                                                           : "copy",
                fmt::format(R"("bytes":{},"round":{})", c.bytes.count(), i.round));
  }

  /// Writes a message; its arrow ends half way: inside the slice, for any rounding by a reader.
  void write_message(const Interval& i) {
    const MessageEvent& m = run_.trace.messages[static_cast<std::size_t>(i.message)];
    const bool sends = i.kind == IntervalKind::kSend;
    write_slice(
        i, sends ? "send" : "receive",
        sends ? fmt::format("send to {}", m.destination) : fmt::format("receive from {}", m.source),
        fmt::format(R"("message":{},"bytes":{},"round":{},"tag":{},)"
                    R"("communicator":{},"posted_us":{},"flow_us":{})",
                    m.id, m.bytes.count(), m.round, m.tag, m.lane, microseconds(m.posted),
                    microseconds(m.flow)));
    event(R"({{"ph":"{}"{},"cat":"message","name":"message","id":{},"pid":{},"tid":{},"ts":{}}})",
          sends ? "s" : "f", sends ? "" : R"(,"bp":"e")", m.id,
          process_of(sends ? m.source : m.destination), thread_of(i.lane),
          microseconds(sends ? m.start : m.start + (m.end - m.start) / 2));
  }

  void write_counters() {
    const auto uses = busiest_links(run_.trace, run_.network, kMostPerfettoLinks);
    if (!uses.empty()) name_process(process_of_links(), "busiest links");
    std::map<std::string, int> seen;
    for (const LinkRates& use : uses) {
      const std::string text = link_text(*run_.network.topology, use.link);
      const int n = ++seen[text];  // parallel links
      const std::string name = n == 1 ? text : fmt::format("{} #{}", text, n);
      for (const LinkRates::Change& c : use.changes)
        event(R"({{"ph":"C","name":{},"pid":{},"ts":{},"args":{{"GB/s":{}}}}})", quoted(name),
              process_of_links(), microseconds(c.time), c.bytes_per_second * 1e-9);
    }
  }

  std::string arguments_of(const Stretch& s) const {
    std::string text = fmt::format(R"("waits_for":{},"rank":{},"round":{})",
                                   quoted(awaited_by(s, *run_.network.topology)), s.rank, s.round);
    text += operation_argument(s.round, false);
    if (s.partner >= 0) text += fmt::format(R"(,"partner":{})", s.partner);
    if (s.link >= 0)
      text += fmt::format(R"(,"link":{})", quoted(link_text(*run_.network.topology, s.link)));
    return text;
  }

  void write_path() {
    if (run_.path.stretches.empty()) return;
    const int process = process_of_path();
    name_process(process, "critical path");
    event(R"({{"ph":"M","name":"thread_name","pid":{},"tid":1,"args":{{"name":"causes"}}}})",
          process);
    for (const Stretch& s : run_.path.stretches)
      for (const auto& [phase, time] : {std::pair('B', s.from), std::pair('E', s.to)})
        event(R"({{"ph":"{}","cat":"cause","name":"{}","pid":{},"tid":1,"ts":{},"args":{{{}}}}})",
              phase, kCauseNames[static_cast<std::size_t>(s.cause)], process, microseconds(time),
              phase == 'B' ? arguments_of(s) : "");
  }

  const ExportedRun& run_;
  int ranks_;
  OperationRounds operations_;
  Timeline timeline_;
  std::string out_;
  bool first_ = true;
};

}  // namespace

std::string perfetto_json(const ExportedRun& run) {
  return PerfettoWriter(run).text();
}

}  // namespace orrery::inline formats
