#include <algorithm>
#include <exception>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>

#include "emu/trace/json_lines.h"
#include "scenarios/cli/commands.h"
#include "scenarios/cli/interrupt.h"
#include "scenarios/cli/key_options.h"
#include "scenarios/cli/progress.h"
#include "scenarios/export.h"
#include "scenarios/output_file.h"
#include "scenarios/report.h"
#include "scenarios/units_text.h"
#include "scenarios/validate.h"

namespace orrery {
namespace {

constexpr const char* kFooter =
    R"(Values are written with their units: 500ns, 2MiB, 400Gb/s, 50GB/s, 20ps/B. k, M, G are powers of
1000; Ki, Mi, Gi powers of 1024. A comma list makes a sweep over all combinations.

Examples:
  orrery run lessons/first-allreduce
  orrery run --algorithm ring,rabenseifner --topology torus:8x8 --bytes 32B,2MiB --ports unlimited
  orrery run my.toml --ranks 16 --payload real --json results.json
  orrery run my.toml --jobs 2 --csv - --quiet > results.csv

Exit codes: 0 fine, 1 an expectation or a verification failed, 2 bad input, 3 deadlock or internal
error, 130 stopped: Ctrl-C ends a sweep after the runs under way, and what was finished is reported.)";

/// What was said on the command line.
struct RunOptions {
  std::string scenario;
  KeyOptions keys;
  std::map<std::string, std::optional<std::string>> outputs;  ///< by option name
  std::string trace_level = "all";
  int jobs = 1;
  bool quiet = false;
};

/// The files to write; each is known to be writable.
class Outputs {
 public:
  explicit Outputs(const RunOptions& options) {
    std::set<std::filesystem::path> places;
    for (const auto& [option, target] : options.outputs) {
      if (!target) continue;
      const OutputFile& file = files_.emplace(option, OutputFile(*target, option)).first->second;
      if (!places.insert(file.place()).second)
        throw InputError(
            fmt::format("{}: '{}' is already written by another option", option, *target));
    }
  }

  bool wants(const std::string& option) const { return files_.contains(option); }
  bool use_stdout() const {
    return std::ranges::any_of(files_, [](const auto& file) { return file.second.is_stdout(); });
  }
  const OutputFile& file(const std::string& option) const { return files_.at(option); }
  void write(const std::string& option, const std::string& text) const { file(option).write(text); }

 private:
  std::map<std::string, OutputFile> files_;
};

void check_jobs(const Scenario& scenario, int jobs) {
  std::int64_t most = 0;
  for (const RunSpec& cell : scenario.cells)
    if (cell.skipped.empty()) most = std::max(most, memory_estimate(cell));
  if (jobs > 1 && most > physical_memory() / jobs)
    throw InputError(
        fmt::format("--jobs: {} runs of about {} each at once do not fit into {} of memory; "
                    "expected fewer jobs",
                    jobs, short_size(Bytes(most)), short_size(Bytes(physical_memory()))));
}

void check_trace(const Scenario& scenario) {
  if (scenario.cells.size() != 1)
    throw InputError(fmt::format(
        "--trace: the scenario has {} cells; expected exactly one (choose with options such as "
        "--algorithm and --bytes)",
        scenario.cells.size()));
}

int exit_code(const std::vector<RunResult>& results, const std::vector<Check>& checks) {
  const auto any = [&](Outcome outcome) {
    return std::ranges::find(results, outcome, &RunResult::outcome) != results.end();
  };
  if (any(Outcome::kDeadlockOrInternal)) return kExitInternal;
  if (any(Outcome::kBadInput)) return kExitBadInput;
  const bool failed = std::ranges::find(checks, false, &Check::passed) != checks.end();
  return failed || any(Outcome::kVerificationFailed) ? kExitFailed : kExitFine;
}

TraceLevel trace_level_of(const std::string& text) {
  if (text == "rounds") return TraceLevel::kRounds;
  if (text == "messages") return TraceLevel::kMessages;
  if (text == "all") return TraceLevel::kAll;
  throw InputError(
      fmt::format("--trace-level: '{}' is unknown; expected rounds, messages or all", text));
}

/// The events of a run on their way to a file. What goes wrong there is told when the run is over.
class TraceFile {
 public:
  TraceFile(const OutputFile& file, TraceLevel level)
      : stream_(file), lines_(level, [this](std::string_view text) { write(text); }) {}

  Sink& sink() { return lines_; }
  /// THROWS OutputError.
  void finish() {
    lines_.finish();
    if (failure_) std::rethrow_exception(failure_);
    stream_.commit();
  }

 private:
  void write(std::string_view text) {
    if (failure_) return;
    try {
      stream_.write(text);
    } catch (const OutputError&) {
      failure_ = std::current_exception();
    }
  }

  OutputStream stream_;
  JsonLines lines_;
  std::exception_ptr failure_;
};

struct Results {
  std::vector<RunResult> cells;
  bool stopped = false;  ///< by Ctrl-C: those that had not begun are skipped
};

Results run_cells(const Scenario& scenario, const RunOptions& options, TraceFile* trace) {
  const std::size_t n = scenario.cells.size();
  Progress progress(n, !options.quiet);
  if (trace != nullptr) return {{run_one(scenario.cells.front(), &trace->sink())}};
  std::vector<RunResult> results(n);
  for (std::size_t i = 0; i < n; ++i) {
    results[i].spec = scenario.cells[i];
    results[i].title = scenario.cells[i].title;
    results[i].outcome = Outcome::kSkipped;
    results[i].error = "skipped: stopped before it began";
  }
  const Interrupt interrupt;
  std::size_t done = 0;
  run_each(scenario.cells, options.jobs, Detail::kFull, [&](std::size_t cell, RunResult result) {
    results[cell] = std::move(result);
    progress.show(++done);
    return !Interrupt::requested();
  });
  if (done < n) fmt::print(stderr, "orrery: run: stopped; {} of {} runs were finished\n", done, n);
  return {std::move(results), done < n};
}

int run(const CLI::App& command, const RunOptions& options) {
  const Overrides overrides = options.keys.overrides(command);
  if (options.scenario.empty() && overrides.empty())
    throw InputError(
        "run: nothing to run; expected a scenario or options such as --ranks 8 (see orrery run "
        "--help)");
  const TraceLevel level = trace_level_of(options.trace_level);
  const Scenario scenario = load_scenario(options.scenario, overrides);
  const Outputs outputs(options);
  if (outputs.wants("--trace")) check_trace(scenario);
  check_jobs(scenario, options.jobs);

  std::optional<TraceFile> trace;
  if (outputs.wants("--trace")) trace.emplace(outputs.file("--trace"), level);
  const auto [results, stopped] = run_cells(scenario, options, trace ? &*trace : nullptr);
  const auto checks = check_expectations(scenario, results);

  if (!options.quiet && !outputs.use_stdout()) write_stdout(report(scenario, results, checks));
  fmt::print(stderr, "{}", failures(results, checks));
  if (outputs.wants("--json")) outputs.write("--json", to_json(results));
  if (outputs.wants("--csv")) outputs.write("--csv", to_csv(results));
  if (outputs.wants("--junit")) outputs.write("--junit", to_junit(scenario, results, checks));
  if (trace) trace->finish();
  return stopped ? kExitStopped : exit_code(results, checks);
}

void add_output_options(CLI::App& command, RunOptions& options) {
  const auto add = [&](const std::string& name, const char* help) {
    command.add_option(name, options.outputs[name], help)
        ->type_name("FILE")
        ->option_text("FILE|-")
        ->group("Output");
  };
  add("--json", "All results as JSON; - is standard output, which then has no table");
  add("--csv", "All results as CSV, one line a run");
  add("--junit", "One test case for each run and each expectation, as JUnit XML");
  add("--trace", "The events of the run as JSON lines, as they happen (exactly one cell)");
  command
      .add_option("--trace-level", options.trace_level,
                  "rounds: who enters which round when; messages: and all messages and "
                  "computations; all: and every change of a rate. Default: all")
      ->type_name("")
      ->option_text("rounds|messages|all")
      ->group("Output");
  command.add_option("--jobs", options.jobs, "Runs of a sweep at the same time. Default: 1")
      ->type_name("N")
      ->option_text("N")
      ->check(CLI::Range(1, 1024))
      ->group("Output");
  command.add_flag("--quiet", options.quiet, "No table and no progress, only failures")
      ->group("Output");
}

}  // namespace

void add_run_command(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand("run", "Run a scenario, or what the options say");
  const auto options = std::make_shared<RunOptions>();
  command
      ->add_option(
          "scenario", options->scenario,
          "A scenario file, or a built-in one by name; options replace its keys of the same name")
      ->option_text("SCENARIO.toml");
  options->keys.add_to(*command);
  add_output_options(*command, *options);
  command->footer(kFooter);
  command->callback([command, options, &status] { status = run(*command, *options); });
}

}  // namespace orrery
