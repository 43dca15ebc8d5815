#include <QApplication>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <gtest/gtest.h>

#include "tests/gui/gui_main.h"
#include "viz/options.h"
#include "viz/widgets/main_window.h"
#include "viz/widgets/screenshot.h"

namespace orrery::viz {
namespace {

constexpr auto kSweep = R"(title = "Two algorithms"
description = "A ring against Rabenseifner."
[network]
topology = "torus:4x4"
ports = "per-link"
[run]
collective = "allreduce"
algorithm = ["ring", "rabenseifner"]
bytes = "1MiB"
payload = "ghost"
)";

class Window : public ::testing::Test {
 protected:
  QString file(const QString& name, const char* text) {
    QFile out(directory_.filePath(name));
    EXPECT_TRUE(out.open(QIODevice::WriteOnly));
    out.write(text);
    return out.fileName();
  }
  void settle() {
    EXPECT_TRUE(QTest::qWaitFor([this] { return !window_.isBusy(); }, 20000));
  }
  void open(const char* text) {
    EXPECT_TRUE(window_.openScenario(file("scenario.toml", text))) << error();
    settle();
  }
  void showActive() {
    window_.show();
    window_.activateWindow();
    EXPECT_TRUE(QTest::qWaitForWindowActive(&window_));
  }
  std::string error() const { return window_.errorText().toStdString(); }
  int round() { return window_.session().frame().round; }

  QTemporaryDir directory_;
  MainWindow window_;
};

TEST_F(Window, OpensAScenario) {
  open(kSweep);
  EXPECT_EQ(error(), "");
  EXPECT_EQ(window_.windowTitle().toStdString(), "Two algorithms – Orrery");
  ASSERT_NE(window_.session().run(), nullptr);
  EXPECT_EQ(window_.session().run()->result.spec.algorithm, "ring");
  EXPECT_EQ(round(), 0);
  EXPECT_EQ(window_.report().roundTable().model()->rowCount(), 30);
}

TEST_F(Window, StepsWithTheKeyboard) {
  open(kSweep);
  showActive();
  const auto press = [this](Qt::Key key) { QTest::keyClick(&window_, key); };
  press(Qt::Key_Right);
  press(Qt::Key_Right);
  EXPECT_EQ(round(), 2);
  const QImage before = window_.stageView().grab().toImage();
  press(Qt::Key_Right);
  EXPECT_NE(window_.stageView().grab().toImage(), before);
  press(Qt::Key_Left);
  EXPECT_EQ(round(), 2);
  EXPECT_EQ(window_.stageView().grab().toImage(), before);
  press(Qt::Key_End);
  EXPECT_EQ(window_.session().clock().now(), window_.session().clock().end());
  press(Qt::Key_Home);
  EXPECT_EQ(window_.session().clock().now(), Time{0});
  press(Qt::Key_Space);
  EXPECT_TRUE(window_.session().clock().isPlaying());
  EXPECT_TRUE(QTest::qWaitFor([this] { return window_.session().clock().now() > Time{0}; }, 10000));
  press(Qt::Key_Space);
  EXPECT_FALSE(window_.session().clock().isPlaying());
}

TEST_F(Window, ScrubsWithTheMouse) {
  open(kSweep);
  auto* slider = window_.findChild<TimeSlider*>();
  ASSERT_NE(slider, nullptr);
  slider->resize(600, 44);
  const Time end = window_.session().clock().end();
  QTest::mouseClick(slider, Qt::LeftButton, {}, QPoint(300, 12));
  EXPECT_NEAR(to_seconds(window_.session().clock().now()), to_seconds(end) / 2,
              0.02 * to_seconds(end));
  QTest::mouseClick(slider, Qt::LeftButton, {}, QPoint(599, 12));
  EXPECT_EQ(window_.session().clock().now(), end);
}

TEST_F(Window, TheTableFollowsAndLeads) {
  open(kSweep);
  window_.session().showRound(5);
  const QTableView& table = window_.report().roundTable();
  ASSERT_EQ(table.selectionModel()->selectedRows().size(), 1);
  EXPECT_EQ(table.selectionModel()->selectedRows().front().row(), 5);
  window_.show();
  QTest::mouseClick(table.viewport(), Qt::LeftButton, {},
                    table.visualRect(table.model()->index(7, 0)).center());
  EXPECT_EQ(round(), 7);
}

TEST_F(Window, ChoosesACellOfASweep) {
  open(kSweep);
  window_.runCell(1);
  settle();
  EXPECT_EQ(window_.session().run()->result.spec.algorithm, "rabenseifner");
  EXPECT_EQ(window_.report().roundTable().model()->rowCount(), 8);
}

TEST_F(Window, OnlyTheLastOfSeveralRunsCounts) {
  open(kSweep);
  window_.runCell(0);
  window_.runCell(1);
  settle();
  EXPECT_EQ(window_.session().run()->result.spec.algorithm, "rabenseifner");
}

TEST_F(Window, SaysWhatIsWrongWithAScenario) {
  EXPECT_FALSE(window_.openScenario(file("bad.toml", "[run]\nalgoritm = \"ring\"\n")));
  EXPECT_NE(error().find("algoritm"), std::string::npos) << error();
  EXPECT_NE(error().find("bad.toml"), std::string::npos) << error();
  EXPECT_FALSE(window_.openScenario(file("none.toml", "[run\n")));
  EXPECT_NE(error(), "");
  EXPECT_FALSE(window_.openScenario("no-such-file.toml"));
  EXPECT_NE(error().find("no-such-file"), std::string::npos) << error();
  EXPECT_EQ(window_.scenario().cells.size(), 0U);
  open(kSweep);  // and recovers
  EXPECT_EQ(error(), "");
}

TEST_F(Window, ARunUnderWayDoesNotHideAnError) {
  ASSERT_TRUE(window_.openScenario(file("scenario.toml", kSweep)));
  EXPECT_FALSE(window_.openScenario("no-such-file.toml"));
  QTest::qWait(200);
  EXPECT_NE(error(), "");
}

TEST_F(Window, SaysWhyACellCannotBeRun) {
  open(kSweep);
  RunSpec spec = window_.scenario().cells[0];
  spec.algorithm = "no-such-algorithm";
  window_.run(spec);
  settle();
  EXPECT_NE(error().find("no-such-algorithm"), std::string::npos) << error();
  window_.runCell(0);
  settle();
  EXPECT_EQ(error(), "");
}

TEST_F(Window, SurvivesKeysWithoutARun) {
  showActive();
  for (Qt::Key key : {Qt::Key_Right, Qt::Key_Left, Qt::Key_Home, Qt::Key_End, Qt::Key_Space}) {
    QTest::keyClick(&window_, key);
  }
  EXPECT_FALSE(window_.grab().isNull());
}

TEST_F(Window, FitsIntoSmallAndLargeSizes) {
  open(kSweep);
  for (QSize size : {QSize(1600, 1000), QSize(1024, 768), QSize(800, 600)}) {
    window_.resize(size);
    EXPECT_EQ(window_.grab().toImage().size(), size);
  }
}

TEST_F(Window, ChangesColours) {
  open(kSweep);
  const QImage light = window_.grab().toImage();
  window_.setTheme(darkTheme());
  EXPECT_NE(window_.grab().toImage(), light);
  window_.setTheme(lightTheme());
  EXPECT_EQ(window_.grab().toImage(), light);
}

TEST_F(Window, WritesScreenshots) {
  Options options;
  options.scenario = file("scenario.toml", kSweep);
  options.screenshot = directory_.filePath("picture.png");
  options.round = 3;
  options.cell = 2;
  options.tab = "links";
  options.size = {900, 700};
  applyOptions(window_, options);
  EXPECT_EQ(round(), 3);
  writeScreenshot(window_, options);
  EXPECT_EQ(QImage(options.screenshot).size(), QSize(900, 700));

  options.screenshot = directory_.filePath("no/such/place.png");
  EXPECT_THROW(writeScreenshot(window_, options), std::invalid_argument);
  options.screenshot = directory_.filePath("picture.txt");
  EXPECT_THROW(writeScreenshot(window_, options), std::invalid_argument);
  EXPECT_FALSE(QFile::exists(options.screenshot));
}

TEST_F(Window, RefusesWhatDoesNotExist) {
  Options options;
  options.scenario = file("scenario.toml", kSweep);
  options.round = 99;
  EXPECT_THROW(applyOptions(window_, options), std::invalid_argument);
  options.round.reset();
  options.cell = 3;
  EXPECT_THROW(applyOptions(window_, options), std::invalid_argument);
  options.cell = 1;
  options.tab = "nonsense";
  EXPECT_THROW(applyOptions(window_, options), std::invalid_argument);
}

TEST(OptionsTest, AreReadAndChecked) {
  const Options o = parseOptions({"orrery-gui", "a.toml", "--screenshot", "f.png", "--round", "4",
                                  "--size", "1024x768", "--tab", "links", "--cell", "2", "--dark"});
  EXPECT_EQ(o.scenario, "a.toml");
  EXPECT_EQ(o.screenshot, "f.png");
  EXPECT_EQ(o.round, 4);
  EXPECT_EQ(o.size, QSize(1024, 768));
  EXPECT_EQ(o.tab, "links");
  EXPECT_EQ(o.cell, 2);
  EXPECT_EQ(o.theme, "dark");
  for (const QStringList& bad : {QStringList{"--nonsense"},
                                 {"--round", "-1"},
                                 {"--round", "x"},
                                 {"--size", "10"},
                                 {"--size", "0x0"},
                                 {"--size", "99999x99999"},
                                 {"--cell", "0"},
                                 {"a", "b"},
                                 {"--screenshot", ""}}) {
    EXPECT_THROW(parseOptions(QStringList{"orrery-gui"} + bad), std::invalid_argument)
        << bad.join(' ').toStdString();
  }
}

}  // namespace
}  // namespace orrery::viz

int main(int argc, char** argv) {
  return orrery::viz::runGuiTests<QApplication>(argc, argv);
}
