// Tests trees as text, and sizes from files.
#include "scenarios/report/tree/print.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include <gtest/gtest.h>

#include "algorithms/trees/non_ordered.h"
#include "scenarios/report/tree/input_files.h"

namespace orrery {
namespace {

using trees::Blocks;

TreeRequest request(std::string construction, std::vector<std::int64_t> sizes, int root) {
  return {.operation = "gather",
          .construction = std::move(construction),
          .blocks = Blocks(std::move(sizes)),
          .costs = {10, 1, 1},
          .pairs = {},
          .root = root};
}

std::string printed(const TreeRequest& x, std::string_view format) {
  const TreeAnswer answer = build_tree(x);
  return tree_text({x, answer}, format);
}

std::string printed(std::string_view format) {
  return printed(request("linear", {4, 1, 2}, 1), format);
}

TEST(PrintTree, Json) {
  EXPECT_EQ(printed("json"), R"({
  "operation": "gather",
  "construction": "linear",
  "standing": null,
  "ports": 1,
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
  EXPECT_EQ(
      printed("csv"),
      "operation,construction,standing,ports,root,time,lower_bound,sizes_total,rank,parent,order,"
      "size,copy\n"
      "gather,linear,,1,1,27,17,7,0,1,0,4,\n"
      "gather,linear,,1,1,27,17,7,1,-1,0,1,1\n"
      "gather,linear,,1,1,27,17,7,2,1,2,2,\n");
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

trees::Cost time_of(const TreeRequest& x) {
  const TreeAnswer answer = build_tree(x);
  EXPECT_GE(answer.built.time, answer.lower_bound);
  return answer.built.time;
}

TEST(BuildTree, SaysWhatTheTreeIsBestOf) {
  const auto standing = [](const char* construction, int ranks) {
    return build_tree(request(construction,
                              std::vector<std::int64_t>(static_cast<std::size_t>(ranks), 3), 0))
        .standing;
  };
  EXPECT_EQ(standing("adaptive", 4), "");
  EXPECT_EQ(
      standing("optimal", 40),
      "the best of trees whose ranks take their nearest neighbours first (not those of Def. 3: "
      "see ordered)");
  EXPECT_EQ(standing("ordered", 40), "the best of strongly ordered trees (Def. 3)");
  EXPECT_EQ(standing("weakly-ordered", 18), "the best of weakly ordered trees");
  EXPECT_EQ(standing("weakly-ordered", 19),
            "a heuristic for weakly ordered trees: the best of up to 18 ranks");
  EXPECT_EQ(standing("non-ordered", 13), "a heuristic for all trees: the best of up to 12 ranks");
}

/// Checks jobs 3 3 2 2 2 on two machines: the best schedule takes 6, the largest first 7 (paper,
/// Thm. 6).
TEST(BuildTree, SeveralPorts) {
  TreeRequest x = request("non-ordered", {3, 3, 2, 2, 2, 0}, 5);
  x.costs = {0, 1, 1};
  x.ports = 2;
  EXPECT_EQ(time_of(x), 6);
  EXPECT_EQ(build_tree(x).standing, "the best of all trees");
  x.construction = "list-star";
  EXPECT_EQ(time_of(x), 7);
  x.construction = "linear";  // 3 3, 2 2, 2 on the first port that is free
  EXPECT_EQ(time_of(x), 7);
  EXPECT_EQ(build_tree(x).standing, "built for one port; timed with 2");
  x.ports = 1;
  EXPECT_EQ(time_of(x), 12);
  x.construction = "greedy";
  EXPECT_EQ(time_of(x), 12);
}

TEST(BuildTree, CostsOfPairs) {
  TreeRequest x = request("optimal", {1, 1, 1}, 0);
  x.pairs.emplace(3, x.costs);
  std::istringstream file("# from to alpha beta\n2,0,1000,1\n\n1 0 5 2 # cheap\n0,7\n");
  read_pair_costs(file, "costs.txt", *x.pairs);
  // Rank 1 copies until 1, takes from 2 until 12 and sends for 5 + 2 * 2; rank 0 copies until 7.
  EXPECT_EQ(time_of(x), 21);
  x.operation = "scatter";  // no message of a scatter goes that way
  EXPECT_EQ(time_of(x), 12 + 12);
  x.ports = 2;
  EXPECT_THROW(build_tree(x), std::invalid_argument);
}

TEST(BuildTree, CostsOfPairsNameTheLineThatIsWrong) {
  const auto refusal = [](const std::string& text) {
    std::istringstream file(text);
    trees::PairCosts costs(3, {1, 1, 1});
    try {
      read_pair_costs(file, "c", costs);
    } catch (const std::invalid_argument& e) {
      return std::string(e.what());
    }
    return std::string("accepted");
  };
  EXPECT_EQ(refusal("0,1,2,3\n1,2,3"),
            "c:2: 3 numbers; expected from, to, alpha, beta or rank, gamma");
  EXPECT_EQ(refusal("0 3 1 1"), "c:1: rank 3 of 3; expected 0 .. 2");
  EXPECT_EQ(refusal("0 1 x 1"), "c:1: 'x' is not a whole number of 0 or more");
  EXPECT_EQ(refusal("0 1 -1 1"), "c:1: '-1' is not a whole number of 0 or more");
  EXPECT_EQ(refusal("1 1 1 1"), "c:1: a message from rank 1 to itself; expected two ranks");
  EXPECT_EQ(refusal(""), "accepted");
}

TEST(BuildTree, PartsNumbersIntoHalves) {
  TreeRequest x = request("non-ordered", {1}, trees::kFreeRoot);
  const auto with = [&](std::vector<std::int64_t> numbers) {
    x.blocks = trees::partition_blocks(numbers);
    x.numbers = std::move(numbers);
    x.costs = {1, 1, 1};
    return printed(x, "table");
  };
  EXPECT_NE(with({2, 3, 3, 3, 4, 4, 4, 6, 6, 13}).find("time         982"), std::string::npos);
  EXPECT_NE(with({2, 3, 3, 3, 4, 4, 4, 6, 6, 13}).find(" = 24 and "), std::string::npos);
  EXPECT_NE(with({3, 5, 5, 5}).find("the tree shows none"), std::string::npos);
  EXPECT_NE(printed(x, "json").find("\"half\": null,"), std::string::npos);
}

TEST(BuildTree, VirtualRanksAndVectors) {
  TreeRequest x = request("optimal", {10, 100, 10, 10}, 3);
  x.virtual_ranks = true;
  const TreeAnswer answer = build_tree(x);
  EXPECT_EQ(answer.built.tree.root(), 3);
  EXPECT_FALSE(answer.standing.empty());
  x = request("optimal", {1}, 0);
  x.operation = "broadcast";
  x.blocks = Blocks::one_vector(8, 50);
  x.costs = {7, 2, 0};
  EXPECT_EQ(time_of(x), 3 * 107);
  EXPECT_NE(printed(x, "table").find("serves"), std::string::npos);
  x.operation = "reduce";
  EXPECT_NE(printed(x, "table").find("takes"), std::string::npos);
}

std::vector<std::int64_t> sizes(const std::string& text) {
  std::istringstream in(text);
  return read_sizes(in, "sizes.txt");
}

/// Returns the error for bad sizes.
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
