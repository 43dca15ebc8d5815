#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>
#include <ranges>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "emu/base/printable.h"
#include "scenarios/commands/orrery/commands.h"
#include "scenarios/commands/orrery/line/key_options.h"
#include "scenarios/commands/orrery/run_several.h"
#include "scenarios/formats/checked_file.h"
#include "scenarios/report/output_file.h"
#include "scenarios/report/rules/rules_report.h"
#include "scenarios/run/load.h"
#include "scenarios/spec/scenario.h"
#include "scenarios/teaching/lesson.h"
#include "scenarios/text/scenario_library.h"
#include "scenarios/text/text_file.h"
#include "scenarios/text/words.h"

namespace orrery::inline commands {
namespace {

constexpr const char* kCheckFooter =
    R"(Scenarios: finds the mistakes for which `orrery run` would refuse them: unknown keys and values, missing
units, ranks that do not fit, algorithms that do not support a cell, expectations that match no cell.

Schedules of other tools (MSCCL XML, MSCCL++ JSON, TE-CCL JSON, recognised by content): proves for any timing
that the schedule ends, that no two accesses race, and that every rank gets its result. Otherwise it names the
class of the first fault, with GPU, thread block, step, chunk and line. hangs_from_bytes is the size from
which on the schedule hangs with finite buffers.

Decision tables of Open MPI, MPICH, NCCL and UCC: lists their rules; with --against also how much
longer their choices take on the network of a map.

Examples:
  orrery check lessons/swing lessons/first-allreduce
  orrery export --collective allgather --ranks 4 --format msccl-xml -o ring.xml
  orrery check ring.xml --json -
  orrery check ring.xml --collective allgather
  orrery map --algorithm ring,rabenseifner --ranks 8,16 --bytes 1KiB,1MiB --json map.json --rules rules.conf
  orrery check rules.conf --against map.json

Exit codes: 0 all fine, 1 a schedule does not do what it must (deadlock, race, undefined, result), 2 bad input.)";

struct CheckOptions {
  std::vector<std::string> files;
  std::string collective, json, against;
  std::int32_t root = -1;
};

std::string skipped_text(std::int64_t skipped) {
  return skipped == 0 ? "" : fmt::format(" ({} skipped)", skipped);
}

/// Returns ", 5 pages" for a lesson; `orrery lesson check` checks its answers. THROWS InputError.
std::string pages_in(const std::string& file) {
  if (!teaching::is_lesson(file)) return "";
  return ", " + counted(std::ssize(teaching::load_lesson(file).pages), "page");
}

/// Describes the contents of a correct scenario. THROWS InputError.
std::string contents(const std::string& file) {
  const ScenarioStream stream(file, {});
  std::int64_t skipped = 0;
  std::size_t expectations = 0;
  const auto look_at = [&](const Scenario& scenario) {
    say_remarks(scenario);
    skipped += std::ranges::count_if(scenario.cells,
                                     [](const RunSpec& cell) { return !cell.skipped.empty(); });
    expectations = scenario.expectations.size();
    return true;
  };
  if (stream.is_long())
    stream.for_each_part([&](const Scenario& part, std::int64_t) { return look_at(part); });
  else
    look_at(stream.whole());
  return fmt::format("{}{}, {}{}", counted(stream.cells(), "run"), skipped_text(skipped),
                     counted(static_cast<std::int64_t>(expectations), "expectation"),
                     pages_in(file));
}

int check_scenarios(const std::vector<std::string>& files) {
  check_names(files);
  int status = kExitFine;
  for (const std::string& file : files) {
    try {
      write_stdout(fmt::format("{}: fine, {}\n", file, contents(file)));
    } catch (const InputError& e) {
      fmt::print(stderr, "orrery: {}\n", printable(e.what()));
      status = kExitBadInput;
    }
  }
  return status;
}

/// Returns the exit code: faults of the file itself are bad input; faults of the schedule are not.
int status_of(const CheckedFile& c) {
  if (c.error.empty()) return kExitFine;
  constexpr std::string_view kDoes[] = {"deadlock", "race", "undefined", "result"};
  return std::ranges::find(kDoes, c.error_class) != std::end(kDoes) ? kExitFailed : kExitBadInput;
}

PlanOptions plan_options(const CheckOptions& o) {
  PlanOptions options;
  options.collective = o.collective;
  if (!o.collective.empty() && find_demand(o.collective) == nullptr)
    throw InputError({.source = "--collective", .is_option = true}, "",
                     unknown_word(o.collective, std::views::transform(demands(), &Demand::name)));
  if (o.root >= 0) options.root = o.root;
  return options;
}

/// Files with their formats.
using Schedules = std::vector<std::pair<std::string, const ScheduleFormat*>>;

int check_schedules(const Schedules& files, const CheckOptions& o) {
  const PlanOptions options = plan_options(o);
  std::vector<CheckedFile> checked;
  int status = kExitFine;
  for (const auto& [file, format] : files) {
    checked.push_back(check_file(file, *format, options));
    status = std::max(status, status_of(checked.back()));
  }
  if (o.json != "-") write_stdout(checked_text(checked));
  if (!o.json.empty()) OutputFile(o.json, "--json").write(checked_json(checked));
  return status;
}

/// Returns the format of a file; null: it is a scenario. With --json a damaged or missing file has
/// its fault in the list like the others.
const ScheduleFormat* format_for(const std::filesystem::path& file, const CheckOptions& o) {
  const bool listed = !o.json.empty() && file.has_extension() && file.extension() != ".toml";
  return listed ? &format_of(file) : schedule_to_check(file);
}

/// Lists the choices of a decision table; against a map also the time that they lose.
int check_rules(const std::vector<std::string>& files, const std::string& against) {
  std::optional<MapTimes> map;
  if (!against.empty()) map = read_map(read_text_file(against), against);
  for (const std::string& file : files) {
    const LibraryRules rules = read_rules(read_text_file(find_example(file)), file);
    std::string collectives;
    for (const auto& [name, unused] : rules.choices)
      collectives += fmt::format("{}{}", collectives.empty() ? "" : ", ", name);
    write_stdout(map ? rules_text(rules, *map, file)
                     : fmt::format("{}: fine, {} for {}\n", file, rules.format, collectives));
  }
  return kExitFine;
}

bool is_rules(const std::string& file) {
  std::error_code none;
  const std::filesystem::path found = find_example(file);
  return std::filesystem::is_regular_file(found, none) &&
         !rules_in_words(beginning_of(found)).empty();
}

int check_files(const CheckOptions& o) {
  std::vector<std::string> rules;
  std::ranges::copy_if(o.files, std::back_inserter(rules), is_rules);
  if (!o.against.empty() && rules.size() < o.files.size()) {
    const std::string& other = *std::ranges::find_if_not(o.files, is_rules);
    const bool is_there = std::filesystem::exists(find_example(other));
    throw InputError(
        {.source = "--against", .is_option = true}, "",
        {fmt::format("{} {}", other, is_there ? "is not a decision table" : "is not there"),
         "rules of Open MPI, MPICH, NCCL or UCC"});
  }
  if (rules.size() == o.files.size()) return check_rules(rules, o.against);
  Schedules schedules;
  std::vector<std::string> scenarios;
  for (const std::string& file : o.files)
    if (const ScheduleFormat* const format = format_for(file, o))
      schedules.emplace_back(file, format);
    else
      scenarios.push_back(file);
  if (!o.json.empty() && !scenarios.empty())
    throw InputError({.source = "--json", .is_option = true}, "",
                     {fmt::format("{} is not a schedule", scenarios.front()), "schedules only"});
  int status = schedules.empty() ? kExitFine : check_schedules(schedules, o);
  if (!scenarios.empty()) status = std::max(status, check_scenarios(scenarios));
  return status;
}

}  // namespace

void add_check_command(CommandLine& app, int& status) {
  const auto [command, o] = app.add_command<CheckOptions>(
      "check", "Check scenarios and prove schedules, without running them", kCheckFooter, status,
      check_files);
  command
      .add_option("files", o.files,
                  "Scenario files, - for standard input, or built-in ones by name; schedules of "
                  "other tools",
                  "FILE ...")
      ->required();
  command.add_option("--json", o.json, "Findings about schedules, as JSON; - is standard output",
                     "FILE|-");
  command.add_option("--collective", o.collective,
                     "Collective of a schedule. Default: the one that the file names", "NAME");
  command.add_option("--root", o.root,
                     "Root rank of a rooted schedule. Default: the one that verifies", "RANK");
  command.add_option(
      "--against", o.against,
      "Show how much longer the choices of a decision table take on a map of `orrery map --json`",
      "MAP.json");
}

}  // namespace orrery::inline commands
