#include "scenarios/commands/orrery/line/command_line.h"

#include <algorithm>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "emu/base/check.h"

namespace orrery::inline commands {

Option* Option::option_text(const std::string& text) {
  if (option_ != nullptr) option_->type_name(text)->option_text(text);
  return this;
}
Option* Option::group(const std::string& title) {
  if (option_ != nullptr) option_->group(title);
  return this;
}
Option* Option::required() {
  if (option_ != nullptr) option_->required();
  return this;
}
Option* Option::value_if_bare(const std::string& value) {
  if (option_ != nullptr) option_->expected(0, 1)->default_str(value);
  return this;
}

Option* Option::allow_extra_args(bool allow) {
  if (option_ != nullptr) option_->allow_extra_args(allow);
  return this;
}
Option* Option::check(Between range) {
  if (option_ == nullptr) return this;
  const auto least = static_cast<int>(range.least), most = static_cast<int>(range.most);
  if (least == range.least && most == range.most)
    option_->check(CLI::Range(least, most));
  else
    option_->check(CLI::Range(range.least, range.most));
  return this;
}
Option* Option::check(std::vector<std::string> words) {
  if (option_ != nullptr) option_->check(CLI::IsMember(std::move(words)));
  return this;
}

CommandLine* CommandLine::add_subcommand(const std::string& name, const std::string& description) {
  const bool called = !called_ || *called_ == name;
  CLI::App* const command = app_->add_subcommand(name, description);
  if (!group_.empty()) command->group(group_);
  return &commands_.emplace_back(*command, declares_ && called);
}

void CommandLine::require_command() {
  app_->require_subcommand(1);
}

CommandLine* CommandLine::get_subcommand(const std::string& name) {
  for (CommandLine& command : commands_)
    if (command.app_->get_name() == name) return &command;
  throw LogicError("no command '" + name + "'");
}

namespace {

/// Refuses an empty value: it is an unset variable of a shell or a mistake, and names no file and
/// no number.
CLI::Option* not_empty(CLI::Option* option) {
  return option->check([](const std::string& value) {
    return std::string(value.empty() ? "the value is empty" : "");
  });
}

}  // namespace

template <typename T>
Option* CommandLine::add_option(const std::string& names, T& value, const std::string& help,
                                const std::string& text) {
  Option* option =
      declared([&](CLI::App& app) { return not_empty(app.add_option(names, value, help)); });
  return text.empty() ? option : option->option_text(text);
}

template <typename T>
Option* CommandLine::add_option_function(const std::string& names,
                                         const std::function<void(const T&)>& use,
                                         const std::string& help) {
  return declared(
      [&](CLI::App& app) { return not_empty(app.add_option_function<T>(names, use, help)); });
}

Option* CommandLine::add_flag(const std::string& names, bool& value, const std::string& help) {
  return declared([&](CLI::App& app) { return app.add_flag(names, value, help); });
}

Option* CommandLine::add_flag_function(const std::string& names, const std::function<void()>& use,
                                       const std::string& help) {
  return declared([&](CLI::App& app) { return app.add_flag_callback(names, use, help); });
}

void CommandLine::footer(const std::string& text) {
  app_->footer(text);
}
void CommandLine::callback(std::function<void()> run) {
  app_->callback(std::move(run));
}

std::vector<const Option*> CommandLine::parse_order() const {
  std::vector<const Option*> order;
  for (const CLI::Option* given : app_->parse_order()) {
    const auto declared = std::ranges::find(options_, given, &Option::option_);
    if (declared != options_.end()) order.push_back(&*declared);
  }
  return order;
}

using Texts = std::vector<std::string>;
using Text = std::string;
template Option* CommandLine::add_option(const Text&, Text&, const Text&, const Text&);
template Option* CommandLine::add_option(const Text&, Texts&, const Text&, const Text&);
template Option* CommandLine::add_option(const Text&, int&, const Text&, const Text&);
template Option* CommandLine::add_option(const Text&, std::size_t&, const Text&, const Text&);
template Option* CommandLine::add_option(const Text&, double&, const Text&, const Text&);
template Option* CommandLine::add_option(const Text&, std::optional<Text>&, const Text&,
                                         const Text&);
template Option* CommandLine::add_option(const Text&, std::optional<int>&, const Text&,
                                         const Text&);
template Option* CommandLine::add_option(const Text&, std::optional<double>&, const Text&,
                                         const Text&);
template Option* CommandLine::add_option_function(const Text&,
                                                  const std::function<void(const Text&)>&,
                                                  const Text&);
template Option* CommandLine::add_option_function(const Text&,
                                                  const std::function<void(const Texts&)>&,
                                                  const Text&);

}  // namespace orrery::inline commands
