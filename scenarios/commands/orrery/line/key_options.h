#pragma once

#include <map>
#include <string>

#include "scenarios/commands/orrery/line/command_line.h"
#include "scenarios/keys/keys.h"
#include "scenarios/spec/scenario.h"

namespace orrery::inline commands {

/// The scenario's keys as options of a command, which override them, and --include. Outlives the parse.
class KeyOptions {
 public:
  void add_to(CommandLine& command);
  /// Returns the given overrides, in the order of the command line.
  Overrides overrides(const CommandLine& command) const;
  /// Does the same for a command called `name`. THROWS InputError if there are none and `scenario`
  /// is empty.
  Overrides overrides(const CommandLine& command, std::string_view name,
                      const std::string& scenario) const;

 private:
  std::map<const Option*, std::string> names_;  // of keys, or "include"
  std::map<std::string, std::string> values_;   // by these
};

/// Prints given keys that change nothing to stderr. Remarks on options do not name the file of the
/// scenario: they begin with `name`, if there is one.
void say_remarks(const Scenario& scenario, const std::string& name = {});

/// Adds the positional argument of commands whose options override a scenario. `has_input`: whether
/// they can read it from standard input, which only one of several processes has.
Option* add_scenario_option(CommandLine& command, std::string& scenario, bool has_input = true);

}  // namespace orrery::inline commands
