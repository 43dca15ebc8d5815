#include "scenarios/commands/orrery/line/main_command.h"

#include <algorithm>
#include <cctype>
#include <exception>
#include <iterator>
#include <new>
#include <regex>
#include <span>
#include <sstream>
#include <string_view>
#include <utility>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>

#include "algorithms/plugin_error.h"
#include "emu/base/printable.h"
#include "emu/engine/stop.h"
#include "scenarios/commands/orrery/commands.h"
#include "scenarios/commands/orrery/line/complete.h"
#include "scenarios/commands/orrery/line/options_page.h"
#include "scenarios/commands/orrery/run_sweep.h"
#include "scenarios/report/output_file.h"
#include "scenarios/text/words.h"

namespace orrery::inline commands {
namespace {

/// Escapes text for roff: no line begins a request, and \ and - have no special meaning.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if ((c == '.' || c == '\'') && (out.empty() || out.back() == '\n')) out += "\\&";
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
  }
  return out;
}

std::string upper(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](unsigned char c) { return std::toupper(c); });
  return out;
}

/// Returns the program and the command as typed: "orrery run".
std::string typed_name(const CLI::App& command) {
  const CLI::App* parent = command.get_parent();
  return (parent != nullptr ? typed_name(*parent) + ' ' : "") + command.get_name();
}

bool has_options(const CLI::App& command) {
  return !command.get_options([](const CLI::Option* o) { return o->nonpositional(); }).empty();
}

std::string synopsis(const CLI::App& command) {
  std::string out = fmt::format(".B {}\n", escaped(typed_name(command)));
  if (!command.get_subcommands({}).empty()) out += ".I COMMAND\n";
  if (has_options(command)) out += "[\\fIOPTION\\fR]...\n";
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_positional()) continue;
    const std::string text = escaped(option->get_option_text());
    out += option->get_required() ? fmt::format("\\fI{}\\fR\n", text)
                                  : fmt::format("[\\fI{}\\fR]\n", text);
  }
  return out;
}

std::string man_entry(std::string_view name, std::string_view value, std::string_view meaning) {
  std::string shown = name.empty() ? "" : fmt::format("\\fB{}\\fR", escaped(name));
  if (!name.empty() && !value.empty()) shown += ' ';
  if (!value.empty()) shown += fmt::format("\\fI{}\\fR", escaped(value));
  return fmt::format(".TP\n{}\n{}\n", shown, escaped(meaning));
}

std::string commands_section(const CLI::App& command, std::string_view page) {
  const auto commands = command.get_subcommands({});
  std::string out = commands.empty() ? "" : ".SH COMMANDS\n";
  for (const CLI::App* sub : commands)
    out +=
        fmt::format(".TP\n.BR {} (1)\n{}\n", escaped(fmt::format("{}-{}", page, sub->get_name())),
                    escaped(sub->get_description()));
  return out;
}

std::string options_sections(const CLI::App& command) {
  std::string out;
  for (const std::string& group : command.get_groups()) {
    const auto options = options_in_order(command, [&](const CLI::Option* option) {
      return option->get_group() == group && !group.empty();
    });
    if (!options.empty()) out += fmt::format(".SH {}\n", escaped(upper(group)));
    for (const CLI::Option* option : options) {
      const std::string names = option->nonpositional() ? option->get_name(false, true) : "";
      out += man_entry(names, option->get_option_text(), option->get_description());
    }
  }
  return out;
}

/// Returns the text below the options in --help, line for line.
std::string footer_section(const CLI::App& command) {
  const std::string footer = command.get_footer();
  return footer.empty() ? "" : fmt::format(".SH NOTES\n.nf\n{}\n.fi\n", escaped(footer));
}

/// Returns the manual page (section 1, roff) of a program or of one of its commands, from the texts
/// of its --help. `name` is the page's: "orrery-run" for the command `run` of `orrery`.
std::string man_page(const CLI::App& command, std::string_view name) {
  return fmt::format(".TH {} 1 \"\" \"Orrery " ORRERY_VERSION "\" \"User Commands\"\n",
                     upper(escaped(name))) +
         fmt::format(".SH NAME\n{} \\- {}\n", escaped(name), escaped(command.get_description())) +
         ".SH SYNOPSIS\n" + synopsis(command) + commands_section(command, name) +
         options_sections(command) + footer_section(command);
}

constexpr std::string_view kComplete = "--complete", kMan = "--man", kReference = "--reference";

/// Returns the command that was being parsed.
const CLI::App& innermost(const CLI::App& app) {
  const auto commands = app.get_subcommands();
  return commands.empty() ? app : innermost(*commands.front());
}

std::vector<std::string> subcommands_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* sub : app.get_subcommands({})) names.push_back(sub->get_name());
  return names;
}

/// Returns the words that `command` does not know: options without their values, or others.
std::vector<std::string> unknown_in(const CLI::App& command) {
  std::vector<std::string> words = command.remaining(), options;
  std::ranges::copy_if(words, std::back_inserter(options),
                       [](const std::string& word) { return word.starts_with('-'); });
  return options.empty() ? words : options;
}

/// Returns "; did you mean '--bytes'?" for those of `words` that are nearly known to `command`. If one is a value without
/// an option, returns "; it is written without a name: orrery verify [collective] [algorithm]".
std::string hint_for(const CLI::App& command, const std::vector<std::string>& words) {
  std::vector<std::string> names = subcommands_of(command), positionals, near;
  std::string usage = typed_name(command);
  for (const CLI::Option* option : command.get_options()) {
    std::string list = option->get_name(false, true);
    if (option->get_positional()) {
      usage += option->get_required() ? ' ' + list : " [" + list + ']';
      list.insert(0, "--");
      positionals.push_back(list);
    }
    for (const std::string_view name : split(list, ',')) names.emplace_back(name);
  }
  for (const std::string& word : words) {
    const std::string name = word.substr(0, word.find('='));
    const auto longer = std::ranges::find_if(names, [&](const std::string& known) {
      return name.size() > 3 && known.starts_with(name);
    });
    const std::string nearest = longer != names.end() ? *longer : nearest_of(name, names);
    if (std::ranges::count(positionals, nearest) > 0)
      return fmt::format("; it is written without a name: {}", usage);
    if (!nearest.empty() && !std::ranges::count(near, nearest)) near.push_back(nearest);
  }
  return did_you_mean(fmt::format("{}", fmt::join(near, "' and '")));
}

/// Returns the words after the name of the program: "study skips".
std::string words_of(const CLI::App& app, const CLI::App& command) {
  if (&command == &app) return {};
  const std::string before = words_of(app, *command.get_parent());
  return before.empty() ? command.get_name() : before + ' ' + command.get_name();
}

/// Returns a complaint of the command line's parser in the words of errors here.
std::string in_our_words(const CLI::App& command, const std::string& said) {
  std::smatch found;
  if (const auto words = unknown_in(command); !words.empty())
    return fmt::format("'{}' {} unknown", fmt::join(words, "' and '"),
                       words.size() == 1 ? "is" : "are");
  static const std::regex out_of_range("(.*): Value (.*) not in range \\[?(.*) (?:to|-) (.*?)\\]?");
  if (std::regex_match(said, found, out_of_range))
    return fmt::format("{}: {} is out of range; expected {} to {}", found.str(1), found.str(2),
                       found.str(3), found.str(4));
  static const std::regex no_value("(.*): 1 required (.*) missing");
  if (std::regex_match(said, found, no_value))
    return fmt::format("{}: the value is missing; expected {}", found.str(1),
                       found.str(2).substr(0, found.str(2).find(':')));
  static const std::regex missing("([a-z-]+) is required");
  if (!std::regex_match(said, found, missing)) return said;
  const CLI::Option* const option = command.get_option_no_throw(found.str(1));
  return option == nullptr ? said
                           : fmt::format("{} is missing; expected {}: {}", found.str(1),
                                         option->get_option_text(), option->get_description());
}

std::string message_for(const CLI::App& app, const CLI::App& command,
                        const CLI::ParseError& error) {
  const std::string of = &command == &app ? "" : words_of(app, command) + ": ";
  const auto words = command.remaining();
  const auto commands = subcommands_of(command);
  if (commands.empty())
    return of + in_our_words(command, error.what()) + hint_for(command, unknown_in(command));
  const std::string expected = fmt::format("expected {}", fmt::join(commands, ", "));
  if (words.empty()) return fmt::format("{}a command is missing; {}", of, expected);
  return fmt::format("{}'{}' is unknown; {}{}", of, words.front(), expected,
                     hint_for(command, {words.front()}));
}

/// Reports a parse error: help and version are successes, everything else is bad input.
int report_parse_error(const CLI::App& app, const CLI::ParseError& error, bool speaks) {
  const bool well = error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success);
  if (!speaks) return well ? kExitFine : kExitBadInput;
  if (well) {
    std::ostringstream help;
    app.exit(error, help, help);
    write_stdout(help.str(), Colours::kKept);
    return kExitFine;
  }
  const CLI::App& command = innermost(app);
  fmt::print(stderr, "{0}: {1}\nSee {0} {2}--help.\n", app.get_name(),
             printable(message_for(app, command, error)),
             &command == &app ? "" : words_of(app, command) + " ");
  return kExitBadInput;
}

void print_completions(const CLI::App& app, std::span<const std::string> typed) {
  std::string text;
  for (const Completion& c : completions(app, typed))
    text += fmt::format("{}\t{}\n", c.word, c.meaning);
  write_stdout(text, Colours::kKept);
}

/// Writes the manual pages of a command and of its subcommands.
void write_man_pages(const CLI::App& command, const std::string& name,
                     const std::string& directory) {
  OutputFile(fmt::format("{}/{}.1", directory, name), "--man").write(man_page(command, name));
  for (const CLI::App* sub : command.get_subcommands({}))
    write_man_pages(*sub, fmt::format("{}-{}", name, sub->get_name()), directory);
}

}  // namespace

MainCommand::MainCommand(const std::string& name, const std::string& description,
                         const std::string& version)
    : MainCommand(std::make_unique<CLI::App>(description, name)) {
  tree_->formatter(help_);
  tree_->set_help_flag("--help,-h", "Print help: -h a short one, --help all of it");
  tree_->set_version_flag("--version,-V", name + " " + version, "Print the version");
}

MainCommand::MainCommand(std::unique_ptr<CLI::App> tree)
    : CommandLine(*tree), tree_(std::move(tree)), help_(std::make_shared<HelpFormatter>()) {}
MainCommand::~MainCommand() = default;

bool MainCommand::is_described(const std::vector<std::string>& words) {
  if (words.empty()) return false;
  const std::string_view asked = words.front();
  return asked == kComplete || asked == kMan || asked == kReference;
}

void MainCommand::describe(const std::vector<std::string>& arguments) const {
  if (arguments[0] == kComplete) return print_completions(*tree_, std::span(arguments).subspan(1));
  if (arguments[0] == kReference) return write_stdout(options_page(*tree_), Colours::kKept);
  if (arguments.size() != 2) throw InputError("--man: expected the name of a directory");
  write_man_pages(*tree_, tree_->get_name(), arguments[1]);
}

void MainCommand::parse(std::vector<std::string> words) {
  std::ranges::reverse(words);  // as CLI11 takes them
  try {
    tree_->parse(std::move(words));
  } catch (const CLI::ParseError& error) {
    throw std::invalid_argument(message_for(*tree_, innermost(*tree_), error));
  }
}

/// Replaces `help` by --help and `help run` by `run --help`, as in other programs.
std::vector<std::string> MainCommand::without_help_command(std::vector<std::string> words) const {
  const auto commands = subcommands_of(*tree_);
  if (words.empty() || words.front() != "help" || commands.empty()) return words;
  words.erase(words.begin());
  const bool known = words.empty() || std::ranges::find(commands, words.front()) != commands.end();
  if (known) words.emplace_back("--help");
  return words;
}

int MainCommand::run(std::vector<std::string> words, const int& status, bool speaks) {
  const auto fail = [&](std::string_view message, int code) {
    if (speaks) fmt::print(stderr, "{}: {}\n", tree_->get_name(), printable(message));
    return code;
  };
  try {
    if (is_described(words)) return describe(words), kExitFine;
    tree_->require_subcommand(tree_->get_subcommands({}).empty() ? 0 : 1);
    words = without_help_command(std::move(words));
    if (std::ranges::count(words, "-h") > 0 && std::ranges::count(words, "--help") == 0)
      help_->shorten();
    std::ranges::reverse(words);  // as CLI11 takes them
    try {
      tree_->parse(std::move(words));
    } catch (const CLI::ParseError& e) {
      return report_parse_error(*tree_, e, speaks);  // which writes help, and may fail
    }
    return status;
  } catch (const std::invalid_argument& e) {  // InputError and its kin
    return fail(e.what(), kExitBadInput);
  } catch (const PluginError& e) {
    return fail(e.what(), exit_code(outcome_of(e)));
  } catch (const Stopped&) {
    return fail("stopped", kExitStopped);
  } catch (const OutputError& e) {
    return fail(e.what(), kExitBadInput);
  } catch (const std::bad_alloc&) {
    return fail("not enough memory", kExitBadInput);
  } catch (const std::exception& e) {
    return fail(fmt::format("internal error: {}", e.what()), kExitInternal);
  }
}

}  // namespace orrery::inline commands
