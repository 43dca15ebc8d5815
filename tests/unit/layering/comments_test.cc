// Comments are sentences that say something to who reads one file.
#include <regex>
#include <sstream>

#include <gtest/gtest.h>

#include "tests/unit/layering/sources.h"

namespace orrery::testing {
namespace {

/// The first lines of comments.
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

/// What begins so has its subject somewhere else.
TEST(Comments, BeginWithTheirSubject) {
  static const std::regex without("^ *(///<?|//) (Of|Likewise|The same)\\b");
  for (const Source& s : sources())
    for (const std::string& opening : openings(s.text))
      EXPECT_FALSE(std::regex_search(opening, without)) << s.path << ": " << opening;
}

}  // namespace
}  // namespace orrery::testing
