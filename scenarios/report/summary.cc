#include "scenarios/report/summary.h"

#include <algorithm>
#include <cstddef>
#include <set>

#include <fmt/format.h>

#include "scenarios/report/table.h"

namespace orrery {
namespace {

/// Runs that did not come to the end that was expected of them.
std::ptrdiff_t failed(const PartTally& part) {
  const std::set<std::size_t> as_expected = cells_as_expected(*part.checks);
  std::ptrdiff_t count = 0;
  for (std::size_t i = 0; i < part.results->size(); ++i) {
    const RunResult& r = (*part.results)[i];
    if (r.outcome != Outcome::kFine && has_run(r) && !as_expected.contains(i)) ++count;
  }
  return count;
}

std::vector<std::string> row_of(const PartTally& part) {
  const auto checks = static_cast<std::ptrdiff_t>(part.checks->size());
  const auto unchecked = std::ranges::count_if(*part.checks, &Check::skipped);
  const auto hold = std::ranges::count_if(*part.checks, &Check::passed);
  const auto number = [](std::ptrdiff_t n) { return fmt::format("{}", n); };
  return {part.name,
          number(std::ssize(*part.results) -
                 std::ranges::count(*part.results, Outcome::kNotRun, &RunResult::outcome)),
          number(failed(part)),
          number(std::ranges::count(*part.results, Outcome::kSkipped, &RunResult::outcome)),
          checks == 0 ? "none" : fmt::format("{} of {} hold", hold, checks - unchecked),
          number(unchecked)};
}

}  // namespace

std::string summary_of(const std::vector<PartTally>& parts) {
  TextTable table;
  table.left({"scenario"})
      .right({"runs", "failed", "skipped"})
      .left({"expectations"})
      .right({"not checked"});
  for (const PartTally& part : parts) table.add_row(row_of(part));
  return table.text();
}

}  // namespace orrery
