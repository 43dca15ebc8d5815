// Trees as text and sizes from files.
#include "scenarios/report/tree/print.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include <gtest/gtest.h>

#include "scenarios/report/tree/sizes_file.h"

namespace orrery {
namespace {

using trees::Blocks;

std::string printed(std::string_view format) {
  const Blocks blocks({4, 1, 2});
  const trees::Costs costs{10, 1, 1};
  const trees::TimedTree built = trees::linear_tree(blocks, costs, 1);
  return tree_text({"gather", "linear", blocks, costs, built}, format);
}

TEST(PrintTree, Json) {
  EXPECT_EQ(printed("json"), R"({
  "operation": "gather",
  "construction": "linear",
  "root": 1,
  "time": 27,
  "lower_bound": 17,
  "sizes_total": 7,
  "nodes": [
    {"rank": 0, "parent": 1, "order": 0, "size": 4, "copy": null},
    {"rank": 1, "parent": -1, "order": 0, "size": 1, "copy": 1},
    {"rank": 2, "parent": 1, "order": 2, "size": 2, "copy": null}
  ]
}
)");
}

TEST(PrintTree, Csv) {
  EXPECT_EQ(printed("csv"),
            "operation,construction,root,time,lower_bound,sizes_total,rank,parent,order,size,copy\n"
            "gather,linear,1,27,17,7,0,1,0,4,\n"
            "gather,linear,1,27,17,7,1,-1,0,1,1\n"
            "gather,linear,1,27,17,7,2,1,2,2,\n");
}

TEST(PrintTree, Dot) {
  EXPECT_EQ(printed("dot"), R"(digraph tree {
  label="linear tree, gather, time 27";
  ordering=out;
  node [shape=box];
  0 [label="0\n4"];
  1 [label="1\n1" peripheries=2];
  2 [label="2\n2"];
  1 -> 0 [label="0: 4" dir=back];
  1 -> 2 [label="2: 2" dir=back];
}
)");
}

TEST(PrintTree, Table) {
  const std::string table = printed("table");
  EXPECT_NE(table.find("gather of 7 units on 3 ranks, linear tree, root 1"), std::string::npos);
  EXPECT_NE(table.find("0 . 2\n"), std::string::npos) << table;
  EXPECT_NE(table.find("takes"), std::string::npos);
  EXPECT_THROW(printed("xml"), std::invalid_argument);
}

std::vector<std::int64_t> sizes(const std::string& text) {
  std::istringstream in(text);
  return read_sizes(in, "sizes.txt");
}

/// What is said of bad sizes.
std::string refusal(const std::string& text) {
  try {
    sizes(text);
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "accepted";
}

TEST(SizesFile, OneOnALineOrWithCommas) {
  const std::vector<std::int64_t> want{1, 0, 30};
  EXPECT_EQ(sizes("1\n0\n30\n"), want);
  EXPECT_EQ(sizes("1,0,30"), want);
  EXPECT_EQ(sizes("# sizes\r\n 1 , 0\r\n\r\n+30 # the last\r\n"), want);
  EXPECT_EQ(sizes("\xef\xbb\xbf"
                  "1\n0\n30"),
            want);
  EXPECT_EQ(sizes("9223372036854775807"), std::vector<std::int64_t>{INT64_MAX});
}

TEST(SizesFile, ErrorsNameTheLine) {
  EXPECT_EQ(refusal("1\nabc\n"),
            "sizes.txt:2: 'abc' is not a whole number; expected a size, 0 or more");
  EXPECT_EQ(refusal("1\n2\n-3\n"), "sizes.txt:3: size -3 is negative; expected 0 or more");
  EXPECT_EQ(refusal("1\n9223372036854775807\n"),
            "sizes.txt:2: the sizes up to here add up to 2^63 or more");
  for (const char* text : {"9223372036854775808", "1,2\n3,,4", "1.5", "1 2", "0x10", "1,", ",1",
                           "+-1", "+", "1e3", "-9223372036854775809"})
    EXPECT_TRUE(refusal(text).starts_with("sizes.txt:")) << text << ": " << refusal(text);
  for (const char* text : {"", "\n\n", "# nothing\n"})
    EXPECT_EQ(refusal(text), "sizes.txt: no sizes; expected at least one number");
  EXPECT_THROW(read_sizes(std::filesystem::path("/nowhere/sizes")), std::invalid_argument);
  EXPECT_THROW(read_sizes(std::filesystem::path("/")), std::invalid_argument);
}

}  // namespace
}  // namespace orrery
