#pragma once

#include <memory>
#include <string>
#include <vector>

#include "scenarios/commands/orrery/line/command_line.h"

namespace orrery {

/// A program with its command line: what orrery, orrery-gui and orrery-mpi share.
class MainCommand : public CommandLine {
 public:
  /// `version` is "0.2.0".
  MainCommand(const std::string& name, const std::string& description, const std::string& version);
  ~MainCommand();

  /// Whether the arguments ask for what describes the program, and for nothing to be run:
  /// `--complete WORDS...` prints what may come next (complete.h), for shells; `--man DIRECTORY`
  /// writes the manual pages of the program and its commands; `--reference` prints its
  /// options as a page (options_page.h).
  static bool is_described(const std::vector<std::string>& words);

  /// Reads the words of a command line, which runs the command that it names; commands put their exit code into
  /// `status`. Errors are told on stderr, with hints ("NAME: ..."). `speaks` = false: neither help
  /// nor errors are printed, as another process prints the same. Returns the exit code.
  int run(std::vector<std::string> words, const int& status, bool speaks = true);

  /// Reads `words` and runs their command. THROWS std::invalid_argument for what is not an option or
  /// no value.
  void parse(std::vector<std::string> words);

 private:
  explicit MainCommand(std::unique_ptr<CLI::App> tree);
  void describe(const std::vector<std::string>& arguments) const;
  std::vector<std::string> without_help_command(std::vector<std::string> words) const;

  std::unique_ptr<CLI::App> tree_;
};

}  // namespace orrery
