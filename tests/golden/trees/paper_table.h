#pragma once

#include <array>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/common/distributions.h"
#include "algorithms/trees/completion_time.h"
#include "algorithms/trees/construct.h"
#include "emu/base/check.h"
#include "tests/property/trees/ordered_tree.h"

/// Reads Table 1 of Träff, "On Optimal Trees for Irregular Gather and Scatter Collectives", from
/// gather_trees.csv: alpha, gamma, distribution, m, construction, mode, time, root. The
/// reproductions have Tables 2 and 3, with other α.
namespace orrery::trees::testing {

struct Row {
  Cost alpha, gamma;
  std::string distribution;
  std::int64_t m;
  std::string construction, mode;
  Cost time;
  int root;

  std::string name() const {
    return text_of(distribution, " gamma ", gamma, ' ', construction, ' ', mode);
  }
  bool random() const {
    return distribution.starts_with("random") || distribution == "bucket" ||
           distribution == "spikes";
  }
  int given_root() const { return mode == "fixed" ? root : kFreeRoot; }
  TreeCosts costs() const { return {alpha, 1, gamma}; }
  Blocks blocks() const { return Blocks(block_sizes(find_distribution(distribution), 2000, {})); }
};

inline std::vector<Row> paper_rows() {
  std::ifstream in(GATHER_TREES_CSV);
  std::vector<Row> rows;
  std::string line;
  while (std::getline(in, line)) {
    if (!line.starts_with("100,")) continue;
    std::istringstream fields(line);
    std::array<std::string, 8> f;
    for (std::string& field : f) EMU_CHECK(std::getline(fields, field, ','), "short: ", line);
    rows.push_back({std::stoll(f[0]), std::stoll(f[1]), f[2], std::stoll(f[3]), f[4], f[5],
                    std::stoll(f[6]), std::stoi(f[7])});
  }
  return rows;
}

/// Builds a tree, checks it against the evaluator and with the reported root given; returns its
/// time.
inline Cost checked_time(const Row& row, const Construction& construction) {
  const Blocks blocks = row.blocks();
  const TimedTree built = construction.build(blocks, row.costs(), row.given_root());
  EXPECT_EQ(built.time, completion_time(built.tree, blocks, row.costs()));
  EXPECT_TRUE(is_ordered(built.tree));
  if (row.mode == "fixed") {
    EXPECT_EQ(built.tree.root(), row.root);
  }
  return built.time;
}

}  // namespace orrery::trees::testing
