// Tests loads of links as data, as users get them from `orrery run`.
#include <cstdint>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "scenarios/report/plot/csv.h"
#include "tests/unit/scenarios/command.h"

namespace orrery {
namespace {

using Json = nlohmann::json;
using Rows = std::vector<std::map<std::string, std::string>>;

class Links : public Command {
 protected:
  Rows rows(const std::string& name) const {
    std::istringstream in(content(directory_ / name));
    const CsvTable table = read_csv(in, name);
    Rows rows;
    for (const auto& row : table.rows) {
      auto& cells = rows.emplace_back();
      for (std::size_t i = 0; i < row.size(); ++i) cells[table.head[i]] = row[i];
    }
    return rows;
  }
  std::vector<Json> trace(const std::string& name) const {
    std::istringstream in(content(directory_ / name));
    std::vector<Json> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(Json::parse(line));
    return lines;
  }
};

std::int64_t picoseconds(const std::string& seconds) {
  const auto point = seconds.find('.');
  return std::stoll(seconds.substr(0, point) + seconds.substr(point + 1));
}

constexpr const char* kGraph = R"(hosts = ["gpu,0", "gpu1", "gpu2", "gpu3"]
switches = ["left", "right"]
no_forwarding = "hosts"
links = [["gpu,0", "left"], ["gpu1", "left"], ["gpu2", "right"], ["gpu3", "right"],
         { ends = ["left", "right"], bandwidth = "3.6Tb/s", latency = "7ns", count = 2 }]
)";

/// Checks the table against a second computation from the trace.
TEST_F(Links, TableIsWhatTheTraceSays) {
  write("g.toml", kGraph);
  ASSERT_EQ(run("run --topology file:g.toml --collective allreduce --algorithm ring --bytes 1MiB "
                "--links l.csv --link-rounds r.csv --trace t.jsonl --json j.json --quiet"),
            0)
      << err_;
  std::map<std::int64_t, std::int64_t> bytes, flows;
  std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> by_round;
  std::map<std::int64_t, Json> known;
  for (const Json& e : trace("t.jsonl")) {
    if (e.at("event") == "link") known[e.at("link")] = e;
    if (e.at("event") != "message") continue;
    for (const Json& path : e.at("paths"))
      for (const std::int64_t link : path.at("links")) {
        EXPECT_TRUE(known.contains(link));
        const auto carried = path.at("bytes").get<std::int64_t>();
        bytes[link] += carried;
        ++flows[link];
        by_round[{e.at("round"), link}] += carried;
      }
  }
  const double completion =
      Json::parse(content(directory_ / "j.json")).at("runs").at(0).at("completion_time_s");
  const Rows links = rows("l.csv");
  EXPECT_EQ(links.size(), 12U);  // idle ones, too
  for (const auto& row : links) {
    const std::int64_t link = std::stoll(row.at("link"));
    EXPECT_EQ(std::stoll(row.at("bytes")), bytes[link]);
    EXPECT_EQ(std::stoll(row.at("flows")), flows[link]);
    EXPECT_LE(static_cast<double>(picoseconds(row.at("busy_s"))), completion * 1e12 * 1.0000001);
    const double rate = std::stod(row.at("bandwidth_bps"));
    EXPECT_EQ(rate, link >= 8 ? 3.6e12 : 4e11);
    EXPECT_EQ(picoseconds(row.at("latency_s")), link >= 8 ? 7'000 : 100'000);
    EXPECT_NEAR(std::stod(row.at("utilization")),
                8 * static_cast<double>(bytes[link]) / rate / completion, 1e-9);
    if (!known.contains(link)) continue;
    EXPECT_EQ(row.at("from"), known[link].at("from").get<std::string>());
    EXPECT_EQ(row.at("to"), known[link].at("to").get<std::string>());
    EXPECT_EQ(rate, 8 * known[link].at("bytes_per_second").get<double>());
  }
  EXPECT_EQ(links[0].at("from"), "gpu,0");
  EXPECT_EQ(links[0].at("to"), "left");
  std::map<std::int64_t, std::int64_t> sums;
  for (const auto& row : rows("r.csv")) {
    const std::int64_t link = std::stoll(row.at("link"));
    EXPECT_EQ(std::stoll(row.at("bytes")), (by_round[{std::stoll(row.at("round")), link}]));
    sums[link] += std::stoll(row.at("bytes"));
  }
  std::erase_if(bytes, [](const auto& link) { return link.second == 0; });
  EXPECT_EQ(sums, bytes);
}

/// Checks that a link which represents several has the utilization of all of them.
TEST_F(Links, WideLinksAreUsedAsAWhole) {
  ASSERT_EQ(run("run --topology groups:3,2 --collective alltoall --algorithm pairwise --bytes 1MiB "
                "--links l.csv --json j.json --quiet"),
            0)
      << err_;
  const double completion =
      Json::parse(content(directory_ / "j.json")).at("runs").at(0).at("completion_time_s");
  std::map<double, int> rates;
  for (const auto& row : rows("l.csv")) {
    const double rate = std::stod(row.at("bandwidth_bps"));
    ++rates[rate];
    EXPECT_NEAR(std::stod(row.at("utilization")),
                8 * std::stod(row.at("bytes")) / rate / completion, 1e-9);
  }
  EXPECT_GT(rates.size(), 1U);
}

TEST_F(Links, SweepsNameTheCell) {
  ASSERT_EQ(run("run --ranks 2,3 --algorithm ring,bruck --collective allgather --links l.csv "
                "--jobs 2 --quiet"),
            0)
      << err_;
  std::map<std::string, int> lines;
  for (const auto& row : rows("l.csv")) ++lines[row.at("ranks") + row.at("algorithm")];
  EXPECT_EQ(lines,
            (std::map<std::string, int>{{"2ring", 2}, {"2bruck", 2}, {"3ring", 6}, {"3bruck", 6}}));
  ASSERT_EQ(run("run --ranks 2,3 --algorithm ring --collective allgather --links l.json --quiet"),
            0);
  const Json runs = Json::parse(content(directory_ / "l.json")).at("runs");
  ASSERT_EQ(runs.size(), 2U);
  EXPECT_EQ(runs[1].at("cell").at("ranks"), "3");
  EXPECT_EQ(runs[1].at("links").size(), 6U);
  EXPECT_TRUE(runs[1].at("links").at(0).at("busy_s").is_number());
}

TEST_F(Links, AreNotInAResultsFile) {
  EXPECT_EQ(run("run --ranks 2,3 --links l.csv --resume r.runs"), 2);
  EXPECT_EQ(err_,
            "orrery: --links: a results file does not keep the loads of links; expected no "
            "--resume\n");
}

TEST_F(Links, ReportNamesThemAndRanksThemByUtilization) {
  write("g.toml", kGraph);
  ASSERT_EQ(
      run("run --topology file:g.toml --collective broadcast --algorithm linear --bytes 1MiB"), 0)
      << err_;
  const auto at = out_.find("hottest links");
  ASSERT_NE(at, std::string::npos) << out_;
  const std::string table = out_.substr(at);
  EXPECT_TRUE(contains(table, "utilization")) << table;
  EXPECT_LT(table.find("gpu,0"), table.find("left  → right")) << table;  // the narrower one
  EXPECT_FALSE(contains(table, "host ")) << table;
}

/// Checks names with characters that end a text in some format, and names of parallel links.
TEST_F(Links, NamesAreWrittenSoThatTheyCanBeRead) {
  write("g.toml", R"(hosts = ['a"b', "c\\d\n"]
links = [{ ends = ['a"b', "c\\d\n"], count = 2 }]
)");
  const std::string what = "--topology file:g.toml --collective broadcast --routing ecmp ";
  ASSERT_EQ(run("run " + what + "--trace t.jsonl --links l.json --quiet"), 0) << err_;
  EXPECT_EQ(trace("t.jsonl").at(2).at("from"), "a\"b");
  const Json links = Json::parse(content(directory_ / "l.json")).at("runs").at(0).at("links");
  ASSERT_EQ(links.size(), 4U);
  EXPECT_EQ(links[0].at("to"), "c\\d\n");
  ASSERT_EQ(run("export " + what + "-o p.json"), 0) << err_;
  EXPECT_TRUE(Json::accept(content(directory_ / "p.json")));
}

TEST_F(Links, ErrorsOfGraphsHaveTheirPlace) {
  std::string graph = kGraph;
  graph.replace(graph.find("\"hosts\""), 7, "[\"left\"]");
  write("g.toml", graph);
  EXPECT_EQ(run("run --topology file:g.toml"), 2);
  EXPECT_TRUE(contains(err_,
                       "g.toml:3:17: no_forwarding: no route leads from host 'gpu1' to host "
                       "'gpu,0' but through nodes that do not forward"))
      << err_;
}

}  // namespace
}  // namespace orrery
