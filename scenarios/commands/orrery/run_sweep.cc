#include "scenarios/commands/orrery/run_sweep.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <thread>

#include <fmt/format.h>

#include "scenarios/cell/validate.h"
#include "scenarios/commands/orrery/commands.h"
#include "scenarios/commands/orrery/line/interrupt.h"
#include "scenarios/commands/orrery/line/progress.h"
#include "scenarios/report/report.h"
#include "scenarios/run/expect.h"
#include "scenarios/text/units_text.h"

namespace orrery::inline commands {

namespace {

RunResult not_begun(const RunSpec& spec) {
  RunResult r;
  r.spec = spec;
  r.title = spec.title;
  r.outcome = Outcome::kNotRun;
  r.error = "the sweep was stopped before this run ended";
  return r;
}

std::optional<ResultsFile> open_file(const Scenario& scenario, const SweepOptions& options) {
  if (options.resume.empty()) return std::nullopt;
  std::optional<ResultsFile> file(std::in_place, options.resume, scenario, options.detail);
  if (file->dropped_line() > 0)
    fmt::print(stderr, "orrery: {}: {}:{}: the last line was cut off; its run is repeated\n",
               options.command, options.resume, file->dropped_line());
  return file;
}

/// The cells of a shard: those with a result, and open ones.
struct Cells {
  std::vector<RunResult> results;  ///< not_begun() for open ones
  std::vector<std::size_t> open;   ///< their numbers in results
};

Cells collect(const Scenario& scenario, const SweepOptions& options, const ResultsFile* file) {
  Cells c;
  for (std::size_t i = 0; i < scenario.cells.size(); ++i) {
    if (!options.shard.has(i)) continue;
    const RunSpec& spec = scenario.cells[i];
    std::optional<RunResult> known;
    if (!spec.skipped.empty())
      known = run_one(spec);
    else if (file != nullptr)
      known = file->find(spec);
    if (!known) c.open.push_back(c.results.size());
    c.results.push_back(known ? std::move(*known) : not_begun(spec));
  }
  return c;
}

CellRunner on_threads(const Cells& c, const SweepOptions& options, int jobs) {
  return [&c, &options, jobs](const std::vector<std::size_t>& open, const auto& finished) {
    std::vector<RunSpec> specs;
    specs.reserve(open.size());
    for (const std::size_t i : open) specs.push_back(c.results[i].spec);
    run_each(
        specs, jobs, options.detail,
        [&](std::size_t i, RunResult result) { return finished(open[i], std::move(result)); },
        options.sink_of ? SinkOfCell([&](std::size_t i) { return options.sink_of(open[i]); })
                        : SinkOfCell());
  };
}

/// Keeps the runs of a stopped sweep without results file.
std::string keep_part(const Scenario& scenario, const SweepOptions& options, const Cells& c) {
  std::string place =
      options.part.empty() ? fmt::format("orrery-{}.part", options.command) : options.part;
  keep_runs(place, scenario, options.detail, c.results);
  return place;
}

void say_how_to_go_on(const Scenario& scenario, const SweepOptions& options, const Cells& c,
                      std::size_t done) {
  std::string place = options.resume;
  const bool has_others = !options.go_on.empty();
  if (place.empty() && (done > 0 || has_others)) place = keep_part(scenario, options, c);
  fmt::print(stderr, "orrery: {}: stopped; {} of {} open runs were finished{}\n", options.command,
             done, c.open.size(),
             place.empty() ? ""
                           : fmt::format(" and are in {}: go on with the same command and "
                                         "--resume {}",
                                         place, options.go_on.empty() ? place : options.go_on));
}

}  // namespace

int jobs_for_small_runs(int wanted) {
  return wanted > 0 ? wanted : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

int jobs_for(const Scenario& scenario, int wanted) {
  std::int64_t most = 1;
  for (const RunSpec& cell : scenario.cells)
    if (cell.skipped.empty()) most = std::max(most, memory_estimate(cell));
  const std::int64_t fit = std::max<std::int64_t>(1, physical_memory() / most);
  if (wanted > fit)
    throw InputError(
        fmt::format("--jobs: {} runs of about {} each at once do not fit into {} of memory; "
                    "expected fewer jobs",
                    wanted, short_size(Bytes(most)), short_size(Bytes(physical_memory()))));
  return static_cast<int>(std::min<std::int64_t>(fit, jobs_for_small_runs(wanted)));
}

void keep_runs(const std::string& place, const Scenario& scenario, Detail detail,
               const std::vector<RunResult>& runs) {
  const std::filesystem::path directory = std::filesystem::path(place).parent_path();
  if (!directory.empty()) std::filesystem::create_directories(directory);
  std::filesystem::remove(place);
  ResultsFile file(place, scenario, detail);
  for (const RunResult& run : runs)
    if (has_run(run)) file.append(run);
}

SweepResults run_sweep(const Scenario& scenario, const SweepOptions& options) {
  std::optional<ResultsFile> file = open_file(scenario, options);
  Cells c = collect(scenario, options, file ? &*file : nullptr);
  std::size_t done = 0;
  {
    const Interrupt interrupt;
    Progress progress(c.open.size(), !options.quiet);
    const auto run =
        options.run ? options.run : on_threads(c, options, jobs_for(scenario, options.jobs));
    run(c.open, [&](std::size_t i, RunResult result) {
      if (file) file->append(result);
      c.results[i] = std::move(result);
      progress.show(++done);
      return !Interrupt::requested();
    });
  }
  const bool stopped = done < c.open.size();
  if (stopped) say_how_to_go_on(scenario, options, c, done);
  return {std::move(c.results), stopped};
}

int exit_code(Outcome outcome) {
  switch (outcome) {
    case Outcome::kFine:
    case Outcome::kSkipped:
    case Outcome::kNotRun:
      return kExitFine;
    case Outcome::kVerificationFailed:
      return kExitFailed;
    case Outcome::kBadInput:
      return kExitBadInput;
    case Outcome::kDeadlock:
      return kExitDeadlock;
    case Outcome::kCrashed:
      return kExitCrashed;
    case Outcome::kLimit:
      return kExitLimit;
    case Outcome::kForbidden:
      return kExitForbidden;
    case Outcome::kInternalError:
      break;
  }
  return kExitInternal;
}

int exit_code(const std::vector<RunResult>& results, const std::set<std::size_t>& as_expected) {
  int worst = kExitFine;
  for (std::size_t i = 0; i < results.size(); ++i)
    if (!as_expected.contains(i)) worst = std::max(worst, exit_code(results[i].outcome));
  return worst;
}

int report_failure(const RunResult& run) {
  fmt::print(stderr, "{}", failures({run}, {}));
  return exit_code(run.outcome);
}

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

/// Runs a part; returns its runs in order, without those that had not ended at Ctrl-C.
std::vector<RunResult> run_part(const Scenario& part, int jobs, const std::function<void()>& done) {
  std::vector<std::optional<RunResult>> found(part.cells.size());
  run_each(part.cells, jobs, Detail::kFull, [&](std::size_t i, RunResult result) {
    found[i] = std::move(result);
    done();
    return !Interrupt::requested();
  });
  std::vector<RunResult> results;
  for (auto& result : found)
    if (result) results.push_back(*std::move(result));
  return results;
}

std::string summary(const ScenarioStream& stream, const Scenario& last, const SweepTally& tally,
                    std::size_t unchecked) {
  std::string out;
  if (!stream.title().empty()) out = fmt::format("{}\n", stream.title());
  out += fmt::format("{} of {} runs", short_count(tally.runs), short_count(stream.cells()));
  if (tally.skipped > 0) out += fmt::format(", {} skipped", short_count(tally.skipped));
  out += ". The table is left out; --csv and --json have all runs.\n";
  return out +
         expectations_text(last, tally.passed, tally.checks, static_cast<std::int64_t>(unchecked));
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
      std::vector<RunResult> results = run_part(part, jobs, [&] { progress.show(++done); });
      stopped = results.size() < part.cells.size();
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
  if (!outputs.is_quiet()) outputs.say(summary(stream, last, tally, skipped.size()));
  if (stopped) return kExitStopped;
  return tally.status == kExitFine && outputs.is_strict() && !skipped.empty() ? kExitFailed
                                                                              : tally.status;
}

}  // namespace orrery::inline commands
