#pragma once

#include <span>
#include <string>
#include <string_view>

#include "scenarios/keys/kind.h"
#include "scenarios/run/runner.h"

/// The metrics that a run reports. This one table makes their columns in CSV and JSON, their lines
/// in results files, in the reports of the command and of the window, in comparisons and in charts.
namespace orrery {

struct Metric {
  enum class Better { kLess, kMore, kNeither };
  /// Where people see it. A table of a sweep has a column for it, the others a line.
  enum Place : unsigned {
    kSweepTable = 1,  ///< `orrery run` of several cells
    kRunReport = 2,   ///< `orrery run` of one cell
    kPanel = 4,       ///< the window's report
    kComparison = 8,  ///< the window's comparison of two runs
    kChart = 16,      ///< the window's charts over a sweep
    kEverywhere = 31,
    kBars = 32  ///< those that are 1 at best, side by side in the window's charts
  };

  std::string_view name{};  ///< in CSV, JSON and [expect]; ends in its unit: "goodput_bps"
  Kind kind = Kind::kReal;
  std::string_view head{};     ///< above a column of it and before a line: "goodput"
  std::string_view label{};    ///< where its unit stands beside it: "Goodput"
  std::string_view axis{};     ///< along a chart; empty: its label with its unit
  std::string_view meaning{};  ///< one sentence without its stop
  /// Its place in a line of a results file, a JSON pointer.
  std::string_view stored{};
  Better better = Better::kLess;
  unsigned places = kEverywhere;
  /// Whether it tells anything of a run; null: always. Where no run says so it is left out.
  bool (*tells)(const RunResult&) = nullptr;
  bool late = false;       ///< known only after a second run, without contention
  bool of_failed = false;  ///< also known of runs that failed on the way
  bool timing = false;     ///< differs from run to run of the same scenario: wall time, memory
  /// Its value, null where there is none.
  FieldValue (*read)(const RunResult&) = nullptr;
  /// Puts back what `read` gave. THROWS std::bad_variant_access for a value of another kind, and for
  /// null unless the metric can be that.
  void (*write)(RunResult&, const FieldValue&) = nullptr;

  bool is_in(Place place) const { return (places & place) != 0; }
};

/// All metrics, in the order in which people see them.
std::span<const Metric> all_metrics();

/// Appends a metric, for tests. Before any other use of the tables.
void add_metric(const Metric& metric);

/// "s", "b/s", "B", or nothing.
std::string_view unit_of(Kind kind);

/// "less", "more", or nothing.
std::string_view better_text(Metric::Better better);

/// The metric of a run; null where it was not measured.
FieldValue value_of(const Metric& metric, const RunResult& result);

/// As a number, to be compared and drawn: times in seconds. NaN for what is none.
double number_of(const FieldValue& value);

/// For people: "95.175 µs", "1.91 MiB", "8,064", "1.25"; `decimals` are
/// those of ratios. Nothing for null.
std::string shown(Kind kind, const FieldValue& value, int decimals = 2);

}  // namespace orrery
