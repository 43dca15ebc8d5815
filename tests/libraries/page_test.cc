// Tests that the program reads assets/libraries.md, whose rows sends_test.cc compares with the
// libraries.
#include <algorithm>
#include <array>
#include <fstream>

#include <gtest/gtest.h>

#include "algorithms/libraries.h"

namespace orrery::testing {
namespace {

std::string run_by_of(std::string_view collective, std::string_view name) {
  return run_by(find_algorithm(collective, name));
}

TEST(LibraryAlgorithms, CardsNameThoseThatSendTheSame) {
  EXPECT_EQ(run_by_of("barrier", "dissemination"), "MPICH: dissemination; Open MPI: 4 bruck");
  EXPECT_EQ(run_by_of("scatter", "linear-at-once"), "Open MPI: 1 basic_linear, 3 linear_nb");
  EXPECT_EQ(run_by_of("allreduce", "double-tree"), "NCCL: Tree");
  EXPECT_EQ(run_by_of("exscan", "popcount"), "");
  EXPECT_EQ(run_by_of("reduce-scatter", "recursive-doubling"), "") << "another call";
  EXPECT_EQ(run_by_of("broadcast", "linear"), "") << "posted at other times";
  EXPECT_EQ(run_by_of("broadcast", "binomial"), "MPICH: binomial") << "that of Open MPI differs";
  EXPECT_EQ(run_by_of("alltoall", "linear"), "MPICH: scattered; Open MPI: 1 linear, 4 linear_sync")
      << "in another order";
  Algorithm own;
  own.run_by = "own: 7";
  EXPECT_EQ(run_by(own), "own: 7");
}

/// Checks that every row of four cells is read, except heads and the lines below them.
TEST(LibraryPage, IsReadAsAWhole) {
  std::ifstream page(ORRERY_LIBRARY_PAGE);
  std::size_t rows = 0;
  for (std::string line; std::getline(page, line);)
    if (std::ranges::count(line, '|') == 5 && !line.starts_with("| call ") &&
        !line.starts_with("|---"))
      ++rows;
  EXPECT_GT(rows, 100U);
  EXPECT_EQ(library_algorithms().size(), rows);
}

TEST(LibraryPage, NamesAlgorithmsAndSaysHowTheyCompare) {
  constexpr std::array<std::string_view, 4> kWithReason{
      "equal but for a sender's order: ", "equal in any order: ", "differs in time: ", "differs: "};
  for (const LibraryAlgorithm& row : library_algorithms()) {
    EXPECT_NO_THROW(find_algorithm(row.collective, row.algorithm)) << row.call << ' ' << row.name;
    EXPECT_TRUE(row.call.find(row.collective) <= 1) << row.call << ' ' << row.name;
    const bool says =
        row.messages == "equal" || row.messages == "not compared" ||
        std::ranges::any_of(kWithReason, [&](std::string_view begin) {
          return row.messages.starts_with(begin) && row.messages.size() > begin.size();
        });
    EXPECT_TRUE(says) << row.call << ' ' << row.name << ": " << row.messages;
  }
}

}  // namespace
}  // namespace orrery::testing
