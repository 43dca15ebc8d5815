// Tests the search field, and the neighbourhood of the followed item.
#include <QApplication>
#include <QToolTip>

#include "tests/gui/window_fixture.h"
#include "viz/model/text/landmarks.h"
#include "viz/widgets/finder.h"
#include "viz/widgets/views/stage_view.h"

namespace orrery::viz {
namespace {

constexpr auto kLargeTorus = R"(title = "A large torus"
[network]
topology = "torus:16x16"
ports = "per-link"
[run]
collective = "allreduce"
algorithm = "rabenseifner"
bytes = "1MiB"
)";

class Finding : public Window {
 protected:
  void SetUp() override {
    window_.resize(1366, 768);
    open(kLargeTorus);
    showActive();
  }
  Session& session() { return window_.session(); }
  StageView& stage() { return window_.pages().stage(); }
  Finder& field() { return *window_.findChild<Finder*>(); }
  /// Types into the field, as after Ctrl F.
  void find(const QString& text) {
    QTest::keyClick(&window_, Qt::Key_F, Qt::ControlModifier);
    ASSERT_EQ(QApplication::focusWidget(), &field());
    field().clear();
    QTest::keyClicks(&field(), text);
    QWidget* const list =
        QApplication::activePopupWidget();  // it receives the keys, if it is there
    QTest::keyClick(list != nullptr ? list : &field(), Qt::Key_Return);
  }
  /// Returns where the host of a rank is on the stage.
  QPointF placeOf(int rank) {
    const Stage& shown = *session().run()->stage;
    const NodeId host = shown.network().host_of[static_cast<std::size_t>(rank)];
    const FrameState state = stateAt(shown.index(), session().clock().now());
    const Picture picture{.stage = shown, .state = state, .theme = lightTheme()};
    const View view = viewOf(picture, stage().networkRect(), stage().port());
    return view.map(shown.layout().nodes()[static_cast<std::size_t>(host)]);
  }
  double apart(int rank, int other) { return QLineF(placeOf(rank), placeOf(other)).length(); }
  double fromMiddle(QPointF place) {
    return QLineF(place, stage().networkRect().center()).length();
  }
};

TEST_F(Finding, FollowsWhatIsNamed) {
  for (const auto& [text, rank] : {std::pair("rank 99", 99), {"RANK 7", 7}, {"200", 200}}) {
    find(QString::fromLatin1(text));
    EXPECT_EQ(session().focus(), Focus{.rank = rank}) << text;
  }
  find(QStringLiteral("link 3 -> 4"));
  ASSERT_GE(session().focus().link, 0);
  const Link link = session().run()->stage->layout().topology().link(session().focus().link);
  EXPECT_EQ(link.from, 3);
  EXPECT_EQ(link.to, 4);
  find(QStringLiteral("block 2"));
  EXPECT_EQ(session().focus(), Focus{.block = 2});
  find(QStringLiteral("message 17"));
  EXPECT_EQ(session().focus(), Focus{.message = 17});
}

TEST_F(Finding, GoesToRoundsAndLandmarks) {
  find(QStringLiteral("round 5"));
  EXPECT_EQ(session().frame().round, 5);
  for (const Landmark& mark : landmarksOf(*session().run())) {
    session().toStart();
    session().setFocus({});
    find(mark.name.toUpper());
    EXPECT_EQ(session().focus().link, mark.link) << mark.name.toStdString();
    EXPECT_TRUE(mark.round < 0 || session().frame().round == mark.round);
  }
}

TEST_F(Finding, SaysWhatIsNotThere) {
  const Focus before{.rank = 3};
  session().setFocus(before);
  for (const char* text : {"rank 256", "rank -1", "300", "link 0 -> 99", "block 9999", "round 99",
                           "nonsense", "message 99999999"}) {
    QToolTip::hideText();
    find(QString::fromLatin1(text));
    EXPECT_EQ(session().focus(), before) << text;
    EXPECT_TRUE(QToolTip::isVisible()) << text;
    EXPECT_TRUE(QToolTip::text().contains(QString::fromLatin1(text)))
        << text << ": " << QToolTip::text().toStdString();
  }
  find({});
  EXPECT_EQ(session().focus(), before);
}

/// Checks that an error is seen although the window becomes active again: on X11 this follows when the list closes,
/// and hides tool tips.
TEST_F(Finding, SaysItAfterTheListHasClosed) {
  find(QStringLiteral("rank 256"));
  QEvent active(QEvent::WindowActivate);
  QApplication::sendEvent(&window_, &active);
  EXPECT_TRUE(QTest::qWaitFor([] { return QToolTip::isVisible(); }, 1000));
  EXPECT_TRUE(QToolTip::text().contains(QStringLiteral("rank 256")));
}

/// Checks that a small network stays whole: moved, its lower ranks were cut off.
TEST_F(Finding, MovesNoNetworkThatIsLargeEnough) {
  open("[run]\nranks = 4\n[network]\ntopology = \"torus:4\"\n");
  const ViewPort before = stage().port();
  find(QStringLiteral("link 0 -> 1"));
  EXPECT_GE(session().focus().link, 0);
  EXPECT_EQ(stage().port(), before);
}

/// Checks that G moves the followed item to the middle, with its neighbours around it; 0 shows all
/// again.
TEST_F(Finding, GoesToTheNeighbourhood) {
  const double before = apart(100, 101);
  session().setFocus({.rank = 100});
  stage().setFocus();
  QTest::keyClick(&stage(), Qt::Key_G);
  EXPECT_LT(fromMiddle(placeOf(100)), 2);
  EXPECT_GE(apart(100, 101), 70);
  EXPECT_GT(apart(100, 101), before);
  for (const int neighbour : {99, 101, 84, 116})
    EXPECT_TRUE(stage().networkRect().contains(placeOf(neighbour))) << neighbour;
  QTest::keyClick(&stage(), Qt::Key_0);
  EXPECT_NEAR(apart(100, 101), before, 1e-9);
}

/// Checks that G goes to the middle of a link and to the sender of a message, also from the map of
/// links.
TEST_F(Finding, GoesToLinksAndMessages) {
  window_.pages().showLinkMap(true);
  find(QStringLiteral("link 100 -> 101"));
  EXPECT_FALSE(stage().showsLinkMap());
  EXPECT_LT(fromMiddle((placeOf(100) + placeOf(101)) / 2), 2);
  find(QStringLiteral("message 17"));
  const int sender = session().run()->stage->index().trace().messages[17].source;
  EXPECT_LT(fromMiddle(placeOf(sender)), 2);
}

/// Checks that G changes nothing if no item is followed.
TEST_F(Finding, StaysWithoutAnythingToGoTo) {
  const ViewPort before = stage().port();
  stage().setFocus();
  QTest::keyClick(&stage(), Qt::Key_G);
  EXPECT_EQ(stage().port(), before);
}

}  // namespace
}  // namespace orrery::viz
