// Tests that pages name existing things only, and all that they have to name.
#include <algorithm>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "tests/unit/layering/sources.h"

namespace orrery::testing {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string> kParts{"emu", "algorithms", "scenarios", "viz", "tests"};

/// Returns the texts in backticks, without code blocks.
std::set<std::string> quoted(const std::string& page) {
  std::set<std::string> words;
  std::istringstream in(page);
  bool in_block = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("```")) in_block = !in_block;
    if (in_block || line.starts_with("```")) continue;
    for (auto open = line.find('`'); open != line.npos;) {
      const auto close = line.find('`', open + 1);
      if (close == line.npos) break;
      words.insert(line.substr(open + 1, close - open - 1));
      open = line.find('`', close + 1);
    }
  }
  return words;
}

std::vector<std::string> folders_in(const fs::path& folder) {
  std::vector<std::string> names;
  if (!fs::is_directory(folder)) return names;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.is_directory()) names.push_back(entry.path().filename());
  return names;
}

/// Returns the section whose heading begins with this text.
std::string section(const std::string& page, const std::string& heading) {
  const auto begin = page.find("\n## " + heading);
  return begin == page.npos ? "" : page.substr(begin, page.find("\n## ", begin + 1) - begin);
}

TEST(Pages, WhereThingsAreNamesEveryFolder) {
  const std::string page = text_of_file(project_root() / "assets" / "layout.md");
  std::vector<std::string> parts = kParts;
  parts.push_back("assets");
  for (const std::string& part : parts) {
    const std::string there = section(page, part == "assets" ? part : "[" + part + "]");
    EXPECT_NE(there, "") << part;
    for (const std::string& folder : folders_in(project_root() / part))
      EXPECT_NE(there.find('`' + folder + '`'), there.npos)
          << "assets/layout.md does not name `" << folder << "` of " << part << '/';
  }
}

TEST(Readme, EveryPartNamesItsFolders) {
  for (const std::string& part : kParts) {
    const std::set<std::string> words = quoted(text_of_file(project_root() / part / "README.md"));
    const auto named = [&](const std::string& folder, const std::string& under) {
      return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
        return (word + '/').starts_with(folder + '/') ||
               (word + '/').starts_with(under + folder + '/');
      });
    };
    for (const std::string& folder : folders_in(project_root() / part)) {
      EXPECT_TRUE(named(folder, part + '/')) << part << "/README.md does not name " << folder;
      for (const std::string& inner : folders_in(project_root() / part / folder))
        EXPECT_TRUE(named(inner, folder + '/'))
            << part << "/README.md does not name " << folder << '/' << inner;
    }
  }
}

/// Counts characters, of UTF-8.
std::ptrdiff_t longest_line(const std::string& page) {
  std::istringstream lines(page);
  std::ptrdiff_t longest = 0;
  for (std::string line; std::getline(lines, line);)
    longest =
        std::max(longest, std::ranges::count_if(line, [](char c) { return (c & 0xc0) != 0x80; }));
  return longest;
}

TEST(Readme, IsShort) {
  const std::string readme = text_of_file(project_root() / "README.md");
  EXPECT_LE(lines_in(readme), 80);
  std::istringstream words(readme);
  EXPECT_LE(std::distance(std::istream_iterator<std::string>(words), {}), 900);
  for (const std::string& part : kParts) {
    const std::string page = text_of_file(project_root() / part / "README.md");
    const int lines = lines_in(page);
    EXPECT_GT(lines, 10) << part;
    EXPECT_LE(lines, 60) << part;
    EXPECT_NE(page.find("\n## The path of one "), page.npos) << part << ": a drawing of one thing";
  }
}

std::vector<fs::path> pages() {
  std::vector<fs::path> all{project_root() / "README.md"};
  for (const std::string& part : kParts) all.push_back(project_root() / part / "README.md");
  all.push_back(project_root() / "tests" / "CONTRIBUTING.md");
  for (const auto& entry : fs::directory_iterator(project_root() / "assets"))
    if (entry.path().extension() == ".md") all.push_back(entry.path());
  return all;
}

/// Returns the pages that are written by hand and read from the beginning.
std::vector<fs::path> read_pages() {
  std::vector<fs::path> all = pages();
  std::erase_if(all, [](const fs::path& page) {
    const std::string name = page.filename();
    return page.parent_path().filename() != "assets" || name.starts_with("reference") ||
           name == "CHANGELOG.md";
  });
  return all;
}

bool begins_item(const std::string& line) {
  static const std::regex item("^ *([-*]|[0-9]+\\.) .*");
  return std::regex_match(line, item);
}

/// Checks that lines have at most 120 characters, except in tables and on pages that programs print.
TEST(Pages, HaveShortLines) {
  for (const fs::path& page : pages()) {
    if (page.filename().string().starts_with("reference")) continue;
    std::istringstream lines(text_of_file(page));
    int number = 1;
    for (std::string line; std::getline(lines, line); ++number)
      EXPECT_TRUE(line.starts_with('|') || longest_line(line) <= 120) << page << ':' << number;
  }
}

/// Checks that paragraphs and items have at most five lines.
TEST(Pages, AreEasyToRead) {
  for (const fs::path& page : read_pages()) {
    const std::string text = text_of_file(page);
    std::istringstream lines(text);
    bool in_code = false;
    int number = 0, paragraph = 0;
    for (std::string line; std::getline(lines, line);) {
      ++number;
      if (line.starts_with("```")) in_code = !in_code;
      const bool is_table = line.starts_with('|');
      if (line.empty() || in_code || is_table || line.starts_with('#')) paragraph = -1;
      paragraph = begins_item(line) ? 1 : paragraph + 1;
      EXPECT_LE(paragraph, 5) << page << ':' << number << ": a paragraph";
    }
    EXPECT_NE(text.rfind("\nNext: "), text.npos) << page << " does not say where to go next";
    EXPECT_LT(text.find("\n```"), text.find("\n## ")) << page << " does not begin with an example";
  }
}

/// Returns whether a word is a path or the name of a file of the project, not a pattern, an option
/// or a user's file.
bool is_our_file(const std::string& word) {
  const std::string ending = fs::path(word).extension();
  const bool code = ending == ".h" || ending == ".cc" || ending == ".sh";
  const bool path = word.find('/') != word.npos && (ending == ".md" || ending == ".txt");
  return (code || path) && word.find_first_of(" <>*(") == word.npos && !word.starts_with("build/");
}

/// Returns the paths of all files of all parts, each after a slash.
const std::vector<std::string>& files() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> paths;
    for (const std::string& part : kParts)
      for (const auto& entry : fs::recursive_directory_iterator(project_root() / part))
        paths.push_back('/' + fs::relative(entry.path(), project_root()).generic_string());
    return paths;
  }();
  return all;
}

/// Returns whether a file exists in the folder of the page or from the top; a plain name, or the
/// end of a path, may be anywhere.
bool exists(const fs::path& folder, const std::string& name) {
  return fs::exists(folder / name) || fs::exists(project_root() / name) ||
         std::any_of(files().begin(), files().end(),
                     [&](const std::string& path) { return path.ends_with('/' + name); });
}

TEST(Readme, FilesThatAreNamedExist) {
  int found = 0;
  for (const fs::path& page : pages())
    for (const std::string& word : quoted(text_of_file(page))) {
      if (!is_our_file(word)) continue;
      ++found;
      EXPECT_TRUE(exists(page.parent_path(), word)) << page << " names " << word;
    }
  EXPECT_GT(found, 40);
}

TEST(Readme, LinksLeadSomewhere) {
  for (const fs::path& page : pages()) {
    const std::string text = text_of_file(page);
    for (auto at = text.find("]("); at != text.npos; at = text.find("](", at + 1)) {
      std::string target = text.substr(at + 2, text.find(')', at) - at - 2);
      if (target.find("://") != target.npos) continue;
      target = target.substr(0, target.find('#'));
      EXPECT_TRUE(fs::exists(page.parent_path() / target)) << page << " links to " << target;
    }
  }
}

}  // namespace
}  // namespace orrery::testing
