// The commands in README.md and the other pages are commands that there are.
#include <cctype>
#include <map>
#include <sstream>
#include <vector>

#include "tests/unit/scenarios/command.h"

namespace orrery {
namespace {

std::vector<fs::path> pages() {
  const fs::path root = ORRERY_SOURCE_DIR;
  std::vector<fs::path> all{root / "README.md"};
  for (const auto& entry : fs::directory_iterator(root / "assets"))
    if (entry.path().extension() == ".md") all.push_back(entry.path());
  return all;
}

std::string trimmed_end(std::string text) {
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

/// What follows "orrery " on lines that begin so, without comments and pipes.
std::vector<std::string> commands_of(const fs::path& page) {
  std::vector<std::string> found;
  std::istringstream in(content(page));
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("orrery "))
      found.push_back(trimmed_end(line.substr(7, line.find_first_of("#|") - 7)));
  return found;
}

std::vector<std::string> words_of(const std::string& command) {
  std::istringstream in(command);
  return {std::istream_iterator<std::string>(in), {}};
}

bool knows(const std::string& help, const std::string& option) {
  for (auto at = help.find(option); at != help.npos; at = help.find(option, at + 1)) {
    const char next = help[at + option.size()];
    if (std::isalnum(static_cast<unsigned char>(next)) == 0 && next != '-') return true;
  }
  return false;
}

class Pages : public Command {
 protected:
  const std::string& help_of(const std::string& command) {
    const auto [entry, is_new] = help_.try_emplace(command);
    if (is_new && run(command + " --help") == 0) entry->second = out_;
    return entry->second;
  }

 private:
  std::map<std::string, std::string> help_;
};

TEST_F(Pages, NameCommandsAndOptionsThatExist) {
  int found = 0;
  for (const fs::path& page : pages())
    for (const std::string& line : commands_of(page)) {
      const auto words = words_of(line);
      const bool is_study = words.front() == "study" && words.size() > 1;
      const std::string& help = help_of(is_study ? "study " + words[1] : words.front());
      EXPECT_NE(help, "") << page << ": orrery " << line;
      for (const std::string& word : words) {
        if (!word.starts_with("--")) continue;
        EXPECT_TRUE(knows(help, word)) << page << ": orrery " << line << ": " << word;
        ++found;
      }
    }
  EXPECT_GT(found, 20);
}

/// What stands below "$ orrery ..." up to the end of its block is what that prints; "..." stands for
/// lines that are left out.
TEST_F(Pages, SamplesAreWhatIsPrinted) {
  int found = 0;
  for (const fs::path& page : pages()) {
    std::istringstream in(content(page));
    for (std::string line; std::getline(in, line);) {
      if (!line.starts_with("$ orrery ")) continue;
      ++found;
      EXPECT_EQ(run(line.substr(9)), 0) << page << ": " << line;
      for (std::size_t at = 0; std::getline(in, line) && line != "```";) {
        if (line == "...") continue;
        const auto there = ("\n" + out_).find("\n" + line + "\n", at);
        ASSERT_NE(there, out_.npos) << page << ": " << line << "\nnot in:\n" << out_;
        at = there + line.size();
      }
    }
  }
  EXPECT_GT(found, 0);
}

/// Those on a small built-in scenario, or on none, run as they stand, one after the other in the same
/// folder.
TEST_F(Pages, SmallCommandsRunAsTheyStand) {
  int found = 0;
  for (const fs::path& page : pages())
    for (const std::string& line : commands_of(page)) {
      const std::string command = words_of(line).front();
      const bool small = contains(line, " lessons/first-allreduce") ||
                         contains(line, "ring.goal") ||
                         (command == "list" && !contains(line, " my/")) || command == "schedule" ||
                         command == "tree";
      if (!small) continue;
      ++found;
      EXPECT_EQ(run(line), 0) << page << ": orrery " << line << '\n' << err_;
    }
  EXPECT_GT(found, 8);
}

}  // namespace
}  // namespace orrery
