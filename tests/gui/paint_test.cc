#include <cmath>

#include <QFontInfo>
#include <QGuiApplication>
#include <QImage>
#include <gtest/gtest.h>

#include "tests/gui/fixtures.h"
#include "tests/gui/gui_main.h"
#include "tests/gui/text_recorder.h"
#include "viz/model/run/session.h"
#include "viz/model/text/texts.h"
#include "viz/paint/caption.h"
#include "viz/paint/stage/layer.h"
#include "viz/paint/theme.h"
#include "viz/paint/time_bar.h"

namespace orrery::viz {
namespace {

QImage painted(const Stage& stage, Time t, QSize size = {900, 700},
               const Theme& theme = lightTheme(), bool by_load = false) {
  QImage image(size, QImage::Format_RGB32);
  QPainter painter(&image);
  const FrameState state = stateAt(stage.index(), t);
  paintScene(painter, image.rect(),
             {.stage = stage, .state = state, .theme = theme, .by_load = by_load},
             {"title", "details"});
  return image;
}

/// Checks that a layer that is kept between frames changes no pixel, and is kept while only messages move.
TEST(Layer, GivesTheSamePictures) {
  const auto stage = ringStage("torus:4x4");
  const Time end = stage->index().end();
  Layer layer;
  const auto picture = [&](Layer* kept, const FrameState& state, const Focus& focus, bool by_load) {
    QImage image(701, 500, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.translate(3, 5);
    paintScene(painter, image.rect(),
               {.stage = *stage,
                .state = state,
                .theme = lightTheme(),
                .focus = focus,
                .by_load = by_load,
                .layer = kept},
               {"title", "details"});
    return image;
  };
  for (int i = 0; i < 40; ++i) {
    const FrameState state = stateAt(stage->index(), end * i / 40);
    const Focus focus{.rank = i % 7 == 3 ? 2 : -1, .link = i % 9 == 5 ? 4 : -1};
    EXPECT_EQ(picture(&layer, state, focus, i % 5 == 4), picture(nullptr, state, focus, i % 5 == 4))
        << i;
  }
}

TEST(Layer, IsKeptWhileOnlyMessagesMove) {
  const auto stage = ringStage("torus:4x4");
  QImage image(700, 500, QImage::Format_RGB32);
  QPainter painter(&image);
  Layer layer;
  int paints = 0;
  const auto put = [&](Time t, int block) {
    const FrameState state = stateAt(stage->index(), t);
    const Picture picture{
        .stage = *stage, .state = state, .theme = lightTheme(), .focus = {.block = block}};
    layer.put(painter, viewOf(picture, image.rect()), picture, [&](QPainter&) { ++paints; });
    return paints;
  };
  const RoundMark& first = stage->index().rounds().front();
  EXPECT_EQ(put(first.view, -1), 1);
  EXPECT_EQ(put(first.view + 1ns, -1), 1);
  EXPECT_EQ(put(first.view, 0), 2);  // holdings change at any time
  EXPECT_EQ(put(first.view, 0), 3);
  EXPECT_EQ(put(stage->index().end(), -1), 4);
  layer.clear();
  EXPECT_EQ(put(stage->index().end(), -1), 5);
}

/// Returns the pixel at `fraction` of a link's own lane.
QColor pixelOnLink(const QImage& image, const Stage& stage, LinkId id, double fraction) {
  const FrameState none;
  const LegendMarks marks = marksOf({.stage = stage, .state = none, .theme = lightTheme()});
  const QRectF rect = stageRect(image.rect(), lightTheme(), marks);
  const View view = fitView(stage.layout(), rect, lightTheme());
  const QLineF lane = view.mapLane(stage.layout().link(id).segments[0]);
  const QPointF at = lane.pointAt(fraction);
  return image.pixelColor(static_cast<int>(at.x()), static_cast<int>(at.y()));
}

double distance(const QColor& a, const QColor& b) {
  return std::hypot(std::hypot(a.red() - b.red(), a.green() - b.green()), a.blue() - b.blue());
}

TEST(Stage, ALoadedLinkHasTheColourOfItsLoad) {
  const auto network = makeNetwork("mesh:3");
  auto trace = std::make_shared<Trace>();
  addMessage(*trace, *network, 0, 0, 1, 0ns, 15000);  // half the link's speed
  const Stage stage(TraceIndex(trace, network));
  const LinkId used = trace->messages[0].paths[0].links[0];
  const QImage image =
      painted(stage, 950ns, {900, 700}, lightTheme(), true);  // the block is near its end
  EXPECT_LT(distance(pixelOnLink(image, stage, used, 0.4), loadColour(lightTheme(), 0.5)), 20);
  for (LinkId id = 0; id < network->topology->link_count(); ++id) {
    if (id == used) continue;
    const QColor idle = pixelOnLink(image, stage, id, 0.4);
    EXPECT_GT(distance(idle, loadColour(lightTheme(), 0.5)), 40) << "link " << id;
  }
}

TEST(Stage, ABlockIsWhereItsBytesAre) {
  const auto network = makeNetwork("mesh:3");
  auto trace = std::make_shared<Trace>();
  addMessage(*trace, *network, 0, 0, 1, 0ns);
  const Stage stage(TraceIndex(trace, network));
  const LinkId used = trace->messages[0].paths[0].links[0];
  const QColor block = blockColour(lightTheme(), 0, 1);
  const auto nearest = [&](Time t) {  // fraction of the link at which the block's colour is
    const QImage image = painted(stage, t);
    double best = 0;
    for (int i = 0; i <= 200; ++i) {
      const double f = i / 200.0;
      const QColor here = pixelOnLink(image, stage, used, f);
      if (distance(here, block) < distance(pixelOnLink(image, stage, used, best), block)) best = f;
    }
    return best;
  };
  EXPECT_LT(nearest(100ns), 0.42);
  EXPECT_GT(nearest(900ns), 0.55);
}

TEST(Stage, SteppingForwardAndBackGivesTheSamePicture) {
  auto run = std::make_shared<FinishedRun>();
  run->stage = ringStage("torus:4x4");
  Session session;
  session.show(run);
  const auto picture = [&] { return painted(*run->stage, session.clock().now()); };
  std::vector<QImage> pictures;
  for (int i = 0; i < 8; ++i) {
    pictures.push_back(picture());
    session.nextRound();
    session.clock().finish();
  }
  for (int i = 7; i >= 0; --i) {
    session.previousRound();
    EXPECT_EQ(picture(), pictures[static_cast<std::size_t>(i)]) << "step " << i;
  }
  EXPECT_NE(pictures[0], pictures[1]);
}

TEST(Stage, PaintsEveryNetworkInEverySize) {
  for (const char* topology :
       {"torus:1", "torus:2", "torus:200", "torus:32x32", "torus:3x3x3", "mesh:3x4", "full:1",
        "full:130", "star:8", "two-tier:5,11", "fat-tree:4", "fat-tree:8", "dragonfly:4,2,2"}) {
    const auto network = makeNetwork(topology);
    auto trace = std::make_shared<Trace>();
    const int p = network->ranks();
    for (int r = 0; r + 1 < p; ++r) addMessage(*trace, *network, 0, r, r + 1, 0ns);
    const Stage stage(TraceIndex(trace, network));
    for (QSize size : {QSize(1200, 900), QSize(300, 200)}) {
      for (const Theme* theme : {&lightTheme(), &darkTheme()}) {
        const QImage image = painted(stage, 700ns, size, *theme);
        EXPECT_EQ(image.pixelColor(0, 0), theme->background) << topology;
        EXPECT_NE(image, QImage(painted(stage, 100ns, size, *theme)).mirrored()) << topology;
      }
    }
  }
}

/// Checks that a link around nodes between its ends has no gaps.
TEST(Stage, BentLinksAreUnbroken) {
  const auto network = makeNetwork("full:12");
  auto trace = std::make_shared<Trace>();
  addMessage(*trace, *network, 0, 0, 2, 0ns);
  const Stage stage(TraceIndex(trace, network));
  const LinkId link = stateAt(stage.index(), 990ns).links.front().link;
  const LinkShape shape = stage.layout().link(link);
  ASSERT_EQ(shape.count, 3);
  const QImage image = painted(stage, 990ns);
  const View view = fitView(stage.layout(), stageRect(image.rect(), lightTheme()), lightTheme());
  const QColor colour = sharingColour(lightTheme(), 1);
  for (const double fraction : {0.3, 0.33, 0.36, 0.4, 0.6, 0.64, 0.67, 0.7}) {
    const QPointF at = view.mapLane(shape.at(fraction)).p1();
    double nearest = 1000;
    for (int y = -4; y <= 4; ++y)
      for (int x = -4; x <= 4; ++x)
        nearest = std::min(nearest, distance(image.pixelColor(static_cast<int>(at.x()) + x,
                                                              static_cast<int>(at.y()) + y),
                                             colour));
    EXPECT_LT(nearest, 60) << fraction;
  }
}

/// Returns how many pixels across a link, at a distance from its end, have its colour.
int widthNear(const QImage& image, const QLineF& lane, double fromEnd, const QColor& colour) {
  const QPointF along = QPointF(lane.dx(), lane.dy()) / lane.length();
  const QPointF at = lane.p2() - fromEnd * along, across(-along.y(), along.x());
  int count = 0;
  for (int i = -9; i <= 9; ++i) {
    const QPointF p = at + i * across;
    count +=
        distance(image.pixelColor(static_cast<int>(p.x()), static_cast<int>(p.y())), colour) < 40;
  }
  return count;
}

/// Checks that bytes under way have their arrow at the receiving end of the link.
TEST(Stage, LinksPointWhereTheirBytesGo) {
  const auto network = makeNetwork("mesh:2");
  for (const auto& [from, to] : {std::pair(0, 1), std::pair(1, 0)}) {
    auto trace = std::make_shared<Trace>();
    addMessage(*trace, *network, 0, from, to, 0ns);
    const Stage stage(TraceIndex(trace, network));
    const QImage image = painted(stage, 700ns);
    const View view = fitView(stage.layout(), stageRect(image.rect(), lightTheme()), lightTheme());
    const LinkState used = stateAt(stage.index(), 700ns).links.front();
    EXPECT_EQ(stage.network().topology->link(used.link).to, to);
    const QLineF lane = view.mapLane(stage.layout().link(used.link).segments[0]);
    const QColor colour = sharingColour(lightTheme(), used.sharing);
    const double rim = view.node_radius;
    const int line = widthNear(image, lane, lane.length() / 4, colour);
    EXPECT_GT(line, 0);
    EXPECT_GE(widthNear(image, lane, rim + 5, colour), line + 2);
    EXPECT_LE(widthNear(image, lane, lane.length() - rim - 5, colour), line + 1);
  }
}

/// Size of the stage in a window of 1366x768 with blocks and timeline.
constexpr QSize kSmallStage(550, 485);

QStringList textsOf(const Stage& stage) {
  TextRecorder recorder(kSmallStage);
  QPainter painter(&recorder);
  const FrameState state = stateAt(stage.index(), Time{0});
  paintScene(painter, QRectF(QPointF(), kSmallStage), {stage, state, lightTheme()},
             {"title", "details"});
  return recorder.texts();
}

TEST(Stage, RanksAreReadOnASmallScreen) {
  for (const char* topology :
       {"torus:4x4x4", "mesh:4x4x4", "dragonfly:4,2,2", "two-tier:5,11", "torus:8x8"}) {
    const auto network = makeNetwork(topology);
    const QStringList texts = textsOf(Stage(TraceIndex(std::make_shared<Trace>(), network)));
    for (int r = 0; r < network->ranks(); ++r)
      EXPECT_TRUE(texts.contains(QString::number(r))) << topology << " rank " << r;
  }
}

/// Checks that names of ranks lie within the rims of their discs.
TEST(Stage, NamesKeepOffTheRims) {
  for (const char* topology : {"fat-tree:8", "dragonfly+:4,4,4,2", "torus:16x8", "full:120"}) {
    const auto network = makeNetwork(topology);
    const Stage stage(TraceIndex(std::make_shared<Trace>(), network));
    const FrameState state = stateAt(stage.index(), Time{0});
    const Picture picture{.stage = stage, .state = state, .theme = lightTheme()};
    TextRecorder recorder({848, 768});
    QPainter painter(&recorder);
    const View view = viewOf(picture, QRectF(0, 90, 848, 600));
    paintStage(painter, view, picture);
    int named = 0;
    for (int r = 0; r < network->ranks(); ++r) {
      const QPointF centre = view.map(stage.layout().nodes()[static_cast<std::size_t>(r)]);
      for (qsizetype i = 0; i < recorder.texts().size(); ++i) {
        const QRectF& place = recorder.places()[i];
        if (!place.contains(centre) || recorder.texts()[i] != QString::number(r)) continue;
        ++named;
        const double corner = std::hypot(place.width() / 2, 0.36 * recorder.sizes()[i]);
        EXPECT_LT(corner, view.node_radius - 1.2) << topology << " rank " << r;
      }
    }
    EXPECT_GE(named, 100) << topology;  // there is no room for three digits everywhere
  }
}

/// Checks that the number of messages on a link near the edge of the stage is not cut.
TEST(Stage, SharingIsReadAtTheEdge) {
  const auto network = makeNetwork("dragonfly:4,2,2");
  const Stage stage(TraceIndex(std::make_shared<Trace>(), network));
  FrameState state = stateAt(stage.index(), Time{0});
  const Picture picture{.stage = stage, .state = state, .theme = projectorTheme()};
  const View view = viewOf(picture, QRectF(20, 130, 495, 380));
  TextRecorder recorder({900, 768});
  QPainter painter(&recorder);
  qsizetype seen = 0;
  for (LinkId id = 0; id < stage.layout().topology().link_count(); ++id) {
    if (!view.rect.contains(view.mapLane(stage.layout().link(id).at(0.5)).p1())) continue;
    state.links = {LinkState{.link = id, .load = 1, .sharing = 2, .flows = 2}};
    paintSharing(painter, view, picture);
    ++seen;
  }
  EXPECT_EQ(recorder.texts().size(), seen);
  for (const QRectF& place : recorder.places()) EXPECT_TRUE(view.rect.contains(place));
}

/// Checks that this number leaves the names of hosts below a row of switches readable.
TEST(Stage, SharingDoesNotCoverHostsWhereTheOtherSideIsFree) {
  const auto network = makeNetwork("dragonfly:4,2,2");
  const Stage stage(TraceIndex(std::make_shared<Trace>(), network));
  FrameState state = stateAt(stage.index(), Time{0});
  const Picture picture{.stage = stage, .state = state, .theme = lightTheme()};
  const View view = viewOf(picture, QRectF(20, 130, 495, 380));
  const Topology& topology = stage.layout().topology();
  TextRecorder recorder({900, 768});
  QPainter painter(&recorder);
  for (LinkId id = 0; id < topology.link_count(); ++id) {
    if (topology.link(id).from + 1 != topology.link(id).to ||
        topology.link(id).from < topology.hosts())
      continue;
    state.links = {LinkState{.link = id, .load = 1, .sharing = 2, .flows = 2}};
    paintSharing(painter, view, picture);
  }
  EXPECT_GE(recorder.places().size(), 27);
  for (const QRectF& place : recorder.places())
    for (int host = 0; host < topology.hosts(); ++host)
      EXPECT_FALSE(place.contains(view.map(stage.layout().nodes()[static_cast<std::size_t>(host)])))
          << host;
}

/// Checks that texts at open ends of links are not cut at 1366x768, and that messages there do not
/// cover them.
TEST(Stage, OpenEndsAreReadOnASmallStage) {
  for (const char* topology : {"torus:8x8", "torus:4x4x4", "dragonfly:4,2,2"}) {
    const auto network = makeNetwork(topology);
    const Stage stage(TraceIndex(std::make_shared<Trace>(), network));
    const FrameState state = stateAt(stage.index(), Time{0});
    for (const Theme* theme : allThemes()) {
      const Picture picture{.stage = stage, .state = state, .theme = *theme};
      const View view = viewOf(picture, QRectF(20, 130, 495, 285));
      TextRecorder recorder({900, 768});
      QPainter painter(&recorder);
      paintGround(painter, view, picture);
      EXPECT_GE(recorder.places().size(), 32);
      QList<QRectF> digits;
      for (const QRectF& place : recorder.places()) {
        const double above = 0.2 * place.height();  // and below, without ink
        digits.append(place.adjusted(0, above, 0, -above));
        const QRectF on_pixels = digits.back().adjusted(0, -1, 0, 1);
        EXPECT_TRUE(view.rect.contains(on_pixels)) << topology << " " << on_pixels.top();
      }
      for (LinkId id = 0; id < stage.layout().topology().link_count(); ++id) {
        const LinkShape shape = stage.layout().link(id);
        const QPointF end = view.map(shape.segments[0].p2());
        const QPointF reach(view.block_radius, view.block_radius);
        const bool straight = shape.segments[0].dx() == 0 || shape.segments[0].dy() == 0;
        for (const QRectF& place : digits)
          EXPECT_FALSE(shape.count == 2 && straight &&
                       place.intersects(QRectF(end - reach, end + reach)))
              << topology;
      }
    }
  }
}

/// Checks that on a screen of 1366x768 at scale 2 the network gets the room of a legend that would
/// not fit.
TEST(Stage, ASmallPictureIsOfTheNetwork) {
  const QRectF small(0, 0, 330, 290), tall(0, 0, 330, 800);
  EXPECT_GT(stageRect(small, lightTheme()).height(), 0.7 * small.height());
  EXPECT_LT(stageRect(tall, lightTheme()).bottom(), tall.bottom() - 80);
}

/// Returns a line of four in which the first link has failed and the second has a quarter of its
/// bandwidth.
std::shared_ptr<const Stage> stageWithFaults(double background = 0) {
  const auto network = std::make_shared<Network>(*makeNetwork("mesh:4"));
  LinkFaults faults;
  for (LinkId id = 0; id < network->topology->link_count(); ++id) {
    const Link l = network->topology->link(id);
    if (l.from + l.to == 0 + 1) faults.failed.push_back(id);
    if (l.from + l.to == 1 + 2) faults.slow[id] = {0.25, 2us};
  }
  network->topology = with_faults(network->topology, network->costs, faults);
  LinkFaults traffic;
  traffic.of_traffic = true;
  for (LinkId id = 0; id < network->topology->link_count() && background > 0; ++id)
    traffic.slow[id] = {1 - background, Time(0)};
  network->topology = with_faults(network->topology, network->costs, traffic);
  return std::make_shared<const Stage>(TraceIndex(std::make_shared<const Trace>(), network));
}

/// Checks faults also if background traffic uses all links.
TEST(Faults, AreDrawnOnTheirLinks) {
  for (const double background : {0.0, 0.3, 0.9}) {
    const auto stage = stageWithFaults(background);
    const QImage image = painted(*stage, 0ns);
    for (LinkId id = 0; id < stage->layout().topology().link_count(); ++id) {
      const Link l = stage->layout().topology().link(id);
      const QColor colour = pixelOnLink(image, *stage, id, 0.4);
      EXPECT_EQ(colour.hsvHue() > 20 && colour.hsvHue() < 50 && colour.hsvSaturation() > 60,
                l.from + l.to == 1 + 2)
          << l.from << "-" << l.to << " " << colour.name().toStdString() << " " << background;
    }
  }
}

/// Checks that a link with background traffic differs from an unused one, and that a failed link
/// shows only its dots.
TEST(Faults, BackgroundTrafficIsDrawn) {
  const auto idle = stageWithFaults(), busy = stageWithFaults(0.5);
  const QImage without = painted(*idle, 0ns), with = painted(*busy, 0ns);
  for (LinkId id = 0; id < idle->layout().topology().link_count(); ++id) {
    const Link l = idle->layout().topology().link(id);
    const double change =
        distance(pixelOnLink(without, *idle, id, 0.4), pixelOnLink(with, *busy, id, 0.4));
    if (l.from + l.to == 1 + 2) continue;  // the band of a slow link is transparent
    EXPECT_EQ(change > 10, l.from + l.to == 2 + 3) << l.from << "-" << l.to << " " << change;
  }
}

QStringList legendOf(const LegendMarks& marks, QSize picture) {
  TextRecorder recorder(picture);
  QPainter painter(&recorder);
  const double height = legendHeight(lightTheme(), picture, marks);
  paintLegend(painter, QRectF(0, 0, picture.width(), height), marks, lightTheme());
  return recorder.texts();
}

/// Checks the legend at every width from that of the stage of a window of 1366 on; it leaves nothing
/// else out.
TEST(Faults, AreInTheLegend) {
  const QStringList names{"failed", "slower than usual", "background traffic"};
  for (int width = 520; width <= 1700; width += 10) {
    const QSize picture(width, 700);
    const QStringList usual = legendOf({}, picture);
    for (const QString& name : names) EXPECT_FALSE(usual.contains(name)) << width;
    const QStringList all = legendOf({.background = true, .slow = true, .failed = true}, picture);
    for (const QString& name : names + usual)
      EXPECT_TRUE(all.contains(name)) << name.toStdString() << " " << width;
    EXPECT_TRUE(legendOf({.slow = true}, picture).contains("slower than usual")) << width;
    EXPECT_FALSE(legendOf({.slow = true}, picture).contains("failed")) << width;
  }
}

/// Checks that a narrow stage has the entries of a wide one, in more lines.
TEST(Legend, LeavesNothingOutWhereItIsNarrow) {
  for (const LegendMarks& marks : {LegendMarks{}, LegendMarks{.compared = true},
                                   LegendMarks{.background = true, .slow = true, .failed = true}}) {
    const QStringList wide = legendOf(marks, QSize(1700, 768));
    for (int width = 300; width <= 1000; width += 10) {
      const QStringList narrow = legendOf(marks, QSize(width, 768));
      for (const QString& name : wide)
        EXPECT_TRUE(narrow.contains(name)) << name.toStdString() << " " << width;
    }
  }
}

/// Checks the stage of a window of 1366x768 in the letters of the projector theme.
TEST(Legend, HasRoomInTheColoursOfAProjector) {
  for (const int doublings : {0, 2, 3})
    EXPECT_GT(legendHeight(projectorTheme(), QSizeF(535, 483), {.doublings = doublings}), 0);
}

TEST(Faults, AreInTheLegendOfASmallStage) {
  const QStringList texts = textsOf(*stageWithFaults(0.3));
  for (const char* name : {"failed", "slower than usual", "background traffic"})
    EXPECT_TRUE(texts.contains(QString(name))) << name;
  const QStringList usual =
      textsOf(Stage(TraceIndex(std::make_shared<Trace>(), makeNetwork("mesh:4"))));
  EXPECT_FALSE(usual.contains(QStringLiteral("failed")));
}

TEST(Faults, AreSaidOfTheirLinks) {
  const auto stage = stageWithFaults(0.5);
  const FrameState state = stateAt(stage->index(), Time{0});
  for (LinkId id = 0; id < stage->layout().topology().link_count(); ++id) {
    const Link l = stage->layout().topology().link(id);
    const QStringList lines = linkText(*stage, state, id).split(u'\n');
    EXPECT_TRUE(lines.first().startsWith(QStringLiteral("link from rank %1").arg(l.from)))
        << lines.first().toStdString();
    QStringList expected{QStringLiteral("50 % taken by background traffic"), "idle"};
    if (l.from + l.to == 0 + 1) expected = QStringList{"failed"};
    if (l.from + l.to == 1 + 2)
      expected = QStringList{"25 % of its usual bandwidth", "2.000 µs more latency than usual",
                             "50 % taken by background traffic", "idle"};
    EXPECT_EQ(lines.mid(1), expected) << lines.join(u'|').toStdString();
  }
}

/// Checks that shortened text shows that it is, and is never shortened at its beginning.
TEST(Caption, GivesWayFromTheRight) {
  for (const double width : {150.0, 230.0, 330.0, 700.0}) {
    TextRecorder recorder(QSize(800, 100));
    QPainter painter(&recorder);
    paintCaption(painter, QRectF(0, 0, width, 70),
                 {"title", "64 ranks", "1 s", "round 3 of 0–125 · 43 transfers (rounds 2–4)"},
                 lightTheme());
    for (const QString& text : recorder.texts()) {
      const int least = 3 * lightTheme().small_size / 4;
      EXPECT_LT(QFontMetricsF(textFont(least)).horizontalAdvance(text), width);
      EXPECT_NE(text, QStringLiteral("…"));
    }
    EXPECT_TRUE(recorder.texts().join(u' ').contains(QStringLiteral("round 3")) || width < 200);
  }
}

TEST(Stage, WraparoundsSayWhereTheyLead) {
  const auto network = makeNetwork("torus:4x4");
  const QStringList texts = textsOf(Stage(TraceIndex(std::make_shared<Trace>(), network)));
  EXPECT_EQ(texts.count(QStringLiteral("0")), 3);  // itself, and beside 3 and 12
  EXPECT_EQ(texts.count(QStringLiteral("7")), 2);
  EXPECT_EQ(texts.count(QStringLiteral("5")), 1);
}

/// Checks several ranks on each host of a cluster.
TEST(Stage, HostsOfClustersSayWhichRanksTheyHave) {
  auto network = std::make_shared<Network>();
  network->topology = make_topology("two-tier:5,11");
  for (int r = 0; r < 128; ++r) network->host_of.push_back(r / 8);
  const QString texts = textsOf(Stage(TraceIndex(std::make_shared<Trace>(), network))).join(u' ');
  for (int host = 0; host < 16; ++host) {
    const QString name = QStringLiteral("%1– %2").arg(8 * host).arg(8 * host + 7);
    EXPECT_TRUE(texts.contains(name) || texts.contains(QString(name).remove(u' ')))
        << name.toStdString() << " in " << texts.toStdString();
  }
}

TEST(Theme, LightnessOfTheLoadIsOrdered) {
  for (const Theme* theme : {&lightTheme(), &darkTheme()}) {
    const bool falls = theme == &lightTheme();
    double last = qGray(loadColour(*theme, 0).rgb());
    for (int i = 1; i <= 20; ++i) {
      const double gray = qGray(loadColour(*theme, i / 20.0).rgb());
      EXPECT_LE(falls ? gray - last : last - gray, 1.0) << "load " << i / 20.0;
      last = gray;
    }
  }
  EXPECT_EQ(loadColour(lightTheme(), 7), loadColour(lightTheme(), 1));
}

TEST(Theme, NeighbouringBlocksDiffer) {
  for (int count : {2, 8, 16}) {
    for (int b = 0; b < count; ++b) {
      const QColor a = blockColour(lightTheme(), b, count);
      EXPECT_GT(distance(a, blockColour(lightTheme(), (b + 1) % count, count)), 20);
    }
  }
}

TEST(Theme, WidthsGrowWithTheFlowsAsFarAsThereIsRoom) {
  EXPECT_LT(linkWidth(lightTheme(), 0, 100), linkWidth(lightTheme(), 1, 100));
  EXPECT_LE(linkWidth(lightTheme(), 10, 100), lightTheme().most_width);
  EXPECT_LE(linkWidth(lightTheme(), 3, 3), 3);
}

TEST(View, MapsThereAndBack) {
  const auto stage = ringStage("torus:4x4");
  const View view = fitView(stage->layout(), QRectF(10, 20, 640, 480), lightTheme());
  for (const QPointF& p : stage->layout().nodes()) {
    EXPECT_LT(QLineF(view.unmap(view.map(p)), p).length(), 1e-9);
    EXPECT_TRUE(QRectF(10, 20, 640, 480).contains(view.map(p)));
  }
}

TEST(TimeScale, MapsThereAndBack) {
  PlaybackClock clock, empty;
  clock.reset({0ns, 1000us}, 1);
  const TimeScale scale = timeScale(QRectF(0, 0, 500, 40), clock);
  for (int i = 0; i <= 10; ++i) {
    const Time t = 100us * i;
    EXPECT_NEAR(static_cast<double>((scale.time(scale.x(t)) - t).count()), 0, 2);
  }
  EXPECT_EQ(scale.time(-50), Time{0});
  EXPECT_EQ(scale.time(5000), Time(1000us));
  EXPECT_EQ(timeScale(QRectF(0, 0, 500, 40), empty).time(100), Time{0});
}

TEST(Fonts, AreTheBundledOnes) {
  EXPECT_EQ(QFontInfo(textFont(14)).family(), QStringLiteral("Lato"));
  EXPECT_EQ(QFontInfo(monoFont(14)).family(), QStringLiteral("DejaVu Sans Mono"));
  EXPECT_TRUE(QFontInfo(textFont(14, true)).bold());
}

/// Checks that too many ranks for the room are shown as a map of links, and each rank after zooming in.
TEST(Map, IsShownWhereRanksAreTooSmall) {
  for (const char* topology : {"torus:64x64", "torus:16x16x16", "full:1500", "torus:2000",
                               "fat-tree:12,3", "hyperx:56x56", "hammingmesh:2x2@20x20"}) {
    const auto network = makeNetwork(topology);
    Trace trace;
    for (int r = 0; r < network->ranks(); ++r)
      addMessage(trace, *network, 0, r, (r + 1) % network->ranks(), Time{0});
    const auto stage = std::make_shared<const Stage>(
        TraceIndex(std::make_shared<const Trace>(std::move(trace)), network));
    const FrameState state = stateAt(stage->index(), 700ns);
    const Picture picture{*stage, state, lightTheme()};
    const QRectF rect(0, 0, 420, 420);
    EXPECT_TRUE(showsMap(fitView(stage->layout(), rect, lightTheme()), picture)) << topology;
    EXPECT_FALSE(showsMap(fitView(stage->layout(), rect, lightTheme(), {12, {}}), picture))
        << topology;
  }
}

/// Checks that only background is at the edges, where anything else would be cut off.
TEST(Map, IsShownWhole) {
  for (const char* topology : {"full:1500", "torus:2000", "torus:128x8", "fat-tree:12,3",
                               "hyperx:56x56", "nodes:64x8,nvswitch,nics=8@clos:16,32,8"}) {
    const auto network = makeNetwork(topology);
    Trace trace;
    for (int r = 0; r < network->ranks(); ++r)
      addMessage(trace, *network, 0, r, (r + 1) % network->ranks(), Time{0});
    const Stage stage(TraceIndex(std::make_shared<const Trace>(std::move(trace)), network));
    const FrameState state = stateAt(stage.index(), 700ns);
    Focus focus;
    for (const QSizeF size : {QSizeF(420, 420), QSizeF(700, 300), QSizeF(300, 700)}) {
      const QRectF rect(QPointF(20, 20), size);
      QImage image((size + QSizeF(40, 40)).toSize(), QImage::Format_RGB32);
      for (int rank = 0; rank < network->ranks(); rank += network->ranks() / 4 - 1) {
        focus.rank = rank;
        const Picture picture{stage, state, lightTheme(), focus};
        const View view = viewOf(picture, rect);
        ASSERT_TRUE(showsMap(view, picture)) << topology;
        image.fill(lightTheme().background);
        QPainter painter(&image);
        paintStage(painter, view, picture);
        int marked = 0;
        for (int x = 0; x < image.width(); ++x)
          for (const double y : {rect.top(), rect.bottom() - 1})
            marked += image.pixelColor(x, static_cast<int>(y)) != lightTheme().background;
        for (int y = 0; y < image.height(); ++y)
          for (const double x : {rect.left(), rect.right() - 1})
            marked += image.pixelColor(static_cast<int>(x), y) != lightTheme().background;
        EXPECT_EQ(marked, 0) << topology << " " << size.width() << " rank " << rank;
      }
    }
  }
}

/// Checks that more messages than anyone reads have no names.
TEST(Blocks, HaveNamesUnlessTheyAreTooMany) {
  const auto network = makeNetwork("mesh:2");
  for (const int messages : {2, 1000, 1001}) {
    auto trace = std::make_shared<Trace>();
    for (int i = 0; i < messages; ++i)
      addMessage(*trace, *network, 0, 0, 1, 0ns, 100, std::int64_t{100} * i);
    const Stage stage(TraceIndex(trace, network));
    const FrameState state = stateAt(stage.index(), 700ns);
    TextRecorder recorder(QSize(900, 300));
    QPainter painter(&recorder);
    const QRectF rect(0, 0, 900, 300);
    const Picture picture{stage, state, lightTheme()};
    paintBlocks(painter, fitView(stage.layout(), rect, lightTheme()), picture);
    EXPECT_EQ(recorder.texts().isEmpty(), messages > 1000) << messages;
  }
}

}  // namespace
}  // namespace orrery::viz

int main(int argc, char** argv) {
  return orrery::viz::runGuiTests<QGuiApplication>(argc, argv);
}
