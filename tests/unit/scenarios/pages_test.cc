// Tests that the commands in README.md and the other pages exist.
#include <algorithm>
#include <cctype>
#include <map>
#include <sstream>
#include <vector>

#include "tests/unit/scenarios/command.h"
#include "tests/unit/scenarios/page_lines.h"

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

/// Returns the text after "orrery " of these lines, without comments and pipes.
std::vector<std::string> commands_of(const fs::path& page) {
  std::vector<std::string> found;
  for (const std::string& line : lines_of(page))
    found.push_back(trimmed_end(line.substr(7, line.find_first_of("#|>") - 7)));
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

/// Checks that "$ orrery ..." prints the rest of its block; "..." stands for omitted lines.
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

/// Returns commands that are not run here, each with its reason.
const std::vector<std::string>& not_run() {
  static const std::vector<std::string> words{
      "my-tree",       // a plug-in (tests/plugin)
      "homework",      // an assignment (tests/grade)
      "/autograder/",  // Gradescope's machine
      "costs.toml",    // written by orrery-mpi calibrate (tests/mpi)
      "mine/",         // written by orrery-mpi measure (tests/mpi)
      "--all",          "paper5-figure7",
      "paper5-table2",   // take long (tests/unit/scenarios/reproduce_test.cc)
      "orrery score\n",  // run with its output below
  };
  return words;
}

/// Returns the pictures that a page shows, except those of the README (below) and of Python (tests/python).
std::vector<std::string> pictures_of(const fs::path& page) {
  std::vector<std::string> found;
  const std::string text = content(page);
  for (auto at = text.find("\n!["); at != text.npos; at = text.find("\n![", at + 1)) {
    const auto begin = text.find("](", at) + 2;
    const std::string name = text.substr(begin, text.find(')', begin) - begin);
    if (name != "assets/first-allreduce.gif" && name != "python.png") found.push_back(name);
  }
  return found;
}

/// Returns kind and size of a PNG.
std::string head_of(const fs::path& picture) {
  return content(picture).substr(0, 24);
}

/// Checks that all commands of a page run unchanged, one after the other in a folder that is empty
/// at first, and make the pictures that the page shows.
TEST_F(Pages, CommandsRunAsTheyStand) {
  int found = 0;
  for (const fs::path& page : pages()) {
    fs::remove_all(directory_);
    fs::create_directories(directory_);
    for (const std::string& line : lines_of(page, {"orrery ", "orrery-gui "})) {
      if (std::ranges::any_of(not_run(),
                              [&](const std::string& w) { return contains(line + "\n", w); }))
        continue;
      ++found;
      EXPECT_EQ(shell(as_typed(line, ORRERY_COMMAND)), 0) << page << ": " << line << '\n' << err_;
    }
    for (const std::string& picture : pictures_of(page))
      EXPECT_EQ(head_of(directory_ / picture), head_of(page.parent_path() / picture)) << page;
  }
  EXPECT_GT(found, 90);
}

/// Checks that the commands in the table of the README run.
TEST_F(Pages, CommandsInTheTableOfTheReadmeRun) {
  ASSERT_EQ(run("export lessons/first-allreduce -o ring.goal"), 0) << err_;
  std::istringstream page(content(fs::path(ORRERY_SOURCE_DIR) / "README.md"));
  int found = 0;
  for (std::string line; std::getline(page, line);)
    for (auto at = line.find("`orrery"); line.starts_with('|') && at != line.npos;
         at = line.find("`orrery", at + 1)) {
      const std::string command = line.substr(at + 1, line.find('`', at + 1) - at - 1);
      if (contains(command, "FILE")) continue;
      ++found;
      EXPECT_EQ(shell(as_typed(command, ORRERY_COMMAND)), 0) << command << '\n' << err_;
    }
  EXPECT_GE(found, 12);
}

/// Checks that the first TOML of each page works, after the lines that the page leaves out.
TEST_F(Pages, TomlOfThePagesWorks) {
  struct Example {
    const char *page, *before, *command, *output;
  };
  for (const auto& [page, before, command, output] :
       {Example{"README.md", "", "run s.toml --strict", "Expectations: 2 of 2 hold"},
        {"assets/conditions.md", "", "run s.toml", "20 repeats"},
        {"assets/operations.md", "", "run s.toml", "transform"},
        {"assets/networks.md", "", "network s.toml", "4 hosts"},
        {"assets/lessons.md",
         "[run]\nranks = 8\ncollective = \"broadcast\"\nalgorithm = \"binomial\"\n",
         "lesson check s.toml", "1 page"}}) {
    const std::string text = content(fs::path(ORRERY_SOURCE_DIR) / page);
    const std::size_t begin = text.find("```toml\n");
    ASSERT_NE(begin, text.npos) << page;
    write("s.toml", before + text.substr(begin + 8, text.find("```", begin + 8) - begin - 8));
    EXPECT_EQ(run(command), 0) << page << out_ << err_;
    EXPECT_TRUE(contains(out_, output)) << page << out_;
  }
}

/// Checks that the picture of the README is small, and that the command makes one of the same size.
TEST_F(Pages, PictureOfTheReadmeIsMadeByACommand) {
  const std::string picture = content(fs::path(ORRERY_SOURCE_DIR) / "assets/first-allreduce.gif");
  EXPECT_LT(picture.size(), 1'500'000U);
  if (run("render lessons/first-allreduce --round all --size 800x450 -o first-allreduce.gif") == 2)
    GTEST_SKIP() << err_;  // built without pictures
  const std::string made = content(directory_ / "first-allreduce.gif");
  EXPECT_EQ(made.substr(0, 10), picture.substr(0, 10)) << "kind and size";
  EXPECT_NEAR(static_cast<double>(made.size()), static_cast<double>(picture.size()),
              0.2 * static_cast<double>(picture.size()))
      << "fonts differ a little from machine to machine; make it anew where the picture has "
         "changed";
}

TEST_F(Pages, HandoutsAreAsLargeAsTheirPaper) {
  for (const auto& [paper, box] : {std::pair("A4", "[0 0 595.000000 842.000000]"),
                                   {"letter-landscape", "[0 0 792.000000 612.000000]"}}) {
    if (run(fmt::format("render lessons/first-allreduce --page {} -o a.pdf", paper)) == 2)
      GTEST_SKIP() << err_;  // built without pictures
    EXPECT_TRUE(contains(content(directory_ / "a.pdf"), fmt::format("/MediaBox {}", box))) << paper;
  }
}

/// Checks that a PDF does not depend on the seed of hashes, which each process draws: about one
/// file of five differed.
TEST_F(Pages, APdfHasTheSameBytesInEveryProcess) {
  std::string first;
  for (int i = 0; i < 16; ++i) {
    if (run("render lessons/first-allreduce --size 800x450 -o a.pdf") == 2)
      GTEST_SKIP() << err_;  // built without pictures
    if (i == 0) first = content(directory_ / "a.pdf");
    EXPECT_TRUE(content(directory_ / "a.pdf") == first) << "process " << i;
  }
}

}  // namespace
}  // namespace orrery
