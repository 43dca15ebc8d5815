#include "scenarios/commands/orrery/line/help.h"

#include <fmt/format.h>

#include "scenarios/report/table.h"
#include "scenarios/text/words.h"

namespace orrery {
namespace {

constexpr std::size_t kNameWidth = 30;
constexpr std::size_t kMeaningWidth = 70;

/// The name, and beside it (or below, if it is long) what it means.
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

}  // namespace orrery
