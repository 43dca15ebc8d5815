// Tests that a key and a metric which are added to the two tables, and nowhere else, appear in the
// window.
#include <map>

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QTest>
#include <gtest/gtest.h>

#include "scenarios/run/load.h"
#include "tests/extra_entries.h"
#include "tests/gui/gui_main.h"
#include "viz/model/items/result_models.h"
#include "viz/model/run/chart.h"
#include "viz/model/run/comparison.h"
#include "viz/model/text/texts.h"
#include "viz/widgets/pages/charts_page.h"
#include "viz/widgets/pages/compose_page.h"

namespace orrery::viz {
namespace {

constexpr auto kSweep = R"([run]
ranks = [4, 8]
flavour = ["sweet", "sour"]
)";

RunResult resultOf(const std::string& flavour) {
  return run_one(parse_scenario("", "", {{"flavour", flavour}, {"ranks", "4"}}).cells.front());
}

/// Returns the other columns of the row whose first column is `text`.
QStringList rowOf(const QAbstractItemModel& model, const QString& text) {
  for (int row = 0; row < model.rowCount(); ++row) {
    if (model.index(row, 0).data().toString() != text) continue;
    QStringList cells;
    for (int column = 1; column < model.columnCount(); ++column)
      cells.append(model.index(row, column).data().toString());
    return cells;
  }
  return {};
}

TEST(ExtraKey, IsComposed) {
  ComposePage page;
  auto* edit = page.findChild<QLineEdit*>(QStringLiteral("flavour"));
  ASSERT_NE(edit, nullptr);
  const auto* choices = qobject_cast<QComboBox*>(edit->parentWidget());
  ASSERT_NE(choices, nullptr);
  EXPECT_GE(choices->findText(QStringLiteral("sour")), 0);
  EXPECT_TRUE(choices->toolTip().contains(QStringLiteral("What the run tastes of")));
  page.type("ranks", QStringLiteral("4"));
  page.type("flavour", QStringLiteral("sour"));
  EXPECT_EQ(page.errorText(), QString());
  EXPECT_TRUE(page.model().toml().contains(QStringLiteral("flavour = \"sour\"")));
  page.read(QStringLiteral("[run]\nranks = 4\nflavour = 'sweet'\n"), QStringLiteral("f.toml"));
  EXPECT_EQ(edit->text(), QStringLiteral("sweet"));
}

TEST(ExtraKey, TellsCellsApart) {
  const auto texts = cellTexts(parse_scenario(kSweep, "").cells);
  ASSERT_EQ(texts.size(), 4U);
  EXPECT_TRUE(texts[1].contains(QStringLiteral("sour")));
}

TEST(ExtraKey, IsAnAxisOfCharts) {
  ChartsPage page;
  page.setScenario(parse_scenario(kSweep, ""));
  int found = 0;
  for (const auto* box : page.findChildren<QComboBox*>())
    found += box->findText(QStringLiteral("flavour")) >= 0;
  EXPECT_EQ(found, 1);
}

TEST(ExtraMetric, IsReported) {
  ReportModel model;
  model.setResult(resultOf("sweet"));
  EXPECT_EQ(rowOf(model, QStringLiteral("Tartness")).value(0), QStringLiteral("42"));
}

TEST(ExtraMetric, IsCompared) {
  ComparisonModel model;
  RunResult left = resultOf("sweet"), right = left;
  right.blocks = 43;
  model.setResults(&left, &right);
  const QStringList row = rowOf(model, QStringLiteral("Tartness"));
  EXPECT_EQ(row,
            (QStringList{QStringLiteral("42"), QStringLiteral("● 84"), QStringLiteral("× 2.000")}));
}

TEST(ExtraMetric, IsDrawn) {
  ChartsPage page;
  const int item = page.quantity().findText(QStringLiteral("Tartness of the run"));
  ASSERT_GE(item, 0);
  EXPECT_EQ(page.quantity().itemData(item).toString(), QStringLiteral("tartness"));
  EXPECT_EQ(page.quantity().itemText(0), QStringLiteral("Goodput [b/s]"));
  const Scenario scenario = parse_scenario(kSweep, "");
  ChartRequest request;
  request.x = "ranks";
  request.y = "tartness";
  const Chart chart = chartOf(scenario, run_all(scenario.cells), request);
  ASSERT_EQ(chart.plot.series.size(), 2U);
  EXPECT_EQ(chart.plot.series[0].points.front().second, 42);
}

TEST(Axes, AreLabelsWithUnitsOrHaveTextsOfTheirOwn) {
  const std::map<std::string_view, QString> texts{{"goodput_bps", "Goodput [b/s]"},
                                                  {"rounds", "Rounds"},
                                                  {"lambda", "Latency deficiency Λ"},
                                                  {"p90_time_s", "90th percentile of time [s]"},
                                                  {"bytes_max_rank", "Bytes sent by one rank"}};
  std::size_t found = 0;
  for (const Metric& metric : all_metrics()) {
    const auto text = texts.find(metric.name);
    if (text == texts.end()) continue;
    EXPECT_EQ(axisText(metric), text->second);
    ++found;
  }
  EXPECT_EQ(found, texts.size());
}

}  // namespace
}  // namespace orrery::viz

int main(int argc, char** argv) {
  return orrery::viz::runGuiTests<QApplication>(argc, argv);
}
