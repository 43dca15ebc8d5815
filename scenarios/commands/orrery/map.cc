#include <algorithm>
#include <optional>
#include <string>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>

#include "emu/base/printable.h"
#include "scenarios/commands/orrery/commands.h"
#include "scenarios/commands/orrery/line/key_options.h"
#include "scenarios/commands/orrery/line/outputs.h"
#include "scenarios/commands/orrery/line/progress.h"
#include "scenarios/commands/orrery/run_sweep.h"
#include "scenarios/report/map/decision.h"
#include "scenarios/report/map/map_report.h"
#include "scenarios/report/map/measured_map.h"
#include "scenarios/report/map/winner_map.h"
#include "scenarios/report/report.h"
#include "scenarios/report/rules/write_rules.h"
#include "scenarios/run/load.h"
#include "scenarios/run/statistics/statistic.h"
#include "scenarios/text/csv_table.h"

namespace orrery::inline commands {
namespace {

constexpr const char* kMapFooter =
    R"(Runs a sweep over several algorithms and one or two other keys, and shows the fastest algorithm of each
cell: of all algorithms if neither the scenario nor --algorithm names any. Cells that an algorithm does not
support are left out. A table of measured times in place of a scenario gives their map: its columns are
algorithm, ranks, bytes and time_s (or median_s), perhaps collective and machine.

After Ctrl-C the same command continues: finished runs are in the file of --resume, or without it in
orrery-map.part.

Examples:
  orrery map --collective allgather --algorithm ring,bruck,sparbit --ranks 8,16,32,64 \
      --bytes 1KiB,32KiB,1MiB --alpha 1us --ports unlimited --gain sparbit
  orrery map --collective allreduce --algorithm ring,swing --topology torus:4x4,torus:8x8 --bytes \
      1KiB,1MiB --alpha 1us --noise 'exponential(2us)' --noise-period 50us --repeats 20 --statistic p90
  orrery map lessons/few-rounds-or-few-bytes --jobs 2 --resume my.runs --csv map.csv -o map.png
  orrery map machines/data/measured.csv --where machine=lumi --where collective=allreduce

Exit codes: 0 fine, 1 a verification failed, 2 bad input, 3 to 6 and 70
as for orrery run, 130 stopped.)";

struct MapOptions {
  std::string scenario;
  KeyOptions keys;
  OutputOptions output;
  std::string x, gain, resume, statistic, color = "auto", rules_for = "openmpi";
  std::vector<std::string> where;
  int jobs = 0;
  double spread = 0;  // in per cent
  bool bounds = false;
};

/// Adds bounds by cell of the map, from any of its runs that knows them.
void add_bounds(WinnerMap& map, const Scenario& scenario) {
  map.bounds.resize(map.cells());
  for (const RunSpec& spec : scenario.cells) {
    auto& bounds = map.bounds[map.number(slot_of(map, spec).cell)];
    if (!bounds) bounds = bounds_of(spec);
  }
}

/// Throws an InputError unless a cell can run.
void check_that_some_run(const Scenario& scenario) {
  if (std::ranges::any_of(scenario.cells, &std::string::empty, &RunSpec::skipped)) return;
  throw InputError(fmt::format("map: no algorithm can run: {}", scenario.cells.front().skipped));
}

/// Returns the map with the times of all runs except failed ones.
WinnerMap filled(WinnerMap map, const std::vector<RunResult>& runs, const Statistic& statistic) {
  for (const RunResult& r : runs) {
    if (r.outcome != Outcome::kFine) continue;
    const MapSlot slot = slot_of(map, r.spec);
    map.time(slot.cell, slot.algorithm) = time_by(statistic, r);
  }
  return map;
}

/// Finds a statistic. THROWS InputError for one of repeats if a cell has none.
const Statistic& checked_statistic(const std::string& name, const Scenario& scenario) {
  const Statistic& statistic = find_statistic(name, "--statistic");
  for (const RunSpec& cell : scenario.cells)
    if (!name.empty() && cell.conditions.repeats == 1)
      throw InputError({.source = "--statistic", .is_option = true}, "",
                       {fmt::format("a single run has no {}", statistic.words),
                        "repeats, such as --repeats 20"});
  return statistic;
}

/// Describes the statistic by which the times of several runs are compared; otherwise empty.
std::string compared_by(const Statistic& statistic, const Scenario& scenario) {
  const bool repeated = std::ranges::any_of(
      scenario.cells, [](const RunSpec& cell) { return cell.conditions.repeats > 1; });
  return repeated ? fmt::format("{} of times", statistic.words) : "";
}

/// Finds errors of the outputs before the runs. THROWS InputError.
void rehearse(WinnerMap map, const Scenario& scenario, const Outputs& outputs,
              const std::string& library) {
  for (const RunSpec& cell : scenario.cells) {
    const MapSlot slot = slot_of(map, cell);
    if (cell.skipped.empty()) map.time(slot.cell, slot.algorithm) = Time(1);
  }
  if (outputs.wants("--rules")) rules_for(library, map, scenario);
  if (outputs.wants("--switch")) c_switch(map, scenario);
}

/// Prints the map below `head`, and writes the files of it that are requested.
void write_map(const MapOptions& options, const Outputs& outputs, const WinnerMap& won,
               const Scenario& scenario, const std::string& head) {
  const auto chosen =
      options.gain.empty() ? std::nullopt : std::optional(won.algorithm(options.gain, "--gain"));
  const bool in_colour =
      options.color == "always" || (options.color == "auto" && shows_colours(STDOUT_FILENO));
  if (!outputs.is_quiet()) outputs.say(head + map_text(won, chosen, in_colour), Colours::kKept);
  outputs.write("--csv", [&] { return map_csv(won, chosen); });
  outputs.write("--json", [&] { return map_json(won, chosen); });
  outputs.write("--rules", [&] { return rules_for(options.rules_for, won, scenario); });
  outputs.write("--switch", [&] { return c_switch(won, scenario); });
  outputs.write("-o", [&] { return outputs.drawn("-o", map_plot(won, chosen)); });
}

/// Makes a map of times that were measured, without a run.
int map_measured(const CommandLine& command, const MapOptions& options, const Pictures* pictures) {
  if (const Overrides keys = options.keys.overrides(command); !keys.empty())
    throw InputError({.source = "map"}, "",
                     {fmt::format("{} does not change what was measured", keys.front().first),
                      "--where COLUMN=VALUE, which chooses rows"});
  std::vector<ColumnValue> where;
  where.reserve(options.where.size());
  for (const std::string& text : options.where)
    where.push_back(parse_column_value(text, "--where"));
  const CsvTable table = read_csv_file(options.scenario);
  say_warnings(table.warnings);
  const MeasuredMap measured = measured_map(table, where, options.x);
  const Outputs outputs(options.output, pictures);
  if (outputs.wants("--rules") || outputs.wants("--switch")) check_known_algorithms(measured);
  write_map(options, outputs, measured.map, measured.scenario,
            printable(measured.scenario.title) + "\n\n");
  return kExitFine;
}

int map(const CommandLine& command, const MapOptions& options, const Pictures* pictures) {
  if (has_measured_times(options.scenario)) return map_measured(command, options, pictures);
  if (!options.where.empty())
    throw InputError({.source = "--where", .is_option = true}, "",
                     {"a scenario has no rows of measured times",
                      "a table of measured times, such as measured.csv"});
  const Scenario scenario =
      load_scenario(options.scenario, options.keys.overrides(command, "map", options.scenario),
                    Unsupported::kSkip, {{"algorithm", "all"}});
  if (!options.output.quiet) say_remarks(scenario);
  check_that_some_run(scenario);
  WinnerMap empty = make_map(scenario, options.x);
  empty.spread = options.spread / 100;
  const Statistic& statistic = checked_statistic(options.statistic, scenario);
  const std::string compared = compared_by(statistic, scenario);
  if (!compared.empty()) empty.title += fmt::format(" ({})", compared);
  if (!options.gain.empty()) empty.algorithm(options.gain, "--gain");
  const Outputs outputs(options.output, pictures);
  rehearse(empty, scenario, outputs, options.rules_for);
  const auto [runs, stopped] =
      run_for_times(scenario, "map", options.resume, options.jobs, outputs.is_quiet());
  if (stopped) return kExitStopped;
  WinnerMap won = filled(empty, runs, statistic);
  if (options.bounds) add_bounds(won, scenario);
  fmt::print(stderr, "{}", failures(runs, {}));
  write_map(options, outputs, won, scenario,
            printable(heading(scenario)) +
                (compared.empty() ? "" : fmt::format("Compared: {} of repeats.\n\n", compared)));
  return exit_code(runs);
}

void add_map_output(CommandLine& command, MapOptions& options) {
  const auto add = [&](const char* name, auto& value, const char* help, const char* text) {
    return command.add_option(name, value, help, text)->group("Output");
  };
  add("--gain", options.gain, "Show the time that this algorithm saves where it wins", "ALGORITHM");
  add("--x", options.x, "Key of the x axis. Default: ranks, or the first of the sweep", "KEY");
  command
      .add_option("--where", options.where, "Of measured times: use only rows with this value",
                  "COLUMN=VALUE")
      ->allow_extra_args(false)
      ->group("Output");
  add("--statistic", options.statistic,
      "Statistic of cells with repeats: median, p10, p90, mean, least or most. Default: median",
      "NAME");
  OutputOptions& output = options.output;
  output.add_file(command, "--csv", "The map as CSV, one line for each cell; - is standard output");
  output.add_file(command, "--json", "The map as JSON");
  output.add_picture(command, "-o,--out", "The map as a picture");
  command
      .add_output(
          "--spread", options.spread,
          "Spread of the times of one algorithm between jobs, in per cent, such as 12: hatch cells "
          "in "
          "which another algorithm is within it (small letters), and leave them to the library in "
          "rules. Default: 0",
          "PERCENT")
      ->check(Between{0, 1000});
  output.add_file(command, "--rules",
                  "The fastest algorithm for each size, as rules for a library");
  add("--rules-for", options.rules_for,
      "openmpi (numbers, for Open MPI 4 and 5), openmpi-json (from Open MPI 6 on), mpich, nccl "
      "(its "
      "example tuner) or ucc. Default: openmpi",
      "openmpi|openmpi-json|mpich|nccl|ucc");
  output.add_file(command, "--switch", "The rules as a C function that chooses an algorithm");
  add("--resume", options.resume, "Keep finished runs in this file, and continue from those it has",
      "FILE");
  command
      .add_output("--color", options.color,
                  "auto (on a terminal, unless NO_COLOR is set), always or never. Default: auto",
                  "auto|always|never")
      ->check({"auto", "always", "never"});
  add("-j,--jobs", options.jobs, kJobsHelp, "N")->check(Between{1, 1024});
  command
      .add_flag("--bounds", options.bounds,
                "Show the largest lower bound of the network, and how near the best algorithm "
                "comes to it")
      ->group("Output");
  command.add_flag("-q,--quiet", output.quiet, "No map and no progress, only failures")
      ->group("Output");
}

}  // namespace

void add_map_command(CommandLine& app, int& status, const Pictures* pictures) {
  const auto [command, options] = app.add_command<MapOptions>(
      "map", "Find the fastest algorithm for every size and number of ranks", kMapFooter, status,
      map, pictures);
  add_scenario_option(command, options.scenario);
  options.keys.add_to(command);
  add_map_output(command, options);
}

}  // namespace orrery::inline commands
