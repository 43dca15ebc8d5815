// Tests the command on collectives among the neighbours of a grid.
#include <gtest/gtest.h>

#include "tests/unit/scenarios/command.h"

namespace orrery {
namespace {

const std::string kAlltoall =
    "run --collective neighbor-alltoall --algorithm linear --bytes 10B --payload real ";

TEST_F(Command, NeighborsAreThoseOfTheGrid) {
  // Six rings of two ranks: the neighbours on both sides are the same rank, which gets both blocks.
  EXPECT_EQ(run(kAlltoall + "--ranks 12 --grid 6x2 --json -"), 0) << err_;
  EXPECT_TRUE(contains(out_, "\"bytes_total\": 480,")) << out_;
  EXPECT_TRUE(contains(out_, "\"verified\": true")) << out_;
  EXPECT_EQ(run(kAlltoall + "--ranks 12 --grid list:6,2 --periodic false --json -"), 0) << err_;
  // Ten pairs above each other and six side by side, both ways.
  EXPECT_TRUE(contains(out_, "\"bytes_total\": 320,")) << out_;
  EXPECT_EQ(run(kAlltoall + "--ranks 12 --grid 12,2x6 --neighborhood moore --csv -"), 0) << err_;
  // Two neighbours on a ring of 12, eight in two rings of six.
  EXPECT_TRUE(contains(out_, ",24,240,20,")) << out_;
  EXPECT_TRUE(contains(out_, ",12,true,moore,")) << out_;
  EXPECT_TRUE(contains(out_, ",96,960,80,")) << out_;
  EXPECT_TRUE(contains(out_, ",2x6,true,moore,")) << out_;
}

/// Checks the default grid: the ranks' coordinates, or else a nearly square grid, 6 x 4 for 24
/// ranks.
TEST_F(Command, AGridThatIsNotSaidIsThatOfTheRanks) {
  const std::string moore = kAlltoall + "--neighborhood moore --json - ";
  EXPECT_EQ(run(moore + "--topology torus:2x3x4"), 0) << err_;
  EXPECT_TRUE(contains(out_, "\"grid\": \"2x3x4\"")) << out_;
  EXPECT_TRUE(contains(out_, fmt::format("\"bytes_total\": {},", 24 * 26 * 10))) << out_;
  EXPECT_EQ(run(moore + "--topology full:24"), 0) << err_;
  EXPECT_TRUE(contains(out_, "\"grid\": \"6x4\"")) << out_;
  EXPECT_TRUE(contains(out_, fmt::format("\"bytes_total\": {},", 24 * 8 * 10))) << out_;
}

TEST_F(Command, GridsThatAreNoneAreRefused) {
  const std::pair<const char*, const char*> bad[] = {
      {"--grid 4x4", "--grid: the grid has 16 places; expected one for each of 12 ranks"},
      {"--grid 1000000x1000000x1000000", "--grid: the grid has more than 2147483647 places"},
      {"--grid 12x0", "--grid: 0 is too small; expected at least 1"},
      {"--grid list:-3,-4", "--grid: -3 is too small; expected at least 1"},
      {"--grid 3x", "--grid: '' is not an integer; expected sides such as 4x8"},
      {"--grid square", "--grid: 'square' is not an integer"},
      {"--periodic maybe", "--periodic: 'maybe' is unknown; expected true or false"},
      {"--neighborhood mooore",
       "--neighborhood: 'mooore' is unknown; expected star or moore; did you mean 'moore'?"}};
  for (const auto& [options, message] : bad) {
    EXPECT_EQ(run(kAlltoall + "--ranks 12 " + options), 2) << options;
    EXPECT_TRUE(contains(err_, message)) << err_;
  }
  write("s.toml", "[run]\nranks = 12\ncollective = 'neighbor-allgather'\ngrid = [5, 2]\n");
  EXPECT_EQ(run("run s.toml"), 2);
  EXPECT_TRUE(contains(err_, "s.toml:4:8: run.grid: the grid has 10 places")) << err_;
}

TEST_F(Command, GridsChangeNothingForOtherCollectives) {
  EXPECT_EQ(run("run --ranks 4 --grid 5x5 --neighborhood moore"), 0) << err_;
  const std::string said = out_ + err_;
  for (const char* key : {"--grid", "--neighborhood"})
    EXPECT_TRUE(contains(said, fmt::format("{}: allreduce is not among neighbours; it changes "
                                           "nothing",
                                           key)))
        << said;
}

/// Checks that the rows of a mesh exchange first, and then its columns.
TEST_F(Command, OperationsHaveGridsOfTheirOwn) {
  write("s.toml", R"([network]
topology = "full:12"

[run]
collective = "neighbor-allgather"
algorithm = "combining"
bytes = "10B"
neighborhood = "moore"

[[operation]]
name = "all"
grid = [3, 4]

[[operation]]
name = "pairs"
among = "blocks:2"
after = "all"
periodic = false

[expect]
"*.operation.all.bytes_total" = 960
"*.operation.pairs.bytes_total" = 120
)");
  EXPECT_EQ(run("run s.toml"), 0) << out_ << err_;
}

}  // namespace
}  // namespace orrery
