// Tests the operations of a run in the real window: their table, its contents and its clicks.
#include <QHeaderView>
#include <QTableView>
#include <QTest>
#include <gtest/gtest.h>

#include "scenarios/text/units_text.h"
#include "tests/gui/window_fixture.h"
#include "viz/model/items/result_models.h"
#include "viz/widgets/pages/report_panel.h"
#include "viz/widgets/pages/side_panel.h"
#include "viz/widgets/screenshot.h"

namespace orrery::viz {
namespace {

/// Operations with α + m β = 1 us + 1 us: two rounds of rows, 30 us of work, two rounds of columns;
/// messages beside the work.
constexpr auto kOperations = R"(
[network]
topology = "mesh:2x2"
link_bandwidth = "1GB/s"
link_latency = "0s"
[cost]
alpha = "1us"
[run]
collective = "allreduce"
algorithm = "ring"
bytes = "2000B"
[[operation]]
name = "rows"
among = "rows"
[[operation]]
name = "work"
compute = "30us"
after = "rows"
[[operation]]
name = "aside"
messages = "next"
among = [[0, 1]]
bytes = "5000B"
after = "rows"
[[operation]]
name = "columns"
collective = "allgather"
algorithm = "ring"
among = "columns"
after = "work"
)";

class OperationsWindow : public Window {
 protected:
  const QTableView& table() { return window_.side().report().operationsPage().table(); }
  QString text(int row, int column) {
    return table().model()->index(row, column).data().toString();
  }
  void click(int row) {
    QTest::mouseClick(table().viewport(), Qt::LeftButton, {},
                      table().visualRect(table().model()->index(row, 0)).center());
  }
  int marked() {
    const QModelIndexList rows = table().selectionModel()->selectedRows();
    return rows.isEmpty() ? -1 : rows.front().row();
  }
  void seek(Time t) { window_.session().clock().seek(t); }
  Session& session() { return window_.session(); }
};

/// Checks times computed by hand: two rounds of 1 us + 1000 B at 1 GB/s, 30 us, and one round of 1 us + 2000 B over one
/// of a host's two ports.
TEST_F(OperationsWindow, TableSaysWhatTheReportSays) {
  open(kOperations);
  ASSERT_TRUE(window_.showTab(QStringLiteral("operations")));
  const QList<QStringList> expected{
      {"rows", "0 s", "4.000 µs", "2.00", "2.00", "1.00", "allreduce ring"},
      {"work", "4.000 µs", "30.000 µs", "1.00", "1.00", "1.00", "computing"},
      {"aside", "4.000 µs", "6.000 µs", "1.00", "2.00", "1.00", "messages"},
      {"columns", "34.000 µs", "3.000 µs", "1.00", "2.00", "1.00", "allgather ring"}};
  ASSERT_EQ(table().model()->rowCount(), expected.size());
  for (int row = 0; row < expected.size(); ++row)
    for (int column = 0; column < expected[row].size(); ++column)
      EXPECT_EQ(text(row, column).toStdString(), expected[row][column].toStdString());
  const QString tip = table().model()->index(0, 0).data(Qt::ToolTipRole).toString();
  EXPECT_TRUE(tip.contains("allreduce ring among rows, ends at 4.000 µs")) << tip.toStdString();
  const auto& operations = session().run()->result.operations;
  for (int row = 0; row < 4; ++row) {
    const OperationResult& o = operations[static_cast<std::size_t>(row)];
    EXPECT_EQ(text(row, OperationModel::kXi).toDouble(), std::round(o.deficiency.xi * 100) / 100);
  }
}

/// Checks that names have the colours of messages, lanes and their key.
TEST_F(OperationsWindow, NamesHaveTheirColours) {
  open(kOperations);
  const Theme& theme = lightTheme();
  window_.setTheme(theme);
  for (int row = 0; row < 4; ++row) {
    const QVariant colour = table().model()->index(row, 0).data(Qt::DecorationRole);
    EXPECT_EQ(colour.value<QColor>(), operationColour(theme, row, 4));
    EXPECT_FALSE(table().model()->index(row, 1).data(Qt::DecorationRole).isValid());
  }
}

TEST_F(OperationsWindow, AClickGoesToAnOperation) {
  open(kOperations);
  showActive();
  window_.showTab(QStringLiteral("operations"));
  const auto& operations = session().run()->result.operations;
  for (const int row : {3, 1, 0, 2, 1}) {
    click(row);
    const Metrics& m = operations[static_cast<std::size_t>(row)].metrics;
    EXPECT_GE(session().clock().now(), m.begin) << row;
    EXPECT_LE(session().clock().now(), m.begin + m.completion) << row;
    EXPECT_EQ(marked(), row);
  }
}

TEST_F(OperationsWindow, TheMarkFollowsTheTime) {
  open(kOperations);
  showActive();
  window_.showTab(QStringLiteral("operations"));
  seek(Time(2us));
  EXPECT_EQ(marked(), 0);
  seek(Time(5us));
  EXPECT_EQ(marked(), 2);  // whose messages are under way
  click(1);
  seek(Time(6us));
  EXPECT_EQ(marked(), 1);  // goes on at the same time, and was clicked
  seek(Time(35us));
  EXPECT_EQ(marked(), 3);
}

/// Checks that a run without operations has no such tab, and that an existing one disappears.
TEST_F(OperationsWindow, TheTabIsThereWhereThereAreSome) {
  open(kOperations);
  showActive();
  EXPECT_TRUE(window_.showTab(QStringLiteral("operations")));
  EXPECT_TRUE(table().isVisible());
  open(kSweep);
  EXPECT_FALSE(table().isVisible());
  EXPECT_FALSE(window_.showTab(QStringLiteral("operations")));
  EXPECT_NE(window_.side().report().currentTab(), QStringLiteral("operations"));
  Options options;
  options.scenario = file("scenario.toml", kSweep);
  options.tab = QStringLiteral("operations");
  EXPECT_THROW(applyOptions(window_, options), std::invalid_argument);
  options.scenario = file("operations.toml", kOperations);
  applyOptions(window_, options);
  EXPECT_EQ(window_.side().report().currentTab(), QStringLiteral("operations"));
}

/// Checks that a frozen run shows no times that readers have to guess.
TEST_F(OperationsWindow, NothingIsToldOfAFrozenRun) {
  open(kOperations);
  window_.session().freeze();
  EXPECT_EQ(table().model()->rowCount(), 0);
  window_.session().reveal();
  EXPECT_EQ(table().model()->rowCount(), 4);
}

}  // namespace
}  // namespace orrery::viz
