#include "scenarios/commands/orrery/line/options_page.h"

#include <algorithm>

#include <fmt/format.h>

#include "scenarios/commands/orrery/line/markdown.h"
#include "scenarios/keys/keys.h"
#include "scenarios/report/table.h"
#include "scenarios/text/words.h"

namespace orrery {

namespace {

constexpr std::size_t kNameWidth = 30;
constexpr std::size_t kMeaningWidth = 70;

/// Returns the name, and beside it (or below, if it is long) its meaning.
std::string help_entry(std::string_view name, std::string_view meaning) {
  std::string out = "  ";
  out += name;
  std::size_t column = out.size();
  const std::string text = wrapped(meaning, kMeaningWidth);
  for (const std::string_view line : split(text, '\n')) {
    if (line.empty()) break;
    if (column >= kNameWidth) out += '\n', column = 0;
    out.append(kNameWidth - column, ' ').append(line);
    column = kNameWidth;
  }
  return out + '\n';
}

using markdown::code, markdown::row, markdown::table_head;

/// Returns whether it stands for a key, which the page has described before.
bool is_of_key(const CLI::Option& option) {
  return std::ranges::any_of(keys(), [&](const Key& key) {
    return option.check_name(option_name(key)) && option.get_description() == key.help;
  });
}

std::string options_table(const CLI::App& command) {
  const HelpFormatter formatter;
  std::string out;
  bool has_keys = false;
  for (const CLI::Option* option : command.get_options()) {
    if (is_of_key(*option)) {
      has_keys = true;
      continue;
    }
    if (option == command.get_help_ptr()) continue;
    const bool positional = option->get_positional();
    const std::string name = formatter.make_option_name(option, positional);
    out += row({code(fmt::format("{}{}", name, formatter.make_option_opts(option))),
                formatter.make_option_desc(option)});
  }
  if (!out.empty()) out = table_head({"Option", "Effect"}) + out + '\n';
  return has_keys ? out + "And an option for each key.\n\n" : out;
}

/// Returns all commands of `app`, and their options.
std::string commands_text(const CLI::App& app, const std::string& typed) {
  std::string out;
  for (const CLI::App* command : app.get_subcommands({})) {
    const std::string name = typed + ' ' + command->get_name(), does = command->get_description();
    out += fmt::format("### {}\n\n{}{}\n\n{}", name, does, does.ends_with('.') ? "" : ".",
                       options_table(*command));
    out += commands_text(*command, name);
  }
  return out;
}

}  // namespace

std::string HelpFormatter::make_option(const CLI::Option* option, bool is_positional) const {
  return help_entry(make_option_name(option, is_positional) + make_option_opts(option),
                    make_option_desc(option));
}

std::string HelpFormatter::make_subcommand(const CLI::App* command) const {
  return help_entry(command->get_name(), command->get_description());
}

std::string HelpFormatter::make_group(std::string group, bool is_positional,
                                      std::vector<const CLI::Option*> options) const {
  const bool first = is_positional || group == "Options";  // CLI11 puts a blank line after a group
  std::string out = fmt::format("{}{}:\n", first ? "\n" : "", group);
  for (const CLI::Option* option : options) out += make_option(option, is_positional);
  return out;
}

std::string options_text(const CLI::App& app) {
  return options_table(app) + commands_text(app, app.get_name());
}

std::string options_page(const CLI::App& app) {
  return fmt::format(
      "# Options of {0}\n\nThe program prints this page itself (`{0} --reference`).\n\n{1}",
      app.get_name(), options_text(app));
}

}  // namespace orrery
