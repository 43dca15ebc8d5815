#include <cmath>
#include <limits>
#include <sstream>

#include <gtest/gtest.h>

#include "scenarios/report/plot/csv.h"
#include "scenarios/spec/scenario.h"

namespace orrery {
namespace {

using Points = std::vector<std::pair<double, double>>;

CsvTable table_of(const std::string& text) {
  std::istringstream in(text);
  return read_csv(in, "r.csv");
}

Plot plot_text(const std::string& text, const PlotRequest& request) {
  return plot_of(table_of(text), request);
}

std::string refused(const std::string& text, const PlotRequest& request = {"a", "b", {}}) {
  try {
    plot_text(text, request);
  } catch (const InputError& e) {
    return e.what();
  }
  return "accepted";
}

TEST(Csv, CellsMayBeQuoted) {
  const CsvTable t = table_of(
      "\xef\xbb\xbf"
      "a,\"b,c\",d\r\n1,\"say \"\"hi\"\"\",\r\n\n\"two\nlines\",,x\n");
  EXPECT_EQ(t.head, (std::vector<std::string>{"a", "b,c", "d"}));
  ASSERT_EQ(t.rows.size(), 2U);
  EXPECT_EQ(t.rows[0], (std::vector<std::string>{"1", "say \"hi\"", ""}));
  EXPECT_EQ(t.rows[1], (std::vector<std::string>{"two\nlines", "", "x"}));
  EXPECT_EQ(t.lines, (std::vector<int>{2, 4}));
}

TEST(Csv, SemicolonsMayStandBetweenCells) {
  std::istringstream in("name;time;note\nring;1,5;a, b\nswing;-2,5e3;\"c;d\"\n");
  const CsvTable table = read_csv(in, "t.csv");
  EXPECT_EQ(table.head, (std::vector<std::string>{"name", "time", "note"}));
  EXPECT_EQ(table.rows.at(0), (std::vector<std::string>{"ring", "1.5", "a, b"}));
  EXPECT_EQ(table.rows.at(1), (std::vector<std::string>{"swing", "-2.5e3", "c;d"}));
}

TEST(PlotOfCsv, SeriesByColumnsSortedByX) {
  const Plot plot = plot_text("a,b,k,l\n2,20,u,1\n1,10,u,1\n1,5,v,1\n3,,u,1\n1,7,u,2\n",
                              {"a", "b", {"k", "l"}, true, false});
  ASSERT_EQ(plot.series.size(), 3U);
  EXPECT_EQ(plot.series[0].name, "u, 1");
  EXPECT_EQ(plot.series[0].points, (Points{{1, 10}, {2, 20}}));
  EXPECT_EQ(plot.series[1].name, "v, 1");
  EXPECT_EQ(plot.series[2].points, (Points{{1, 7}}));
  EXPECT_TRUE(plot.x.log);
  EXPECT_TRUE(plot.x.names.empty());
}

constexpr const char* kTimes =
    "ranks,bytes,algorithm,completion_time_s,goodput_bps\n"
    "4,1,ring,8,10\n4,1,bruck,2,40\n4,2,ring,9,20\n4,2,bruck,3,30\n4,4,bruck,3,30\n"
    "8,1,ring,16,1\n8,1,bruck,2,4\n";

TEST(PlotOfCsv, WhereChoosesRows) {
  PlotRequest request{"bytes", "completion_time_s", {"algorithm"}};
  request.where = {{"ranks", "4"}, {"algorithm", "ring"}};
  Plot plot = plot_text(kTimes, request);
  ASSERT_EQ(plot.series.size(), 1U);
  EXPECT_EQ(plot.series[0].points, (Points{{1, 8}, {2, 9}}));
  request.where.push_back({"algorithm", "bruck"});
  plot = plot_text(kTimes, request);
  ASSERT_EQ(plot.series.size(), 2U);
  EXPECT_EQ(plot.series[1].points, (Points{{1, 2}, {2, 3}, {4, 3}}));
  request.where.push_back({"algorithm", "brukc"});
  EXPECT_EQ(refused(kTimes, request),
            "r.csv: --where: no row has 'brukc' in column 'algorithm'; did you mean 'bruck'?");
  request.where = {{"rank", "4"}};
  EXPECT_EQ(refused(kTimes, request),
            "r.csv: has no column 'rank'; expected ranks, bytes, algorithm, completion_time_s or "
            "goodput_bps; did you mean 'ranks'?");
}

TEST(PlotOfCsv, BaselineMakesSpeedUps) {
  PlotRequest request{"bytes", "completion_time_s", {"algorithm", "ranks"}};
  request.baseline = ColumnValue{"algorithm", "ring"};
  Plot plot = plot_text(kTimes, request);
  ASSERT_EQ(plot.series.size(), 4U);
  EXPECT_EQ(plot.series[0].points, (Points{{1, 1}, {2, 1}}));
  EXPECT_EQ(plot.series[1].points, (Points{{1, 4}, {2, 3}}));  // nothing at 4: no ring there
  EXPECT_EQ(plot.series[3].points, (Points{{1, 8}}));
  EXPECT_EQ(plot.y.label, "speed-up over ring");
  EXPECT_EQ(plot.title, "speed-up over ring by bytes");
  request.y = "goodput_bps";  // more is better
  request.y_title = "times as fast";
  plot = plot_text(kTimes, request);
  EXPECT_EQ(plot.series[1].points, (Points{{1, 4}, {2, 1.5}}));
  EXPECT_EQ(plot.y.label, "times as fast");
  request.by = {"ranks"};
  EXPECT_EQ(refused(kTimes, request), "--baseline: 'algorithm' is not one of the columns of --by");
  request.by = {"algorithm", "ranks"};
  request.baseline->value = "rings";
  EXPECT_EQ(refused(kTimes, request),
            "r.csv: --baseline: no row has 'rings' in column 'algorithm'; did you mean 'ring'?");
}

TEST(PlotOfCsv, AxesHaveTitlesAndUnits) {
  const auto axes = [](const char* x, const char* y) {
    std::istringstream in("bytes,link_latency_s,completion_time_s,goodput_bps,xi,t\n1,2,3,4,5,6\n");
    const Plot plot = plot_of(read_csv(in, "t.csv"), {.x = x, .y = y, .by = {}});
    return plot.title + "|" + plot.x.label + "|" + plot.x.unit + "|" + plot.y.label + "|" +
           plot.y.unit;
  };
  EXPECT_EQ(axes("bytes", "completion_time_s"),
            "Completion time over bytes|bytes|B|Completion time [s]|s");
  EXPECT_EQ(axes("link_latency_s", "goodput_bps"),
            "Goodput over link latency|link latency [s]|s|Goodput [b/s]|b/s");
  EXPECT_TRUE(axes("t", "xi").ends_with(" over t|t||Congestion deficiency Ξ|")) << axes("t", "xi");
}

TEST(PlotOfCsv, LinesSayWhereARunFailed) {
  std::istringstream in(
      "bytes,algorithm,outcome,t\n1,a,fine,3\n2,a,deadlock,\n1,b,crashed,\n2,b,fine,9\n"
      "4,b,skipped,\n1,c,fine,5\n1,d,deadlock,\n2,d,crashed,\n1,e,skipped,\n1,f,not-run,\n");
  const CsvTable table = read_csv(in, "t.csv");
  const auto names = [&](PlotRequest::Order order) {
    std::string all;
    for (const Plot::Series& s :
         plot_of(table, {.x = "bytes", .y = "t", .by = {"algorithm"}, .order = order}).series)
      all += s.name + "; ";
    return all;
  };
  EXPECT_EQ(names(PlotRequest::Order::kGiven),
            "a (then: deadlock); b (then: skipped); c; d (deadlock); ");
  EXPECT_EQ(names(PlotRequest::Order::kLast),
            "b (then: skipped); c; a (then: deadlock); d (deadlock); ");
}

TEST(PlotOfCsv, FacetsShareTheirSeries) {
  std::istringstream in("p,m,a,t\n4,1,ring,3\n4,2,ring,5\n8,1,tree,2\n8,1,ring,7\n");
  const CsvTable table = read_csv(in, "t.csv");
  const Plot plot = plot_of(table, {.x = "m", .y = "t", .by = {"a"}, .facet = "p"});
  EXPECT_EQ(plot.title, "t over m, for each value of p");
  ASSERT_EQ(plot.facets.size(), 2U);
  EXPECT_EQ(plot.facets[1].name, "p = 8");
  for (const Plot::Facet& f : plot.facets) {
    ASSERT_EQ(f.series.size(), 2U);  // in the same order everywhere: one colour for one name
    EXPECT_EQ(f.series[0].name, "ring");
    EXPECT_EQ(f.series[1].name, "tree");
  }
  EXPECT_EQ(plot.facets[0].series[0].points,
            (std::vector<std::pair<double, double>>{{1, 3}, {2, 5}}));
  EXPECT_TRUE(plot.facets[0].series[1].points.empty());
  EXPECT_EQ(plot.series[0].points.size(), 3U);  // of all: the axes hold them
  EXPECT_THROW(plot_of(table, {.x = "m", .y = "t", .by = {"a"}}), InputError);
  EXPECT_THROW(plot_of(table, {.x = "m", .y = "t", .by = {"a"}, .facet = "q"}), InputError);
}

TEST(PlotOfCsv, BaselineIsThatOfItsFacet) {
  std::istringstream in("p,m,a,t\n4,1,ring,6\n4,1,tree,3\n8,1,ring,8\n8,1,tree,2\n");
  const Plot plot = plot_of(
      read_csv(in, "t.csv"),
      {.x = "m", .y = "t", .by = {"a"}, .baseline = ColumnValue{"a", "ring"}, .facet = "p"});
  ASSERT_EQ(plot.facets.size(), 2U);
  EXPECT_EQ(plot.facets[0].series[1].points.front().second, 2);
  EXPECT_EQ(plot.facets[1].series[1].points.front().second, 4);
}

TEST(PlotOfCsv, FacetsAreNotTooMany) {
  std::string text = "p,m,t\n";
  for (std::size_t p = 0; p <= kMostFacets; ++p) text += std::to_string(p) + ",1,2\n";
  std::istringstream in(text);
  EXPECT_THROW(plot_of(read_csv(in, "t.csv"), {.x = "m", .y = "t", .by = {}, .facet = "p"}),
               InputError);
}

TEST(PlotOfCsv, ColumnsAndValuesAreReadFromOptions) {
  EXPECT_EQ(parse_column_value("a=b=c", "--where").value, "b=c");
  for (const char* text : {"a", "=b", ""}) {
    EXPECT_THROW(parse_column_value(text, "--where"), InputError);
  }
}

TEST(PlotOfCsv, WordsMakeAnAxisOfNames) {
  const Plot plot = plot_text("a,b\nring,3\n12,4\n", {"a", "b", {}});
  EXPECT_EQ(plot.x.names, (std::vector<std::string>{"ring", "12"}));
  EXPECT_EQ(plot.series[0].points, (Points{{0, 3}, {1, 4}}));
}

TEST(PlotOfCsv, BadInputIsNamed) {
  EXPECT_EQ(refused(""), "r.csv: no rows; expected a line of names and values below");
  EXPECT_EQ(refused("a,b\n1,2,3\n"), "r.csv:2: 3 cells; expected 2 as in the first line");
  EXPECT_EQ(refused("a,b\n1,\"x\n\n"), "r.csv:2: a quote is not closed");
  EXPECT_EQ(refused("a,b\n1,\"x\"y\n"), "r.csv:2: text after a closing quote; expected a comma");
  EXPECT_EQ(refused("a,b\n1,x\n"), "r.csv:2: column 'b': 'x' is not a number");
  EXPECT_EQ(refused("a,b\n1,nan\n"), "r.csv:2: column 'b': 'nan' is not a number");
  EXPECT_EQ(refused("aa,b\n1,1\n", {"ab", "b", {}}),
            "r.csv: has no column 'ab'; expected aa or b; did you mean 'aa'?");
  std::string wide = "time_s";
  for (int i = 0; i < 40; ++i) wide += fmt::format(",c{}", i);
  EXPECT_EQ(refused(wide + "\n" + std::string(40, ',') + "\n", {"time", "c1", {}}),
            "r.csv: has no column 'time'; did you mean 'time_s'?");
  EXPECT_EQ(refused("a,b\n1,\n"), "r.csv: there is nothing to show");
  EXPECT_EQ(refused("a,b\n1,1\n\n1,2\n"),
            "r.csv:4: the same a as on line 2; expected --by columns that differ there");
  EXPECT_EQ(refused("a,b\n0,1\n", {"a", "b", {}, true, false}),
            "r.csv:2: a = 0 has no place on a logarithmic axis; expected more than 0");
  EXPECT_EQ(refused("a,b\nx,1\n", {"a", "b", {}, true, false}),
            "r.csv: column 'a' is not all numbers; expected numbers for --logx");
}

TEST(Plot, FlawsAreNamed) {
  Plot plot{"t", {"x"}, {"y"}, {{"s", {{0, 1}}}}};
  EXPECT_EQ(flaw_of(plot), "");
  plot.kind = Plot::Kind::kCells;
  EXPECT_EQ(flaw_of(plot), "a map of cells needs names on both axes");
  plot.x.names = {"a"};
  plot.y.names = {"b"};
  EXPECT_EQ(flaw_of(plot), "y = 1 is not the number of one of 1 values");
  plot.series[0].points[0] = {0, std::numeric_limits<double>::infinity()};
  EXPECT_EQ(flaw_of(plot), "y is not a finite number");
}

}  // namespace
}  // namespace orrery
