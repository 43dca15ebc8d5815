#include "scenarios/commands/orrery/line/options_page.h"

#include <algorithm>

#include <CLI/Config.hpp>
#include <fmt/format.h>

#include "scenarios/commands/orrery/line/help.h"
#include "scenarios/commands/orrery/line/markdown.h"
#include "scenarios/keys/keys.h"

namespace orrery {
namespace {

using markdown::code, markdown::row, markdown::table_head;

/// Whether it stands for a key, of which the page has spoken.
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
  if (!out.empty()) out = table_head({"Option", "What it does"}) + out + '\n';
  return has_keys ? out + "And an option for each key.\n\n" : out;
}

/// All that `app` can be told to do, and those what they can.
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

std::string options_text(const CLI::App& app) {
  return options_table(app) + commands_text(app, app.get_name());
}

std::string options_page(const CLI::App& app) {
  return fmt::format(
      "# Options of {0}\n\nThe program prints this page itself (`{0} --reference`).\n\n{1}",
      app.get_name(), options_text(app));
}

}  // namespace orrery
