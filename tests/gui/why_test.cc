// Tests the critical path in the real window: requested by key, tab, mouse and option, drawn, followed and
// compared.
#include <QMenuBar>
#include <QTabWidget>
#include <QTest>
#include <gtest/gtest.h>

#include "tests/gui/window_fixture.h"
#include "viz/model/text/texts.h"
#include "viz/model/text/why_text.h"
#include "viz/paint/lanes/causes_bar.h"
#include "viz/paint/stage/path_lanes.h"
#include "viz/widgets/pages/compare_page.h"
#include "viz/widgets/pages/report_panel.h"
#include "viz/widgets/pages/side_panel.h"
#include "viz/widgets/pages/watch_page.h"
#include "viz/widgets/screenshot.h"
#include "viz/widgets/views/stage_view.h"

namespace orrery::viz {
namespace {

/// A scenario in which messages of ranks 0 and 2 share links of a ring, and rank 1 receives late.
constexpr auto kLate = R"(
[network]
topology = "torus:4"
[cost]
alpha = "1us"
gamma = "20ps/B"
[run]
collective = "allreduce"
algorithm = ["ring", "recursive-doubling-latency"]
bytes = "64KiB"
)";

class WhyWindow : public Window {
 protected:
  void explain() {
    QTest::keyClick(&window_, Qt::Key_K);
    waitForPath();
  }
  void waitForPath() {
    EXPECT_TRUE(waitUntil([this] { return window_.session().path() != nullptr; }));
  }
  const PathIndex& path() { return *window_.session().path(); }
  const std::vector<Stretch>& stretches() { return path().stretches(); }
  TimelineView& timeline() { return window_.pages().watch().timeline(); }
  /// Returns the middle of a stretch in the timeline.
  QPoint placeOf(int i) {
    const Stretch& s = stretches()[static_cast<std::size_t>(i)];
    return QPointF(timeline().scale().x(s.from + (s.to - s.from) / 2),
                   timeline().scale().y(s.rank + 0.5))
        .toPoint();
  }
  int widest() {
    const auto found =
        std::ranges::max_element(stretches(), {}, [](const Stretch& s) { return s.to - s.from; });
    return static_cast<int>(found - stretches().begin());
  }
};

TEST_F(WhyWindow, NothingIsRecordedUntilItIsAskedFor) {
  open(kLate);
  showActive();
  ASSERT_TRUE(waitUntilIdle());
  EXPECT_EQ(window_.session().path(), nullptr);
  EXPECT_FALSE(window_.runs().explainer().isRunning());
  const QImage before = timeline().grab().toImage();
  explain();
  EXPECT_NE(timeline().grab().toImage(), before);
  QTest::keyClick(&window_, Qt::Key_K);
  EXPECT_EQ(window_.session().path(), nullptr);
  EXPECT_EQ(timeline().grab().toImage(), before);
}

TEST_F(WhyWindow, ThePathIsThatOfTheCommand) {
  open(kLate);
  showActive();
  explain();
  const Explained expected = orrery::explain(window_.session().run()->result.spec);
  EXPECT_EQ(path().times(), expected.path.by_cause());
  EXPECT_EQ(total(path().times()), window_.session().run()->result.metrics.completion);
  ASSERT_EQ(stretches().size(), expected.path.stretches.size());
  const auto& messages = window_.session().run()->stage->index().trace().messages;
  for (int i = 0; i < std::ssize(stretches()); ++i) {
    const Stretch& s = stretches()[static_cast<std::size_t>(i)];
    EXPECT_EQ(path().at(s.from), i);
    if (s.partner < 0 || s.cause == Cause::kOverhead) continue;
    ASSERT_GE(path().message(i), 0);
    const auto& m = messages[static_cast<std::size_t>(path().message(i))];
    EXPECT_EQ(m.source, s.rank);
    EXPECT_EQ(m.destination, s.partner);
    EXPECT_LE(s.to, m.end);
  }
}

TEST_F(WhyWindow, TheNextRunIsExplainedToo) {
  open(kLate);
  showActive();
  explain();
  const std::size_t before = stretches().size();
  window_.runs().runCell(1);
  settle();
  waitForPath();
  EXPECT_NE(stretches().size(), before);
  EXPECT_EQ(total(path().times()), window_.session().run()->result.metrics.completion);
}

TEST_F(WhyWindow, KeysGoAlongThePath) {
  open(kLate);
  showActive();
  explain();
  QTest::keyClick(&window_, Qt::Key_Home);
  EXPECT_EQ(window_.session().stretch(), 0);
  QTest::keyClick(&window_, Qt::Key_Period);
  QTest::keyClick(&window_, Qt::Key_Period);
  EXPECT_EQ(window_.session().stretch(), 2);
  EXPECT_EQ(window_.session().focus().message, path().message(2));
  QTest::keyClick(&window_, Qt::Key_Comma);
  EXPECT_EQ(window_.session().stretch(), 1);
}

TEST_F(WhyWindow, AClickOnAStretchGoesToItsMoment) {
  open(kLate);
  window_.resize(1366, 768);
  showActive();
  explain();
  QTest::keyClick(&window_, Qt::Key_Home);
  const int i = widest();
  ASSERT_EQ(timeline().stretchAt(placeOf(i)), i);
  QTest::mouseClick(&timeline(), Qt::LeftButton, {}, placeOf(i));
  const Stretch& s = stretches()[static_cast<std::size_t>(i)];
  EXPECT_EQ(window_.session().clock().now(), s.from + (s.to - s.from) / 2);
  EXPECT_TRUE(timeline()
                  .textAt(placeOf(i))
                  .startsWith(QStringLiteral("critical path: rank %1").arg(s.rank)))
      << timeline().textAt(placeOf(i)).toStdString();
}

TEST_F(WhyWindow, TheTabAsksForItAndItsTableLeads) {
  open(kLate);
  showActive();
  window_.showTab(QStringLiteral("why"));
  EXPECT_TRUE(window_.runs().showsWhy());
  waitForPath();
  const QTableView& table = window_.side().report().whyPage().table();
  ASSERT_EQ(table.model()->rowCount(), std::ssize(stretches()));
  EXPECT_TRUE(table.isVisibleTo(&window_));
  QTest::mouseClick(table.viewport(), Qt::LeftButton, {},
                    table.visualRect(table.model()->index(1, 0)).center());
  EXPECT_EQ(window_.session().stretch(), 1);
  window_.session().showStretch(3);
  EXPECT_EQ(table.selectionModel()->selectedRows().front().row(), 3);
}

/// Checks that a click on a cause goes to its longest stretch, and that the bar takes no room
/// without causes.
TEST_F(WhyWindow, TheBarStandsBelowTheDeficiencies) {
  open(kLate);
  showActive();
  auto* report = window_.side().report().findChild<QWidget*>(QStringLiteral("report"));
  auto* bar = report->findChild<CausesView*>();
  ASSERT_NE(bar, nullptr);
  EXPECT_FALSE(bar->isVisibleTo(&window_));
  explain();
  ASSERT_TRUE(bar->isVisibleTo(&window_));
  for (int x = 20; x < bar->width() - 20; x += 10) {
    const QPoint place(x, bar->height() / 3);
    const auto cause = causeAt(bar->rect(), path().times(), place, lightTheme());
    if (!cause) continue;
    QTest::mouseClick(bar, Qt::LeftButton, {}, place);
    const int now = window_.session().stretch();
    EXPECT_EQ(now, path().longest(*cause));
    EXPECT_EQ(stretches()[static_cast<std::size_t>(now)].cause, *cause);
  }
  EXPECT_TRUE(bar->spokenText().contains(QStringLiteral("α: "))) << bar->spokenText().toStdString();
}

TEST_F(WhyWindow, SeenInEachThemeAndSize) {
  open(kLate);
  showActive();
  explain();
  window_.session().showStretch(widest());
  for (const Theme* theme : allThemes()) {
    window_.setTheme(*theme);
    window_.resize(1366, 768);
    QCoreApplication::sendPostedEvents();
    EXPECT_EQ(window_.size(), QSize(1366, 768));
    const QImage stage = window_.pages().stage().grab().toImage();
    const QImage lanes = timeline().grab().toImage();
    const QColor expected =
        causeColour(*theme, stretches()[static_cast<std::size_t>(widest())].cause);
    EXPECT_EQ(lanes.pixelColor(placeOf(widest()) + QPoint(5, 1)), expected)
        << theme->name.toStdString();
    bool seen = false;
    for (int y = 0; y < stage.height() && !seen; ++y)
      for (int x = 0; x < stage.width() && !seen; ++x) seen = stage.pixelColor(x, y) == expected;
    EXPECT_TRUE(seen) << theme->name.toStdString();
  }
}

TEST_F(WhyWindow, HoveringAWaitSaysWhatItWaitsFor) {
  file("late.goal",
       "num_ranks 2\nrank 0 {\nl1: send 8b to 1\n}\nrank 1 {\nl1: calc 2000\nl2: recv 8b from 0\n"
       "l2 requires l1\n}\n");
  open(R"([run]
schedule = "late.goal"
)");
  showActive();
  ASSERT_EQ(error(), "");
  EXPECT_EQ(waitText(window_.session(), 0, 500ns).toStdString(),
            "waits for rank 1, which posts its receive at 2.000 µs");
  EXPECT_EQ(waitText(window_.session(), 1, 500ns).toStdString(), "");  // computes
  const LaneScale& scale = timeline().scale();
  EXPECT_TRUE(timeline()
                  .textAt({scale.x(500ns), scale.y(0.5)})
                  .startsWith(QStringLiteral("rank 0 waits for rank 1")));
  window_.session().clock().seek(500ns);
  const Stage& stage = *window_.session().run()->stage;
  const View view = viewOf({stage, window_.session().frame(), lightTheme()},
                           window_.pages().stage().networkRect(), window_.pages().stage().port());
  const QString text = window_.pages().stage().textAt(view.map(stage.layout().nodes()[0]));
  EXPECT_TRUE(
      text.endsWith(QStringLiteral("waits for rank 1, which posts its receive at 2.000 µs")))
      << text.toStdString();
}

TEST_F(WhyWindow, HoveringAWaitForPortsSaysSo) {
  open(R"([network]
topology = "star:4"
[run]
collective = "gather"
algorithm = "linear-at-once"
bytes = "1MiB"
)");
  showActive();
  const auto& messages = window_.session().run()->stage->index().trace().messages;
  const auto late = std::ranges::find_if(
      messages, [](const auto& m) { return m.start > m.posted + 1us && m.posted == Time{0}; });
  ASSERT_NE(late, messages.end());
  EXPECT_TRUE(waitText(window_.session(), late->source, late->start - 1us)
                  .startsWith(QStringLiteral("waits for ports, for its message with rank 0")));
}

TEST_F(WhyWindow, CompareSaysWhichCausesDiffer) {
  open(kLate);
  showActive();
  window_.showTab(QStringLiteral("compare"));
  ComparePage& page = window_.pages().compare();
  EXPECT_TRUE(waitUntil([&] { return !page.isBusy(); }));
  const int without = page.all_metrics().rowCount();
  EXPECT_EQ(page.difference().toStdString(), "");
  QTest::keyClick(&window_, Qt::Key_K);
  EXPECT_TRUE(waitUntil([&] { return !page.difference().isEmpty(); }));
  EXPECT_TRUE(page.difference().contains(QStringLiteral(" faster: ")))
      << page.difference().toStdString();
  ASSERT_GT(page.all_metrics().rowCount(), without);
  const auto cell = [&](int row, int column) {
    return page.all_metrics()
        .data(page.all_metrics().index(row, column), Qt::DisplayRole)
        .toString();
  };
  // 6 rounds against 2, of 1 us each.
  EXPECT_EQ(cell(without, 0).toStdString(), "time for: α");
  EXPECT_EQ(cell(without, 1).toStdString(), "6.000 µs");
  EXPECT_EQ(cell(without, 2).toStdString(), "● 2.000 µs");
  EXPECT_EQ(cell(without, 3).toStdString(), "−4.000 µs");
  QTest::keyClick(&window_, Qt::Key_K);
  EXPECT_EQ(page.all_metrics().rowCount(), without);
}

TEST_F(WhyWindow, ADeadlockHasNoPathAndNoRankIsFinished) {
  file("stuck.goal",
       "num_ranks 2\nrank 0 {\nl1: recv 8b from 1\nl2: send 8b to 1\nl2 requires l1\n}\n"
       "rank 1 {\nl1: recv 8b from 0\nl2: send 8b to 0\nl2 requires l1\n}\n");
  open(R"([run]
schedule = "stuck.goal"
)");
  showActive();
  QTest::keyClick(&window_, Qt::Key_K);
  EXPECT_FALSE(window_.runs().explainer().isRunning());
  EXPECT_EQ(window_.session().path(), nullptr);
  EXPECT_NE(error().find("deadlock"), std::string::npos) << error();
  const Stage& stage = *window_.session().run()->stage;
  const FrameState end = stateAt(stage.index(), stage.index().end());
  EXPECT_EQ(momentText(stage.index(), end), QStringLiteral("deadlock"));
  EXPECT_EQ(nodeText(stage, end, 1), QStringLiteral("rank 1: waits"));
}

TEST_F(WhyWindow, AnOptionShowsItInAScreenshot) {
  Options options;
  options.scenario = file("scenario.toml", kLate);
  options.why = true;
  applyOptions(window_, options);
  ASSERT_NE(window_.session().path(), nullptr);
  options.tab = QStringLiteral("compare");
  applyOptions(window_, options);
  EXPECT_NE(window_.pages().compare().difference().toStdString(), "");
}

}  // namespace
}  // namespace orrery::viz
