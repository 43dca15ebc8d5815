#include "scenarios/commands/orrery/line/options_page.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <sys/ioctl.h>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "scenarios/commands/orrery/line/markdown.h"
#include "scenarios/keys/keys.h"
#include "scenarios/report/table.h"
#include "scenarios/text/words.h"

namespace orrery::inline commands {

namespace {

constexpr std::size_t kNarrow = 40, kWide = 160;

/// Returns the width of the terminal in columns: COLUMNS if it is set, otherwise the actual width.
std::size_t help_width() {
  std::size_t width = 0;
  if (const char* const columns = std::getenv("COLUMNS"))
    std::from_chars(columns, columns + std::strlen(columns), width);
  winsize size{};
  if (width == 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) width = size.ws_col;
  return width == 0 ? kTerminalWidth : std::clamp(width, kNarrow, kWide);
}

/// Returns the name, and beside it (or below, if it is long or the terminal narrow) its meaning.
std::string help_entry(std::string_view name, std::string_view meaning) {
  constexpr std::size_t kTooNarrow = 80;
  const std::size_t width = help_width(), indent = width < kTooNarrow ? 8 : 30;
  std::string out = "  ";
  out += name;
  std::size_t column = out.size();
  const std::string text = wrapped(meaning, width - indent);
  for (const std::string_view line : split(text, '\n')) {
    if (line.empty()) break;
    if (column >= indent) out += '\n', column = 0;
    out.append(indent - column, ' ').append(line);
    column = indent;
  }
  return out + '\n';
}

/// Returns a paragraph as wide as the terminal; lines that begin with a blank stay as they are.
std::string paragraph(std::string_view text) {
  std::string out, words;
  const auto end = [&] { out += wrapped(std::exchange(words, {}), help_width()); };
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.starts_with(' '))
      end(), out.append(line).append("\n");
    else
      words.append(line).append(" ");
  }
  end();
  return out;
}

struct Notes {
  std::string examples, others;
};

/// Returns the text below the options, its examples apart from its other paragraphs.
Notes notes_of(const CLI::App& command) {
  Notes notes;
  const std::string footer = command.get_footer();
  for (std::string_view text = footer; !text.empty();) {
    const std::string_view part = text.substr(0, text.find("\n\n"));
    text.remove_prefix(std::min(part.size() + 2, text.size()));
    const bool shows = part.starts_with("Examples:") || part.starts_with("Start here:");
    (shows ? notes.examples : notes.others) += '\n' + paragraph(part);
  }
  return notes;
}

using markdown::code, markdown::row, markdown::table_head;

/// Returns whether it stands for a key, which the page has described before.
bool is_of_key(const CLI::Option& option) {
  return std::ranges::any_of(all_keys(), [&](const Key& key) {
    return option.check_name(option_name(key)) && option.get_description() == key.help;
  });
}

std::string options_table(const CLI::App& command) {
  const HelpFormatter formatter;
  std::string out;
  bool has_keys = false;
  for (const CLI::Option* option : options_in_order(command)) {
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

std::string HelpFormatter::make_help(const CLI::App* command, std::string name,
                                     CLI::AppFormatMode mode) const {
  const Notes notes = notes_of(*command);
  std::string out = paragraph(make_description(command)) + make_usage(command, name) +
                    notes.examples + make_positionals(command) + option_groups(*command) +
                    make_subcommands(command, mode);
  if (!is_short_) return out + notes.others;
  if (std::ranges::any_of(command->get_options(), [](const auto* o) { return is_of_key(*o); }))
    out += "\nAnd an option for each key: see --help, or orrery list keys.\n";
  return out;
}

std::string HelpFormatter::make_option(const CLI::Option* option, bool is_positional) const {
  return help_entry(make_option_name(option, is_positional) + make_option_opts(option),
                    make_option_desc(option));
}

std::string HelpFormatter::make_subcommand(const CLI::App* command) const {
  return help_entry(command->get_name(), command->get_description());
}

std::string HelpFormatter::option_groups(const CLI::App& command) const {
  std::string out;
  for (const std::string& group : command.get_groups()) {
    const auto options = options_in_order(command, [&](const CLI::Option* option) {
      return option->get_group() == group && option->nonpositional() &&
             !(is_short_ && is_of_key(*option));
    });
    if (!group.empty() && !options.empty()) out += make_group(group, false, options);
  }
  return out;
}

std::string HelpFormatter::make_group(std::string group, bool is_positional,
                                      std::vector<const CLI::Option*> options) const {
  std::string out = fmt::format("\n{}:\n", group);
  for (const CLI::Option* option : options) out += make_option(option, is_positional);
  return out;
}

std::vector<const CLI::Option*> options_in_order(const CLI::App& command,
                                                 const OptionFilter& filter) {
  static constexpr std::string_view kOwn;
  static constexpr std::array<std::string_view, 15> kOrder{
      "--include",  kOwn,        "--json",    "--csv", "--csv-formulas", "--junit",
      "--markdown", "--html",    "-o,--out",  "--out", "--strict",       "--reproducible",
      "--resume",   "-j,--jobs", "-q,--quiet"};
  std::vector<const CLI::Option*> options = command.get_options(filter);
  std::ranges::stable_sort(options, {}, [](const CLI::Option* option) {
    const auto found = std::ranges::find(kOrder, option->get_name(false, true));
    return found == kOrder.end() ? std::ranges::find(kOrder, kOwn) : found;
  });
  return options;
}

std::string options_text(const CLI::App& app) {
  return options_table(app) + commands_text(app, app.get_name());
}

std::string options_page(const CLI::App& app) {
  return fmt::format(
      "# Options of {0}\n\nThe program prints this page itself (`{0} --reference`).\n\n{1}",
      app.get_name(), options_text(app));
}

}  // namespace orrery::inline commands
