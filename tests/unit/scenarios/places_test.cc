// Tests tables of places, and the bytes that then stay within groups, against the counts of another
// program's tracer.
#include "scenarios/spec/places.h"

#include <fstream>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "scenarios/report/locality/locality.h"
#include "scenarios/run/load.h"
#include "scenarios/spec/presets.h"
#include "scenarios/text/csv_table.h"
#include "scenarios/text/errors.h"
#include "tests/own_folder.h"

namespace orrery {
namespace {

const std::string kFolder = std::string(ORRERY_GOLDEN_DIR) + "/../machines/";
constexpr int kBetweenGroups = 3;  // 1 + the level of the links above groups

bool is_shared_out(const std::string& collective) {
  return collective == "allgather" || collective == "scatter" || collective == "alltoall";
}

/// Returns the bytes within and between groups, in units of the large buffer of one rank.
std::pair<double, double> traffic(const std::string& places, int ranks,
                                  const std::string& collective, const std::string& algorithm) {
  const std::int64_t unit = std::int64_t{ranks} * 64;
  const std::int64_t bytes = is_shared_out(collective) ? unit / ranks : unit;
  const Scenario s = load_scenario("", {{"topology", "groups:" + kFolder + places},
                                        {"mapping", "file:" + kFolder + places},
                                        {"collective", collective},
                                        {"algorithm", algorithm},
                                        {"bytes", fmt::format("{}B", bytes)},
                                        {"ports", "unlimited"}});
  const Locality l = measure_locality(s.cells.front());
  EXPECT_EQ(l.result.error.value_or(""), "");
  double within = 0, between = 0;
  for (const auto& [where, t] : l.traffic)
    (where.second == kBetweenGroups ? between : within) += static_cast<double>(t.bytes.count());
  return {within / static_cast<double>(unit), between / static_cast<double>(unit)};
}

/// Checks that a table is found beside the scenario in every form of a topology.
TEST(Places, ATableIsFoundInEveryFormOfATopology) {
  EXPECT_EQ(path_in("file:a.graph"), 5u);
  EXPECT_EQ(path_in("groups:a.csv"), 7u);
  EXPECT_EQ(path_in("groups:36:a.csv"), 10u);
  EXPECT_EQ(path_in("groups:36a.csv"), 7u);
  EXPECT_EQ(path_in("nodes:2x4,nvswitch@groups:9:a.csv"), 28u);
  for (const char* none : {"groups:3,2", "torus:4x4", "nodes:2x4", "nodes:2x4@", "file:", ""})
    EXPECT_EQ(path_in(none), std::string::npos) << none;
}

TEST(Places, BytesByGroupAreThoseOfTheTracer) {
  const CsvTable table = read_csv_file(kFolder + "bytes_by_group.csv");
  ASSERT_EQ(table.rows.size(), 36u);
  for (const auto& row : table.rows) {
    const auto [within, between] = traffic(row[0], std::stoi(row[1]), row[2], row[3]);
    EXPECT_EQ(within, std::stod(row[4])) << fmt::format("{} {} {}", row[0], row[2], row[3]);
    EXPECT_EQ(between, std::stod(row[5])) << fmt::format("{} {} {}", row[0], row[2], row[3]);
  }
}

std::string file_with(const std::string& text) {
  const std::string path = own_folder() / "places.csv";
  std::ofstream(path) << text;
  return path;
}

TEST(Places, NumberHostsAsTheyComeAndFindThemByName) {
  const std::string path = file_with("rank,node,group\n0,b,1\n1,b,1\n2,a,1\n3,c,2\n");
  const Mapping m = read_places(path);
  EXPECT_EQ(m.list, (std::vector<int>{0, 0, 1, 2}));
  EXPECT_EQ(m.ranks_per_host, 2);
  // A list written by hand, in another order: c, a, b.
  const Scenario s =
      load_scenario("", {{"topology", "groups:" + path},
                         {"mapping", "file:" + file_with("node,group\nc,2\na,1\nb,1\n")},
                         {"collective", "allreduce"}});
  EXPECT_EQ(s.cells.front().ranks, 3);
}

TEST(Places, RefuseRanksOutOfOrderAndUnknownNodes) {
  const auto error = [](const std::string& text) {
    try {
      read_places(file_with(text));
    } catch (const InputError& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_NE(error("rank,node\n1,a\n").find(":2: column 'rank': '1'; expected 0"),
            std::string::npos);
  const std::string groups = own_folder() / "groups.csv";
  std::ofstream(groups) << "node,group\na,1\nb,1\n";
  try {
    load_scenario(
        "", {{"topology", "groups:" + groups}, {"mapping", "file:" + file_with("node\nz\n")}});
    ADD_FAILURE() << "expected an error";
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("node 'z' is not a host of groups:"), std::string::npos)
        << e.what();
  }
}

}  // namespace
}  // namespace orrery
