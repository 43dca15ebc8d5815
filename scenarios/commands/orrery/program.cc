#include "scenarios/commands/orrery/program.h"

#include <exception>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>

#include "emu/base/nearest.h"
#include "scenarios/commands/orrery/commands.h"
#include "scenarios/commands/orrery/help.h"
#include "scenarios/document/scenario.h"
#include "scenarios/document/words.h"
#include "scenarios/report/output_file.h"

namespace orrery {
namespace {

/// The command that was being parsed.
const CLI::App& innermost(const CLI::App& app) {
  const auto commands = app.get_subcommands();
  return commands.empty() ? app : innermost(*commands.front());
}

std::vector<std::string> subcommands_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* sub : app.get_subcommands({})) names.push_back(sub->get_name());
  return names;
}

/// "; did you mean '--bytes'?" for the first word of `words` that `command` does not know.
std::string hint_for(const CLI::App& command, const std::vector<std::string>& words) {
  std::vector<std::string> names = subcommands_of(command);
  for (const CLI::Option* option : command.get_options()) {
    const std::string list = option->get_name(false, true);
    for (const std::string_view name : split(list, ',')) names.emplace_back(name);
  }
  const std::vector<std::string_view> views(names.begin(), names.end());
  for (const std::string& word : words) {
    const std::string name = word.substr(0, word.find('='));
    if (const std::string near = nearest_of(name, views); !near.empty()) return did_you_mean(near);
  }
  return {};
}

std::string message_for(const CLI::App& app, const CLI::App& command,
                        const CLI::ParseError& error) {
  if (&command != &app)
    return command.get_name() + ": " + error.what() + hint_for(command, command.remaining());
  const auto words = app.remaining();
  const std::string expected = fmt::format("expected {}", fmt::join(subcommands_of(app), ", "));
  if (words.empty()) return fmt::format("a command is missing; {}", expected);
  return fmt::format("'{}' is unknown; {}{}", words.front(), expected, hint_for(app, words));
}

/// Help and version end well, everything else is bad input.
int report_parse_error(const CLI::App& app, const CLI::ParseError& error, bool speaks) {
  const bool well = error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success);
  if (!speaks) return well ? kExitFine : kExitBadInput;
  if (well) return app.exit(error);
  const CLI::App& command = innermost(app);
  fmt::print(stderr, "{0}: {1}\nSee {0} {2}--help.\n", app.get_name(),
             message_for(app, command, error), &command == &app ? "" : command.get_name() + " ");
  return kExitBadInput;
}

}  // namespace

void prepare_program(CLI::App& app) {
  app.formatter(std::make_shared<HelpFormatter>());
  app.set_help_flag("--help,-h", "Print this help");
  app.require_subcommand(1);
}

int run_program(CLI::App& app, int argc, char** argv, const int& status, bool speaks) {
  const auto fail = [&](std::string_view message, int code) {
    if (speaks) fmt::print(stderr, "{}: {}\n", app.get_name(), message);
    return code;
  };
  try {
    app.parse(argc, argv);
    return status;
  } catch (const CLI::ParseError& e) {
    return report_parse_error(app, e, speaks);
  } catch (const std::invalid_argument& e) {  // InputError and its kin
    return fail(e.what(), kExitBadInput);
  } catch (const OutputError& e) {
    return fail(e.what(), kExitBadInput);
  } catch (const std::bad_alloc&) {
    return fail("not enough memory", kExitBadInput);
  } catch (const std::exception& e) {
    return fail(fmt::format("internal error: {}", e.what()), kExitInternal);
  }
}

}  // namespace orrery
