#include "scenarios/commands/orrery/long_sweep.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "scenarios/commands/orrery/commands.h"
#include "scenarios/commands/orrery/line/interrupt.h"
#include "scenarios/commands/orrery/line/outputs.h"
#include "scenarios/commands/orrery/line/progress.h"
#include "scenarios/commands/orrery/run_sweep.h"
#include "scenarios/report/report.h"
#include "scenarios/run/expect.h"
#include "scenarios/text/units_text.h"

namespace orrery {
namespace {

/// The data for the final report.
struct SweepTally {
  std::int64_t runs = 0, skipped = 0, checks = 0, passed = 0;
  int status = kExitFine;
  std::string failures;           ///< of the first part with failures
  std::set<std::size_t> checked;  ///< expectations that some part had a cell for

  void add(const Scenario& part, const std::vector<RunResult>& results,
           const std::vector<Check>& all) {
    runs += static_cast<std::int64_t>(results.size());
    skipped += std::ranges::count(results, Outcome::kSkipped, &RunResult::outcome);
    checks += static_cast<std::int64_t>(all.size());
    passed += std::ranges::count_if(all, &Check::passed);
    for (const Check& c : all)
      checked.insert(static_cast<std::size_t>(c.expectation - part.expectations.data()));
    if (failures.empty()) failures = orrery::failures(results, all);
    status = std::max(status, exit_code(results, cells_as_expected(all)));
    if (passed < checks) status = std::max<int>(status, kExitFailed);
  }
};

/// Returns the checks of a part; skipped expectations are judged when all parts are complete.
std::vector<Check> checks_of(const Scenario& part, const std::vector<RunResult>& results) {
  std::vector<Check> checks = check_expectations(part, results);
  std::erase_if(checks, [](const Check& c) { return !c.cell; });
  return checks;
}

/// Returns the expectations without a cell in any part. `part` is any.
std::vector<Check> unchecked(const Scenario& part, const SweepTally& tally) {
  std::vector<Check> checks;
  for (std::size_t i = 0; i < part.expectations.size(); ++i) {
    const Expectation& e = part.expectations[i];
    if (tally.checked.contains(i)) continue;
    checks.push_back(
        {&e,
         {},
         Check::Verdict::kSkipped,
         {},
         {},
         fmt::format("{}: {}: not checked: no cell that it names has run", e.place.text(), e.key)});
  }
  return checks;
}

/// Runs a part; returns whether all its cells were run before Ctrl-C.
bool run_part(const Scenario& part, int jobs, const std::function<void()>& done,
              std::vector<RunResult>& results) {
  std::vector<std::optional<RunResult>> found(part.cells.size());
  run_each(part.cells, jobs, Detail::kFull, [&](std::size_t i, RunResult result) {
    found[i] = std::move(result);
    done();
    return !Interrupt::requested();
  });
  const auto end = std::ranges::find_if(found, [](const auto& r) { return !r; });
  for (auto result = found.begin(); result != end; ++result) results.push_back(std::move(**result));
  return end == found.end();
}

std::string summary(const ScenarioStream& stream, const SweepTally& tally, std::size_t unchecked) {
  std::string out;
  if (!stream.title().empty()) out = fmt::format("{}\n", stream.title());
  out += fmt::format("{} of {} runs", short_count(tally.runs), short_count(stream.cells()));
  if (tally.skipped > 0) out += fmt::format(", {} skipped", short_count(tally.skipped));
  out += ". There is no table of so many; --csv and --json have them.\n";
  if (tally.checks + static_cast<std::int64_t>(unchecked) == 0) return out;
  out += fmt::format("\nExpectations: {} of {} hold", tally.passed, tally.checks);
  return out + (unchecked > 0 ? fmt::format("; {} not checked.\n", unchecked) : ".\n");
}

}  // namespace

int run_long_sweep(const ScenarioStream& stream, const Outputs& outputs, int jobs) {
  Scenario last;  // of which only the expectations count, which all parts share
  SweepTally tally;
  ResultFiles files(outputs);
  files.begin(stream.title());
  bool stopped = false;
  {
    const Interrupt interrupt;
    Progress progress(static_cast<std::size_t>(stream.cells()), !outputs.is_quiet());
    std::size_t done = 0;
    stream.for_each_part([&](Scenario part, std::int64_t) {
      std::vector<RunResult> results;
      stopped = !run_part(
          part, jobs, [&] { progress.show(++done); }, results);
      outputs.strip(results);
      const auto checks = stopped ? std::vector<Check>() : checks_of(part, results);
      files.add(results, checks);
      tally.add(part, results, checks);
      last = std::move(part);
      return !stopped;
    });
  }
  const auto skipped = stopped ? std::vector<Check>() : unchecked(last, tally);
  files.add({}, skipped);
  files.finish();
  fmt::print(stderr, "{}{}", tally.failures, failures({}, skipped));
  if (!outputs.is_quiet()) outputs.say(summary(stream, tally, skipped.size()));
  if (stopped) return kExitStopped;
  return tally.status == kExitFine && outputs.is_strict() && !skipped.empty() ? kExitFailed
                                                                              : tally.status;
}

}  // namespace orrery
