#include "scenarios/report/table.h"

#include <gtest/gtest.h>

#include "emu/base/nearest.h"
#include "scenarios/text/words.h"

namespace orrery {
namespace {

TEST(Table, AlignsColumnsByCharacters) {
  TextTable t;
  t.add_column("name", TextTable::Align::kLeft);
  t.add_column("Λ", TextTable::Align::kRight);
  t.add_row({"µ", "12.5"});
  t.add_row({"longer", "1"});
  EXPECT_EQ(t.text(2),
            "  name       Λ\n"
            "  ──────  ────\n"
            "  µ       12.5\n"
            "  longer     1\n");
}

TEST(Table, TheLastCellMayHaveSeveralLines) {
  TextTable t;
  t.add_column("a", TextTable::Align::kLeft);
  t.add_column("b", TextTable::Align::kLeft);
  t.add_row({"x", "one\ntwo"});
  EXPECT_EQ(t.text(), "a  b\n─  ───\nx  one\n   two\n");
}

TEST(Table, WidthIsCountedInCodePoints) {
  EXPECT_EQ(display_width("Λ µs"), 4u);
  EXPECT_EQ(display_width(""), 0u);
}

TEST(Table, WrapsAtWords) {
  EXPECT_EQ(wrapped("one two three", 7), "one two\nthree\n");
  EXPECT_EQ(wrapped("a\nb\n\nc", 20), "a b\n\nc\n");
  EXPECT_EQ(wrapped("unbreakable", 3), "unbreakable\n");
  EXPECT_EQ(wrapped("", 3), "");
}

TEST(Words, ListsAndHints) {
  const std::vector<std::string_view> names{"ring", "bruck", "linear"};
  EXPECT_EQ(one_of(names), "ring, bruck or linear");
  EXPECT_EQ(did_you_mean("rign", names), "; did you mean 'ring'?");
  EXPECT_EQ(did_you_mean("zzzzzzzz", names), "");
  EXPECT_EQ(did_you_mean(std::string(100'000, 'r'), names), "");
  EXPECT_EQ(trimmed(" a b\t"), "a b");
  EXPECT_EQ(split("a, b,,", ','), (std::vector<std::string_view>{"a", "b", "", ""}));
}

}  // namespace
}  // namespace orrery
