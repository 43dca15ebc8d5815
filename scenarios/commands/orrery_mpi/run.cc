#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "scenarios/cell/validate.h"
#include "scenarios/commands/orrery/commands.h"
#include "scenarios/commands/orrery/line/key_options.h"
#include "scenarios/commands/orrery/line/outputs.h"
#include "scenarios/commands/orrery/line/progress.h"
#include "scenarios/commands/orrery/run_sweep.h"
#include "scenarios/commands/orrery_mpi/commands.h"
#include "scenarios/commands/orrery_mpi/measure.h"
#include "scenarios/report/export.h"
#include "scenarios/report/report.h"
#include "scenarios/report/table.h"
#include "scenarios/run/load.h"
#include "scenarios/run/runner.h"
#include "scenarios/text/units_text.h"

namespace orrery::inline commands {
namespace {

/// A cell that was run on the processes: the emulator's prediction, and the measurement; nothing if
/// it was not run.
struct MeasuredRun {
  RunResult predicted;
  std::optional<Measurement> measured;
};

Time time_of(double seconds) {
  return Time(std::llround(seconds * 1e12));
}

FieldValue time_or_null(bool there, double seconds) {
  return there ? FieldValue(time_of(seconds)) : FieldValue();
}

std::string verdict(const std::string& mismatch) {
  return mismatch.empty() ? "yes" : "NO";
}

std::string ratio(double a, double b) {
  if (b <= 0) return "–";
  return a < 100 * b ? fmt::format("{:.2f} ×", a / b) : fmt::format("{:.0f} ×", a / b);
}

class MeasuredTable {
 public:
  MeasuredTable(const Scenario& scenario, bool native) : scenario_(scenario), native_(native) {
    for (const std::string& key : scenario.swept) table_.left({key});
    if (scenario.swept.empty()) table_.left({"algorithm"});
    table_.right({"measured", "fastest", "slowest", "predicted", "measured/predicted"})
        .left({"verified"});
    if (!native) return;
    table_.right({"native", "measured/native"}).left({"native verified"});
  }

  void add(const MeasuredRun& run) {
    const RunResult& r = run.predicted;
    std::vector<std::string> cells;
    for (const auto& [key, value] : r.spec.swept) cells.push_back(value);
    if (cells.empty()) cells.push_back(r.spec.algorithm);
    const std::size_t labels = cells.size();
    if (run.measured)
      add_times(*run.measured, r, cells);
    else
      cells.emplace_back(r.outcome == Outcome::kSkipped ? "skipped" : "FAILED");
    cells.resize(labels + (native_ ? 9 : 6));
    table_.add_row(std::move(cells));
  }

  std::string text() const { return table_.text(); }

 private:
  void add_times(const Measurement& m, const RunResult& r, std::vector<std::string>& cells) const {
    const Timing& t = m.algorithm;
    for (const double seconds : {t.median, t.fastest, t.slowest})
      cells.push_back(short_time(time_of(seconds)));
    cells.push_back(short_time(r.metrics.completion));
    cells.push_back(ratio(t.median, to_seconds(r.metrics.completion)));
    cells.push_back(verdict(t.mismatch));
    if (!m.native) return;
    cells.push_back(short_time(time_of(m.native->median)));
    cells.push_back(ratio(t.median, m.native->median));
    cells.push_back(verdict(m.native->mismatch));
  }

  const Scenario& scenario_;
  bool native_;
  TextTable table_;
};

/// Returns the run as a row of the results: the prediction's fields, `verified` by the data of the
/// processes, and further ones: measured_time_s (the median), measured_min_s, measured_max_s,
/// native_time_s, native_verified, repetitions, mpi.
RunResult to_result(const MeasuredRun& run, const MeasureOptions& options,
                    const std::string& library) {
  RunResult r = run.predicted;
  const Measurement* const m = run.measured ? &*run.measured : nullptr;
  if (m != nullptr) {
    const bool wrong_native = m->native && !m->native->mismatch.empty();
    r.verified = m->algorithm.mismatch.empty();
    if (!*r.verified || wrong_native) {
      r.outcome = Outcome::kVerificationFailed;
      r.error = !*r.verified ? m->algorithm.mismatch
                             : "the library's own collective: " + m->native->mismatch;
    }
  }
  const bool native = m != nullptr && m->native;
  r.more = {{"measured_time_s", time_or_null(m != nullptr, m != nullptr ? m->algorithm.median : 0)},
            {"measured_min_s", time_or_null(m != nullptr, m != nullptr ? m->algorithm.fastest : 0)},
            {"measured_max_s", time_or_null(m != nullptr, m != nullptr ? m->algorithm.slowest : 0)},
            {"native_time_s", time_or_null(native, native ? m->native->median : 0)},
            {"native_verified", native ? FieldValue(m->native->mismatch.empty()) : FieldValue()},
            {"repetitions", std::int64_t{options.repetitions}},
            {"mpi", library}};
  return r;
}

/// Returns a table of measurements and predictions for readers.
std::string measured_report(const Scenario& scenario, const std::vector<MeasuredRun>& runs,
                            const MeasureOptions& options, const std::string& library) {
  MeasuredTable table(scenario, options.native);
  for (const MeasuredRun& run : runs) table.add(run);
  std::string out = heading(scenario) + table.text();
  out += fmt::format(
      "\nmeasured: {}, median of {} repetitions after {} to warm up, each from a barrier to the "
      "end of its slowest rank.\npredicted: the emulator, for the costs above.\n",
      library, options.repetitions, options.warmup);
  const bool replaced = std::ranges::any_of(
      runs, [](const MeasuredRun& run) { return run.measured && run.measured->replaced_operator; });
  if (options.native)
    out += fmt::format(
        "native: the collective of {} on the same data{}.\n", library,
        replaced ? ", with Orrery's operator if the library's overflows differently" : "");
  for (const MeasuredRun& run : runs)
    if (run.predicted.outcome == Outcome::kSkipped)
      out += fmt::format("{}: {}\n", cell_name(run.predicted.spec), *run.predicted.error);
  return out;
}

constexpr const char* kMpiRunFooter =
    R"(Every process is a rank: the scenario must have as many ranks, or leave the number open. The network of the
scenario only matters for the prediction; [expect] is not checked.

Examples:
  mpirun -n 8 orrery-mpi run --collective allreduce --algorithm ring,rabenseifner --bytes 1KiB,1MiB
  mpirun -n 4 orrery-mpi run lessons/first-allreduce --against-native
  mpirun -n 4 orrery-mpi run my.toml --repetitions 50 --json results.json

Exit codes: 0 fine, 1 a verification failed, 2 bad input, 3 a rank failed or waited in vain.)";

struct MpiRunOptions {
  std::string scenario;
  KeyOptions keys;
  MeasureOptions measure;
  OutputOptions output;
};

void check_ranks(const Scenario& scenario, const Processes& processes) {
  for (const RunSpec& cell : scenario.cells) {
    if (runs_operations(cell))
      throw InputError("operation: several operations run in the emulator only");
    if (schedule_of(cell) != nullptr)
      throw InputError("collective: schedules from files run in the emulator only");
    if (cell.ranks != processes.size())
      throw InputError(
          fmt::format("ranks: {} has {} ranks, but there are {} processes; expected mpirun -n {}, "
                      "or --ranks {}",
                      scenario.file.empty() ? "the run" : scenario.file.string(), cell.ranks,
                      processes.size(), cell.ranks, processes.size()));
  }
}

/// Refuses cells with [conditions]: real machines have conditions of their own.
void check_conditions(const Scenario& scenario) {
  for (const RunSpec& cell : scenario.cells)
    for (const Key& key : all_keys())
      if (key.table == "conditions" && key.get(cell) != key.get(default_spec()))
        throw InputError(
            fmt::format("{}: '{}' can be emulated, but not enforced on real processes; expected {}",
                        path_of(key), key.get(cell), key.standard));
}

/// Refuses cells for which the MPI library has no collective.
void check_native(const Scenario& scenario, const MeasureOptions& options) {
  for (const RunSpec& cell : scenario.cells)
    if (options.native && cell.skipped.empty() && runs_collective(cell) &&
        cell.neighborhood != Neighborhood::kStar &&
        find_collective(cell.collective).among_neighbors)
      throw InputError(
          "--against-native: MPI_Cart_create has no neighborhood moore; expected star");
}

/// Predicts a cell: the emulator's result on process 0, only the outcome on the others.
RunResult predict(Processes& processes, const RunSpec& cell) {
  RunResult result;
  if (processes.rank() == 0) {
    RunSpec ghost = cell;
    ghost.payload = PayloadKind::kGhost;
    result = run_one(ghost);
  }
  const bool fine = processes.all(result.outcome == Outcome::kFine ? "" : "failed").front().empty();
  if (processes.rank() != 0) result.outcome = fine ? Outcome::kFine : Outcome::kSkipped;
  result.spec = cell;
  return result;
}

MeasuredRun run_cell(Processes& processes, const RunSpec& cell, const MeasureOptions& options) {
  MeasuredRun run{predict(processes, cell), {}};
  if (run.predicted.outcome != Outcome::kFine) return run;
  run.measured = measure(processes, run.predicted.spec, options);
  return run;
}

int report(const Scenario& scenario, const std::vector<MeasuredRun>& runs,
           const MpiRunOptions& options, const std::string& library, const Outputs& outputs) {
  std::vector<RunResult> results;
  results.reserve(runs.size());
  for (const MeasuredRun& run : runs) results.push_back(to_result(run, options.measure, library));
  if (!outputs.is_quiet()) outputs.say(measured_report(scenario, runs, options.measure, library));
  fmt::print(stderr, "{}", failures(results, {}));
  outputs.write("--json", [&] { return to_json(results); });
  outputs.write("--csv", [&] { return to_csv(results); });
  return exit_code(results);
}

int run(const CommandLine& command, const MpiRunOptions& options, Processes& processes) {
  const Overrides overrides = options.keys.overrides(command);
  const bool speaks = processes.rank() == 0;
  const int here = processes_here(processes.hosts(), processes.rank());
  Scenario scenario;
  std::optional<Outputs> outputs;  // of process 0, which writes
  agree(processes, [&] {
    if (options.scenario.empty() && overrides.empty())
      throw InputError(
          "run: nothing to run; expected a scenario or options such as --bytes 1MiB (see "
          "orrery-mpi run --help)");
    scenario = load_scenario(options.scenario, overrides, Unsupported::kAsWritten,
                             {{"ranks", fmt::format("{}", processes.size())}});
    for (RunSpec& cell : scenario.cells) cell.payload = PayloadKind::kReal;
    check_ranks(scenario, processes);
    check_conditions(scenario);
    check_native(scenario, options.measure);
    check_memory(scenario, processes, here);
    if (speaks) outputs.emplace(options.output);
  });
  std::vector<MeasuredRun> runs;
  {
    Progress progress(scenario.cells.size(), speaks && !options.output.quiet);
    for (const RunSpec& cell : scenario.cells) {
      runs.push_back(run_cell(processes, cell, options.measure));
      progress.show(runs.size());
    }
  }
  return outputs ? report(scenario, runs, options, processes.library(), *outputs) : kExitFine;
}

void add_options(CommandLine& command, MpiRunOptions& options) {
  const char* const group = "Measuring";
  const auto add = [&](const char* name, auto& value, const char* text, const char* help) {
    return command.add_option(name, value, help, text)->group(group);
  };
  add("--repetitions", options.measure.repetitions, "N",
      "Number of measured runs; their median counts. Default: 11")
      ->check(Between{1, 1'000'000});
  add("--warmup", options.measure.warmup, "N",
      "Number of runs before the measured ones. Default: 2")
      ->check(Between{0, 1'000'000});
  add("--timeout", options.measure.patience, "SECONDS",
      "Longest time that a rank may wait for a message; after it the program names all waiting "
      "ranks. Default: 60")
      ->check(Between{0.001, 1e6});
  command
      .add_flag(
          "--against-native", options.measure.native,
          "Measure the MPI library's own collective (MPI_Allreduce, ...) on the same data too")
      ->group(group);
  OutputOptions& output = options.output;
  output.add_file(command, "--json",
                  "All results as JSON; - is standard output, which then has no table");
  output.add_file(command, "--csv", "All results as CSV, one line for each run");
  command.add_flag("-q,--quiet", output.quiet, "No table and no progress, only failures")
      ->group("Output");
}

}  // namespace

void add_mpi_run_command(CommandLine& app, Processes* processes, int& status) {
  const auto [command, options] = app.add_command<MpiRunOptions>(
      "run", "Run algorithms on the processes and measure their times", kMpiRunFooter, status,
      [processes](const CommandLine& given, const MpiRunOptions& o) {
        return run(given, o, *processes);
      });
  add_scenario_option(command, options.scenario, false);
  add_options(command, options);
  options.keys.add_to(command);
}

}  // namespace orrery::inline commands
