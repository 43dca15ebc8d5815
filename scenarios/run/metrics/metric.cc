#include "scenarios/run/metrics/metric.h"

#include <array>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include "scenarios/run/metrics/metric_members.h"
#include "scenarios/text/units_text.h"

namespace orrery::inline run {
namespace {

using Better = Metric::Better;

constexpr unsigned kNowhere = 0;
/// Places of metrics that are 1 at best.
constexpr unsigned kRatio =
    Metric::kSweepTable | Metric::kComparison | Metric::kChart | Metric::kBars;

bool is_trace(const RunResult& r) {
  return r.trace.has_value();
}

template <auto member>
constexpr Metric trace_metric(const MetricWords& words, Better better = Better::kNeither) {
  return time_metric<&RunResult::trace, member>(words, Metric::kRunReport, better, is_trace);
}

template <auto member>
constexpr Metric bound_metric(const MetricWords& words) {
  return time_metric<&RunResult::bounds, member>(words, Metric::kChart, Better::kNeither);
}

constexpr std::array kMetrics{
    of_member<&RunResult::metrics, &Metrics::completion>(
        {.name = "completion_time_s",
         .kind = Kind::kTime,
         .head = "time",
         .label = "Completion time",
         .meaning = "Time at which the last rank finishes",
         .stored = "/metrics/completion"}),
    of_member<&RunResult::uncontended>(
        {.name = "uncontended_time_s",
         .kind = Kind::kTime,
         .head = "uncontended",
         .label = "Without contention",
         .axis = "Time without contention [s]",
         .meaning = "Completion time if no transfer shared a link",
         .stored = "/uncontended",
         .places = Metric::kEverywhere & ~Metric::kRunReport,  // the time's line has it
         .tells = [](const RunResult& r) { return r.uncontended != r.metrics.completion; },
         .late = true}),
    of_member<&RunResult::goodput_bps>(
        {.name = "goodput_bps",
         .kind = Kind::kBitRate,
         .head = "goodput",
         .label = "Goodput",
         .meaning = "Useful bytes divided by completion time",
         .stored = "/goodput_bps",
         .better = Better::kMore,
         .tells = [](const RunResult& r) { return r.goodput_bps > 0; }}),
    of_member<&RunResult::metrics, &Metrics::rounds>({.name = "rounds",
                                                      .kind = Kind::kInteger,
                                                      .head = "rounds",
                                                      .label = "Rounds",
                                                      .meaning = "Steps marked by the algorithm",
                                                      .stored = "/metrics/rounds"}),
    of_member<&RunResult::metrics, &Metrics::messages>(
        {.name = "messages",
         .kind = Kind::kInteger,
         .head = "messages",
         .label = "Messages",
         .meaning = "Transfers between ranks",
         .stored = "/metrics/messages",
         .places = Metric::kEverywhere & ~Metric::kChart}),
    of_member<&RunResult::metrics, &Metrics::bytes_total>(
        {.name = "bytes_total",
         .kind = Kind::kBytes,
         .head = "bytes sent",
         .label = "Sent in total",
         .meaning = "Bytes sent, over all ranks",
         .stored = "/metrics/bytes_total",
         .places = Metric::kRunReport | Metric::kPanel}),
    of_member<&RunResult::metrics, &Metrics::bytes_max_rank>(
        {.name = "bytes_max_rank",
         .kind = Kind::kBytes,
         .head = "sent by one",
         .label = "Sent by one rank",
         .axis = "Bytes sent by one rank",
         .meaning = "Most bytes that one rank sent",
         .stored = "/metrics/bytes_max_rank",
         .places = Metric::kPanel | Metric::kComparison | Metric::kChart}),
    of_member<&RunResult::metrics, &Metrics::reduced_max_rank>(
        {.name = "reduced_max_rank",
         .kind = Kind::kBytes,
         .head = "bytes reduced",
         .label = "Reduced by one rank",
         .meaning = "Most bytes that one rank reduced",
         .stored = "/metrics/reduced_max_rank",
         .places = Metric::kRunReport,
         .tells = [](const RunResult& r) { return r.metrics.reduced_max_rank.count() > 0; }}),
    of_member<&RunResult::metrics, &Metrics::max_link>(
        {.name = "max_link_bytes",
         .kind = Kind::kBytes,
         .head = "over one link",
         .label = "Over one link",
         .axis = "Bytes over one link",
         .meaning = "Most bytes that one link carried",
         .stored = "/metrics/max_link",
         .places = Metric::kPanel | Metric::kComparison | Metric::kChart}),
    of_member<&RunResult::deficiency, &Deficiency::lambda>(
        {.name = "lambda",
         .kind = Kind::kReal,
         .head = "Λ",
         .label = "Latency deficiency Λ",
         .meaning = "Rounds divided by the fewest possible, which are ceil(log2 p) unless a rank "
                    "sends to several ranks at once; 1 is optimal",
         .stored = "/deficiency/0",
         .places = kRatio}),
    of_member<&RunResult::deficiency, &Deficiency::psi>(
        {.name = "psi",
         .kind = Kind::kReal,
         .head = "Ψ",
         .label = "Bandwidth deficiency Ψ",
         .meaning = "Bytes through the busiest port, summed over the steps, divided by the fewest "
                    "possible; 1 is optimal",
         .stored = "/deficiency/1",
         .places = kRatio}),
    of_member<&RunResult::deficiency, &Deficiency::xi>(
        {.name = "xi",
         .kind = Kind::kReal,
         .head = "Ξ",
         .label = "Congestion deficiency Ξ",
         .meaning = "Bytes over the busiest link divided by bytes through the busiest port, each "
                    "summed over the steps; 1: no link is shared",
         .stored = "/deficiency/2",
         .places = kRatio}),
    bound_metric<&NetworkBounds::latency>(
        {"latency_bound_s", "latency bound", "Bound by latency",
         "Least time of α and latency on this network: to the farthest host, and in the "
         "fewest rounds",
         "/bounds/latency"}),
    bound_metric<&NetworkBounds::ports>(
        {"port_bound_s", "port bound", "Bound by ports",
         "Least time of the bytes of the busiest host on its ports and links, after the "
         "α and latency of a message",
         "/bounds/ports"}),
    bound_metric<&NetworkBounds::cut>(
        {"cut_bound_s", "cut bound", "Bound by the worst cut",
         "Least time of the bytes that must cross the worst cut of this network, after "
         "the α and latency of a message",
         "/bounds/cut"}),
    of_member<&RunResult::bounds, &NetworkBounds::exact>(
        {.name = "cut_bound_exact",
         .kind = Kind::kBool,
         .head = "all cuts",
         .label = "Worst of all cuts",
         .meaning = "Whether the cut bound is that of the worst of all cuts, found by maximum "
                    "flows; otherwise only cuts around hosts, levels of links and halves of "
                    "dimensions were tried",
         .stored = "/bounds/exact",
         .better = Better::kNeither,
         .places = kNowhere}),
    of_member<&RunResult::metrics, &Metrics::rounds_overlap>(
        {.name = "rounds_overlap",
         .kind = Kind::kBool,
         .head = "overlap",
         .label = "Rounds overlap",
         .meaning =
             "Whether rounds overlapped in time by more than a hundredth; Ψ and Ξ count such "
             "rounds as one step",
         .stored = "/metrics/rounds_overlap",
         .better = Better::kNeither,
         .places = Metric::kSweepTable,  // one run's report and the window say it beside Ψ
         .tells = [](const RunResult& r) { return r.metrics.rounds_overlap; }}),
    of_member<&RunResult::swing, &Deficiency::lambda>(
        {.name = "lambda_swing",
         .kind = Kind::kReal,
         .head = "Λ/log2 p",
         .label = "Λ  against log2 p rounds",
         .meaning = "Λ of an allreduce as in the Swing paper: rounds divided by log2 p",
         .stored = "/swing/lambda",
         .places = kNowhere}),
    of_member<&RunResult::swing, &Deficiency::psi>(
        {.name = "psi_swing",
         .kind = Kind::kReal,
         .head = "Ψ/2m",
         .label = "Ψ  against 2m bytes",
         .meaning = "Ψ of an allreduce as in the Swing paper: bytes through the busiest port "
                    "divided by its share of 2m; few ranks need fewer bytes",
         .stored = "/swing/psi",
         .places = kNowhere}),
    of_member<&RunResult::verified>(
        {.name = "verified",
         .kind = Kind::kBool,
         .head = "verified",
         .label = "Result verified",
         .meaning = "Whether every rank has the result of the collective",
         .stored = "/verified",
         .better = Better::kNeither,
         .places = Metric::kSweepTable | Metric::kPanel,  // one run's report has a line of its own
         .of_failed = true}),
    of_member<&RunResult::reproducible>(
        {.name = "reproducible",
         .kind = Kind::kText,
         .head = "reproducible",
         .label = "Reproducible sums",
         .meaning =
             "With real payload: whether rounded sums and products of floating-point numbers have "
             "the same bits everywhere: neither, same on all ranks, or same as the order of ranks",
         .stored = "/reproducible",
         .better = Better::kNeither,
         .places = Metric::kRunReport | Metric::kPanel,
         .tells = [](const RunResult& r) { return r.reproducible.has_value(); }}),
    trace_metric<&TraceTimes::computing>({"computing_time_s", "computing", "Computing",
                                          "Longest time that a rank of an execution trace computes",
                                          "/trace/computing"}),
    trace_metric<&TraceTimes::collective>(
        {"collective_time_s", "collectives", "Collectives",
         "Longest time that a rank of an execution trace is in collectives, waiting included",
         "/trace/collective"}),
    trace_metric<&TraceTimes::message>(
        {"message_time_s", "send, receive", "Sends and receives",
         "Longest time that a rank of an execution trace sends or receives, waiting included",
         "/trace/message"}),
    trace_metric<&TraceTimes::exposed>(
        {"exposed_time_s", "exposed", "Exposed communication",
         "Longest time that a rank of an execution trace communicates and does not compute",
         "/trace/exposed"},
        Better::kLess),
    of_member<&RunResult::effort, &Effort::wall_s>(
        {.name = "wall_s",
         .kind = Kind::kReal,
         .head = "wall time",
         .label = "Wall time",
         .meaning = "Real time of the cell in seconds, including its report",
         .stored = "/effort/0",
         .places = kNowhere,
         .of_failed = true,
         .timing = true}),
    of_member<&RunResult::effort, &Effort::messages_per_s>(
        {.name = "messages_per_s",
         .kind = Kind::kReal,
         .head = "messages/s",
         .label = "Messages per second",
         .meaning = "Messages divided by the real time of their emulation",
         .stored = "/effort/1",
         .better = Better::kMore,
         .places = kNowhere,
         .of_failed = true,
         .timing = true}),
    of_member<&RunResult::effort, &Effort::peak_rss_bytes>(
        {.name = "peak_rss_bytes",
         .kind = Kind::kInteger,
         .head = "memory",
         .label = "Peak memory",
         .meaning = "Largest resident size of the process so far, in bytes",
         .stored = "/effort/2",
         .places = kNowhere,
         .of_failed = true,
         .timing = true}),
};

std::vector<Metric>& metric_table() {
  static std::vector<Metric> metrics = [] {
    std::vector<Metric> all(kMetrics.begin(), kMetrics.end());
    const std::span<const Metric> spread = spread_metrics();
    all.insert(all.begin() + 1, spread.begin(), spread.end());  // after the completion time
    return all;
  }();
  return metrics;
}

struct Shown {
  int decimals;

  std::string operator()(std::monostate) const { return {}; }
  std::string operator()(bool b) const { return b ? "yes" : "no"; }
  std::string operator()(std::int64_t i) const { return short_count(i); }
  std::string operator()(double d) const { return fmt::format("{:.{}f}", d, decimals); }
  std::string operator()(Time t) const { return short_time(t); }
  std::string operator()(const std::string& s) const { return s; }
};

}  // namespace

std::span<const Metric> all_metrics() {
  return metric_table();
}

void add_metric(const Metric& metric) {
  metric_table().push_back(metric);
}

std::string_view unit_of(Kind kind) {
  switch (kind) {
    case Kind::kTime:
      return "s";
    case Kind::kBitRate:
      return "b/s";
    case Kind::kBytes:
      return "B";
    default:
      return "";
  }
}

std::string_view better_text(Metric::Better better) {
  switch (better) {
    case Better::kLess:
      return "less";
    case Better::kMore:
      return "more";
    case Better::kNeither:
      break;
  }
  return "";
}

FieldValue value_of(const Metric& metric, const RunResult& result) {
  return metric.of_failed || is_measured(result) ? metric.read(result) : FieldValue();
}

double number_of(const FieldValue& value) {
  if (const auto* time = std::get_if<Time>(&value)) return to_seconds(*time);
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return static_cast<double>(*integer);
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return std::numeric_limits<double>::quiet_NaN();
}

std::string shown(Kind kind, const FieldValue& value, int decimals) {
  if (const auto* bytes = std::get_if<std::int64_t>(&value); bytes && kind == Kind::kBytes)
    return short_size(Bytes(*bytes));
  if (const auto* rate = std::get_if<double>(&value); rate && kind == Kind::kBitRate)
    return short_bit_rate(*rate);
  return std::visit(Shown{decimals}, value);
}

}  // namespace orrery::inline run
