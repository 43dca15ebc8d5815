// Tests the tables that the paper prints, cell by cell: circulant_schedules.csv has kind, p, round,
// rank and value of Träff (2022/2023), Tables 1 to 5 (of Table 5 the left part).
#include <array>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "algorithms/schedules/trees/greedy.h"
#include "emu/base/check.h"

namespace orrery::circulant {
namespace {

struct Cell {
  std::string kind;
  int p = 0, round = 0, rank = 0, value = 0;
};

/// Returns a cell from "recv,9,0,3,-2"; the round of a baseblock is empty. THROWS if the line has
/// another form.
Cell cell_of(const std::string& line) {
  std::istringstream in(line);
  std::array<std::string, 5> field;
  for (std::string& f : field) EMU_CHECK(std::getline(in, f, ','), "too few fields: ", line);
  return {field[0], std::stoi(field[1]), field[2].empty() ? 0 : std::stoi(field[2]),
          std::stoi(field[3]), std::stoi(field[4])};
}

/// Checks the cell against both constructions.
void expect_equal(const Skips& skips, const Cell& c) {
  const auto k = static_cast<std::size_t>(c.round);
  SCOPED_TRACE(text_of(c.kind, ": p = ", c.p, ", round ", c.round, ", rank ", c.rank));
  if (c.kind == "baseblock") {
    EXPECT_EQ(baseblock(skips, c.rank), c.value);
  } else if (c.kind == "recv") {
    EXPECT_EQ(receive_schedule(skips, c.rank)[k], c.value);
    EXPECT_EQ(greedy_receive_schedule(skips, c.rank)[k], c.value);
  } else {
    ASSERT_EQ(c.kind, "send");
    EXPECT_EQ(send_schedule(skips, c.rank)[k], c.value);
    EXPECT_EQ(greedy_send_schedule(skips, c.rank)[k], c.value);
  }
}

TEST(CirculantTables, EqualThePaperInEveryCell) {
  std::ifstream file(SCHEDULES_CSV);
  ASSERT_TRUE(file) << SCHEDULES_CSV;
  std::map<std::pair<int, std::string>, int> cells;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#' || line.rfind("kind,", 0) == 0) continue;
    const Cell c = cell_of(line);
    expect_equal(Skips(c.p), c);
    ++cells[{c.p, c.kind}];
  }
  for (const int p : {9, 20, 31, 32, 33}) {  // no cell is missing
    const int q = Skips(p).q;
    EXPECT_EQ((cells[{p, "baseblock"}]), p);
    EXPECT_EQ((cells[{p, "recv"}]), p * q);
    EXPECT_EQ((cells[{p, "send"}]), p * q);
  }
}

}  // namespace
}  // namespace orrery::circulant
