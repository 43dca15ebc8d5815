#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scenarios/run/metrics/fields.h"
#include "scenarios/run/runner.h"

namespace orrery::inline report {

/// The view of the table, CSV and Markdown on results: order, number and fields.
struct ResultsView {
  const Field* sort = nullptr;  ///< null: the order of the sweep
  bool descending = false;
  std::size_t top = 0;                  ///< the number of results; 0: all
  std::vector<const Field*> columns{};  ///< none: those that are informative
};

/// Reads --sort ("time_s", "-goodput_bps": the largest first), --top and --columns ("algorithm,xi"). THROWS
/// InputError naming the option and the nearest field.
ResultsView parse_view(std::string_view sort, std::size_t top, std::string_view columns);

/// Results that a view shows, in its order; points into the caller's results.
using SeenResults = std::vector<const RunResult*>;

/// Returns the results that the view shows. Ties keep their order; those without a value come last.
SeenResults seen_through(const ResultsView& view, const std::vector<RunResult>& results);

/// The tables of a well-known benchmark, for scripts that read those: one for each series, whose cells differ in bytes
/// only.
struct BenchmarkStyle {
  void (*check)(
      const RunSpec& cell);  ///< THROWS InputError for a cell that the benchmark does not have
  std::string (*text)(const SeenResults& results);  ///< REQUIRES cells that pass
};

/// Returns a style by its name. "osu": OSU micro-benchmarks, size and latency in µs. "nccl-tests":
/// time, algbw = size / time and busbw, which is algbw times the least bytes that the collective
/// must move per byte of its size (2(p-1)/p of an allreduce), in 10^9 bytes per second; size is of
/// the larger buffer of a rank. THROWS InputError for another name.
BenchmarkStyle benchmark_style(std::string_view name);

}  // namespace orrery::inline report
