#pragma once

#include <memory>
#include <string>
#include <vector>

#include "scenarios/commands/orrery/line/command_line.h"

namespace orrery::inline commands {

class HelpFormatter;

/// A program with its command line: the common part of orrery, orrery-gui and orrery-mpi.
class MainCommand : public CommandLine {
 public:
  /// Creates a program; `version` is "0.2.0".
  MainCommand(const std::string& name, const std::string& description, const std::string& version);
  ~MainCommand();

  /// Returns whether the arguments request a description of the program instead of a run:
  /// `--complete WORDS...` prints possible next words (complete.h), for shells; `--man DIRECTORY`
  /// writes the manual pages of the program and its commands; `--reference` prints its options as a
  /// page (options_page.h).
  static bool is_described(const std::vector<std::string>& words);

  /// Reads the words of a command line and runs the command that it names; commands put their exit
  /// code into `status`. Errors go to stderr, with hints ("NAME: ..."). `speaks` = false: neither
  /// help nor errors are printed, as another process prints the same. Returns the exit code.
  int run(std::vector<std::string> words, const int& status, bool speaks = true);

  /// Reads `words` and runs their command. THROWS std::invalid_argument for unknown options and
  /// wrong values.
  void parse(std::vector<std::string> words);

 private:
  explicit MainCommand(std::unique_ptr<CLI::App> tree);
  void describe(const std::vector<std::string>& arguments) const;
  std::vector<std::string> without_help_command(std::vector<std::string> words) const;

  std::unique_ptr<CLI::App> tree_;
  std::shared_ptr<HelpFormatter> help_;
};

}  // namespace orrery::inline commands
