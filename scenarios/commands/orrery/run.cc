#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "emu/engine/stop.h"
#include "emu/trace/background_sink.h"
#include "emu/trace/json_lines.h"
#include "emu/trace/tee.h"
#include "scenarios/commands/orrery/commands.h"
#include "scenarios/commands/orrery/line/interrupt.h"
#include "scenarios/commands/orrery/line/key_options.h"
#include "scenarios/commands/orrery/line/outputs.h"
#include "scenarios/commands/orrery/line/progress.h"
#include "scenarios/commands/orrery/run_several.h"
#include "scenarios/commands/orrery/run_sweep.h"
#include "scenarios/document/sweep.h"
#include "scenarios/report/link_watch.h"
#include "scenarios/report/output_file.h"
#include "scenarios/report/report.h"
#include "scenarios/run/load.h"

namespace orrery::inline commands {
namespace {

constexpr const char* kRunFooter =
    R"(Values are written with their units: 500ns, 2MiB, 400Gb/s, 50GB/s, 20ps/B. k, M, G are powers of
1000; Ki, Mi, Gi powers of 1024. A comma list makes a sweep over all combinations, and so do ranges:
8..1024*2, 1KiB..1GiB*4, 2..10+4. --algorithm all means every algorithm of the collective. Options may replace
keys of a file; its expectations still hold, and those that match no cell are reported.

Examples:
  orrery run lessons/first-allreduce
  orrery run --algorithm ring,rabenseifner --topology torus:8x8 --bytes 32B,2MiB --ports unlimited
  orrery run --ranks 2..16*2 --bytes 1KiB..1MiB*32 --algorithm all
  orrery show lessons/few-rounds-or-few-bytes > my.toml      # a file to change
  orrery run my.toml --ranks 16 --payload real --json results.json
  orrery run my.toml --payload provenance --strict --junit report.xml
  orrery run my.toml lessons/swing --junit report.xml        # one report of all
  orrery run my.toml --jobs 2 --csv - --quiet > results.csv
  orrery run my.toml --links links.csv                       # bytes, flows and busy time of every link
  orrery run my.toml --sort completion_time_s --top 5 --columns algorithm,completion_time_s,xi
  orrery run my.toml --style nccl-tests                      # algbw and busbw; osu: as the OSU benchmarks
  orrery run my.toml --resume my.runs                        # after Ctrl-C or a crash: the same command again
  orrery run my.toml --shard 1/3 --resume 1.runs

Exit codes: 0 fine, 1 an expectation or a verification failed, 2 bad input, 3 deadlock, 4 the code of
a plug-in or schedule crashed, threw or misused a call, 5 a plug-in exceeded a limit, 6 it did
something forbidden, 70 internal error, 130 stopped; of several, the highest. Ctrl-C or SIGTERM stops the
sweep: finished runs are reported and kept, in the file of --resume or in orrery-run.part.)";

/// The options of the command line.
struct RunOptions {
  std::vector<std::string> scenarios;
  KeyOptions keys;
  OutputOptions output;
  std::string trace_level = "all";
  std::string resume, shard;
  int jobs = 0;  ///< 0: as many as fit
};

TraceLevel trace_level_of(const std::string& text) {
  if (text == "rounds") return TraceLevel::kRounds;
  if (text == "messages") return TraceLevel::kMessages;
  if (text == "all") return TraceLevel::kAll;
  throw InputError(
      fmt::format("--trace-level: '{}' is unknown; expected rounds, messages or all", text));
}

/// The events of a run, written to a file. Its errors are reported when the run is over.
class TraceFile {
 public:
  TraceFile(const OutputFile& file, TraceLevel level, Network network)
      : stream_(file),
        network_(std::move(network)),
        lines_(
            level, [this](std::string_view text) { stream_.write(text); }, &network_) {
    if (level > TraceLevel::kRounds) background_.emplace(lines_);
  }

  Sink& sink() { return background_ ? static_cast<Sink&>(*background_) : lines_; }
  /// Ends the file. THROWS OutputError.
  void finish() {
    if (background_) background_->finish();
    lines_.finish();
    stream_.commit();
  }

 private:
  OutputStream stream_;
  Network network_;
  JsonLines lines_;
  std::optional<BackgroundSink> background_;  // lines of rounds are few
};

/// Runs the only cell of a scenario and writes its events.
int run_traced(const Scenario& scenario, const RunOptions& options, const Outputs& outputs,
               TraceLevel level) {
  const RunSpec& cell = scenario.cells.front();
  TraceFile trace(outputs.file("--trace"), level,
                  cell.skipped.empty() ? make_network(cell) : Network());
  auto links = outputs.watch_links(scenario.cells.size());
  std::vector<RunResult> results;
  try {
    const Interrupt interrupt;
    Progress progress(1, !options.output.quiet);
    std::optional<Tee> both;
    if (links) both.emplace(trace.sink(), *links->sink_of(0));
    results.push_back(run_one(cell, both ? &*both : &trace.sink()));
  } catch (const Stopped&) {
    fmt::print(stderr, "orrery: run: stopped; no trace is written\n");
    return kExitStopped;
  }
  if (links) outputs.write_links(results, *links);
  const int status = outputs.report(scenario, std::move(results));
  trace.finish();
  return status;
}

/// Runs a part of the cells; `orrery merge` reports them.
int run_shard(const Scenario& scenario, const SweepOptions& sweep, const std::string& shard) {
  const auto [results, stopped] = run_sweep(scenario, sweep);
  fmt::print(stderr, "{}", failures(results, {}));
  if (stopped) return kExitStopped;
  if (!sweep.quiet)
    fmt::print(stderr,
               "orrery: run: the {} of {} runs of shard {} are in {}; put all shards together with "
               "orrery merge\n",
               results.size(), scenario.cells.size(), shard, sweep.resume);
  return exit_code(results);
}

void check_combination(const RunOptions& options, const Outputs& outputs) {
  if (outputs.wants("--trace") && !options.resume.empty())
    throw InputError("--trace: a traced run cannot be resumed; expected no --resume");
  for (const char* links : {"--links", "--link-rounds"})
    if (outputs.wants(links) && !options.resume.empty())
      throw InputError(fmt::format(
          "{}: a results file does not keep the loads of links; expected no --resume", links));
  if (options.shard.empty()) return;
  if (options.resume.empty())
    throw InputError("--shard: expected --resume FILE as well, the file for the results");
  if (options.output.strict)
    throw InputError("--strict: a shard checks no expectations; expected it with orrery merge");
  if (!outputs.empty())
    throw InputError(
        "--shard: a shard has no output but its results file; expected --json, --csv and --junit "
        "with orrery merge");
}

/// Runs a long sweep; every cell is checked before the first one runs.
int run_long(const ScenarioStream& stream, const RunOptions& options) {
  for (const auto& [name, value] :
       {std::pair("--resume", options.resume), {"--shard", options.shard}})
    if (!value.empty())
      throw InputError(fmt::format("{}: a results file cannot keep {} runs; expected at most {}",
                                   name, stream.cells(), kMostCells));
  const Outputs outputs(options.output);
  for (const auto& [name, given] : {std::pair("--sort", outputs.view().sort != nullptr),
                                    {"--top", outputs.view().top > 0},
                                    {"--markdown", outputs.wants("--markdown")},
                                    {"--style", !options.output.style.empty()}})
    if (given)
      throw InputError(fmt::format("{}: a table cannot have {} runs; expected at most {}", name,
                                   stream.cells(), kMostCells));
  if (outputs.wants("--trace"))
    throw InputError(
        fmt::format("--trace: the scenario has {} cells; expected exactly one", stream.cells()));
  for (const char* links : {"--links", "--link-rounds"})
    if (outputs.wants(links))
      throw InputError(fmt::format("{}: the scenario has {} cells; expected at most {}", links,
                                   stream.cells(), kMostCells));
  int jobs = options.jobs;
  stream.for_each_part([&](const Scenario& part, std::int64_t) {
    const int fit = jobs_for(part, options.jobs);
    jobs = jobs == 0 ? fit : std::min(jobs, fit);
    return true;
  });
  return run_long_sweep(stream, outputs, jobs);
}

/// Reports that nothing can be run: the plug-in could not be loaded.
int report_failed_plugin(OutputOptions options) {
  options.quiet = true;
  RunResult result;
  try {
    std::rethrow_exception(failed_plugin());
  } catch (const PluginError& e) {
    result.outcome = outcome_of(e);
    result.error = e.what();
  }
  return Outputs(options).report({}, {result});
}

SweepOptions sweep_of(const RunOptions& options) {
  return {.command = "run",
          .resume = options.resume,
          .jobs = options.jobs,
          .quiet = options.output.quiet};
}

/// Runs one scenario; its name may be empty: only overrides.
int run_one_scenario(const std::string& scenario_name, const Overrides& overrides,
                     const RunOptions& options) {
  const TraceLevel level = trace_level_of(options.trace_level);
  const ScenarioStream stream(scenario_name, overrides);
  if (stream.is_long()) return run_long(stream, options);
  const Scenario scenario = stream.whole();
  const Outputs outputs(options.output);
  check_combination(options, outputs);
  outputs.check_style(scenario);
  if (!options.output.quiet) say_remarks(scenario);
  if (outputs.wants("--trace")) {
    check_single_cell(scenario, "--trace");
    return run_traced(scenario, options, outputs, level);
  }
  jobs_for(scenario, options.jobs);
  SweepOptions sweep = sweep_of(options);
  if (!options.shard.empty()) {
    sweep.shard = parse_shard(options.shard, "--shard");
    return run_shard(scenario, sweep, options.shard);
  }
  auto links = outputs.watch_links(scenario.cells.size());
  if (links) sweep.sink_of = [&](std::size_t cell) { return links->sink_of(cell); };
  auto [results, stopped] = run_sweep(scenario, sweep);
  if (links) outputs.write_links(results, *links);
  const int status = outputs.report(scenario, std::move(results));
  return stopped ? kExitStopped : status;
}

void check_several(const RunOptions& options) {
  if (!options.shard.empty())
    throw InputError("--shard: shards are of one scenario; expected no other");
  if (options.output.files.at("--trace"))
    throw InputError("--trace: there are several scenarios; expected exactly one run");
}

int run(const CommandLine& command, const RunOptions& options) {
  if (failed_plugin()) return report_failed_plugin(options.output);
  const Overrides overrides = options.keys.overrides(command);
  const auto& names = options.scenarios;
  if (names.empty() && overrides.empty())
    throw InputError(
        "run: nothing to run; expected a scenario or options such as --ranks 8 (see orrery run "
        "--help)");
  if (names.size() < 2)
    return run_one_scenario(names.empty() ? "" : names.front(), overrides, options);
  check_several(options);
  const Outputs outputs(options.output);
  check_combination(options, outputs);
  return run_several(names, overrides, sweep_of(options), outputs);
}

void add_output_options(CommandLine& command, RunOptions& options) {
  options.output.add_to(command);
  options.output.add_view_to(command);
  options.output.add_file(command, "--trace",
                          "Events of the run as JSON lines, as they happen (exactly one cell)");
  options.output.add_file(command, "--links",
                          "Bytes, flows and busy time of every link: a line for each link of each "
                          "run, as CSV, or as JSON if the name ends in .json");
  options.output.add_file(
      command, "--link-rounds",
      "Loads of links by round: a line for each round and each link that carried bytes in it");
  command.add_output(
      "--trace-level", options.trace_level,
      "rounds: times at which the first and the last rank enter each round; messages: these times "
      "for all ranks, messages and computations; all: changes of rates as well. Default: all",
      "rounds|messages|all");
  command.add_output("-j,--jobs", options.jobs, kJobsHelp, "N")->check(Between{1, 1024});
  command.add_output(
      "--resume", options.resume,
      "Keep finished runs in this file, and continue from those it has; with several scenarios a "
      "directory with a file for each",
      "FILE|DIR");
  command.add_output(
      "--shard", options.shard,
      "Run only cells I, I + N, I + 2N, ... of the sweep, into the file of --resume (orrery merge "
      "joins the files)",
      "I/N");
}

}  // namespace

void add_run_command(CommandLine& app, int& status) {
  const auto [command, options] = app.add_command<RunOptions>(
      "run", "Run scenarios, or a run that options describe, and report metrics", kRunFooter,
      status, run);
  command.add_option(
      "scenario", options.scenarios,
      "Scenario files, - for standard input, or built-in ones by name; options replace "
      "keys of the same name in all of them",
      "SCENARIO.toml|- ...");
  options.keys.add_to(command);
  add_output_options(command, options);
}

}  // namespace orrery::inline commands
