#pragma once

#include <string>
#include <vector>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace orrery {

/// Help that fits a terminal of 100 columns: long descriptions continue below themselves.
class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_option(const CLI::Option* option, bool is_positional) const override;
  std::string make_subcommand(const CLI::App* command) const override;
  std::string make_group(std::string group, bool is_positional,
                         std::vector<const CLI::Option*> options) const override;
};

/// Returns the options of a program and of each of its commands in Markdown, from the texts of its
/// --help. Options that stand for keys are not repeated.
std::string options_text(const CLI::App& app);

/// Returns the page of a program that has no other: a heading and its options.
std::string options_page(const CLI::App& app);

}  // namespace orrery
