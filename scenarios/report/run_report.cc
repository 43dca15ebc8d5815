#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>

#include "algorithms/algorithm.h"
#include "scenarios/cell/operation_rounds.h"
#include "scenarios/cell/validate.h"
#include "scenarios/report/deficiency_words.h"
#include "scenarios/report/report.h"
#include "scenarios/report/table.h"
#include "scenarios/run/metrics/metric.h"
#include "scenarios/spec/presets.h"
#include "scenarios/text/units_text.h"

namespace orrery::inline report {
namespace {

constexpr std::size_t kMostRounds = 12;  ///< of a table; longer ones lack the middle
constexpr std::size_t kFirstShown = 7, kLastShown = 4;

std::string fact(std::string_view name, std::string_view value, std::string_view remark = {}) {
  return fmt::format("  {:<14}{}{}\n", name, value,
                     remark.empty() ? "" : fmt::format("  ({})", remark));
}

std::string contention_remark(const RunResult& r) {
  if (r.uncontended == r.metrics.completion) return "no message was slowed by another";
  return fmt::format("{} without contention: {:.2f} ×", short_time(r.uncontended),
                     to_seconds(r.metrics.completion) / to_seconds(r.uncontended));
}

/// A remark after a metric, in brackets.
struct Remark {
  std::string_view metric;
  std::string (*text)(const RunResult&);
};

constexpr std::array kRemarks{
    Remark{"completion_time_s", contention_remark},
    Remark{"bytes_total",
           [](const RunResult& r) {
             return fmt::format("at most {} by one rank", short_size(r.metrics.bytes_max_rank));
           }},
    Remark{"exposed_time_s",
           [](const RunResult&) {
             return std::string(
                 "communication that no computing hides; each for the rank with the largest value");
           }},
    Remark{"reproducible",
           [](const RunResult&) {
             return std::string("the bits of sums that round, whatever the values");
           }},
    Remark{"reduced_max_rank",
           [](const RunResult&) { return std::string("by the rank that reduces most"); }}};

std::string line_of(const Metric& metric, const RunResult& r) {
  const auto remark = std::ranges::find(kRemarks, metric.name, &Remark::metric);
  return fact(metric.head, shown(metric.kind, value_of(metric, r)),
              remark == kRemarks.end() ? std::string() : remark->text(r));
}

std::string verified_text(const RunResult& r) {
  if (!r.verified) return "–  (ghost payload carries nothing to verify)";
  return *r.verified ? "yes" : "NO";
}

/// Returns "4 hosts receive 1 MiB at 800 Gb/s".
std::string worst_cut_text(const Cut& cut) {
  const std::string_view verb = cut.sets > 1 ? "exchange" : cut.into ? "receive" : "send";
  return fmt::format("{} {} {} at {}", cut.hosts,
                     cut.hosts == 1 ? fmt::format("host {}s", verb) : fmt::format("hosts {}", verb),
                     short_size(Bytes(static_cast<std::int64_t>(cut.bytes))),
                     short_bit_rate(cut.capacity * 8e12));
}

std::string bounds_remark(const RunResult& r) {
  const double times = to_seconds(r.metrics.completion) / to_seconds(r.bounds->least());
  const bool cut = r.bounds->binding() == NetworkBounds::Kind::kCut;
  std::string why = fmt::format("by {}{}", cut ? "the worst " : "", name_of(r.bounds->binding()));
  if (cut && !r.bounds->exact) why += " of those looked at";
  if (r.bounds->binding() != NetworkBounds::Kind::kLatency)
    why += fmt::format(": {}", worst_cut_text(r.bounds->worst));
  return fmt::format("{}; the run takes {:.2f} times as long", why, times);
}

std::string facts(const RunResult& r) {
  std::string out;
  for (const Metric& f : all_metrics())
    if (f.is_in(Metric::kRunReport) && (!f.tells || f.tells(r))) out += line_of(f, r);
  if (r.spec.block_rule.given())
    out += fact("blocks", short_count(r.blocks), "by " + r.spec.block_rule.text());
  for (const DeficiencyWords& d : deficiency_words(r))
    out += fact(std::string_view(d.name).substr(0, d.name.find(' ')),
                fmt::format("{} {:.2f}", d.letter, d.value), d.sentence);
  if (r.metrics.rounds_overlap)
    out += fact("", "rounds overlap in time: Ψ and Ξ count those that do as one");
  if (r.swing)
    out += fact("as in Swing", fmt::format("Λ {:.2f} · Ψ {:.2f}", r.swing->lambda, r.swing->psi),
                "against log2 p rounds and 2m bytes");
  out += fact("optimum", std::string(meaning_of(r.spec).bounds));
  if (r.bounds && r.bounds->least() > Time(0))
    out += fact("least time", short_time(r.bounds->least()), bounds_remark(r));
  return out + fact("verified", verified_text(r));
}

/// Returns a row; a round without messages, such as one of computing, has no times of transfers.
std::vector<std::string> round_row(std::string name, const RoundMetrics& m) {
  const auto at = [&](Time t) { return m.messages == 0 ? std::string("–") : short_time(t); };
  return {std::move(name),        short_count(m.messages), short_size(m.bytes),
          short_size(m.max_port), short_size(m.max_link),  at(m.first_start),
          at(m.last_end)};
}

/// Returns "allreduce ring among blocks:8".
std::string what_runs(const RunSpec& operation) {
  const OperationKeys& keys = operation.operation;
  const std::string what = keys.compute ? "compute " + short_time(*keys.compute)
                           : !keys.messages.empty()
                               ? "messages"
                               : fmt::format("{} {}", operation.collective, operation.algorithm);
  return keys.among == "all" ? what : fmt::format("{} among {}", what, keys.among);
}

std::string rounds_table(const RunResult& r) {
  const std::vector<RoundMetrics>& rounds = r.metrics.per_round;
  const OperationRounds operations(r.spec);
  TextTable table;
  table.right({"round", "messages", "bytes", "busiest port", "busiest link", "from", "to"});
  for (std::size_t k = 0; k < rounds.size(); ++k) {
    if (rounds.size() > kMostRounds && k == kFirstShown) {
      table.add_row({"…", "", "", "", "", "", ""});
      k = rounds.size() - kLastShown;
    }
    table.add_row(round_row(operations.text(static_cast<int>(k)), rounds[k]));
  }
  return fmt::format("\n{}", table.text(2));
}

/// Returns a table of each operation in the run, in the order of the scenario.
std::string operations_table(const RunResult& r) {
  if (r.operations.empty()) return {};
  TextTable table;
  table.left({"operation", "runs"}).right({"from", "to", "time"});
  for (const char* head : {"median", "p10", "p90"})
    if (r.spread) table.right({head});
  table.right({"rounds", "messages", "bytes", "Λ", "Ψ", "Ξ"});
  for (const OperationResult& o : r.operations) {
    const Metrics& m = o.metrics;
    std::vector<std::string> row{o.name, what_runs(o.spec), short_time(m.begin),
                                 short_time(m.begin + m.completion), short_time(m.completion)};
    if (o.spread)
      for (const Time t : {o.spread->median, o.spread->p10, o.spread->p90})
        row.push_back(short_time(t));
    row.insert(row.end(),
               {short_count(m.rounds), short_count(m.messages), short_size(m.bytes_total),
                fmt::format("{:.2f}", o.deficiency.lambda), fmt::format("{:.2f}", o.deficiency.psi),
                fmt::format("{:.2f}", o.deficiency.xi)});
    table.add_row(std::move(row));
  }
  return fmt::format("\n{}", table.text(2));
}

std::string hottest_links(const RunResult& r) {
  if (r.metrics.hottest.empty()) return {};
  const auto topology = make_topology(r.spec);
  std::size_t width = 0;
  for (const LinkLoad& load : r.metrics.hottest)
    width = std::max(width, display_width(node_name(*topology, load.ends.from)));
  TextTable table;
  table.left({"hottest links"}).right({"bytes", "utilization"});
  for (const LinkLoad& load : r.metrics.hottest)
    table.add_row({fmt::format("{:<{}} → {}", node_name(*topology, load.ends.from), width,
                               node_name(*topology, load.ends.to)),
                   short_size(load.bytes), short_share(load.utilization)});
  return fmt::format("\n{}", table.text(2));
}

/// Returns an execution trace by rank; for many ranks the first and the last.
std::string trace_table(const std::vector<RankTimes>& ranks) {
  TextTable table;
  table.right({"rank", "ends", "computing", "collectives", "send, receive", "exposed", "idle"});
  for (std::size_t r = 0; r < ranks.size(); ++r) {
    if (ranks.size() > kMostRounds && r == kFirstShown) {
      table.add_row({"…", "", "", "", "", "", ""});
      r = ranks.size() - kLastShown;
    }
    const RankTimes& t = ranks[r];
    table.add_row({fmt::format("{}", r), short_time(t.end), short_time(t.of(NodeKind::kComputing)),
                   short_time(t.of(NodeKind::kCollective)), short_time(t.of(NodeKind::kMessage)),
                   short_time(t.exposed), short_time(t.idle)});
  }
  return fmt::format("\n{}", table.text(2));
}

}  // namespace

std::string run_report(const RunResult& r) {
  if (!has_run(r)) return {};
  if (!is_measured(r)) return fmt::format("  {}\n", outcome_name(r.outcome));
  std::string out = facts(r) + operations_table(r);
  if (r.trace) out += trace_table(r.trace->ranks);
  if (!r.metrics.per_round.empty()) out += rounds_table(r);
  return out + hottest_links(r);
}

}  // namespace orrery::inline report
