// Tests that users can rely on the window: typed text stays, nothing is lost without a question, texts
// match the picture, and everything has room.
#include <set>

#include <QAbstractButton>
#include <QAccessible>
#include <QApplication>
#include <QCheckBox>
#include <QCompleter>
#include <QDir>
#include <QMessageBox>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QStandardPaths>
#include <QTextBrowser>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>
#include <QWheelEvent>

#include "scenarios/run/load.h"
#include "scenarios/text/scenario_library.h"
#include "tests/gui/fixtures.h"
#include "tests/gui/painted_texts.h"
#include "tests/gui/window_fixture.h"
#include "viz/model/text/window_text.h"
#include "viz/paint/time_bar.h"
#include "viz/widgets/lesson_controller.h"
#include "viz/widgets/main_window.h"
#include "viz/widgets/pages/compare_page.h"
#include "viz/widgets/pages/compose_page.h"
#include "viz/widgets/pages/report_panel.h"
#include "viz/widgets/pages/side_panel.h"
#include "viz/widgets/pages/watch_page.h"
#include "viz/widgets/recent_menu.h"
#include "viz/widgets/transport_bar.h"
#include "viz/widgets/views/stage_view.h"

namespace orrery::viz {
namespace {

/// A long run of some minutes.
constexpr auto kLong = R"(title = "Long"
[run]
collective = "allreduce"
algorithm = "ring"
bytes = "16MiB"
[network]
topology = "torus:100x100"
)";

class User : public Window {
 protected:
  User() {
    QStandardPaths::setTestModeEnabled(true);
    QCoreApplication::setOrganizationName(QStringLiteral("orrery-test"));
    QSettings().clear();
  }
  ~User() override { QSettings().clear(); }

  QLineEdit& field(const char* key) {
    return *window_.pages().compose().findChild<QLineEdit*>(QString::fromLatin1(key));
  }
  ChoiceBox& choice(const char* key) {
    return *qobject_cast<ChoiceBox*>(field(key).parentWidget());
  }

  /// Presses a button of the next question, to which `act` has to lead.
  template <class Act>
  void answer(QMessageBox::StandardButton button, const Act& act) {
    bool asked = false;
    QTimer::singleShot(0, [&] {
      auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
      if (box == nullptr) return;
      asked = true;
      box->button(button)->click();
    });
    act();
    QCoreApplication::processEvents();
    EXPECT_TRUE(asked);
  }
  std::string title() const { return window_.runs().scenario().title; }
};

TEST_F(User, TypesWhatIsRun) {
  showActive();
  window_.pages().setMode(Mode::kCompose);
  for (const auto& [key, text] : {std::pair{"topology", "torus:4"},
                                  {"algorithm", "swing"},
                                  {"algorithm", "r"},
                                  {"mapping", "Ra"},
                                  {"ports", "per"}}) {
    for (Qt::Key end : {Qt::Key_Tab, Qt::Key_Return}) {
      QLineEdit& edit = field(key);
      edit.setFocus();
      edit.clear();
      QTest::keyClicks(&edit, QString::fromLatin1(text));
      QWidget* const popup = choice(key).completer()->popup();
      QTest::keyClick(popup->isVisible() ? popup : &edit, end);
      field("bytes").setFocus();
      EXPECT_EQ(edit.text(), QString::fromLatin1(text));
      EXPECT_EQ(window_.pages().compose().model().value(*find_key(key)), QString::fromLatin1(text));
    }
  }
}

TEST_F(User, ChoosesASuggestion) {
  showActive();
  window_.pages().setMode(Mode::kCompose);
  QLineEdit& edit = field("algorithm");
  edit.setFocus();
  QTest::keyClicks(&edit, QStringLiteral("bandw"));  // may stand anywhere in the name
  QAbstractItemView* popup = choice("algorithm").completer()->popup();
  ASSERT_TRUE(popup->isVisible());
  QTest::keyClick(popup, Qt::Key_Down);
  QTest::keyClick(popup, Qt::Key_Return);
  EXPECT_NE(edit.text().indexOf(QStringLiteral("bandwidth")), -1) << edit.text().toStdString();
  EXPECT_EQ(window_.pages().compose().model().value(*find_key("algorithm")), edit.text());
}

TEST_F(User, ATypedSuggestionDoesNotCoverTheNextField) {
  showActive();
  window_.pages().setMode(Mode::kCompose);
  field("collective").setFocus();
  const QAbstractItemView* popup = choice("collective").completer()->popup();
  QTest::keyClicks(&field("collective"), QStringLiteral("allreduc"));
  QCoreApplication::processEvents();
  EXPECT_TRUE(popup->isVisible());
  QTest::keyClick(window_.windowHandle(), Qt::Key_Escape);
  EXPECT_FALSE(popup->isVisible());
  EXPECT_TRUE(field("collective").hasFocus());
  QTest::keyClicks(&field("collective"), QStringLiteral("e"));
  QCoreApplication::processEvents();
  EXPECT_FALSE(popup->isVisible());
}

TEST_F(User, SwitchesShowWhetherTheyAreOn) {
  open(kSweep);
  window_.show();
  int switches = 0;
  for (QToolButton* button : window_.findChild<TransportBar*>()->findChildren<QToolButton*>()) {
    if (!button->isCheckable()) continue;
    ++switches;
    const QImage before = button->grab().toImage();
    button->toggle();
    EXPECT_NE(button->grab().toImage(), before) << button->text().toStdString();
  }
  EXPECT_GT(switches, 0);
}

TEST_F(User, TheWheelScrollsAndChangesNothing) {
  showActive();
  window_.pages().setMode(Mode::kCompose);
  ChoiceBox& box = choice("collective");
  for (const bool focused : {false, true}) {
    if (focused) box.setFocus();
    QWheelEvent wheel(QPointF(5, 5), box.mapToGlobal(QPointF(5, 5)), {}, QPoint(0, -120),
                      Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(&box, &wheel);
    EXPECT_EQ(box.currentText(), QString());
  }
}

TEST_F(User, ListsOpenAtWhatTheFieldSays) {
  showActive();
  window_.pages().setMode(Mode::kCompose);
  window_.pages().compose().type("collective", QStringLiteral("broadcast"));
  window_.pages().compose().type("algorithm", QStringLiteral("linear"));
  for (const auto& [key, entry] : {std::pair{"collective", "broadcast"},
                                   {"algorithm", "linear"},

                                   {"payload", "ghost"}}) {
    ChoiceBox& box = choice(key);
    const QString text = box.currentText();
    box.showPopup();
    EXPECT_EQ(box.view()->currentIndex().data().toString(), QString::fromLatin1(entry)) << key;
    box.hidePopup();
    EXPECT_EQ(box.currentText(), text) << key;
  }
}

/// Checks that the chosen entry is distinct from the others, and readable.
TEST_F(User, ListsShowTheirCurrentEntryInAllThemes) {
  open(kSweep);
  window_.runs().runCell(1);
  settle();
  showActive();
  auto* cells = window_.side().report().parentWidget()->findChild<QComboBox*>();
  ASSERT_NE(cells, nullptr);
  for (const Theme* theme : allThemes()) {
    window_.setTheme(*theme);
    cells->showPopup();
    const QAbstractItemView& list = *cells->view();
    const QImage picture = cells->view()->viewport()->grab().toImage();
    const auto ink = [&](int row, int& darkest, int& lightest) {
      const QRect area = list.visualRect(list.model()->index(row, 0)) & picture.rect();
      darkest = 255, lightest = 0;
      for (int y = area.top(); y <= area.bottom(); ++y) {
        for (int x = area.left(); x <= area.right(); ++x) {
          darkest = std::min(darkest, qGray(picture.pixel(x, y)));
          lightest = std::max(lightest, qGray(picture.pixel(x, y)));
        }
      }
      return picture.pixelColor(area.right() - 2, area.center().y());
    };
    int darkest = 0, lightest = 0;
    const QColor other = ink(0, darkest, lightest);
    EXPECT_GT(lightest - darkest, 100) << theme->name.toStdString();
    const QColor current = ink(1, darkest, lightest);
    EXPECT_GT(lightest - darkest, 100) << theme->name.toStdString();
    EXPECT_GT(std::abs(current.red() - other.red()) + std::abs(current.green() - other.green()) +
                  std::abs(current.blue() - other.blue()),
              100)
        << theme->name.toStdString();
    cells->hidePopup();
  }
  window_.setTheme(lightTheme());
}

TEST_F(User, BuiltInScenariosAreUnchangedWhenOpened) {
  for (const auto& path : built_in_scenarios()) {
    QFile in(QString::fromStdString((scenario_directory() / path).string()));
    ASSERT_TRUE(in.open(QIODevice::ReadOnly));
    window_.pages().compose().read(QString::fromUtf8(in.readAll()), in.fileName());
    EXPECT_FALSE(window_.pages().compose().model().isModified()) << path;
    EXPECT_EQ(window_.pages().compose().errorText(), QString()) << path;  // and can be run
  }
}

TEST_F(User, MarksWhatIsNotSaved) {
  open(kSweep);
  const auto marked = [&] {
    bool found = false;
    for (const auto* button : window_.findChildren<QAbstractButton*>())
      found |= button->text().contains(u'●');
    EXPECT_EQ(found, window_.isWindowModified());
    return found;
  };
  EXPECT_FALSE(marked());
  window_.pages().compose().type("bytes", QStringLiteral("2MiB"));
  EXPECT_TRUE(marked());
  window_.pages().compose().type("bytes", QStringLiteral("1MiB"));
  EXPECT_FALSE(marked());
  window_.pages().compose().type("bytes", QStringLiteral("2MiB"));
  EXPECT_TRUE(window_.pages().compose().save());
  EXPECT_FALSE(marked());
  window_.pages().compose().clear();
  window_.pages().compose().type("ranks", QStringLiteral("4"));
  EXPECT_TRUE(marked());
  EXPECT_TRUE(
      window_.pages().compose().saveAs(directory_.filePath(QStringLiteral("untitled.toml"))));
  EXPECT_FALSE(marked());
}

/// Checks that undo goes back over all fields, an edit at a time; typing in one field is one edit.
TEST_F(User, UndoesAndRedoesEdits) {
  open(kSweep);
  showActive();
  window_.pages().setMode(Mode::kCompose);
  ComposePage& page = window_.pages().compose();
  const ComposeModel::State opened = page.model().state();
  const auto press = [](Qt::Key key, Qt::KeyboardModifiers with) {
    QTest::keyClick(QApplication::focusWidget(), key, with);
  };
  const auto undo = [&] { press(Qt::Key_Z, Qt::ControlModifier); };
  const auto redo = [&] { press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier); };
  field("bytes").setFocus();
  undo();  // there is nothing to undo
  EXPECT_EQ(page.model().state(), opened);
  std::vector<ComposeModel::State> states{opened};
  const auto type = [&](QWidget& into, const QString& text) {
    into.setFocus();
    QTest::keyClicks(&into, text);
    states.push_back(page.model().state());
  };
  field("bytes").setCursorPosition(0);
  type(field("bytes"), QStringLiteral("12"));  // 121MiB
  page.type("topology", QStringLiteral("torus:8x8"));
  states.push_back(page.model().state());
  page.type("topology", QStringLiteral("fat-tree:4,3"));  // not typed letter by letter
  states.push_back(page.model().state());
  type(*page.findChild<QPlainTextEdit*>(), QStringLiteral("Why. "));
  EXPECT_EQ(page.model().value(*find_key("bytes")), QStringLiteral("121MiB"));
  for (std::size_t i = states.size() - 1; i-- > 0;) {
    undo();
    EXPECT_EQ(page.model().state(), states[i]) << i;
    EXPECT_EQ(field("bytes").text(), page.model().value(*find_key("bytes")));
  }
  EXPECT_FALSE(window_.isWindowModified());
  for (std::size_t i = 1; i < states.size(); ++i) {
    redo();
    EXPECT_EQ(page.model().state(), states[i]) << i;
  }
  EXPECT_TRUE(window_.isWindowModified());
  ASSERT_TRUE(page.save());
  undo();  // also saved edits
  EXPECT_EQ(page.model().state(), states[states.size() - 2]);
  EXPECT_TRUE(window_.isWindowModified());
  page.read(QStringLiteral("[run]\nranks = 4\n"), file("other.toml", "[run]\nranks = 4\n"));
  const ComposeModel::State other = page.model().state();
  undo();  // of another scenario there is nothing
  EXPECT_EQ(page.model().state(), other);
}

TEST_F(User, IsAskedBeforeChangesAreLost) {
  const QString other = file("other.toml", "title = \"Other\"\n[run]\nranks = 4\n");
  open(kSweep);
  ComposePage& page = window_.pages().compose();
  page.type("bytes", QStringLiteral("2MiB"));
  const auto opening = {std::function<void()>([&] { window_.open(other); }),
                        std::function<void()>([&] { emit page.openRequested(other); }),
                        std::function<void()>([&] { page.startNew(); }),
                        std::function<void()>([&] { window_.close(); })};
  showActive();
  for (const auto& act : opening) {
    answer(QMessageBox::Cancel, act);
    EXPECT_TRUE(page.model().isModified());
    EXPECT_EQ(page.model().value(*find_key("bytes")), QStringLiteral("2MiB"));
    EXPECT_EQ(title(), "Two algorithms");
    EXPECT_TRUE(window_.isVisible());
  }
  answer(QMessageBox::Discard, *opening.begin());
  settle();
  EXPECT_EQ(title(), "Other");
  EXPECT_FALSE(page.model().isModified());

  page.type("ranks", QStringLiteral("5"));
  answer(QMessageBox::Save,
         [&] { window_.open(directory_.filePath(QStringLiteral("scenario.toml"))); });
  settle();
  EXPECT_EQ(title(), "Two algorithms");
  QFile saved(other);
  ASSERT_TRUE(saved.open(QIODevice::ReadOnly));
  EXPECT_EQ(saved.readAll().toStdString(), "title = \"Other\"\n[run]\nranks = 5\n");

  page.type("bytes", QStringLiteral("3MiB"));
  answer(QMessageBox::Discard, [&] { window_.close(); });
  EXPECT_FALSE(window_.isVisible());
}

TEST_F(User, RecentFilesAreAbsoluteAndUnique) {
  window_.remember();
  file("scenario.toml", kSweep);
  const QString before = QDir::currentPath();
  ASSERT_TRUE(QDir::setCurrent(directory_.path()));
  for (const QString& name : {QStringLiteral("scenario.toml"), QStringLiteral("./scenario.toml"),
                              directory_.filePath(QStringLiteral("scenario.toml")),
                              QStringLiteral("../") + QDir(directory_.path()).dirName() +
                                  QStringLiteral("/scenario.toml")}) {
    EXPECT_TRUE(window_.openScenario(name));
  }
  ASSERT_TRUE(window_.pages().compose().saveAs(QStringLiteral("scenario.toml")));
  QDir().mkdir(QStringLiteral("b"));
  ASSERT_TRUE(window_.pages().compose().saveAs(QStringLiteral("b/scenario.toml")));
  QDir::setCurrent(before);
  settle();
  const auto* recent = window_.findChild<RecentMenu*>();
  ASSERT_EQ(recent->actions().size(), 2);
  for (const QAction* action : recent->actions()) {
    EXPECT_TRUE(QDir::isAbsolutePath(action->toolTip())) << action->toolTip().toStdString();
    EXPECT_NE(action->text().indexOf(QFileInfo(action->toolTip()).path()),
              -1);  // distinguishes them
  }
}

/// Checks that every built-in scenario, and one of a user's folder, runs from Compose as from its
/// file.
TEST_F(User, FilesBesideAScenarioAreFoundInCompose) {
  for (const char* name : {"lessons/graph-from-a-file", "lessons/schedule-from-a-file"}) {
    ASSERT_TRUE(window_.openScenario(QString::fromLatin1(name)));
    settle();
    const auto opened = window_.session().run()->result.metrics.completion;
    ASSERT_EQ(window_.pages().compose().errorText(), QString());
    window_.pages().compose().run();
    settle();
    EXPECT_EQ(error(), "");
    EXPECT_EQ(window_.session().run()->result.metrics.completion, opened);
  }
  file("hosts.txt", "1\n0\n");
  const QString own =
      file("own.toml", "[network]\nmapping = \"file:hosts.txt\"\n[run]\nranks = 2\n");
  ASSERT_TRUE(window_.openScenario(own));
  settle();
  EXPECT_EQ(window_.pages().compose().errorText(), QString());
  QDir().mkdir(directory_.filePath(QStringLiteral("sub")));
  ASSERT_TRUE(
      window_.pages().compose().saveAs(directory_.filePath(QStringLiteral("sub/own.toml"))));
  EXPECT_NE(window_.pages().compose().errorText(), QString());  // there is no hosts.txt
}

TEST_F(User, FitsOntoTheScreen) {
  open(kSweep);
  const auto needs = [this](const char* tab) {
    window_.showTab(QString::fromLatin1(tab));
    QCoreApplication::processEvents();
    const QSize least = window_.minimumSizeHint();
    EXPECT_LE(least.width(), 667) << tab;  // half of 1366x768, less a frame
    EXPECT_LE(least.height(), 328) << tab;
  };
  window_.show();
  for (const QString& tab : window_.tabNames()) needs(tab.toLatin1().constData());
  for (const QRect& room :
       {QRect(0, 0, 1366, 768), QRect(0, 24, 1024, 744), QRect(0, 0, 683, 384)}) {
    window_.resize(1600, 1000);
    window_.fitInto(room);
    EXPECT_LT(window_.width(), room.width());
    EXPECT_LT(window_.height(), room.height() - 20);
    EXPECT_TRUE(room.contains(window_.geometry()));
    for (const char* tab : {"report", "blocks", "links"}) {
      window_.showTab(QString::fromLatin1(tab));
      QCoreApplication::processEvents();
      const auto* bar = window_.findChild<TransportBar*>();
      EXPECT_TRUE(bar->isVisible());
      EXPECT_TRUE(window_.rect().contains(QRect(bar->mapTo(&window_, QPoint()), bar->size())));
    }
  }
}

/// Checks that texts of several lines get the room that they need.
TEST_F(User, PartsOfTheReportStandApart) {
  ASSERT_TRUE(window_.openScenario(QStringLiteral("lessons/where-ranks-live"))) << error();
  settle();
  showActive();
  ASSERT_TRUE(window_.showTab(QStringLiteral("report")));
  for (const QSize size :
       {QSize(1600, 1000), QSize(1366, 768), QSize(1350, 712), QSize(900, 600)}) {
    window_.resize(size);
    QCoreApplication::processEvents();
    const QWidget* above = nullptr;
    for (const QObject* part : window_.side().report().roundTable().parentWidget()->children()) {
      const auto* widget = qobject_cast<const QWidget*>(part);
      if (widget == nullptr || widget->isHidden()) continue;
      EXPECT_GE(widget->height(), widget->heightForWidth(widget->width())) << size.height();
      EXPECT_TRUE(above == nullptr || !above->geometry().intersects(widget->geometry()))
          << size.height() << ": " << above->metaObject()->className() << " and "
          << widget->metaObject()->className();
      above = widget;
    }
  }
}

/// Checks that a table without enough room can be scrolled; no column is left out.
TEST_F(User, ColumnsNeverVanish) {
  open(kSweep);
  window_.show();
  window_.showTab(QStringLiteral("blocks"));
  for (const QSize size :
       {QSize(1600, 1000), QSize(1366, 768), QSize(1024, 768), QSize(800, 600)}) {
    window_.resize(size);
    window_.showTab(QStringLiteral("report"));
    QCoreApplication::processEvents();
    const FittedTable& table = window_.side().report().roundTable();
    int width = 0;
    for (int c = 0; c < table.model()->columnCount(); ++c) {
      EXPECT_FALSE(table.isColumnHidden(c));
      const QString head = table.model()->headerData(c, Qt::Horizontal).toString();
      EXPECT_GT(table.columnWidth(c), table.fontMetrics().horizontalAdvance(head));
      width += table.columnWidth(c);
    }
    EXPECT_TRUE(width <= table.viewport()->width() || table.horizontalScrollBar()->isVisible());
  }
  window_.session().showRound(3);
  window_.side().report().roundTable().horizontalScrollBar()->setValue(20);
  window_.session().showRound(4);  // following rounds does not scroll back to the first column
  EXPECT_EQ(window_.side().report().roundTable().horizontalScrollBar()->value(),
            std::min(20, window_.side().report().roundTable().horizontalScrollBar()->maximum()));
}

TEST_F(User, ALongRunDoesNotStandUnderTheOldPicture) {
  open(kSweep);
  window_.show();
  RunSpec spec = parse_scenario(kLong, "").cells.front();
  window_.runs().run(spec);
  EXPECT_TRUE(waitUntil([this] { return !window_.pages().stage().isVisible(); }));
  ASSERT_TRUE(window_.runs().isBusy());
  EXPECT_FALSE(window_.side().report().isVisible());
  EXPECT_FALSE(window_.findChild<TransportBar*>()->isEnabled());
  QTest::keyClick(&window_, Qt::Key_Escape);  // cancels
  EXPECT_FALSE(window_.runs().isBusy());
  EXPECT_TRUE(window_.pages().stage().isVisible());
  EXPECT_TRUE(window_.side().report().isVisible());
  EXPECT_TRUE(window_.findChild<TransportBar*>()->isEnabled());
  EXPECT_EQ(window_.session().run()->result.spec.topology, "torus:4x4");
}

/// Checks that there is no picture of another scenario to go back to.
TEST_F(User, ACancelledScenarioShowsNoOtherOnesPicture) {
  open(kSweep);
  window_.show();
  ASSERT_TRUE(window_.openScenario(file("long.toml", kLong)));
  window_.runs().cancel();
  EXPECT_EQ(title(), "Long");
  EXPECT_FALSE(window_.session().hasPicture());
  EXPECT_FALSE(window_.pages().stage().isVisible());
  EXPECT_NE(error(), "");
}

/// Checks that the network is painted while its run is computed.
TEST_F(User, TheNetworkIsSeenBeforeItsRun) {
  window_.show();
  ASSERT_TRUE(window_.openScenario(file("long.toml", kLong)));
  const StageView& next = window_.pages().next();
  EXPECT_TRUE(waitUntil([&] { return next.isVisible(); }));
  ASSERT_TRUE(window_.runs().isBusy());
  EXPECT_FALSE(window_.session().hasPicture());
  const QImage seen = window_.pages().next().grab().toImage();
  int ranks = 0;
  for (int y = 0; y < seen.height(); ++y)
    for (int x = 0; x < seen.width(); ++x) ranks += seen.pixelColor(x, y) == next.theme().node_rim;
  EXPECT_GT(ranks, 10'000);
  window_.runs().cancel();
  EXPECT_FALSE(next.isVisible());
}

/// Checks that the box is visible: some of its pixels are far from the surrounding colour.
TEST_F(User, CheckBoxesAreSeenInAllThemes) {
  for (const Theme* theme : allThemes()) {
    window_.setTheme(*theme);
    QCheckBox box;
    box.resize(40, 24);
    box.setStyleSheet(window_.styleSheet());
    const QImage picture = box.grab().toImage();
    const QColor around = picture.pixelColor(39, 1);
    int most = 0;
    for (int x = 0; x < 20; ++x) {
      for (int y = 0; y < 24; ++y)
        most = std::max(most, std::abs(picture.pixelColor(x, y).lightness() - around.lightness()));
    }
    EXPECT_GT(most, 50) << theme->name.toStdString();
  }
}

/// Checks that table, slider and timeline, and the command, agree on when a round begins.
TEST_F(User, RoundStartsAgree) {
  for (const char* name : {"lessons/where-ranks-live", "lessons/contention-on-a-ring",
                           "ci/broadcast", "ci/gatherv-and-scatterv", "papers/circulant-broadcast",
                           "ci/alltoall", "lessons/two-clusters", "ci/routing"}) {
    const Scenario scenario = load_scenario(name);
    for (std::size_t cell = 0; cell < std::min<std::size_t>(scenario.cells.size(), 4); ++cell) {
      const auto run = runCell(scenario.cells[cell]);
      if (!run->hasPicture() || run->truncated) continue;
      for (const RoundMark& mark : run->stage->index().rounds()) {
        const auto& round = run->result.metrics.per_round.at(static_cast<std::size_t>(mark.round));
        EXPECT_EQ(mark.start, round.first_start)
            << name << " cell " << cell << " round " << mark.round;
      }
    }
  }
}

/// Returns the last time at which a view draws the number of a round.
double drawnAt(const std::function<void(QPainter&)>& paint, QSize size, const QString& number) {
  TextRecorder recorder(size);
  QPainter painter(&recorder);
  paint(painter);
  const qsizetype last = recorder.texts().lastIndexOf(number);
  return last < 0 ? -1 : recorder.places()[last].left();
}

/// Checks ranks far out of step: half of a round starts long after its first transfer.
TEST_F(User, RoundStartsAreDrawnWhereTheTableSaysTheyAre) {
  auto network = makeNetwork("full:8");
  Trace trace;
  for (int k = 0; k < 3; ++k)
    for (int r = 0; r < 8; ++r)
      addMessage(trace, *network, k, r, (r + 1) % 8, k * 9000ns + (r == 0 ? 0ns : 3000ns));
  const Stage stage(TraceIndex(std::make_shared<const Trace>(trace), network));
  const QRectF area(0, 0, 1000, 100);
  const Time end = stage.index().end();
  PlaybackClock clock;
  clock.reset({Time{0}, end}, 1);
  const TimeScale bar = timeScale(area, clock);
  EXPECT_NEAR(
      drawnAt([&](QPainter& p) { paintTimeBar(p, area, &stage.index(), clock, lightTheme()); },
              {1000, 100}, QStringLiteral("2")),
      bar.x(18000ns), 5);
  const LaneScale lanes = wholeLanes(QRectF(0, 0, 1000, 300), end, 8, lightTheme());
  EXPECT_NEAR(drawnAt(
                  [&](QPainter& p) {
                    paintLanes(p, QRectF(0, 0, 1000, 300), stage.index(), lanes, lightTheme());
                  },
                  {1000, 300}, QStringLiteral("2")),
              lanes.x(18000ns), 8);
}

/// Checks that every second round is a band, on the slider and above the lanes, with the same
/// names.
TEST_F(User, RoundsAreTheSameBandsOnSliderAndTimeline) {
  for (const char* name :
       {"ci/operations", "lessons/first-allreduce", "lessons/where-ranks-live"}) {
    const auto run = runCell(load_scenario(name).cells.front());
    ASSERT_TRUE(run->hasPicture()) << name;
    const TraceIndex& index = run->stage->index();
    const Theme& theme = lightTheme();
    const QRectF rect(0, 0, 1100, 300);
    PlaybackClock clock;
    clock.reset({Time{0}, index.end()}, 1);
    const TimeScale bar = timeScale(rect, clock);
    const LaneScale lanes = wholeLanes(rect, index.end(), index.network().ranks(), theme);
    QImage slider(1100, 300, QImage::Format_RGB32), timeline(1100, 300, QImage::Format_RGB32);
    TextRecorder on_slider(slider.size()), on_timeline(slider.size());
    for (QPaintDevice* device : std::initializer_list<QPaintDevice*>{&slider, &on_slider}) {
      QPainter painter(device);
      painter.fillRect(rect, theme.background);
      paintTimeBar(painter, rect, &index, clock, theme);
    }
    for (QPaintDevice* device : std::initializer_list<QPaintDevice*>{&timeline, &on_timeline}) {
      QPainter painter(device);
      paintLanes(painter, rect, index, lanes, theme);
    }
    for (const QString& text : on_slider.texts())
      EXPECT_TRUE(on_timeline.texts().contains(text)) << name << " " << text.toStdString();
    const auto& rounds = index.rounds();
    for (std::size_t i = 0; i < rounds.size(); ++i) {
      const Time end = i + 1 < rounds.size() ? rounds[i + 1].start : index.end();
      if (bar.x(end) - bar.x(rounds[i].start) < 20) continue;  // names and edges cover it
      const Time t = rounds[i].start + (end - rounds[i].start) * 4 / 5;
      const QColor expected = i % 2 == 1 ? theme.waiting_lane : theme.background;
      const auto x = [](double at) { return static_cast<int>(at); };
      EXPECT_EQ(slider.pixelColor(x(bar.x(t)), 4), expected) << name << " round " << i;
      EXPECT_EQ(timeline.pixelColor(x(lanes.x(t)), x(lanes.area.top()) - 3), expected)
          << name << " round " << i;
    }
  }
}

TEST_F(User, BeginsWithTheLessonsTheFirstTime) {
  for (const bool first : {true, false}) {
    MainWindow window;
    window.remember();
    ASSERT_TRUE(window.start({}));
    window.show();
    EXPECT_TRUE(waitUntil([&] { return !window.runs().isBusy(); }));
    EXPECT_EQ(window.runs().scenario().title, "A first allreduce: four ranks in a ring");
    EXPECT_EQ(window.runs().scenario().cells.size(), 1U);
    EXPECT_EQ(window.pages().showsCourse(), first);
    window.lessons().showCourse();  // from the menu
    EXPECT_TRUE(window.pages().showsCourse());
    QTest::keyClick(&window, Qt::Key_F3);
    EXPECT_FALSE(window.pages().showsCourse());
  }
  MainWindow other;
  other.remember();
  ASSERT_TRUE(other.start(file("scenario.toml", kSweep)));
  EXPECT_EQ(other.runs().scenario().title, "Two algorithms");
  EXPECT_FALSE(other.pages().showsCourse());
}

TEST_F(User, OpensOnTheCellThatTheTextIsAbout) {
  for (const auto& [name, key, value] :
       {std::tuple{"lessons/contention-on-a-ring", "contention", "on"},
        {"lessons/where-ranks-live", "mapping", "random"},
        {"lessons/few-rounds-or-few-bytes", "algorithm", "circulant"},
        {"lessons/any-number-of-ranks", "ranks", "9"},
        {"papers/sparbit-five-ranks", "ranks", "5"}}) {
    ASSERT_TRUE(window_.openScenario(QString::fromLatin1(name)));
    settle();
    EXPECT_EQ(find_key(key)->get(window_.session().run()->result.spec), value) << name;
  }
  EXPECT_FALSE(window_.openScenario(file("x.toml", "opens_on = \"6\"\n[run]\nranks = [4, 5]\n")));
  EXPECT_NE(error().find("opens_on: no cell is named '6'"), std::string::npos) << error();
  EXPECT_NE(error().find("x.toml:1:"), std::string::npos) << error();
  const char* const text = "opens_on = \"5\"\n[run]\nranks = [4, 5]\n";
  EXPECT_EQ(parse_scenario(text, "", {{"ranks", "4"}}).cells.size(), 1U);  // is not an error then
  open(text);
  window_.pages().compose().type("bytes", QStringLiteral("2KiB"));
  window_.pages().compose().run();
  settle();
  EXPECT_EQ(window_.session().run()->result.spec.ranks, 5);
}

TEST_F(User, ChecksStandApartFromLessons) {
  showActive();
  window_.pages().setMode(Mode::kCompose);
  const auto* tree = window_.pages().compose().findChild<QTreeView*>();
  const QAbstractItemModel& model = *tree->model();
  ASSERT_EQ(model.rowCount(), 4);
  EXPECT_TRUE(tree->isExpanded(model.index(0, 0)));
  EXPECT_TRUE(tree->isExpanded(model.index(1, 0)));
  EXPECT_FALSE(tree->isExpanded(model.index(3, 0)));
  EXPECT_EQ(model.index(0, 0, model.index(0, 0)).data().toString().toStdString(),
            "A first allreduce: four ranks in a ring");
  for (int i = 0; i < model.rowCount(model.index(2, 0)); ++i)
    EXPECT_FALSE(
        model.index(i, 0, model.index(2, 0)).data().toString().startsWith(QStringLiteral("ci:")));
}

/// Returns rows of the first two folders that are lower than their text at their width, or wider than the view.
std::vector<std::string> cutOff(const QTreeView& tree) {
  std::vector<std::string> titles;
  for (int folder = 0; folder < 2; ++folder) {
    const QModelIndex parent = tree.model()->index(folder, 0);
    for (int i = 0; i < tree.model()->rowCount(parent); ++i) {
      const QModelIndex index = tree.model()->index(i, 0, parent);
      const QRect row = tree.visualRect(index);
      const QRect text = tree.fontMetrics().boundingRect(QRect(0, 0, row.width() - 6, 1000),
                                                         Qt::TextWordWrap, index.data().toString());
      if (text.height() > row.height() || row.right() > tree.viewport()->width())
        titles.push_back(index.data().toString().toStdString());
    }
  }
  return titles;
}

TEST_F(User, TitlesAreNotCutOff) {
  showActive();
  window_.pages().setMode(Mode::kCompose);
  const auto* tree = window_.pages().compose().findChild<QTreeView*>();
  for (const QSize size : {QSize(1600, 1000), QSize(1024, 768)}) {
    window_.resize(size);
    QTest::qWait(50);  // rows are laid out anew a little later
    EXPECT_TRUE(waitUntil([&] { return cutOff(*tree).empty(); }));
    EXPECT_EQ(cutOff(*tree), std::vector<std::string>());
  }
}

/// Checks that Tab goes through all controls, which then react to their own keys.
TEST_F(User, TabReachesEveryControl) {
  open(kSweep);
  showActive();
  window_.pages().watch().showTimeline(true);
  window_.pages().watch().showBlocks(true);
  EXPECT_EQ(QApplication::focusWidget(), &window_.pages().stage());
  std::set<const QWidget*> reached;
  for (int i = 0; i < 100; ++i) {
    reached.insert(QApplication::focusWidget());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
  }
  for (const char* tab : {"report", "listing", "links", "scenario"}) {
    ASSERT_TRUE(window_.showTab(QString::fromLatin1(tab)));
    for (int i = 0; i < 60; ++i) {
      reached.insert(QApplication::focusWidget());
      QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    }
    for (const QWidget* w : window_.findChildren<QWidget*>()) {
      const bool control = qobject_cast<const QAbstractButton*>(w) != nullptr ||
                           qobject_cast<const QComboBox*>(w) != nullptr ||
                           qobject_cast<const QTabBar*>(w) != nullptr ||
                           qobject_cast<const FittedTable*>(w) != nullptr ||
                           qobject_cast<const SpokenView*>(w) != nullptr ||
                           qobject_cast<const QTextBrowser*>(w) != nullptr ||
                           qobject_cast<const QPlainTextEdit*>(w) != nullptr;
      const bool part = qobject_cast<const QAbstractItemView*>(w->parentWidget()) != nullptr;
      const auto* button = qobject_cast<const QAbstractButton*>(w);
      const bool beside = button != nullptr && button->group() != nullptr;  // arrows lead to it
      if (!control || part || beside || !w->isVisible() || !w->isEnabled()) continue;
      EXPECT_TRUE(reached.contains(w))
          << tab << ": " << w->metaObject()->className() << " " << w->accessibleName().toStdString()
          << " " << (button != nullptr ? button->text().toStdString() : "");
    }
  }
}

TEST_F(User, ControlsUseTheirOwnKeys) {
  open(kSweep);
  showActive();
  ASSERT_TRUE(window_.showTab(QStringLiteral("report")));
  auto& table = const_cast<FittedTable&>(window_.side().report().roundTable());
  table.setFocus(Qt::TabFocusReason);
  QTest::keyClick(&table, Qt::Key_Down);
  QTest::keyClick(&table, Qt::Key_Down);
  EXPECT_EQ(round(), 2);
  QToolButton* next = nullptr;
  for (auto* button : window_.findChildren<QToolButton*>())
    if (button->text() == QStringLiteral("Next round")) next = button;
  ASSERT_NE(next, nullptr);
  next->setFocus(Qt::TabFocusReason);
  QTest::keyClick(next, Qt::Key_Space);
  EXPECT_EQ(round(), 3);
  QTest::keyClick(next, Qt::Key_Return);
  EXPECT_EQ(round(), 4);
  EXPECT_FALSE(window_.session().clock().isPlaying());
  QTest::keyClick(next, Qt::Key_Escape);  // back to where keys move the run
  EXPECT_EQ(QApplication::focusWidget(), &window_.pages().stage());
  QTest::keyClick(&window_.pages().stage(), Qt::Key_Space);
  EXPECT_TRUE(window_.session().clock().isPlaying());
}

/// Returns the text of a view for screen readers.
std::string spoken(QWidget& view) {
  QAccessibleInterface* said = QAccessible::queryAccessibleInterface(&view);
  return said == nullptr ? "" : said->text(QAccessible::Description).toStdString();
}

TEST_F(User, ViewsCanBeHeard) {
  open(kSweep);
  window_.session().showRound(2);
  const auto says = [](QWidget& view, const char* words) {
    EXPECT_NE(spoken(view).find(words), std::string::npos) << spoken(view) << "\nlacks: " << words;
  };
  StageView& stage = window_.pages().stage();
  BlocksView& blocks = window_.pages().watch().blocks();
  TimelineView& timeline = window_.pages().watch().timeline();
  says(stage, "ring allreduce on torus:4x4");
  says(stage, "round 2 of 0–29");
  says(*window_.findChild<TimeSlider*>(), "round 2 of 0–29");
  Focus focus;
  focus.rank = 5;
  window_.session().setFocus(focus);
  says(stage, "rank 5: sends, receives");
  says(blocks, "rank 5\nheld: blocks ");
  says(blocks, "partial: blocks ");
  says(timeline, "rank 5 sends block");
  says(timeline, "to rank 5\nround 2");
  focus.block = 3;
  window_.session().setFocus(focus);
  says(blocks, "rank 5, block 3 (elements ");
  focus = {};
  focus.link = window_.session().frame().links.front().link;
  window_.session().setFocus(focus);
  says(stage, "link from rank ");
  says(stage, "load ");
  for (QWidget* view : std::initializer_list<QWidget*>{&stage, &blocks, &timeline})
    EXPECT_NE(QAccessible::queryAccessibleInterface(view)->text(QAccessible::Name), QString());
}

/// Checks that both networks of Compare have the same width, also if one run is complete long before the
/// other.
TEST_F(User, ComparedRunsHaveTheSameRoom) {
  showActive();
  open(kSweep);
  window_.pages().setMode(Mode::kCompare);
  const auto stages = window_.pages().compare().findChildren<StageView*>();
  ASSERT_EQ(stages.size(), 2);
  EXPECT_TRUE(waitUntil([&] { return !window_.pages().compare().isBusy(); }));
  QCoreApplication::processEvents();
  EXPECT_NEAR(stages[0]->width(), stages[1]->width(), 2);
}

TEST_F(User, FullScreenLettersAndSidePanel) {
  open(kSweep);
  showActive();
  QTest::keyClick(&window_, Qt::Key_F11);
  EXPECT_TRUE(window_.isFullScreen());
  QTest::keyClick(&window_, Qt::Key_F11);
  EXPECT_FALSE(window_.isFullScreen());
  const int letters = window_.side().report().roundTable().fontInfo().pixelSize();
  for (int i = 0; i < 3; ++i) QTest::keyClick(&window_, Qt::Key_Plus, Qt::ControlModifier);
  window_.grab();
  EXPECT_GT(window_.side().report().roundTable().fontInfo().pixelSize(), letters + 2);
  for (int i = 0; i < 3; ++i) QTest::keyClick(&window_, Qt::Key_Minus, Qt::ControlModifier);
  EXPECT_EQ(window_.side().report().roundTable().fontInfo().pixelSize(), letters);
  const int width = window_.pages().stage().width();
  QTest::keyClick(&window_, Qt::Key_P);
  QCoreApplication::processEvents();
  EXPECT_FALSE(window_.side().report().isVisible());
  EXPECT_GT(window_.pages().stage().width(), width);
  QTest::keyClick(&window_, Qt::Key_P);
  EXPECT_TRUE(window_.side().report().isVisible());
}

TEST(WindowText, SaysWhatToDoInTheWindow) {
  const auto text = [](const char* s) {
    return descriptionText(QString::fromUtf8(s)).toStdString();
  };
  EXPECT_EQ(
      text("A.\n\nTry:  orrery run lessons/x --algorithm ring,bruck --rank-size 1KiB\n"),
      "A.\n\nTry: in Compose (F2), **algorithm** = `ring,bruck` and **rank_size** = `1KiB`; then "
      "Run.\n\n");
  EXPECT_EQ(text("Try:  orrery run x --blocks 1,10\n      orrery reproduce y\nEnd"),
            "Try: in Compose (F2), **blocks** = `1,10`; then Run.\n\nTry: in a terminal, `orrery "
            "reproduce y`.\n\nEnd");
  EXPECT_EQ(text("See `orrery map papers/x --gain y`."), "See “Fastest” in Charts (F5).");
  EXPECT_EQ(keyText(QStringLiteral("How; see `orrery list algorithms`. Default: x")).toStdString(),
            "How. Default: x");
  EXPECT_EQ(keyText(QStringLiteral("Size; `orrery list c` says what it counts.")).toStdString(),
            "Size.");
}

/// Checks that no text of the window refers to a command if the window can do the same.
TEST_F(User, TheHelpLineSaysWhatToDoInTheWindow) {
  const ComposePage& page = window_.pages().compose();
  EXPECT_NE(page.noteText(), QString());
  for (const auto* edit : page.findChildren<QLineEdit*>())
    EXPECT_EQ(edit->toolTip().indexOf(QStringLiteral("orrery list")), -1)
        << edit->toolTip().toStdString();
  for (const auto* box : page.findChildren<ChoiceBox*>())
    EXPECT_EQ(box->toolTip().indexOf(QStringLiteral("orrery list")), -1)
        << box->toolTip().toStdString();
}

}  // namespace
}  // namespace orrery::viz
