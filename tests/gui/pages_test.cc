// Tests the pages Charts and Compare by mouse and by keyboard alone: a point opens its run, any two runs
// are shown side by side.
#include <algorithm>
#include <set>

#include <QAccessible>
#include <QApplication>
#include <QHeaderView>
#include <QMenuBar>
#include <QScrollBar>
#include <QStandardItemModel>
#include <QTest>

#include "tests/gui/window_fixture.h"
#include "viz/widgets/pages/charts_page.h"
#include "viz/widgets/pages/compare_page.h"

namespace orrery::viz {
namespace {

constexpr auto kGrid = R"(title = "A grid of cells"
[run]
collective = "allgather"
algorithm = ["ring", "bruck", "neighbor-exchange"]
ranks = [4, 7, 8]
bytes = ["1MiB", "16B", "1KiB"]
payload = "ghost"
skip_unsupported = true
)";

class PagesOfWindow : public Window {
 protected:
  ChartsPage& charts() { return window_.pages().charts(); }
  PlotView& plot() { return charts().plotView(); }
  ComparePage& compare() { return window_.pages().compare(); }
  const RunSpec& side(int i) { return compare().comparison().side(i).run()->result.spec; }

  /// Runs all cells and shows them so.
  void draw(ChartRequest::Kind kind) {
    charts().run();
    EXPECT_TRUE(waitUntil([this] { return !charts().isBusy(); }));
    charts().setKind(kind);
    window_.pages().setMode(Mode::kCharts);
    ASSERT_TRUE(plot().plot().has_value()) << plot().text().toStdString();
  }
  void compared() {
    window_.pages().setMode(Mode::kCompare);
    EXPECT_TRUE(waitUntil([this] { return !compare().isBusy(); }));
  }
  void settleSides() {
    EXPECT_TRUE(waitUntil([this] { return !compare().isBusy(); }));
  }

  /// Walks over all points with the arrow keys, opens each one, and passes it with its run to
  /// `check`.
  template <class Check>
  void visit(const Check& check) {
    std::optional<int> cell;
    const auto listening =
        QObject::connect(&charts(), &ChartsPage::cellChosen, [&](int chosen) { cell = chosen; });
    const Plot shown = *plot().plot();
    for (std::size_t s = 0; s < shown.series.size(); ++s) {
      window_.pages().setMode(Mode::kCharts);
      plot().setFocus(Qt::TabFocusReason);
      QTest::keyClick(&plot(), s == 0 ? Qt::Key_Right : Qt::Key_Down);
      for (std::size_t i = 0; i < shown.series[s].points.size(); ++i)
        QTest::keyClick(&plot(), Qt::Key_Left);
      for (std::size_t i = 0; i < shown.series[s].points.size(); ++i) {
        window_.pages().setMode(Mode::kCharts);
        ASSERT_EQ(plot().current(), (PlotPoint{s, i}));
        cell.reset();
        QTest::keyClick(&plot(), Qt::Key_Return);
        ASSERT_TRUE(cell.has_value());
        check(shown, PlotPoint{s, i},
              window_.runs().scenario().cells.at(static_cast<std::size_t>(*cell)));
        QTest::keyClick(&plot(), Qt::Key_Right);
      }
    }
    QObject::disconnect(listening);
    settle();
  }
};

TEST_F(PagesOfWindow, EveryPointOfALineOpensItsRun) {
  open(kGrid);
  showActive();
  draw(ChartRequest::Kind::kLines);
  ASSERT_EQ(plot().plot()->x.label, "bytes");
  int points = 0;
  visit([&](const Plot& shown, PlotPoint at, const RunSpec& run) {
    const auto& series = shown.series[at.series];
    EXPECT_EQ(series.name, run.algorithm + ", " + std::to_string(run.ranks));
    EXPECT_EQ(series.points[at.point].first, static_cast<double>(run.bytes.count()));
    ++points;
  });
  EXPECT_EQ(points, 24);  // neighbor exchange does without odd p
}

TEST_F(PagesOfWindow, EveryFieldOfAMapOpensItsWinner) {
  open(kGrid);
  showActive();
  draw(ChartRequest::Kind::kMap);
  int points = 0;
  visit([&](const Plot& shown, PlotPoint at, const RunSpec& run) {
    const auto& series = shown.series[at.series];
    EXPECT_EQ(series.name, run.algorithm);
    EXPECT_EQ(shown.x.names[static_cast<std::size_t>(series.points[at.point].first)],
              std::to_string(run.ranks));
    ++points;
  });
  EXPECT_EQ(points, 9);
}

TEST_F(PagesOfWindow, AClickOnABarOpensItsRun) {
  open(kSweep);
  showActive();
  draw(ChartRequest::Kind::kDeficiencies);
  const QPointF place = plot().placeOf({1, 1});
  QTest::mouseClick(&plot(), Qt::LeftButton, {}, (place + QPointF(0, 6)).toPoint());
  EXPECT_EQ(window_.pages().mode(), Mode::kWatch);
  settle();
  EXPECT_EQ(window_.session().run()->result.spec.algorithm, "rabenseifner");
  window_.pages().setMode(Mode::kCharts);
  QTest::mouseClick(&plot(), Qt::LeftButton, {}, QPoint(2, 2));  // nothing is there
  EXPECT_EQ(window_.pages().mode(), Mode::kCharts);
}

/// Checks that two algorithms alone leave no values of other keys to choose.
TEST_F(PagesOfWindow, OffersNoEmptyChoices) {
  open(kSweep);
  showActive();
  draw(ChartRequest::Kind::kDeficiencies);
  for (const QComboBox* box : charts().findChildren<QComboBox*>())
    EXPECT_FALSE(box->isVisible() && box->currentText().isEmpty()) << box->toolTip().toStdString();
}

TEST_F(PagesOfWindow, PointsCanBeHeard) {
  open(kSweep);
  showActive();
  draw(ChartRequest::Kind::kDeficiencies);
  QAccessibleInterface* said = QAccessible::queryAccessibleInterface(&plot());
  ASSERT_NE(said, nullptr);
  EXPECT_EQ(said->text(QAccessible::Name), QStringLiteral("Chart"));
  EXPECT_NE(said->text(QAccessible::Description).indexOf(QStringLiteral("Two algorithms")), -1);
  plot().setFocus(Qt::TabFocusReason);
  QTest::keyClick(&plot(), Qt::Key_Right);
  QTest::keyClick(&plot(), Qt::Key_Right);
  const QString text = said->text(QAccessible::Description);
  EXPECT_NE(text.indexOf(QStringLiteral("rabenseifner")), -1) << text.toStdString();
  EXPECT_EQ(text, plot().textOf({0, 1}));
}

TEST_F(PagesOfWindow, TabReachesEveryControlOfChartsAndCompare) {
  open(kGrid);
  showActive();
  compared();
  draw(ChartRequest::Kind::kLines);
  for (const Mode mode : {Mode::kCharts, Mode::kCompare}) {
    window_.pages().setMode(mode);
    QWidget& page = mode == Mode::kCharts ? static_cast<QWidget&>(charts()) : compare();
    std::set<const QWidget*> reached;
    for (int i = 0; i < 60; ++i) {
      QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
      reached.insert(QApplication::focusWidget());
    }
    for (const QWidget* w : page.findChildren<QWidget*>()) {
      const bool control = qobject_cast<const QComboBox*>(w) != nullptr ||
                           qobject_cast<const QAbstractButton*>(w) != nullptr ||
                           qobject_cast<const SpokenView*>(w) != nullptr ||
                           qobject_cast<const FittedTable*>(w) != nullptr;
      const bool part = qobject_cast<const QAbstractItemView*>(w->parentWidget()) != nullptr;
      if (!control || part || !w->isVisible() || !w->isEnabled()) continue;
      EXPECT_TRUE(reached.contains(w))
          << w->metaObject()->className() << " " << w->toolTip().toStdString();
      const auto* box = qobject_cast<const QComboBox*>(w);
      EXPECT_TRUE(box == nullptr || !box->accessibleName().isEmpty()) << w->toolTip().toStdString();
    }
  }
}

/// Checks that a table without enough room has smaller letters, then lines below each other, before
/// it has a horizontal scroll bar.
TEST(Table, FitsIntoItsWidth) {
  QStandardItemModel model(3, 4);
  for (int row = 0; row < model.rowCount(); ++row) {
    for (const int time : {0, 1, 2}) model.setData(model.index(row, time), "105.058 µs");
    model.setData(model.index(row, 3), row == 1 ? "allgather recursive-doubling" : "messages");
  }
  FittedTable table(model);
  table.setFont(textFont(15));
  table.setWrapped(3);
  table.show();
  table.fitColumns();
  for (const int width : {700, 400, 330}) {
    table.resize(width, 200);
    QCoreApplication::processEvents();
    EXPECT_EQ(table.horizontalScrollBar()->maximum(), 0) << width;
    EXPECT_EQ(table.rowHeight(0), table.verticalHeader()->defaultSectionSize()) << width;
    EXPECT_EQ(table.rowHeight(1) > table.rowHeight(0), width == 330) << width;
  }
}

TEST_F(PagesOfWindow, ComparesAnyTwoFiles) {
  open(kSweep);
  compared();
  EXPECT_EQ(side(0).algorithm, "ring");
  const QString other = file(QStringLiteral("other.toml"), R"(title = "Another"
[network]
topology = "torus:3x5"
[run]
collective = "allgather"
algorithm = "bruck"
bytes = "1KiB"
)");
  compare().chooser(1).openFile(other);
  settleSides();
  EXPECT_EQ(side(0).topology, "torus:4x4");
  EXPECT_EQ(side(1).topology, "torus:3x5");
  EXPECT_EQ(side(1).collective, "allgather");
  EXPECT_TRUE(compare().comparison().isComplete());
  EXPECT_GT(compare().all_metrics().rowCount(), 0);
  compare().chooser(0).openFile(QStringLiteral("lessons/first-allreduce"));  // built in
  settleSides();
  EXPECT_EQ(side(0).ranks, 4);
  QComboBox& scenarios = compare().chooser(1).scenarios();
  EXPECT_EQ(scenarios.currentText(), QStringLiteral("other.toml"));
  scenarios.setCurrentIndex(0);  // the open one again
  emit scenarios.activated(0);
  settleSides();
  EXPECT_EQ(side(1).topology, "torus:4x4");
}

TEST_F(PagesOfWindow, ComparesAnyTwoAlgorithms) {
  open(kSweep);
  compared();
  compare().chooser(0).chooseAlgorithm(QStringLiteral("swing-latency"));
  compare().chooser(1).chooseAlgorithm(QStringLiteral("bucket"));
  settleSides();
  EXPECT_EQ(side(0).algorithm, "swing-latency");
  EXPECT_EQ(side(1).algorithm, "bucket");
  EXPECT_EQ(side(1).topology, "torus:4x4");
  compare().chooser(0).chooseCell(1);  // brings its own
  settleSides();
  EXPECT_EQ(side(0).algorithm, "rabenseifner");
}

TEST_F(PagesOfWindow, AWrongFileIsSaidAndChangesNothing) {
  open(kSweep);
  compared();
  const QString wrong = file(QStringLiteral("wrong.toml"), "[run]\ncollective = \"nonsense\"\n");
  RunChooser& chooser = compare().chooser(0);
  const QString before = chooser.scenarios().currentText();
  chooser.openFile(wrong);
  chooser.openFile(QStringLiteral("/nowhere.toml"));
  EXPECT_EQ(chooser.scenarios().currentText(), before);
  EXPECT_EQ(side(0).algorithm, "ring");
  bool said = false;
  for (const QLabel* label : compare().findChildren<QLabel*>())
    said |= label->isVisibleTo(&compare()) && label->text().contains(QStringLiteral("nowhere"));
  EXPECT_TRUE(said);
}

/// Checks that disabled words have no white shadow, as they once had.
TEST_F(PagesOfWindow, DisabledEntriesOfMenusAreWrittenOnce) {
  for (const Theme* theme : allThemes()) {
    window_.setTheme(*theme);
    QMenu menu(&window_);
    menu.addAction(QStringLiteral("MMMM"))->setEnabled(false);
    menu.ensurePolished();
    menu.resize(menu.sizeHint());
    const QImage image = menu.grab().toImage();
    const QColor ground = image.pixelColor(6, image.height() / 2);
    const QColor words = QApplication::palette().color(QPalette::Disabled, QPalette::Text);
    const auto [low, high] = std::minmax({ground.lightness(), words.lightness()});
    int outside = 0;
    for (int y = 4; y < image.height() - 4; ++y)
      for (int x = 4; x < image.width() - 4; ++x) {
        const int lightness = image.pixelColor(x, y).lightness();
        outside += lightness < low - 4 || lightness > high + 4;
      }
    EXPECT_EQ(outside, 0) << theme->name.toStdString();
  }
}

}  // namespace
}  // namespace orrery::viz
