#pragma once

#include <functional>
#include <string>
#include <vector>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace orrery::inline commands {

/// Help as wide as the terminal, or as COLUMNS says: examples first, then the options and the notes. The short help
/// leaves out options that stand for keys, and the notes.
class HelpFormatter : public CLI::Formatter {
 public:
  /// Makes the help short from now on.
  void shorten() { is_short_ = true; }

  std::string make_help(const CLI::App* command, std::string name,
                        CLI::AppFormatMode mode) const override;
  std::string make_option(const CLI::Option* option, bool is_positional) const override;
  std::string make_subcommand(const CLI::App* command) const override;
  std::string make_group(std::string group, bool is_positional,
                         std::vector<const CLI::Option*> options) const override;

 private:
  std::string option_groups(const CLI::App& command) const;

  bool is_short_ = false;
};

using OptionFilter = std::function<bool(const CLI::Option*)>;

/// Returns the options of a command that pass the filter: its own in the order of their declaration, then those that
/// several commands have, in one order everywhere.
std::vector<const CLI::Option*> options_in_order(const CLI::App& command,
                                                 const OptionFilter& filter = {});

/// Returns the options of a program and of each of its commands in Markdown, from the texts of its
/// --help. Options that stand for keys are not repeated.
std::string options_text(const CLI::App& app);

/// Returns the page of a program that has no other: a heading and its options.
std::string options_page(const CLI::App& app);

}  // namespace orrery::inline commands
