#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <unistd.h>
#include <vector>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>

#include "scenarios/cli/commands.h"
#include "scenarios/cli/interrupt.h"
#include "scenarios/cli/key_options.h"
#include "scenarios/cli/progress.h"
#include "scenarios/map/decision.h"
#include "scenarios/map/map_plot.h"
#include "scenarios/map/map_report.h"
#include "scenarios/map/results_file.h"
#include "scenarios/map/winner_map.h"
#include "scenarios/output_file.h"
#include "scenarios/report.h"

namespace orrery {
namespace {

constexpr const char* kFooter =
    R"(Runs a sweep over several algorithms and one or two other keys, and shows who is fastest where. Cells
that an algorithm does not support are left out. --gain A shows how much time A saves where it wins.

Ctrl-C ends it in order. Finished runs are kept in the file of --resume, which the same command reads
when it is started again; without --resume they are saved to orrery-map.part when it is stopped.

Examples:
  orrery map --collective allgather --algorithm ring,bruck,sparbit --ranks 8,16,32,64 \
      --bytes 1KiB,32KiB,1MiB --alpha 1us --ports unlimited --gain sparbit
  orrery map my.toml --jobs 2 --resume my.runs --csv map.csv -o map.png

Exit codes: 0 fine, 1 a verification failed, 2 bad input, 3 deadlock or internal error, 130 stopped.)";

constexpr const char* kPartFile = "orrery-map.part";

struct Options {
  std::string scenario;
  KeyOptions keys;
  std::string x, gain, resume, picture, color = "auto";
  std::optional<std::string> csv, json, rules, choice;
  int jobs = 1;
  bool quiet = false;
};

/// Times of the runs as they come in.
struct Collected {
  WinnerMap map;
  std::vector<RunSpec> open;      ///< cells that have to be run
  std::vector<RunResult> failed;  ///< all but fine ones
  std::vector<RunSpec> finished;  ///< since the start
};

/// Takes what the results file has; the rest is open.
Collected collect(const Scenario& scenario, const Options& options, const ResultsFile* known) {
  Collected c;
  c.map = make_map(scenario, options.x);
  for (const RunSpec& spec : scenario.cells) {
    if (!spec.skipped.empty()) continue;
    const auto time = known != nullptr ? known->find(spec) : std::nullopt;
    const MapSlot slot = slot_of(c.map, spec);
    c.map.time(slot.cell, slot.algorithm) = time;
    if (!time) c.open.push_back(spec);
  }
  return c;
}

/// True if all open cells have been run, false if it was stopped.
bool run_open(Collected& c, ResultsFile* results, const Options& options) {
  const Interrupt interrupt;
  Progress progress(c.open.size(), !options.quiet);
  std::size_t done = 0;
  run_each(c.open, options.jobs, Detail::kTime, [&](std::size_t i, RunResult r) {
    progress.show(++done);
    if (r.outcome == Outcome::kFine) {
      const MapSlot slot = slot_of(c.map, c.open[i]);
      c.map.time(slot.cell, slot.algorithm) = r.metrics.completion;
      if (results != nullptr) results->append(c.open[i], r.metrics.completion);
      c.finished.push_back(c.open[i]);
    } else {
      c.failed.push_back(std::move(r));
    }
    return !Interrupt::requested();
  });
  return done == c.open.size();
}

/// What a map that was stopped leaves behind.
int stopped(const Collected& c, const Scenario& scenario, const Options& options) {
  std::string place = options.resume;
  if (place.empty() && !c.finished.empty()) {
    place = kPartFile;
    std::filesystem::remove(place);
    ResultsFile part(place, scenario);
    for (const RunSpec& spec : c.finished) {
      const MapSlot slot = slot_of(c.map, spec);
      part.append(spec, *c.map.time(slot.cell, slot.algorithm));
    }
  }
  fmt::print(stderr, "orrery: map: stopped; {} of {} open runs were finished{}\n",
             c.finished.size(), c.open.size(),
             place.empty() ? "" : fmt::format(" and are in {0}: go on with --resume {0}", place));
  return kExitStopped;
}

int exit_code(const std::vector<RunResult>& failed) {
  const auto any = [&](Outcome outcome) {
    return std::ranges::find(failed, outcome, &RunResult::outcome) != failed.end();
  };
  if (any(Outcome::kDeadlockOrInternal)) return kExitInternal;
  if (any(Outcome::kBadInput)) return kExitBadInput;
  return failed.empty() ? kExitFine : kExitFailed;
}

bool in_colour(const std::string& color) {
  return color == "always" || (color == "auto" && isatty(STDOUT_FILENO) != 0);
}

std::optional<OutputFile> output(const std::optional<std::string>& target, const char* option) {
  return target ? std::optional<OutputFile>(std::in_place, *target, option) : std::nullopt;
}

int map(const CLI::App& command, const Options& options, const Pictures* pictures) {
  const Overrides overrides = options.keys.overrides(command);
  if (options.scenario.empty() && overrides.empty())
    throw InputError("map: nothing to run; expected a scenario or options (see orrery map --help)");
  const Scenario scenario = load_scenario(options.scenario, overrides, Unsupported::kSkip);
  const WinnerMap empty = make_map(scenario, options.x);
  const auto chosen =
      options.gain.empty() ? std::nullopt : std::optional(empty.algorithm(options.gain, "--gain"));
  const auto csv = output(options.csv, "--csv"), json = output(options.json, "--json"),
             rules = output(options.rules, "--rules"), choice = output(options.choice, "--switch");
  const std::string format = options.picture.empty() ? "" : picture_format(options.picture, "-o");
  std::optional<OutputFile> picture;
  if (!format.empty()) drawn_by(pictures), picture.emplace(options.picture, "-o");
  std::optional<ResultsFile> results;
  if (!options.resume.empty()) results.emplace(options.resume, scenario);
  if (results && results->dropped_line() > 0)
    fmt::print(stderr, "orrery: map: {}:{}: the last line was cut off; its run is repeated\n",
               options.resume, results->dropped_line());

  Collected c = collect(scenario, options, results ? &*results : nullptr);
  if (!run_open(c, results ? &*results : nullptr, options)) return stopped(c, scenario, options);
  fmt::print(stderr, "{}", failures(c.failed, {}));
  bool stdout_taken = false;
  for (const auto& file : {csv, json, rules, choice})
    stdout_taken = stdout_taken || (file && file->is_stdout());
  if (!options.quiet && !stdout_taken)
    write_stdout(heading(scenario) + map_text(c.map, chosen, in_colour(options.color)));
  if (csv) csv->write(map_csv(c.map, chosen));
  if (json) json->write(map_json(c.map, chosen));
  if (rules) rules->write(open_mpi_rules(c.map, scenario));
  if (choice) choice->write(c_switch(c.map, scenario));
  if (picture) picture->write(drawn_by(pictures).plot(map_plot(c.map, chosen), format));
  return exit_code(c.failed);
}

void add_output_options(CLI::App& command, Options& options) {
  const auto add = [&](const char* name, auto& value, const char* help, const char* text) {
    return command.add_option(name, value, help)->type_name("")->option_text(text)->group("Output");
  };
  add("--gain", options.gain, "Show how much time this algorithm saves where it wins", "ALGORITHM");
  add("--x", options.x, "The key from left to right. Default: ranks, or the first of the sweep",
      "KEY");
  add("--csv", options.csv, "The map as CSV, one line a cell; - is standard output", "FILE|-");
  add("--json", options.json, "The map as JSON", "FILE|-");
  add("-o,--out", options.picture, "The map as a picture", "FILE.png|svg");
  add("--rules", options.rules, "The best for each size as rules for Open MPI 4", "FILE|-");
  add("--switch", options.choice, "The same as a C function that chooses an algorithm", "FILE|-");
  add("--resume", options.resume,
      "Keeps finished runs in this file, and takes from it those it already has", "FILE");
  add("--color", options.color, "auto (on a terminal), always or never. Default: auto",
      "auto|always|never")
      ->check(CLI::IsMember({"auto", "always", "never"}));
  add("--jobs", options.jobs, "Runs at the same time. Default: 1", "N")->check(CLI::Range(1, 1024));
  command.add_flag("--quiet", options.quiet, "No map and no progress, only failures")
      ->group("Output");
}

}  // namespace

void add_map_command(CLI::App& app, int& status, const Pictures* pictures) {
  CLI::App* command = app.add_subcommand("map", "Which algorithm is fastest where");
  const auto options = std::make_shared<Options>();
  command
      ->add_option("scenario", options->scenario,
                   "A scenario file, or a built-in one by name; options replace its keys")
      ->option_text("SCENARIO.toml");
  options->keys.add_to(*command);
  add_output_options(*command, *options);
  command->footer(kFooter);
  command->callback(
      [command, options, pictures, &status] { status = map(*command, *options, pictures); });
}

}  // namespace orrery
