#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

/// The command line as commands declare it. CLI11 reads it; as that library is large, only the
/// files that use the parsed tree itself include it.
namespace orrery::inline commands {

/// The range of a number, both ends included.
struct Between {
  double least, most;
};

/// An option, or an argument without a name. Its functions return it again; they do nothing if the
/// option was not declared because its command was not called (CommandLine::call_only).
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}

  Option* option_text(const std::string& text);  ///< sets the name of its value in help: "FILE|-"
  Option* group(const std::string& title);       ///< sets its heading in help; default: Options
  Option* required();
  Option* allow_extra_args(bool allow);  ///< sets whether list values may follow without the name
  Option* value_if_bare(const std::string& value);  ///< allows the option without a value
  Option* check(Between range);
  Option* check(std::vector<std::string> words);  ///< restricts it to these words

 private:
  friend class CommandLine;
  CLI::Option* option_;  // null: not declared
};

/// A program or one of its commands. The value of an option stays with its declarer, and must outlive
/// the parse.
class CommandLine {
 public:
  explicit CommandLine(CLI::App& app, bool declares = true) : app_(&app), declares_(declares) {}
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  /// Declares options of later subcommands only if they are called `name`: CLI11 compares each
  /// option with all others of its command, which takes longer than a small run.
  void call_only(std::string name) { called_ = std::move(name); }

  /// Puts later subcommands below this heading in help.
  void begin_group(std::string title) { group_ = std::move(title); }
  CommandLine* add_subcommand(const std::string& name, const std::string& description);
  /// Adds a subcommand and its Options, which outlive the parse. If it is called, `run` gets them (after the command, if
  /// it takes that) and `more`, and returns the exit code for `status`.
  template <class Options, class Run, class... More>
  std::pair<CommandLine&, Options&> add_command(const std::string& name,
                                                const std::string& description,
                                                const std::string& footer, int& status, Run run,
                                                More... more) {
    CommandLine* const command = add_subcommand(name, description);
    const auto options = std::make_shared<Options>();
    command->footer(footer);
    command->callback([=, &status] {
      if constexpr (std::is_invocable_v<Run, const CommandLine&, const Options&, More...>)
        status = run(*command, *options, more...);
      else
        status = run(*options, more...);
    });
    return {*command, *options};
  }
  /// Makes a call without a subcommand an error.
  void require_command();
  /// Returns the subcommand of that name, which must exist.
  CommandLine* get_subcommand(const std::string& name);

  /// Adds "-o,--out", or "scenario" for an argument. T is std::string, int, double, std::optional
  /// of them or std::vector<std::string> (command_line.cc). `text` as in Option::option_text.
  template <typename T>
  Option* add_option(const std::string& names, T& value, const std::string& help,
                     const std::string& text = {});
  Option* add_flag(const std::string& names, bool& value, const std::string& help);
  /// Adds an option below the heading Output.
  template <typename T>
  Option* add_output(const std::string& names, T& value, const std::string& help,
                     const std::string& text) {
    return add_option(names, value, help, text)->group("Output");
  }
  /// Adds an option whose `use` is called with the value while the command line is read. T is
  /// std::string or a vector of them.
  template <typename T>
  Option* add_option_function(const std::string& names, const std::function<void(const T&)>& use,
                              const std::string& help);

  Option* add_flag_function(const std::string& names, const std::function<void()>& use,
                            const std::string& help);

  void footer(const std::string& text);  ///< sets the text below the options in help
  /// Sets the function that runs if the command was called.
  void callback(std::function<void()> run);

  /// Returns the given options, in their order.
  std::vector<const Option*> parse_order() const;

  /// Returns all declarations, for printing.
  const CLI::App& tree() const { return *app_; }

 private:
  /// Returns the option that `declare` adds to the command, if it declares any.
  template <typename Declare>
  Option* declared(Declare declare) {
    return &options_.emplace_back(declares_ ? declare(*app_) : nullptr);
  }

  CLI::App* app_;
  bool declares_;
  std::optional<std::string> called_;
  std::string group_;  // empty: below the usual heading
  std::deque<Option> options_;
  std::deque<CommandLine> commands_;
};

}  // namespace orrery::inline commands
