#pragma once

#include <cstdint>
#include <exception>
#include <span>
#include <string>
#include <string_view>

#include "scenarios/commands/orrery/line/command_line.h"
#include "scenarios/report/plot/plot.h"
#include "scenarios/spec/scenario.h"

/// The subcommands of `orrery`. Each function adds one to `app`; the parse runs it if it was called
/// and puts the exit code into `status`. Commands THROW InputError and OutputError (exit 2).
namespace orrery::inline commands {

enum ExitCode {
  kExitFine = 0,
  kExitFailed = 1,
  kExitBadInput = 2,
  kExitDeadlock = 3,
  kExitCrashed = 4,    ///< the code of a plug-in or schedule crashed, threw or misused a call
  kExitLimit = 5,      ///< the code of a plug-in took more time or memory than it may
  kExitForbidden = 6,  ///< the code of a plug-in did something that is forbidden
  kExitInternal = 70,  ///< a mistake in Orrery
  kExitStopped = 130   ///< by Ctrl-C or SIGTERM
};

void add_list_command(CommandLine& app, int& status);
void add_explain_command(CommandLine& app, int& status);
void add_show_command(CommandLine& app, int& status);
void add_network_command(CommandLine& app, int& status, const Pictures* pictures);
void add_run_command(CommandLine& app, int& status);
void add_merge_command(CommandLine& app, int& status);
void add_compare_command(CommandLine& app, int& status);
void add_map_command(CommandLine& app, int& status, const Pictures* pictures);
/// Adds the command with studies as its subcommands; only the one that is `called` has options, if
/// any.
void add_study_command(CommandLine& app, int& status, const Pictures* pictures,
                       const std::string& called);
void add_locality_study(CommandLine& study, int& status, const Pictures* pictures);
void add_robustness_study(CommandLine& study, int& status, const Pictures* pictures);
void add_skips_study(CommandLine& study, int& status);
void add_why_command(CommandLine& app, int& status);
void add_what_if_command(CommandLine& app, int& status, const Pictures* pictures);
void add_verify_command(CommandLine& app, int& status);
void add_grade_command(CommandLine& app, int& status, const Pictures* pictures);
void add_new_assignment_command(CommandLine& app, int& status);
void add_check_command(CommandLine& app, int& status);
void add_score_command(CommandLine& app, int& status, const Pictures* pictures);
void add_fit_command(CommandLine& app, int& status);
void add_schedule_command(CommandLine& app, int& status);
void add_tree_command(CommandLine& app, int& status);
void add_reproduce_command(CommandLine& app, int& status, const Pictures* pictures);
void add_plot_command(CommandLine& app, int& status, const Pictures* pictures);
void add_render_command(CommandLine& app, int& status, const Pictures* pictures);
void add_bench_command(CommandLine& app, int& status);
void add_export_command(CommandLine& app, int& status, const Pictures* pictures);
void add_lesson_command(CommandLine& app, int& status, const Pictures* pictures);

/// Adds a command that walks `app` when it is run, which has all commands by then.
void add_reference_command(CommandLine& app, int& status);
/// Returns the text that it prints.
std::string reference_text(const CommandLine& app);

void add_new_algorithm_command(CommandLine& app, int& status);
/// Adds options to the commands that run or list algorithms. Plug-ins are loaded while the command
/// line is read.
void add_plugin_options(CommandLine& app);

/// Returns the failure (a PluginError) of a plug-in that `orrery run` could not load: it is a
/// result, so that reports contain it. Null: none. Other commands end with it.
std::exception_ptr& failed_plugin();

/// Checks that there is one run. THROWS InputError for more; `asked_by` ("--trace") needs exactly
/// one.
void check_single_cell(const Scenario& scenario, std::string_view asked_by);

/// Returns *pictures; THROWS InputError if there are none.
const Pictures& drawn_by(const Pictures* pictures);
/// Checks a value. THROWS InputError naming `option` for a value that is not among `known`.
void check_word(const char* option, std::string_view value,
                std::span<const std::string_view> known);
/// Reads a cost in the unit of a paper: a whole number from 0 on, or a time ("1us") or a cost per byte ("20ps/B"), which
/// count in picoseconds. THROWS std::invalid_argument.
std::int64_t parse_plain_cost(std::string_view text, std::int64_t most);
/// Returns "png" or "svg" by the end of the name. THROWS InputError naming `option`.
std::string picture_format(const std::string& file, std::string_view option);

}  // namespace orrery::inline commands
