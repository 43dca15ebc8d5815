#include <algorithm>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include "scenarios/keys/keys.h"
#include "scenarios/report/report.h"
#include "scenarios/run/metrics/metric.h"
#include "scenarios/run/statistics/statistic.h"
#include "scenarios/text/units_text.h"

namespace orrery::inline report {
namespace {

using Align = TextTable::Align;
using Row = const RunResult&;

/// The table of a sweep.
class SweepTable {
 public:
  SweepTable(const Scenario& scenario, const std::vector<RunResult>& results,
             const ResultsView& view, bool filled)
      : swept_(scenario.swept),
        results_(results),
        view_(view),
        winners_(winners_of(results)),
        filled_(filled || view.sort != nullptr) {
    compared_ = view.columns.empty() && std::ranges::find(swept_, "algorithm") != swept_.end();
    ruled_ = view.columns.empty() &&
             std::ranges::any_of(results, [](Row r) { return r.spec.block_rule.given(); });
    for (const Field* f : view.columns)
      if (std::ranges::find(swept_, f->name) == swept_.end())
        shown_.push_back({f->name, f->kind, f->get});
    if (view.columns.empty()) show_metrics();
  }

  TextTable table() {
    for (const std::string& key : swept_)
      table_.add_column(key, is_number(key) ? Align::kRight : Align::kLeft);
    if (ruled_) table_.right({"n"});
    for (const Shown& f : shown_) {
      const bool left = f.kind == Kind::kBool || f.kind == Kind::kText;
      table_.add_column(f.head, left ? Align::kLeft : Align::kRight);
      if (is_compared(f)) table_.right({"vs best"});
    }
    for (const RunResult* r : seen_through(view_, results_))
      if (r->outcome != Outcome::kNotRun) table_.add_row(row(*r));
    return std::move(table_);
  }

 private:
  /// The contents of a column.
  struct Shown {
    std::string head;
    Kind kind;
    std::function<FieldValue(Row)> get;
  };

  /// Chooses the informative metrics.
  void show_metrics() {
    for (const Metric& f : all_metrics())
      if (f.is_in(Metric::kSweepTable) && (!f.tells || std::ranges::any_of(results_, f.tells)))
        shown_.push_back({std::string(f.head), f.kind, [&f](Row r) { return value_of(f, r); }});
  }

  /// Returns whether values are numbers, which are aligned.
  static bool is_number(const std::string& name) {
    const Kind kind = find_field(name)->kind;
    return find_key(name)->table == "run" && (kind == Kind::kInteger || kind == Kind::kBytes);
  }

  std::vector<std::string> row(Row r) {
    std::vector<std::string> cells = labels(r.spec);
    if (ruled_) cells.push_back(is_measured(r) ? short_count(r.blocks) : std::string());
    if (!is_measured(r) && view_.columns.empty()) {
      cells.emplace_back(r.outcome == Outcome::kSkipped || r.outcome == Outcome::kDeadlock
                             ? outcome_name(r.outcome)
                             : "FAILED");
      cells.resize(swept_.size() + shown_.size() + (ruled_ ? 1 : 0) + (compared_ ? 1 : 0));
      return cells;
    }
    for (const Shown& f : shown_) {
      const FieldValue value = f.get(r);
      cells.push_back(std::holds_alternative<std::monostate>(value) ? "–" : shown(f.kind, value));
      if (is_compared(f)) cells.push_back(against_best(r));
    }
    return cells;
  }

  /// Returns whether a column decides which run is best: the first, which is the time.
  bool is_compared(const Shown& f) const { return compared_ && &f == &shown_.front(); }

  /// Returns the swept values; those that equal the last row's are blank unless rows are filled.
  std::vector<std::string> labels(const RunSpec& spec) {
    std::vector<std::string> cells;
    bool same = !filled_ && !previous_.empty();
    for (std::size_t i = 0; i < spec.swept.size(); ++i) {
      const std::string& value = spec.swept[i].second;
      same = same && previous_[i].second == value && i + 1 < spec.swept.size();
      cells.push_back(same ? std::string() : value);
    }
    previous_ = spec.swept;
    return cells;
  }

  std::string against_best(Row r) const {
    if (!competes(r)) return "FAILED";
    const RunResult* best = winners_.at(contest_of(r.spec));
    if (typical_time(*best) == typical_time(r)) return "best";
    return fmt::format("{:.2f} ×", to_seconds(typical_time(r)) / to_seconds(typical_time(*best)));
  }

  const std::vector<std::string>& swept_;
  const std::vector<RunResult>& results_;
  const ResultsView& view_;
  const Winners winners_;
  const bool filled_;
  bool compared_ = false;
  bool ruled_ = false;  // blocks follow from a rule, and their number is worth a column
  std::vector<Shown> shown_;
  std::vector<std::pair<std::string, std::string>> previous_;
  TextTable table_;
};

}  // namespace

Winners winners_of(const std::vector<RunResult>& results) {
  Winners winners;
  for (const RunResult& r : results) {
    if (!competes(r)) continue;
    const RunResult*& best = winners[contest_of(r.spec)];
    if (best == nullptr || typical_time(r) < typical_time(*best)) best = &r;
  }
  return winners;
}

TextTable results_table(const Scenario& scenario, const std::vector<RunResult>& results,
                        const ResultsView& view, bool filled) {
  return SweepTable(scenario, results, view, filled).table();
}

}  // namespace orrery::inline report
