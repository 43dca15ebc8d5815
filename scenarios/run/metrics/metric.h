#pragma once

#include <span>
#include <string>
#include <string_view>

#include "scenarios/keys/kind.h"
#include "scenarios/run/runner.h"

/// The metrics that a run reports: one table for columns in CSV and JSON, lines in results files
/// and in the reports of the command and of the window, comparisons and charts.
namespace orrery::inline run {

struct Metric {
  enum class Better { kLess, kMore, kNeither };
  /// The place where a metric is shown: a column in the table of a sweep, a line in the others.
  enum Place : unsigned {
    kSweepTable = 1,  ///< `orrery run` of several cells
    kRunReport = 2,   ///< `orrery run` of one cell
    kPanel = 4,       ///< the window's report
    kComparison = 8,  ///< the window's comparison of two runs
    kChart = 16,      ///< the window's charts over a sweep
    kEverywhere = 31,
    kBars = 32  ///< metrics that are 1 at best, side by side in the window's charts
  };

  std::string_view name{};  ///< in CSV, JSON and [expect]; ends in its unit: "goodput_bps"
  Kind kind = Kind::kReal;
  std::string_view head{};     ///< above a column of it and before a line: "goodput"
  std::string_view label{};    ///< without its unit: "Goodput"
  std::string_view axis{};     ///< along a chart; empty: its label with its unit
  std::string_view meaning{};  ///< one sentence without its stop
  /// Its place in a line of a results file, a JSON pointer.
  std::string_view stored{};
  Better better = Better::kLess;
  unsigned places = kEverywhere;
  /// Returns whether the metric is informative for a run; null: always. A metric that is not for
  /// any run is left out.
  bool (*tells)(const RunResult&) = nullptr;
  bool late = false;       ///< known only after a second run, without contention
  bool of_failed = false;  ///< also known of failed runs
  bool timing = false;     ///< differs from run to run of the same scenario: wall time, memory
  /// Returns its value, null if there is none.
  FieldValue (*read)(const RunResult&) = nullptr;
  /// Writes back a value from `read`. THROWS std::bad_variant_access for a value of another kind,
  /// and for null unless the metric can be null.
  void (*write)(RunResult&, const FieldValue&) = nullptr;

  bool is_in(Place place) const { return (places & place) != 0; }
};

/// Returns all metrics, in the order in which they are shown.
std::span<const Metric> all_metrics();

/// Appends a metric, for tests, before any other use of the tables.
void add_metric(const Metric& metric);

/// Returns "s", "b/s", "B", or nothing.
std::string_view unit_of(Kind kind);

/// Returns "less", "more", or nothing.
std::string_view better_text(Metric::Better better);

/// Returns the value of a run; null if it was not measured.
FieldValue value_of(const Metric& metric, const RunResult& result);

/// Returns the value as a number to compare and draw: times in seconds. NaN for values that are not
/// numbers.
double number_of(const FieldValue& value);

/// Returns text for readers: "95.175 µs", "1.91 MiB", "8,064", "1.25"; `decimals` are those of
/// ratios. Empty for null.
std::string shown(Kind kind, const FieldValue& value, int decimals = 2);

}  // namespace orrery::inline run
