#include "scenarios/commands/orrery/line/man_page.h"

#include <algorithm>
#include <cctype>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>

namespace orrery {
namespace {

/// Text as roff takes it: no line begins a request, and neither \ nor - means anything else.
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

/// The program and the command as they are typed: "orrery run".
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
    const auto options = command.get_options(
        [&](const CLI::Option* option) { return option->get_group() == group && !group.empty(); });
    if (!options.empty()) out += fmt::format(".SH {}\n", escaped(upper(group)));
    for (const CLI::Option* option : options) {
      const std::string names = option->nonpositional() ? option->get_name(false, true) : "";
      out += man_entry(names, option->get_option_text(), option->get_description());
    }
  }
  return out;
}

/// What stands below the options in --help, line for line.
std::string footer_section(const CLI::App& command) {
  const std::string footer = command.get_footer();
  return footer.empty() ? "" : fmt::format(".SH NOTES\n.nf\n{}\n.fi\n", escaped(footer));
}

}  // namespace

std::string man_page(const CLI::App& command, std::string_view name) {
  return fmt::format(".TH {} 1 \"\" \"Orrery " ORRERY_VERSION "\" \"User Commands\"\n",
                     upper(escaped(name))) +
         fmt::format(".SH NAME\n{} \\- {}\n", escaped(name), escaped(command.get_description())) +
         ".SH SYNOPSIS\n" + synopsis(command) + commands_section(command, name) +
         options_sections(command) + footer_section(command);
}

}  // namespace orrery
