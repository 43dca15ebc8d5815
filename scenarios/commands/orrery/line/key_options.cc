#include "scenarios/commands/orrery/line/key_options.h"

#include <cstdio>

#include <fmt/format.h>

namespace orrery::inline commands {
namespace {

std::string group_title(std::string_view table) {
  if (table == "network") return "Network";
  if (table == "conditions") return "Noise, stragglers and faults";
  return table == "cost" ? "Costs" : "What runs";
}

}  // namespace

void KeyOptions::add_to(CommandLine& command) {
  for (const std::string_view table : {"run", "network", "cost", "conditions"}) {
    for (const Key& key : all_keys()) {
      if (key.table != table) continue;
      std::string& value = values_[std::string(key.name)];
      Option* option = command.add_option(option_name(key), value, std::string(key.help));
      option->option_text(std::string(key.value))->group(group_title(table));
      names_[option] = key.name;
    }
  }
  names_[command
             .add_option("--include", values_["include"],
                         "Costs from a file of `orrery-mpi calibrate`, for messages of SIZE if it "
                         "is given; other options and the scenario override them",
                         "FILE[@SIZE]")
             ->group(group_title("cost"))] = "include";
}

Overrides KeyOptions::overrides(const CommandLine& command) const {
  Overrides overrides;
  for (const Option* option : command.parse_order()) {
    const auto found = names_.find(option);
    if (found != names_.end()) overrides.emplace_back(found->second, values_.at(found->second));
  }
  return overrides;
}

Overrides KeyOptions::overrides(const CommandLine& command, std::string_view name,
                                const std::string& scenario) const {
  Overrides given = overrides(command);
  if (scenario.empty() && given.empty())
    throw InputError(fmt::format(
        "{0}: nothing to run; expected a scenario or options (see orrery {0} --help)", name));
  return given;
}

void say_remarks(const Scenario& scenario, const std::string& name) {
  for (const std::string& remark : scenario.remarks) {
    const bool of_option = !name.empty() && remark.starts_with("--");
    fmt::print(stderr, "orrery: {}{}\n", of_option ? name + ": " : "", remark);
  }
}

Option* add_scenario_option(CommandLine& command, std::string& scenario, bool has_input) {
  return command.add_option(
      "scenario", scenario,
      fmt::format("A scenario file, {}or a built-in one by name; options replace its "
                  "keys of the same name",
                  has_input ? "- for standard input, " : ""),
      has_input ? "SCENARIO.toml|-" : "SCENARIO.toml");
}

}  // namespace orrery::inline commands
