#include "scenarios/cli/orrery.h"

#include <exception>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <fmt/format.h>

#include "scenarios/cli/commands.h"
#include "scenarios/cli/help.h"
#include "scenarios/output_file.h"
#include "scenarios/scenario.h"
#include "scenarios/words.h"

namespace {

constexpr const char* kFooter = R"(Start here:
  orrery list scenarios
  orrery run lessons/first-allreduce
  orrery run --help

Exit codes: 0 fine, 1 an expectation or a verification failed, 2 bad input, 3 deadlock or internal
error.)";

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
    for (const std::string_view name : orrery::split(list, ',')) names.emplace_back(name);
  }
  const std::vector<std::string_view> views(names.begin(), names.end());
  for (const std::string& word : words) {
    const std::string name = word.substr(0, word.find('='));
    if (std::string hint = orrery::did_you_mean(name, views); !hint.empty()) return hint;
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
int report_parse_error(const CLI::App& app, const CLI::ParseError& error) {
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) return app.exit(error);
  const CLI::App& command = innermost(app);
  fmt::print(stderr, "orrery: {}\nSee orrery {}--help.\n", message_for(app, command, error),
             &command == &app ? "" : command.get_name() + " ");
  return orrery::kExitBadInput;
}

int run(int argc, char** argv, const orrery::Pictures* pictures) {
  CLI::App app{"Orrery: an emulator of collective communication on networks, in one process",
               "orrery"};
  int status = orrery::kExitFine;
  app.formatter(std::make_shared<orrery::HelpFormatter>());
  app.set_version_flag("--version", "orrery " ORRERY_VERSION, "Print the version");
  app.set_help_flag("--help,-h", "Print this help");
  app.require_subcommand(1);
  app.footer(kFooter);
  orrery::add_list_command(app, status);
  orrery::add_run_command(app, status);
  orrery::add_merge_command(app, status);
  orrery::add_map_command(app, status, pictures);
  orrery::add_locality_command(app, status, pictures);
  orrery::add_check_command(app, status);
  orrery::add_schedule_command(app, status);
  orrery::add_tree_command(app, status);
  orrery::add_reproduce_command(app, status, pictures);
  orrery::add_plot_command(app, status, pictures);
  orrery::add_render_command(app, status, pictures);
  orrery::add_export_command(app, status);
  orrery::add_bench_command(app, status);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return report_parse_error(app, e);
  }
  return status;
}

int fail(const char* message, int status) {
  fmt::print(stderr, "orrery: {}\n", message);
  return status;
}

}  // namespace

int orrery::run_orrery(int argc, char** argv, const Pictures* pictures) {
  try {
    return run(argc, argv, pictures);
  } catch (const std::invalid_argument& e) {  // InputError and its kin
    return fail(e.what(), kExitBadInput);
  } catch (const OutputError& e) {
    return fail(e.what(), kExitBadInput);
  } catch (const std::bad_alloc&) {
    return fail("not enough memory", kExitBadInput);
  } catch (const std::exception& e) {
    return fail(fmt::format("internal error: {}", e.what()).c_str(), kExitInternal);
  }
}
