#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "scenarios/commands/orrery/commands.h"
#include "scenarios/document/scenario.h"
#include "scenarios/report/output_file.h"
#include "scenarios/run/load.h"

namespace orrery {
namespace {

constexpr const char* kFooter =
    R"(Finds what `orrery run` would refuse: unknown keys and values, missing units, ranks that do not fit,
algorithms that do not support a cell, expectations that name no cell.

Example:
  orrery check my.toml other.toml

Exit codes: 0 all fine, 2 bad input.)";

std::string count(std::size_t n, const char* noun) {
  return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s");
}

int check(const std::vector<std::string>& files) {
  int status = kExitFine;
  for (const std::string& file : files) {
    try {
      const Scenario scenario = load_scenario(file);
      std::size_t skipped = 0;
      for (const RunSpec& cell : scenario.cells)
        if (!cell.skipped.empty()) ++skipped;
      write_stdout(fmt::format("{}: fine, {}{}, {}\n", file, count(scenario.cells.size(), "run"),
                               skipped == 0 ? "" : fmt::format(" ({} skipped)", skipped),
                               count(scenario.expectations.size(), "expectation")));
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
  command->add_option("scenarios", *files, "Scenario files, or built-in ones by name")
      ->option_text("SCENARIO.toml ...")
      ->required();
  command->footer(kFooter);
  command->callback([files, &status] { status = check(*files); });
}

}  // namespace orrery
