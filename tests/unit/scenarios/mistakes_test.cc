// Tests the errors for common mistakes, which are a readable page: tests/golden/mistakes.txt.
#include "tests/golden_file.h"
#include "tests/unit/scenarios/command.h"

namespace orrery {
namespace {

class Mistakes : public Command {
 protected:
  /// Returns what a command prints to stderr, and its exit code where that is not 2.
  std::string answer(const std::string& command) {
    const std::string program = "orrery ";
    const auto at = command.find(program);
    EXPECT_NE(at, command.npos) << command;
    std::string line = command;
    const int code = shell(line.replace(at, program.size(), fmt::format("'{}' ", ORRERY_COMMAND)));
    EXPECT_NE(code, 0) << command;
    return err_ + (code == 2 ? "" : fmt::format("(exit code {})\n", code));
  }
};

/// Checks the page, which has headings, and commands after "$ ", each with its output on stderr.
TEST_F(Mistakes, AreAnsweredAsThePageShows) {
  const fs::path page = fs::path(ORRERY_SOURCE_DIR) / "tests/golden/mistakes.txt";
  std::istringstream lines(content(page));
  std::string said;
  int commands = 0;
  bool in_answer = false;
  for (std::string line; std::getline(lines, line);) {
    const bool is_command = line.starts_with("$ ");
    if (line.empty() || line.starts_with('#') || is_command) in_answer = false;
    if (in_answer) continue;
    said += line + '\n';
    if (is_command) said += answer(line.substr(2)), ++commands;
    in_answer = is_command;
  }
  EXPECT_GE(commands, 108);
  compare_with_golden(page, said);
}

}  // namespace
}  // namespace orrery
