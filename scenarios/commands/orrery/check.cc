#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "scenarios/commands/orrery/commands.h"
#include "scenarios/commands/orrery/key_options.h"
#include "scenarios/commands/orrery/run_several.h"
#include "scenarios/document/library.h"
#include "scenarios/document/scenario.h"
#include "scenarios/document/text_file.h"
#include "scenarios/report/output_file.h"
#include "scenarios/run/stream.h"
#include "scenarios/teaching/lesson.h"

namespace orrery {
namespace {

constexpr const char* kFooter =
    R"(Finds what `orrery run` would refuse: unknown keys and values, missing units, ranks that do not fit,
algorithms that do not support a cell, expectations that name no cell.

Example:
  orrery check my.toml other.toml

Exit codes: 0 all fine, 2 bad input.)";

std::string count(std::int64_t n, const char* noun) {
  return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s");
}

std::string skipped_text(std::int64_t skipped) {
  return skipped == 0 ? "" : fmt::format(" ({} skipped)", skipped);
}

/// ", 5 pages" of a lesson; its answers are looked at by `orrery lesson check`. THROWS InputError.
std::string pages_in(const std::string& file) {
  if (file == "-") return "";
  const std::string text = read_text_file(find_scenario(file));
  if (!teaching::has_pages(text)) return "";
  return ", " + count(std::ssize(teaching::load_lesson(file).pages), "page");
}

/// What there is in a scenario that is fine. THROWS InputError.
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
  return fmt::format("{}{}, {}{}", count(stream.cells(), "run"), skipped_text(skipped),
                     count(static_cast<std::int64_t>(expectations), "expectation"), pages_in(file));
}

int check(const std::vector<std::string>& files) {
  check_names(files);
  int status = kExitFine;
  for (const std::string& file : files) {
    try {
      write_stdout(fmt::format("{}: fine, {}\n", file, contents(file)));
    } catch (const InputError& e) {
      fmt::print(stderr, "orrery: {}\n", e.what());
      status = kExitBadInput;
    }
  }
  return status;
}

}  // namespace

void add_check_command(CommandLine& app, int& status) {
  CommandLine* command = app.add_subcommand("check", "Check scenarios without running them");
  const auto files = std::make_shared<std::vector<std::string>>();
  command
      ->add_option("scenarios", *files,
                   "Scenario files, - for standard input, or built-in ones by name")
      ->option_text("SCENARIO.toml ...")
      ->required();
  command->footer(kFooter);
  command->callback([files, &status] { status = check(*files); });
}

}  // namespace orrery
