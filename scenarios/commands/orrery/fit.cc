#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "scenarios/commands/orrery/commands.h"
#include "scenarios/commands/orrery/line/outputs.h"
#include "scenarios/commands/orrery/line/progress.h"
#include "scenarios/commands/orrery/run_sweep.h"
#include "scenarios/keys/keys.h"
#include "scenarios/report/output_file.h"
#include "scenarios/report/score/score_report.h"
#include "scenarios/run/metrics/result_text.h"
#include "scenarios/run/score/machine_fit.h"
#include "scenarios/text/scenario_library.h"
#include "scenarios/text/words.h"

namespace orrery::inline commands {
namespace {

constexpr const char* kFitFooter =
    R"(Fits the costs of a machine to collectives that were measured on it. Starting from the machine's scenario, it
changes the numbers of the keys in --vary until the mean of |ln(predicted / measured)| stops falling. It
prints the numbers as lines for the scenario, with the score.

--cross-validate also leaves out each job, number of ranks and algorithm in turn and scores the predictions
for it: their errors, and the quality of the predicted choices. Drop a key that does not improve these.

Examples:
  orrery fit examples/osu_allreduce.txt --machine lumi --given ranks=16,algorithm=ring --vary alpha
  orrery fit examples/osu_allreduce.txt --machine lumi --given ranks=16,algorithm=ring \
      --vary alpha,alpha_by_size --cross-validate --jobs 2

Exit codes: 0 fine, 2 bad input.)";

struct FitOptions {
  std::string measured, mapping, alloc, machine, folder, vary, given, left_out;
  int max_ranks = 64, rounds = 20, jobs = 0;
  bool cross_validate = false, quiet = false;
  OutputOptions output;
};

/// Plans only the rows that the scenario of this name is for.
ScorePlan plan_of(const FitOptions& options) {
  const auto built_in = scenario_directory() / "machines";
  const Counterparts known(options.mapping.empty() ? (built_in / "data" / "mapping.csv").string()
                                                   : options.mapping);
  std::vector<std::filesystem::path> folders;
  if (!options.folder.empty()) folders.emplace_back(options.folder);
  folders.push_back(built_in);
  Machines machines(std::move(folders), options.alloc);
  std::vector<MeasuredRow> rows;
  std::vector<std::string> warnings;
  const GivenFacts given{fmt::format("machine={},{}", options.machine, options.given)};
  std::set<std::string> names;
  for (MeasuredRow& row : read_measured(options.measured, given, &warnings)) {
    names.insert(row.machine);
    if (machines.scenario_of(row) == options.machine) rows.push_back(std::move(row));
  }
  say_warnings(warnings);
  if (rows.empty())
    throw InputError({.source = "--machine", .is_option = true}, "",
                     names.contains(options.machine)
                         ? Complaint{fmt::format("{}.toml is missing", options.machine),
                                     "it in the folder of --machines"}
                         : unknown_word(options.machine, names,
                                        fmt::format("no row of {} is of '{}'", options.measured,
                                                    options.machine)));
  return plan_score(rows, known, machines, {{}, options.max_ranks});
}

std::string values_text(const Fit& fit, double deviation) {
  std::string text = fmt::format("# mean |ln(predicted / measured)| = {:.4f}\n", deviation);
  for (const FittedValue& v : fit.values()) {
    std::string value = v.text();
    if (value.starts_with("list:")) {
      std::string list;
      for (const std::string_view item : split(std::string_view(value).substr(5), ','))
        list += fmt::format("{}\"{}\"", list.empty() ? "" : ", ", item);
      text += fmt::format("{} = [{}]\n", v.key(), list);
    } else {
      text += fmt::format("{} = \"{}\"\n", v.key(), value);
    }
  }
  return text;
}

/// Returns the numbers as values of their keys, and the score as `orrery score --json` writes it.
std::string fit_json(const Fit& fit, double deviation, const std::vector<ScoredRow>& rows) {
  nlohmann::ordered_json values;
  for (const FittedValue& v : fit.values()) values[v.key()] = v.text();
  return nlohmann::ordered_json{{"deviation", deviation},
                                {"values", values},
                                {"score", nlohmann::ordered_json::parse(score_json(rows))}}
             .dump(2) +
         '\n';
}

int fit(const FitOptions& options) {
  const Outputs outputs(options.output);
  std::vector<std::string> vary;
  for (const std::string_view name : split(std::string_view(options.vary), ','))
    vary.emplace_back(name);
  std::optional<OutputFile> file;
  if (!options.left_out.empty()) file.emplace(options.left_out, "--left-out");
  Fit fit(plan_of(options), vary, jobs_for_small_runs(options.jobs));
  if (!options.quiet)
    fit.progress = [](double deviation) { fmt::print(stderr, "deviation {:.4f}\n", deviation); };
  const double deviation = fit.descend(options.rounds);
  const auto predicted = fit.predict();
  outputs.say(values_text(fit, deviation) + '\n' + score_text(predicted));
  outputs.write("--json", [&] { return fit_json(fit, deviation, predicted); });
  if (file) {
    std::string lines = "scenario,timestamp,ranks,key,value\n";
    const auto jobs = cross_validated(
        fit, options.rounds, job_part,
        [&](const ScoredRow& row, const std::vector<FittedValue>& values) {
          for (const FittedValue& v : values)
            lines += fmt::format("{},{},{},{},{}\n", options.machine, row.row.timestamp,
                                 row.row.ranks, v.key(), csv_text(v.text()));
        });
    file->write(lines);
    outputs.say("\nJobs that the fit has not seen:\n\n" + score_text(jobs));
  }
  if (!options.cross_validate) return kExitFine;
  const std::pair<const char*, PartOf> parts[] = {
      {"Jobs", job_part}, {"Numbers of ranks", ranks_part}, {"Algorithms", algorithm_part}};
  for (const auto& [name, part_of] : parts)
    outputs.say(fmt::format("\n{} that the fit has not seen:\n\n{}", name,
                            score_text(cross_validated(fit, options.rounds, part_of))));
  return kExitFine;
}

}  // namespace

void add_fit_command(CommandLine& app, int& status) {
  const auto [command, options] = app.add_command<FitOptions>(
      "fit", "Fit the costs of a machine to measured collectives", kFitFooter, status, fit);
  command
      .add_option("measured", options.measured, "Measured collectives, one line for each",
                  "MEASURED.csv")
      ->required();
  const auto add = [&command = command](const char* name, auto& value, const char* help,
                                        const char* text) {
    return command.add_option(name, value, help, text);
  };
  add("--machine", options.machine, "The machine's scenario", "NAME")->required();
  add("--vary", options.vary, "Keys whose numbers the fit may change", "KEY,..")->required();
  add("--mapping", options.mapping,
      "Table that maps measured algorithms to those of the catalogue. Default: "
      "machines/data/mapping.csv",
      "FILE");
  add("--given", options.given, kGivenHelp, "KEY=VALUE,..");
  add("--alloc", options.alloc, "Folder with a table for each job: the node and group of each rank",
      "DIR");
  add("--machines", options.folder,
      "Folder of machine scenarios, searched before the built-in ones", "DIR");
  add("--max-ranks", options.max_ranks, "Leave out rows with more ranks. Default: 64", "N")
      ->check(Between{1, 1 << 30});
  add("--rounds", options.rounds, "Largest number of passes over all numbers. Default: 20", "N")
      ->check(Between{1, 10000});
  add("--left-out", options.left_out,
      "Leave out each job in turn, and write the costs fitted without it, for orrery score "
      "--left-out",
      "FILE|-");
  command.add_flag(
      "--cross-validate", options.cross_validate,
      "Also leave out jobs, numbers of ranks and algorithms in turn, and score the predictions "
      "for them");
  options.output.add_file(command, "--json", "The numbers and their score as JSON");
  add("-j,--jobs", options.jobs, kJobsHelp, "N")->check(Between{1, 1024});
  command.add_flag("-q,--quiet", options.quiet, "No progress");
}

}  // namespace orrery::inline commands
