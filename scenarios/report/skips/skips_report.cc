#include "scenarios/report/skips/skips_report.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "algorithms/common/skips.h"
#include "scenarios/report/table.h"
#include "scenarios/text/units_text.h"

namespace orrery {

namespace {

constexpr int kMostShown = 12;  ///< skips of one sequence

/// Long ones, such as linear, are cut.
std::string shown(const std::vector<int>& skips, int ranks) {
  std::string text = skips_text(skips, ranks);
  if (std::ssize(skips) <= kMostShown) return text;
  const std::size_t colon = text.find(": ");
  return fmt::format("{}{},..,1", colon == text.npos ? "" : text.substr(0, colon + 2),
                     fmt::join(skips.begin(), skips.begin() + kMostShown, ","));
}

/// "rounds 7, not 6", or "rounds 6 as well".
std::string change(const char* what, const std::string& a, const std::string& b) {
  return a == b ? fmt::format("{} {} as well", what, b) : fmt::format("{} {}, not {}", what, b, a);
}

std::string metrics(const RunResult& paper, const RunResult& best) {
  return change("rounds", std::to_string(paper.metrics.rounds),
                std::to_string(best.metrics.rounds)) +
         "; " +
         change("without contention", short_time(paper.uncontended), short_time(best.uncontended)) +
         "; " +
         change("through the busiest link", short_size(paper.metrics.max_link),
                short_size(best.metrics.max_link)) +
         ".";
}

/// What the fastest has ahead of the paper's.
std::string reasons(const SkipsRow& best, const SkipsRow& paper) {
  const Time a = paper.result.metrics.completion, b = best.result.metrics.completion;
  if (best.skips == paper.skips)
    return "Nothing that was tried is faster than the paper's halving.";
  if (a == b) return "Halving is as fast. " + metrics(paper.result, best.result);
  return fmt::format("{:.1f} % less than halving takes: {}",
                     100 * (1 - to_seconds(b) / to_seconds(a)), metrics(paper.result, best.result));
}

const SkipsRow* row_of(const std::vector<SkipsRow>& rows, const std::vector<int>& skips) {
  const auto at = std::ranges::find(rows, skips, &SkipsRow::skips);
  return at == rows.end() ? nullptr : &*at;
}

}  // namespace

std::vector<SkipsRow> skips_rows(const RunSpec& spec, const SkipSearch& search, std::size_t best,
                                 int jobs) {
  std::vector<SkipsRow> rows;
  std::vector<RunSpec> cells;
  for (std::size_t i = 0; i < search.tried.size(); ++i) {
    const std::vector<int>& skips = search.tried[i].skips;
    const bool named = skips_text(skips, search.ranks).find(':') != std::string::npos;
    if (i >= best && !named) continue;
    rows.push_back({skips, {}});
    cells.push_back(with_skips(spec, skips));
  }
  run_each(cells, jobs, Detail::kFull, [&](std::size_t i, RunResult r) {
    rows[i].result = std::move(r);
    return true;
  });
  return rows;
}

std::string skips_table(const SkipSearch& search, const std::vector<SkipsRow>& rows) {
  TextTable table;
  table.left({"skips"}).right({"time", "vs best", "rounds", "alone", "busiest link", "Ξ"});
  const double best = to_seconds(rows.front().result.metrics.completion);
  bool any_mended = false;
  for (const SkipsRow& row : rows) {
    const Metrics& m = row.result.metrics;
    const double quotient = best == 0 ? 1 : to_seconds(m.completion) / best;
    const bool mended = !circulant::is_right_as_printed(row.skips, search.ranks);
    any_mended = any_mended || mended;
    table.add_row({shown(row.skips, search.ranks) + (mended ? " *" : ""), short_time(m.completion),
                   &row == &rows.front() ? "best" : fmt::format("{:.2f}x", quotient),
                   std::to_string(m.rounds), short_time(row.result.uncontended),
                   short_size(m.max_link), fmt::format("{:.2f}", row.result.deficiency.xi)});
  }
  const std::string how = search.all ? "all that there are" : "from the named ones downhill";
  std::string text = table.text();
  text += fmt::format("\n{} sequences tried, {}. alone: without contention.\n", search.tried.size(),
                      how);
  if (any_mended)
    text += wrapped(
        "* A skip is less than half of the one before: the algorithm as printed would lose "
        "contributions "
        "(orrery reproduce paper3-corollary2); here a round sends no block that it adds to.",
        kTerminalWidth);
  const SkipsRow* paper = row_of(rows, circulant::halving_skips(search.ranks));
  if (paper != nullptr) text += wrapped("Why: " + reasons(rows.front(), *paper), kTerminalWidth);
  return text;
}

std::string skips_csv(const SkipSearch& search) {
  std::string csv = "skips,time_s\n";
  for (const TriedSkips& t : search.tried)
    csv += fmt::format("{},{}\n", fmt::join(t.skips, " "), seconds_text(t.time));
  return csv;
}

}  // namespace orrery
