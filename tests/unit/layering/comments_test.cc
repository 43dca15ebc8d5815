// Tests that texts are plain English: comments on functions begin with a verb, and texts avoid unclear phrases.
#include <regex>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "tests/unit/layering/sources.h"
#include "tests/unit/layering/tokens.h"

namespace orrery::testing {
namespace {

namespace fs = std::filesystem;

/// Returns the first lines of comments.
std::vector<std::string> openings(const std::string& text) {
  static const std::regex comment("^ *(///<?|//) ");
  std::vector<std::string> found;
  std::istringstream in(text);
  bool in_comment = false;
  for (std::string line; std::getline(in, line);) {
    const bool is_comment = std::regex_search(line, comment);
    if (is_comment && !in_comment) found.push_back(line);
    in_comment = is_comment;
  }
  return found;
}

TEST(Comments, OpeningsAreTheFirstLines) {
  EXPECT_EQ(openings("int x;  // a\n  /// b\n  /// c\nint y;\n// d\n"),
            (std::vector<std::string>{"  /// b", "// d"}));
}

/// Checks that no comment begins with a word that refers to a subject elsewhere.
TEST(Comments, BeginWithTheirSubject) {
  static const std::regex without("^ *(///<?|//) (Of|Likewise|The same)\\b");
  for (const Source& s : sources())
    for (const std::string& opening : openings(s.text))
      EXPECT_FALSE(std::regex_search(opening, without)) << s.path << ": " << opening;
}

/// A comment, and the function that it describes.
struct Described {
  std::string opening;  ///< the comment's first line
  std::string function;
};

bool is_function(const Declaration& d) {
  static const std::regex other("^(class|struct|union|enum|using|typedef|friend|static_assert)\\b");
  const std::string head(without_template(d.text));
  const auto open = find_outside(head, "(");
  return open < head.size() && find_outside(head, "={") > open && !std::regex_search(head, other);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// Returns the functions of a header that have a comment above them.
std::vector<Described> described_functions(const std::string& text) {
  static const std::regex comment("^ *///( |$)");
  const std::vector<std::string> lines = lines_of(text);
  std::vector<Described> found;
  for (const Declaration& d : declarations(bare_code(text))) {
    auto first = static_cast<std::size_t>(d.first_line) - 1;
    const std::size_t after = first;
    while (first > 0 && std::regex_search(lines[first - 1], comment)) --first;
    if (first < after && is_function(d)) found.push_back({lines[first], d.text});
  }
  return found;
}

TEST(Comments, AreFoundAboveFunctions) {
  const auto found = described_functions(
      "/// Type.\nstruct S {\n  /// Adds a.\n  /// More.\n  template <class T>\n  void f(T a);\n"
      "  int x = g();  ///< not this\n  /// Value.\n  int y{h()};\n  /// Makes it.\n"
      "  S() : x(1) {}\n  /// Alias.\n  using F = void(int);\n};\n");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].opening, "  /// Adds a.");
  EXPECT_EQ(found[1].opening, "  /// Makes it.");
}

/// Checks that comments on functions begin with a verb: Returns, Adds, Throws.
TEST(Comments, OnFunctionsBeginWithAVerb) {
  static const std::regex noun(
      "/// (The|An?|All|Each|What|Whether|Which|How|Why|Whom?|Whose|True|False|For|In|Where)\\b");
  std::size_t functions = 0;
  for (const Source& s : sources()) {
    if (!s.path.ends_with(".h")) continue;
    for (const auto& [opening, function] : described_functions(s.text)) {
      ++functions;
      EXPECT_FALSE(std::regex_search(opening, noun)) << s.path << ": " << opening << '\n'
                                                     << function;
    }
  }
  EXPECT_GT(functions, 1500U) << "the reader has lost its way";
}

/// A phrase that texts avoid, and its replacement.
struct Forbidden {
  const char* phrase;
  const char* instead;
};

/// Phrases with persons, with clauses in place of nouns, or without the field's term; "is not a" in errors.
constexpr Forbidden kForbidden[] = {
    {"obody", "no rank, a rank, a caller"},
    {"nybody", "a rank, a caller"},
    {"verybody", "each rank, all ranks"},
    {"veryone", "each rank, all ranks"},
    {"hoever ", "a rank that ..."},
    {"for who ", "for callers that ..."},
    {"by who ", "by callers that ..."},
    {"of who ", "of the rank that ..."},
    {"as who ", "as a caller"},
    {"tranger", "untrusted"},
    {"not perfect", "noise, stragglers and faults"},
    {" alike", "identical, symmetric"},
    {" film", "animation"},
    {"that for which one", "the one that ..."},
    {"where that is most", "the longest time that a rank ..."},
    {"has two readings", "is ambiguous"},
    {"Ways of sizes", "a plain name"},
    {"'{}' is no ", "'{}' is not a"},
    {"(there are: ", "expected a, b or c"},
    {"what it holds", "its contents"},
    {"what who ", "the rank, the caller"},
    {"as far as it goes", "the part that exists"},
    {"shall have", "needs, must have"},
    {"is there twice", "appears twice"},
    {"makes nothing better", "improves nothing"},
    {"none of the choices", "not one of the choices"},
    {"there is no rank ", "rank ... does not exist"},
    {"} is no ", "is not a"},
    {"the own ", "its own, the rank's own"},
    {"Begin of ", "start of"},
    {"'s begin ", "start"},
    {"that is meant", "intended"},
    {" as of orrery", "as for orrery"},
    {"one line a ", "one line for each"},
    {"one a line", "one on each line"},
    {"field for each link", "tile for each link"},
    {"stand in a ring", "form a ring"},
    {"way of one ", "path of one"},
};

/// Returns the paths of all texts that people read: sources, pages and scenarios.
std::vector<fs::path> texts() {
  std::vector<fs::path> all;
  for (const char* part : {"emu", "algorithms", "scenarios", "viz", "tests", "assets"})
    for (const auto& entry : fs::recursive_directory_iterator(project_root() / part)) {
      const fs::path& path = entry.path();
      static const std::set<std::string> kEndings{".cc", ".h", ".md", ".toml", ".js", ".sh"};
      if (kEndings.contains(path.extension()) && path.filename() != "CHANGELOG.md" &&
          path.filename() != "comments_test.cc" && !path.string().ends_with(".de.toml"))
        all.push_back(path);
    }
  return all;
}

TEST(Texts, AvoidPhrases) {
  const std::vector<fs::path> all = texts();
  EXPECT_GT(all.size(), 1000U);
  for (const fs::path& path : all) {
    const std::string text = text_of_file(path);
    for (const Forbidden& f : kForbidden)
      for (auto at = text.find(f.phrase); at != text.npos; at = text.find(f.phrase, at + 1))
        ADD_FAILURE() << path.string() << ':' << lines_in(text.substr(0, at)) + 1 << ": \""
                      << f.phrase << "\"; say: " << f.instead;
  }
}

}  // namespace
}  // namespace orrery::testing
