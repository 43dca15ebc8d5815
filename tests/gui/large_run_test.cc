#include <set>

#include <QImage>
#include <QPainter>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "scenarios/run/load.h"
#include "tests/gui/text_recorder.h"
#include "viz/model/index/lane_folds.h"
#include "viz/model/index/pair_traffic.h"
#include "viz/model/index/slow_down.h"
#include "viz/model/run/finished_run.h"
#include "viz/model/run/run_of_round.h"
#include "viz/model/text/landmarks.h"
#include "viz/paint/files/flights.h"
#include "viz/paint/files/run_picture.h"
#include "viz/paint/pair_matrix.h"

/// Tests views of 64 ranks and more: maps of links, folded lanes, bytes between ranks, landmarks, and the paths of
/// balls.
namespace orrery::viz {
namespace {

RunSpec specOn(std::string_view topology, std::string_view algorithm, std::string_view more = "") {
  const std::string text = fmt::format(
      "[network]\ntopology = \"{}\"\n[run]\ncollective = \"allreduce\"\nalgorithm = \"{}\"\n"
      "bytes = \"1MiB\"\n{}",
      topology, algorithm, more);
  return parse_scenario(text, "t.toml").cells.at(0);
}

std::shared_ptr<const FinishedRun> runOn(std::string_view topology, std::string_view algorithm,
                                         std::string_view more = "") {
  return runCell(specOn(topology, algorithm, more), nullptr, {.followed = 0});
}

/// Checks that each link has a tile; in grids each has its own, in the panel of its dimension, at
/// the place of its host.
TEST(LinkMap, HasAFieldForEachLink) {
  for (const char* spec :
       {"torus:4x6", "torus:3x4x5", "torus:7", "mesh:5x3", "torus:2x8", "torus:20x3",
        "torus:3x30x3", "star:6", "fat-tree:2,3", "dragonfly:2,4,2"}) {
    const auto topology = make_topology(spec);
    const LinkMap map(*topology);
    std::set<std::array<int, 3>> used;
    for (LinkId id = 0; id < topology->link_count(); ++id) {
      const LinkMap::Place& place = map.placeOf(id);
      const auto& panel = map.panels().at(static_cast<std::size_t>(place.panel));
      EXPECT_LT(place.column, panel.columns) << spec;
      EXPECT_LT(place.row, panel.rows) << spec;
      EXPECT_LE(panel.rows, 2 * panel.columns) << spec;
      used.insert({place.panel, place.column, place.row});
      if (!map.isGrid()) continue;
      const LinkMap::Place host = map.placeOfHost(topology->link(id).from);
      EXPECT_EQ(host.column, place.column) << spec;
      EXPECT_EQ(host.row, place.row) << spec;
    }
    const auto parallel =
        std::string_view(spec) == "torus:2x8" ? 16 : 0;  // both links of a ring of 2
    EXPECT_GE(std::ssize(used), topology->link_count() - parallel) << spec;
  }
}

/// Checks that rows partition the ranks, and that ranks of a row have the same messages at the same
/// times.
TEST(LaneFolds, FoldOnlyWhatIsTheSame) {
  for (const auto& [topology, algorithm] : {std::pair("torus:8x8", "rabenseifner"),
                                            {"torus:12x6", "ring"},
                                            {"torus:16x8", "swing-bandwidth"},
                                            {"star:65", "recursive-doubling"}}) {
    const auto run = runOn(topology, algorithm);
    ASSERT_TRUE(run->hasPicture()) << topology << run->result.error.value_or("");
    const TraceIndex& index = run->stage->index();
    const LaneFolds folds(index);
    int ranks = 0;
    const auto spans = [&](int rank) {
      std::vector<std::pair<Time, Time>> all;
      for (const auto lane : {LaneIndex::kSend, LaneIndex::kReceive})
        for (const std::uint32_t n : index.lanes().of(lane, rank))
          all.emplace_back(index.trace().messages[n].start, index.trace().messages[n].end);
      return all;
    };
    std::set<std::vector<std::pair<Time, Time>>> different;
    for (int row = 0; row < folds.rows(); ++row) {
      ranks += static_cast<int>(folds.ranks(row).size());
      for (const int rank : folds.ranks(row)) {
        EXPECT_EQ(folds.row(rank), row);
        EXPECT_EQ(spans(rank), spans(folds.ranks(row).front())) << topology << " rank " << rank;
      }
    }
    for (int rank = 0; rank < index.network().ranks(); ++rank) different.insert(spans(rank));
    EXPECT_EQ(ranks, index.network().ranks());
    EXPECT_GE(folds.rows(), std::ssize(different));
  }
  const auto ring = runOn("torus:64", "ring");
  EXPECT_EQ(LaneFolds(ring->stage->index()).rows(), 1) << "all ranks of a ring do the same";
}

/// Checks the sums of rows against another count of the ranks' sends.
TEST(PairTraffic, AddsUpToWhatIsSent) {
  const auto run = runOn("torus:6x3", "rabenseifner");
  const PairTraffic traffic(run->stage->index());
  Bytes all{0};
  for (int from = 0; from < traffic.ranks(); ++from)
    for (const PairTraffic::Pair& pair : traffic.row(from)) {
      EXPECT_NE(pair.to, from);
      EXPECT_LE(pair.bytes, traffic.most());
      all += pair.bytes;
    }
  EXPECT_EQ(all, run->result.metrics.bytes_total);
}

/// Checks the note of a run too long to be followed, in the width that a window of 1366 pixels leaves.
TEST(PairMatrix, IsBelowAWholeNote) {
  const auto run = runOn("torus:8x8", "ring");
  const QRectF rect(0, 0, 374, 460);
  TextRecorder recorder(rect.size().toSize());
  QPainter painter(&recorder);
  const PairTraffic traffic(run->stage->index());
  paintPairMatrix(painter, rect, {traffic, run->stage->index(), 0, -1, run->no_blocks},
                  lightTheme());
  for (qsizetype i = 0; i < recorder.places().size(); ++i) {
    EXPECT_TRUE(rect.contains(recorder.places()[i])) << recorder.texts()[i].toStdString();
    for (qsizetype j = 0; j < i; ++j)
      EXPECT_FALSE(recorder.places()[i].intersects(recorder.places()[j]))
          << recorder.texts()[i].toStdString() << " on " << recorder.texts()[j].toStdString();
  }
}

/// Checks recursive doubling over 4 steps of a ring of 8: four messages share the links in the
/// middle.
TEST(Landmarks, TellTheSlowestRoundAndItsCause) {
  const auto slowed = runOn("torus:8", "recursive-doubling");
  const auto marks = landmarksOf(*slowed);
  ASSERT_EQ(marks.size(), 2U);
  const auto& rounds = slowed->result.metrics.per_round;
  for (const RoundMetrics& r : rounds) {
    const auto& most = rounds.at(static_cast<std::size_t>(marks[0].round));
    EXPECT_LE(r.last_end - r.first_start, most.last_end - most.first_start);
  }
  EXPECT_TRUE(marks[0].text.contains(QStringLiteral("share the link")))
      << marks[0].text.toStdString();
  EXPECT_GE(marks[0].link, 0);
  EXPECT_EQ(marks[1].link, slowed->result.metrics.hottest.front().link);
  const auto late = runOn("torus:8", "ring", "[conditions]\narrival = \"3=1ms\"\n");
  const QString cause = landmarksOf(*late).at(0).text;
  EXPECT_TRUE(cause.contains(QStringLiteral("last start after"))) << cause.toStdString();
  const auto free = runOn("torus:8", "ring");
  const QString said = landmarksOf(*free).at(0).text;
  EXPECT_TRUE(said.contains(QStringLiteral("at full rate"))) << said.toStdString();
  EXPECT_TRUE(said.startsWith(QStringLiteral("take "))) << said.toStdString();
}

/// Returns the number of pixels of links over which messages take at least twice as long.
std::size_t hotPixels(const FinishedRun& run, Time t) {
  const FrameState state = stateAt(run.stage->index(), t);
  const Picture picture{.stage = *run.stage, .state = state, .theme = lightTheme(), .map = true};
  QImage image(300, 240, QImage::Format_RGB32);
  image.fill(lightTheme().background);
  QPainter painter(&image);
  paintStage(painter, viewOf(picture, image.rect()), picture);
  std::set<QRgb> hot;
  for (const int times : {2, 4, 8}) hot.insert(sharingColour(lightTheme(), times).rgb());
  std::size_t count = 0;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) count += hot.count(image.pixel(x, y));
  return count;
}

/// Checks that a map has hot fields exactly where links are shared.
TEST(LinkMap, IsHotWhereLinksAreShared) {
  for (const auto& [algorithm, hot] : {std::pair("recursive-doubling", true), {"ring", false}}) {
    const auto run = runOn("torus:64", algorithm);
    const auto& rounds = run->stage->index().rounds();
    std::size_t most = 0;
    for (std::size_t i = 0; i < std::min<std::size_t>(rounds.size(), 6); ++i)
      most = std::max(most, hotPixels(*run, rounds[i].view));
    EXPECT_EQ(most > 100, hot) << algorithm << " has " << most;
  }
}

/// Checks that the fields of a map of many links take much of its room, which names of panels take as well.
TEST(LinkMap, UsesItsRoom) {
  for (const char* topology : {"torus:64x64", "torus:32x32", "torus:128x8"}) {
    const auto run = runOn(topology, "recursive-doubling-latency");
    const FrameState state = stateAt(run->stage->index(), Time{0});
    const Picture picture{.stage = *run->stage, .state = state, .theme = lightTheme(), .map = true};
    const View view = viewOf(picture, QRectF(0, 0, 500, 300));
    int fields = 0;
    for (int y = 0; y < 300; y += 3)
      for (int x = 0; x < 500; x += 3) fields += 9 * (linkOnMap(view, picture, QPointF(x, y)) >= 0);
    EXPECT_GT(fields, 0.4 * view.rect.width() * view.rect.height()) << topology;
  }
}

/// Checks that the label of the hottest link leaves the names of panels readable, also in their first row.
TEST(LinkMap, NoTextCoversAnother) {
  const auto run = runOn("torus:64x64", "rabenseifner");
  for (const RoundMark& round : run->stage->index().rounds()) {
    const FrameState state = stateAt(run->stage->index(), round.view);
    const Picture picture{.stage = *run->stage, .state = state, .theme = lightTheme(), .map = true};
    TextRecorder recorder({500, 300});
    QPainter painter(&recorder);
    paintStage(painter, viewOf(picture, QRectF(0, 0, 500, 300)), picture);
    for (qsizetype i = 0; i < recorder.places().size(); ++i)
      for (qsizetype j = 0; j < i; ++j)
        EXPECT_FALSE(recorder.places()[i].intersects(recorder.places()[j]))
            << recorder.texts()[i].toStdString() << " on " << recorder.texts()[j].toStdString();
  }
}

/// Checks that a ball is found where it is painted, also among so many messages that none has a name.
TEST(Hit, FindsTheBallUnderThePointer) {
  for (const auto& [topology, algorithm, zoom] :
       {std::tuple("torus:4x4", "ring", 1.0), {"torus:32x64", "recursive-doubling-latency", 4}}) {
    const auto run = runOn(topology, algorithm);
    const TraceIndex& index = run->stage->index();
    const FrameState state = stateAt(index, index.rounds().front().view);
    const Picture picture{.stage = *run->stage, .state = state, .theme = lightTheme()};
    const View view = viewOf(picture, QRectF(0, 0, 800, 600), {.zoom = zoom});
    ASSERT_FALSE(showsMap(view, picture));
    const auto ballOf = [&](std::int64_t message) {
      const auto moving = std::ranges::find(state.moving, message, &MovingMessage::message);
      return ballAt(view, picture, index.trace().messages[static_cast<std::size_t>(message)],
                    *moving);
    };
    int seen = 0;
    for (const MovingMessage& moving : state.moving) {
      const QPointF ball = ballOf(moving.message);
      if (!view.rect.contains(ball)) continue;
      ++seen;
      const std::int64_t hit = hitAt(view, picture, ball).message;
      ASSERT_GE(hit, 0) << topology << " message " << moving.message;
      EXPECT_LE(QLineF(ballOf(hit), ball).length(), 4 * view.block_radius) << topology;
    }
    EXPECT_GT(seen, 10) << topology;
    EXPECT_EQ(hitAt(view, picture, view.rect.bottomRight() + QPointF(9, 9)).message, -1);
  }
}

/// Checks that the ball that a script moves is always where the painter draws it.
TEST(Flights, AreWhereThePainterDrawsBalls) {
  for (const auto& [topology, algorithm] : {std::pair("torus:4x4", "rabenseifner"),
                                            {"torus:5", "ring"},
                                            {"fat-tree:2,3", "recursive-doubling"}}) {
    const auto run = runOn(topology, algorithm);
    const TraceIndex& index = run->stage->index();
    const FrameState begin = stateAt(index, Time{0});
    const Picture whole{.stage = *run->stage, .state = begin, .theme = lightTheme()};
    const View view = viewOf(whole, QRectF(0, 0, 600, 500));
    const std::vector<Flight> flights = flightsOf(view, whole);
    std::size_t seen = 0;
    for (const RoundMark& mark : index.rounds()) {
      const FrameState state = stateAt(index, mark.begin + (mark.view - mark.begin) * 3 / 5);
      const Picture picture{.stage = *run->stage, .state = state, .theme = lightTheme()};
      for (const MovingMessage& moving : state.moving) {
        const Trace::Message& m = index.trace().messages[static_cast<std::size_t>(moving.message)];
        const QPointF ball = ballAt(view, picture, m, moving);
        double nearest = 1e9;
        for (const Flight& f : flights) {
          if (f.message != moving.message) continue;
          const auto next = std::ranges::upper_bound(f.way, state.time, {}, &Flight::At::time);
          if (next == f.way.begin() || next == f.way.end()) continue;
          const Flight::At &a = *(next - 1), &b = *next;
          const double share = to_seconds(state.time - a.time) / to_seconds(b.time - a.time);
          const QPointF at = a.at + share * (b.at - a.at);
          nearest = std::min(nearest, std::hypot(at.x() - ball.x(), at.y() - ball.y()));
        }
        EXPECT_LT(nearest, 1.5) << topology << " message " << moving.message;  // pixels
        ++seen;
      }
    }
    EXPECT_GT(seen, 0U);
  }
}

/// Checks that a path names only places where the motion changes: pages with many messages stay small.
TEST(Flights, NameOnlyPlacesWhereTheMotionChanges) {
  const auto run = runOn("torus:5", "ring");
  const FrameState begin = stateAt(run->stage->index(), Time{0});
  const Picture picture{.stage = *run->stage, .state = begin, .theme = lightTheme()};
  const auto flights = flightsOf(viewOf(picture, QRectF(0, 0, 600, 500)), picture);
  ASSERT_FALSE(flights.empty());
  for (const Flight& f : flights) EXPECT_LE(f.way.size(), 4U) << "message " << f.message;
}

/// Returns the picture of a round.
QImage pictureOf(const FinishedRun& run, int round) {
  const auto& marks = run.stage->index().rounds();
  const auto mark = std::ranges::find(marks, round, &RoundMark::round);
  if (mark == marks.end()) return {};
  QImage image(600, 500, QImage::Format_RGB32);
  QPainter painter(&image);
  RunPicture(run).paint(painter, image.rect(), mark->view, lightTheme());
  return image;
}

/// Checks that a round of a long run looks the same if only its own messages were recorded, also where only totals are
/// known.
TEST(RunOfRound, LooksLikeTheWholeRun) {
  const RunLimits few{.messages = 200, .followed = 0};
  for (const auto& [topology, algorithm, gamma] : {std::tuple("torus:4x4", "ring", 0.0),
                                                   {"torus:2x8", "ring", 20.0},
                                                   {"torus:8x8", "swing-bandwidth", 0.0},
                                                   {"torus:8x8", "rabenseifner", 5.0},
                                                   {"fat-tree:8,2", "recursive-doubling", 0.0},
                                                   {"torus:6x6", "bucket", 0.0}}) {
    RunSpec spec = specOn(topology, algorithm);
    spec.costs.gamma.ps = gamma;
    const auto whole = runCell(spec, nullptr, few);
    ASSERT_TRUE(whole->hasPicture() && whole->truncated);
    for (const RoundMark& mark : whole->stage->index().rounds()) {
      if (mark.round > 4 && mark.round % 9 != 0) continue;
      const auto part = runOfRound(spec, mark.round, few);
      ASSERT_TRUE(part->hasPicture());
      EXPECT_EQ(pictureOf(*part, mark.round), pictureOf(*whole, mark.round))
          << topology << " " << algorithm << " round " << mark.round;
    }
  }
  EXPECT_LT(runOfRound(specOn("torus:4x4", "ring"), 3, few)
                ->stage->index()
                .lanes()
                .of(LaneIndex::kSend, 1)
                .size(),
            8U);
}

}  // namespace
}  // namespace orrery::viz
