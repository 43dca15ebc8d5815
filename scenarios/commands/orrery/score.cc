#include "scenarios/run/score/score.h"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "scenarios/commands/orrery/commands.h"
#include "scenarios/commands/orrery/line/outputs.h"
#include "scenarios/commands/orrery/line/progress.h"
#include "scenarios/commands/orrery/run_sweep.h"
#include "scenarios/report/score/score_report.h"
#include "scenarios/run/score/gpu_times.h"
#include "scenarios/text/scenario_library.h"
#include "scenarios/text/words.h"

namespace orrery::inline commands {
namespace {

constexpr const char* kScoreFooter =
    R"(Predicts collectives that were measured on real machines, and reports the errors, and how often
the predicted algorithms are the fastest. MEASURED.csv has a line for each measured collective. `orrery reference`
describes its columns and those of the mapping; assets/machines.md tells how to add a machine. Without a file it scores the built-in
measurements of four machines.

--osu FILE[,KEY=VALUE..].. takes outputs of OSU or IMB benchmarks as they were printed, --nccl-tests FILE.. those of
nccl-tests. --given adds facts that they lack, such as machine=lumi,ranks=8; facts about one file follow its name.

A machine is a scenario: machines/NAME.toml, built in or in --machines DIR. The tables in --alloc
(MACHINE_TIMESTAMP.csv, with rank, node and group) place the ranks.

With --schedules the rows are schedules of other tools on the GPUs of one node, with a link from every GPU to
every other. α and β are fitted to ring allreduces, or to the files of --fit-on, and predict the others; errors
are reported by size and by file.

With --gpu the rows are of nccl-tests, and formulas for NCCL's rings, trees, NVLS, PAT and all-to-all predict them
from ten numbers; the report separates layouts to which these were fitted from the others.

Examples:
  orrery score
  orrery score --left-out
  orrery score --gpu
  orrery score --machine lumi --max-ranks 16 --json score.json
  orrery score --machine leonardo --max-ranks 64 --jobs 2 -o measured-predicted.svg --winners winners.svg
  orrery score --osu examples/osu_allreduce.txt,algorithm=recursive-doubling-latency --given machine=lumi,ranks=16
  orrery score --nccl-tests examples/nccl.log

Exit codes: 0 fine, 1 nothing was scored, 2 bad input, 3 to 6 and 70 as for orrery run, 130 stopped.)";

struct ScoreOptions {
  std::string measured, mapping, alloc, machines, folder, resume;
  std::string schedules, fit_on, given;
  std::vector<std::string> osu, nccl_tests;
  OutputOptions output;
  int max_ranks = 0, jobs = 0;
  bool gpu = false, left_out = false;
};

std::filesystem::path built_in(const char* name) {
  return scenario_directory() / "machines" / "data" / name;
}

/// Fills in the built-in measurements, and places, if none are given.
ScoreOptions completed(ScoreOptions options) {
  options.gpu |= !options.nccl_tests.empty();
  if (options.gpu && options.measured.empty() && options.nccl_tests.empty())
    options.measured = built_in("nccl_h100.csv").string();
  if (!options.measured.empty() || !options.osu.empty() || options.gpu) return options;
  if (!options.schedules.empty())
    throw InputError("score: MEASURED.csv is missing; expected a table of measured schedules");
  options.measured = built_in("measured.csv").string();
  if (options.alloc.empty()) options.alloc = built_in("alloc").string();
  return options;
}

Machines machines(const ScoreOptions& options) {
  std::vector<std::filesystem::path> folders;
  if (!options.folder.empty()) folders.emplace_back(options.folder);
  folders.push_back(scenario_directory() / "machines");
  std::error_code none;
  if (!options.alloc.empty() && !std::filesystem::is_directory(options.alloc, none))
    throw InputError(fmt::format("--alloc: {} is not a folder", options.alloc));
  Machines all(std::move(folders), options.alloc);
  if (options.left_out) all.leave_out_jobs();
  return all;
}

ScoreRequest request(const ScoreOptions& options) {
  ScoreRequest request{{}, options.max_ranks};
  if (!options.machines.empty())
    for (const std::string_view name : split(std::string_view(options.machines), ','))
      request.machines.emplace_back(name);
  return request;
}

Scenario score_scenario(const ScorePlan& plan) {
  Scenario scenario;
  scenario.title = "score";
  scenario.cells = plan.runs;
  scenario.swept = {"run"};
  return scenario;
}

/// Fills in the results; a run that failed gives a reason.
void take_results(ScorePlan& plan, const std::vector<RunResult>& runs) {
  for (ScoredRow& row : plan.rows) {
    if (!row.run) continue;
    const RunResult& r = runs[*row.run];
    row.predicted = predicted_seconds(plan.runs[*row.run], r, row.left_out);
    if (!row.predicted) row.reason = r.error.value_or("the run takes no time");
  }
}

/// Writes the tables of both kinds of scores.
void write_tables(const Outputs& outputs, const std::string& text, const std::string& as_csv,
                  const std::string& as_json) {
  if (!outputs.is_quiet()) outputs.say(text);
  outputs.write("--csv", [&] { return as_csv; });
  outputs.write("--json", [&] { return as_json; });
}

/// Scores schedules of other tools on one node, which two parameters predict.
int score_schedules(const ScoreOptions& options, const Pictures* pictures) {
  std::vector<MeasuredSchedule> rows = read_measured_schedules(options.measured);
  const Outputs outputs(options.output, pictures);
  const NodeCosts costs = fit_and_predict(rows, options.schedules, options.fit_on);
  write_tables(outputs, schedule_times_text(costs, rows), schedule_times_csv(rows, "xml"),
               schedule_times_json(costs, rows));
  return kExitFine;
}

/// Scores NCCL on nodes of GPUs, by formulas.
int score_gpu(const ScoreOptions& options, const Pictures* pictures) {
  const NcclCosts costs(built_in("nccl_h100_costs.csv").string());
  std::vector<std::string> warnings;
  const auto rows = predict_nccl({options.measured, options.nccl_tests, options.given},
                                 built_in("nccl_h100.csv").string(), costs, &warnings);
  say_warnings(warnings);
  const Outputs outputs(options.output, pictures);
  write_tables(outputs, times_text(rows, "layout"), schedule_times_csv(rows, "layout"),
               times_json(rows));
  return kExitFine;
}

/// Warns of messages between ranks of a node that would cost nothing.
void warn_of_free_messages(const ScorePlan& plan) {
  const auto runs = std::ranges::count_if(plan.runs, [](const RunSpec& run) {
    return run.mapping.ranks_per_host > 1 && run.costs.host_alpha == Time{0} &&
           run.costs.host_beta == CostPerByte{0};
  });
  if (runs > 0)
    fmt::print(stderr,
               "orrery: in {} runs ranks share a node, and messages between them cost nothing: "
               "host_alpha and host_beta are 0\n",
               runs);
}

/// Returns the rows of the table, and of outputs of benchmarks with the facts after their names.
std::vector<MeasuredRow> given_rows(const ScoreOptions& options) {
  std::vector<MeasuredRow> rows;
  std::vector<std::string> warnings;
  if (!options.measured.empty()) rows = read_measured(options.measured, {options.given}, &warnings);
  for (const std::string& output : options.osu) {
    const std::size_t end = std::min(output.find(','), output.size());
    const GivenFacts facts{options.given + output.substr(end)};
    for (MeasuredRow& row : read_measured(output.substr(0, end), facts, &warnings))
      rows.push_back(std::move(row));
  }
  say_warnings(warnings);
  return rows;
}

int score(const ScoreOptions& options, const Pictures* pictures) {
  if (options.gpu) return score_gpu(options, pictures);
  if (!options.schedules.empty()) return score_schedules(options, pictures);
  const Counterparts known(options.mapping.empty() ? built_in("mapping.csv").string()
                                                   : options.mapping);
  Machines all = machines(options);
  ScorePlan plan = plan_score(given_rows(options), known, all, request(options));
  const Outputs outputs(options.output, pictures);
  warn_of_free_messages(plan);
  if (!plan.runs.empty()) {
    const auto [runs, stopped] = run_for_times(score_scenario(plan), "score", options.resume,
                                               options.jobs, outputs.is_quiet());
    if (stopped) return kExitStopped;
    take_results(plan, runs);
  }
  write_tables(outputs, score_text(plan.rows), score_csv(plan.rows), score_json(plan.rows));
  outputs.draw("-o", [&] { return score_plot(plan.rows); });
  outputs.draw("--winners", [&] { return winners_plot(plan.rows); });
  if (std::ranges::any_of(plan.rows, [](const ScoredRow& r) { return r.predicted.has_value(); }))
    return kExitFine;
  fmt::print(stderr, "orrery: score: nothing was scored: each row of {} is left out\n",
             options.measured.empty() ? "the table" : options.measured);
  return kExitFailed;
}

}  // namespace

void add_score_command(CommandLine& app, int& status, const Pictures* pictures) {
  const auto [command, options] = app.add_command<ScoreOptions>(
      "score", "Score predicted times against times measured on machines", kScoreFooter, status,
      [](const ScoreOptions& given, const Pictures* drawn) {
        return score(completed(given), drawn);
      },
      pictures);
  command.add_option("measured", options.measured,
                     "Measured collectives, one line for each. Default: the built-in ones",
                     "MEASURED.csv");
  const auto add = [&command = command](const char* name, auto& value, const char* help,
                                        const char* text, const char* group) {
    return command.add_option(name, value, help, text)->group(group);
  };
  add("--machine", options.machines, "Only these machines. Default: all", "NAME,..", "Input");
  add("--mapping", options.mapping,
      "Table that maps measured algorithms to those of the catalogue. Default: "
      "machines/data/mapping.csv",
      "FILE", "Input");
  add("--osu", options.osu,
      "Outputs of OSU or IMB benchmarks, with facts as in --given after a comma",
      "FILE[,KEY=VALUE..] ...", "Input");
  add("--nccl-tests", options.nccl_tests, "Outputs of nccl-tests, scored as with --gpu", "FILE ...",
      "Input");
  add("--given", options.given, kGivenHelp, "KEY=VALUE,..", "Input");
  add("--alloc", options.alloc, "Folder with a table for each job: the node and group of each rank",
      "DIR", "Input");
  add("--machines", options.folder,
      "Folder of machine scenarios, searched before the built-in ones", "DIR", "Input");
  add("--schedules", options.schedules,
      "Folder of schedules of other tools, which MEASURED.csv names (xml, bytes, measured_us)",
      "DIR", "Input");
  add("--fit-on", options.fit_on,
      "With --schedules: fit α and β to the files whose names match. Default: *ar_ring*, else the "
      "library's own allreduce",
      "PATTERN", "Input");
  command
      .add_flag("--gpu", options.gpu,
                "MEASURED.csv is of nccl-tests on nodes of 8 H100 (nodes, gpus_per_node, "
                "collective, bytes, time_us). Default: the built-in ones")
      ->group("Input");
  add("--max-ranks", options.max_ranks, "Leave out rows with more ranks. Default: none", "N",
      "Input")
      ->check(Between{1, 1 << 30});
  command
      .add_flag("--left-out", options.left_out,
                "Predict each fitted job with costs that were fitted without it "
                "(machines/data/left_out.csv)")
      ->group("Input");
  OutputOptions& output = options.output;
  output.add_file(command, "--csv", "Every row with its prediction; - is standard output");
  output.add_file(command, "--json", "The scores as JSON");
  output.add_picture(command, "-o,--out", "Measured against predicted times");
  output.add_picture(command, "--winners",
                     "A picture of the fastest algorithms by cell, measured and predicted");
  add("--resume", options.resume, "Keep finished runs in this file, and continue from those it has",
      "FILE", "Output");
  add("-j,--jobs", options.jobs, kJobsHelp, "N", "Output")->check(Between{1, 1024});
  command.add_flag("-q,--quiet", output.quiet, "No table and no progress")->group("Output");
}

}  // namespace orrery::inline commands
