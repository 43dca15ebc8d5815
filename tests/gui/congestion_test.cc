#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <set>
#include <tuple>

#include <QImage>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "scenarios/run/load.h"
#include "scenarios/text/scenario_library.h"
#include "tests/gui/text_recorder.h"
#include "viz/model/index/slow_down.h"
#include "viz/model/run/finished_run.h"
#include "viz/model/text/round_text.h"
#include "viz/paint/block_matrix.h"
#include "viz/paint/stage/stage_painter.h"
#include "viz/paint/theme.h"

/// Tests that red marks congestion: links are red only if messages share them.
namespace orrery::viz {
namespace {

std::shared_ptr<const FinishedRun> runOf(std::string_view topology, std::string_view run) {
  return runCell(
      parse_scenario(fmt::format("[network]\ntopology = \"{}\"\n[run]\n{}", topology, run),
                     "t.toml")
          .cells.at(0));
}

QImage pictureAt(const FinishedRun& run, Time t, const Theme& theme) {
  QImage image(900, 700, QImage::Format_RGB32);
  QPainter painter(&image);
  const FrameState state = stateAt(run.stage->index(), t);
  const Picture picture{
      .stage = *run.stage, .state = state, .theme = theme, .waits = run.result.waits};
  image.fill(theme.background);
  paintStage(painter, viewOf(picture, image.rect()), picture);
  return image;
}

std::size_t pixelsOf(const QImage& image, const QColor& colour) {
  std::ptrdiff_t count = 0;
  for (int y = 0; y < image.height(); ++y) {
    const auto* row = reinterpret_cast<const QRgb*>(image.constScanLine(y));
    count += std::count(row, row + image.width(), colour.rgb());
  }
  return static_cast<std::size_t>(count);
}

double mostSharing(const FinishedRun& run, Time t) {
  double most = 1;
  for (const LinkState& l : stateAt(run.stage->index(), t).links) most = std::max(most, l.sharing);
  return most;
}

TEST(Congestion, RunsWithoutItHaveNoHotColour) {
  for (const auto& [topology, run] :
       {std::pair("torus:8", "collective = \"allreduce\"\nalgorithm = \"ring\"\nbytes = \"1MiB\""),
        {"torus:4x4",
         "collective = \"allreduce\"\nalgorithm = \"swing-bandwidth\"\nbytes = \"1MiB\""},
        {"full:8", "collective = \"alltoall\"\nalgorithm = \"pairwise\"\nbytes = \"1MiB\""},
        {"fat-tree:2,3", "collective = \"broadcast\"\nalgorithm = \"binomial\"\nbytes = \"1MiB\""},
        {"star:6", "collective = \"allgather\"\nalgorithm = \"ring\"\nbytes = \"1MiB\""}}) {
    const auto finished = runOf(topology, run);
    ASSERT_TRUE(finished->hasPicture()) << topology;
    ASSERT_EQ(finished->result.uncontended, finished->result.metrics.completion) << topology;
    for (const RoundMark& mark : finished->stage->index().rounds()) {
      EXPECT_DOUBLE_EQ(mostSharing(*finished, mark.view), 1) << topology << ", " << mark.round;
      for (const Theme* theme : allThemes()) {
        const QImage image = pictureAt(*finished, mark.view, *theme);
        for (std::size_t hot = 1; hot < theme->sharing.size(); ++hot)
          EXPECT_EQ(pixelsOf(image, theme->sharing[hot]), 0U) << topology << ", " << mark.round;
      }
    }
  }
}

/// Checks four ranks that send to the root at once: its link from the switch is shared by four,
/// their own links are not shared.
TEST(Congestion, ASharedLinkIsHot) {
  const auto run =
      runOf("star:5\"\nports = \"unlimited\"\n# \"",
            "collective = \"gather\"\nalgorithm = \"linear-at-once\"\nbytes = \"5MiB\"\n"
            "[cost]\nalpha = \"1us\"\n");
  ASSERT_TRUE(run->hasPicture());
  const TraceIndex& index = run->stage->index();
  const FrameState state = stateAt(index, index.rounds().front().view);
  int shared = 0;
  for (const LinkState& l : state.links) {
    if (l.flows < 2) {
      EXPECT_DOUBLE_EQ(l.sharing, 1);
      continue;
    }
    ++shared;
    EXPECT_EQ(l.flows, 4);
    EXPECT_NEAR(l.sharing, 4, 1e-6);
  }
  EXPECT_EQ(shared, 1);
  const QImage image = pictureAt(*run, state.time, lightTheme());
  EXPECT_GT(pixelsOf(image, sharingColour(lightTheme(), 4)), 50U);
}

TEST(Congestion, WithoutContentionNothingShares) {
  const auto run =
      runOf("star:5\"\ncontention = false\n# \"",
            "collective = \"gather\"\nalgorithm = \"linear-at-once\"\nbytes = \"5MiB\"");
  ASSERT_TRUE(run->hasPicture());
  for (const RoundMark& mark : run->stage->index().rounds())
    EXPECT_DOUBLE_EQ(mostSharing(*run, mark.view), 1);
}

/// The picture of a moment in which a block is followed.
class FollowedBlock {
 public:
  FollowedBlock(const FinishedRun& run, int block, Time t)
      : run_(run),
        block_(block),
        state_(stateAt(run.stage->index(), t)),
        carriers_(run.stage->index().carriersOf(block)) {}
  Picture picture() const {
    return {.stage = *run_.stage,
            .state = state_,
            .theme = lightTheme(),
            .focus = {.block = block_},
            .blocks = run_.blocks.get(),
            .trail = carriers_};
  }
  View view() const { return viewOf(picture(), QRectF(0, 0, 700, 600)); }
  QImage image() const {
    QImage image(700, 600, QImage::Format_RGB32);
    image.fill(lightTheme().background);
    QPainter painter(&image);
    paintStage(painter, view(), picture());
    return image;
  }

 private:
  const FinishedRun& run_;
  int block_;
  FrameState state_;
  std::vector<std::uint32_t> carriers_;
};

/// Returns the links that the block has crossed, from the contents of each message.
std::set<LinkId> crossedBy(const FinishedRun& run, int block, Time t) {
  std::set<LinkId> links;
  for (const Trace::Message& m : run.stage->index().trace().messages) {
    bool carries = false;
    for (const BlockRange& range : run.stage->index().blocks().of(m))
      carries |= range.first <= block && block <= range.last;
    if (!carries || m.end > t || m.end <= m.start) continue;
    for (const Trace::Path& path : m.paths) links.insert(path.links.begin(), path.links.end());
  }
  return links;
}

constexpr auto kTrailRuns = {
    std::pair("torus:5", "collective = \"allgather\"\nalgorithm = \"ring\"\nbytes = \"1MiB\""),
    std::pair("torus:4x4",
              "collective = \"allreduce\"\nalgorithm = \"rabenseifner\"\nbytes = \"1MiB\""),
    std::pair("star:6", "collective = \"broadcast\"\nalgorithm = \"binomial\"\nbytes = \"1MiB\"")};

/// Returns whether the band of a trail is seen on the outer side of a place on a link.
bool isBeside(const QImage& image, const FollowedBlock& followed, const QLineF& place) {
  const View view = followed.view();
  const QLineF lane = view.mapLane(place).unitVector();
  for (double away = 0.5; away < 1; away += 0.05) {
    const QPointF at = lane.p1() + away * view.lane * QPointF(-lane.dy(), lane.dx());
    if (image.pixelColor(at.toPoint()) == trailColour(followed.picture())) return true;
  }
  return false;
}

/// Checks that after each round the band of the block's colour is beside exactly the links that it
/// has crossed.
TEST(Trail, IsTheWayOfTheFollowedBlock) {
  for (const auto& [topology, text] : kTrailRuns) {
    const auto run = runOf(topology, text);
    ASSERT_TRUE(run->hasPicture()) << topology;
    const TraceIndex& index = run->stage->index();
    const int block = index.blocks().count() / 2;
    for (const Time t : stopsOf(index.rounds(), index.end())) {
      const FollowedBlock followed(*run, block, t);
      const std::set<LinkId> crossed = crossedBy(*run, block, t);
      const auto found = crossedLinks(followed.picture());
      EXPECT_EQ(std::set<LinkId>(found.begin(), found.end()), crossed) << topology;
      const QImage image = followed.image();
      for (LinkId link = 0; link < run->stage->layout().topology().link_count(); ++link) {
        int beside = 0;  // places beside the link; balls, labels and used links cover some
        for (double share = 0.2; share < 0.8; share += 0.05)
          beside += isBeside(image, followed, run->stage->layout().link(link).at(share)) ? 1 : 0;
        EXPECT_EQ(beside >= 2, crossed.contains(link))
            << topology << ", link " << link << " at " << t.count();
      }
    }
    EXPECT_FALSE(crossedBy(*run, block, index.end()).empty()) << topology;
  }
}

/// Checks that within a round the trail grows with the ball, also backwards.
TEST(Trail, GrowsWithTheBall) {
  for (const auto& [topology, text] : kTrailRuns) {
    const auto run = runOf(topology, text);
    const TraceIndex& index = run->stage->index();
    const int block = index.blocks().count() / 2;
    const Trace::Message& m = index.trace().messages[index.carriersOf(block).front()];
    std::size_t before = 0;
    std::vector<QImage> images;
    for (int i = 0; i <= 4; ++i) {
      const FollowedBlock followed(*run, block, m.start + (m.end - m.start) * i / 5);
      images.push_back(followed.image());
      const std::size_t now = pixelsOf(images.back(), trailColour(followed.picture()));
      EXPECT_TRUE(i == 0 || now > before) << topology << " part " << i;
      before = now;
    }
    for (int i = 4; i >= 0; --i)
      EXPECT_EQ(FollowedBlock(*run, block, m.start + (m.end - m.start) * i / 5).image(),
                images[static_cast<std::size_t>(i)]);
  }
}

/// Checks that a ring marks ranks with more of the sum than their own contribution, which all ranks
/// have from the start.
TEST(Trail, RingsOnlyRanksWithMoreThanTheirOwnPart) {
  const auto run =
      runOf("torus:6", "collective = \"allreduce\"\nalgorithm = \"ring\"\nbytes = \"1MiB\"");
  const TraceIndex& index = run->stage->index();
  const int block = 2;
  const QColor colour = blockColour(lightTheme(), index.blocks(), block);
  for (const Time t : stopsOf(index.rounds(), index.end())) {
    const FollowedBlock followed(*run, block, t);
    const QImage image = followed.image();
    const View view = followed.view();
    for (int rank = 0; rank < 6; ++rank) {
      const QPointF centre = view.map(run->stage->layout().nodes()[static_cast<std::size_t>(rank)]);
      int on_ring = 0;
      for (int turn = 0; turn < 8; ++turn) {
        const double angle = (turn + 0.5) * std::numbers::pi / 4;
        const QPointF way(std::cos(angle), std::sin(angle));
        const QPointF at = centre + (view.node_radius + 2.5) * way;
        on_ring += image.pixelColor(at.toPoint()) == colour ? 1 : 0;
      }
      const Holding held = run->blocks->at(rank, run->blocks->column_of(block), t);
      EXPECT_EQ(on_ring >= 3, held.contributions > 1) << "rank " << rank << " at " << t.count();
    }
  }
}

/// Checks that the hottest colour of a legend is no hotter than the links of the run.
TEST(Congestion, LegendsNameOnlyWhatIsSeen) {
  for (const auto& [topology, text, times] :
       {std::tuple("torus:8", "collective = \"allreduce\"\nalgorithm = \"ring\"\nbytes = \"1MiB\"",
                   1),
        {"star:5\"\nports = \"unlimited\"\n# \"",
         "collective = \"gather\"\nalgorithm = \"linear-at-once\"\nbytes = \"5MiB\"", 4}}) {
    const auto run = runOf(topology, text);
    const FrameState state = stateAt(run->stage->index(), Time{0});
    const LegendMarks marks =
        marksOf({.stage = *run->stage, .state = state, .theme = lightTheme()});
    EXPECT_EQ(1 << marks.doublings, times) << topology;
    EXPECT_FALSE(marks.computes) << topology;
    QImage image(900, 80, QImage::Format_RGB32);
    image.fill(lightTheme().background);
    QPainter painter(&image);
    paintLegend(painter, image.rect(), marks, lightTheme());
    for (const int more : {2, 4, 8})
      EXPECT_EQ(pixelsOf(image, sharingColour(lightTheme(), more)) > 0, more <= times)
          << topology << " " << more;
    image.fill(lightTheme().background);
    paintMapLegend(painter, image.rect(), marks, lightTheme());
    EXPECT_GT(pixelsOf(image, lightTheme().pending_link), 0) << topology;
  }
}

/// Checks that no moment is hotter than the legend allows.
TEST(Congestion, TheWorstSlowDownIsNeverExceeded) {
  for (const auto& [topology, text] :
       {std::pair(
            "torus:4x4",
            "collective = \"allreduce\"\nalgorithm = \"recursive-doubling\"\nbytes = \"1MiB\""),
        {"star:5\"\nports = \"unlimited\"\n# \"",
         "collective = \"gather\"\nalgorithm = \"linear-at-once\"\nbytes = \"5MiB\""},
        {"torus:7", "collective = \"alltoall\"\nalgorithm = \"pairwise\"\nbytes = \"1MiB\""}}) {
    const auto run = runOf(topology, text);
    ASSERT_TRUE(run->hasPicture()) << topology;
    const TraceIndex& index = run->stage->index();
    double most = 1;
    for (int i = 0; i < 400; ++i) most = std::max(most, mostSharing(*run, index.end() * i / 400));
    EXPECT_GE(worstSlowDown(index) * (1 + 1e-9), most) << topology;
    EXPECT_GT(most, 1.5) << topology;
  }
}

// Colours as people see them: Machado, Oliveira, Fernandes, A physiologically-based model for simulation of color
// vision deficiency, 2009, severity 1; differences by CIEDE2000.

using Rgb = std::array<double, 3>;
using Matrix = std::array<std::array<double, 3>, 3>;

Rgb linear(const QColor& c) {
  const auto decode = [](double v) {
    return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
  };
  return {decode(c.redF()), decode(c.greenF()), decode(c.blueF())};
}

Rgb times(const Matrix& m, const Rgb& v) {
  Rgb out{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t k = 0; k < 3; ++k) out[i] += m[i][k] * v[k];
  return out;
}

Rgb labOf(const Rgb& rgb) {
  const Rgb xyz = times({{{0.4124564, 0.3575761, 0.1804375},
                          {0.2126729, 0.7151522, 0.0721750},
                          {0.0193339, 0.1191920, 0.9503041}}},
                        rgb);
  const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
  const double x = f(xyz[0] / 0.95047), y = f(xyz[1]), z = f(xyz[2] / 1.08883);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

double hueOf(double a, double b) {
  const double h = std::atan2(b, a) * 180 / std::numbers::pi;
  return h < 0 ? h + 360 : h;
}

double deltaE(const Rgb& one, const Rgb& two) {
  const double c = (std::hypot(one[1], one[2]) + std::hypot(two[1], two[2])) / 2;
  const double g = 0.5 * (1 - std::sqrt(std::pow(c, 7) / (std::pow(c, 7) + std::pow(25.0, 7))));
  const double a1 = (1 + g) * one[1], a2 = (1 + g) * two[1];
  const double c1 = std::hypot(a1, one[2]), c2 = std::hypot(a2, two[2]);
  const double h1 = hueOf(a1, one[2]), h2 = hueOf(a2, two[2]);
  double dh = h2 - h1, h = (h1 + h2) / 2;
  if (std::abs(dh) > 180) dh += dh > 0 ? -360 : 360, h += h < 180 ? 180 : -180;
  const auto rad = [](double degrees) { return degrees * std::numbers::pi / 180; };
  const double l = (one[0] + two[0]) / 2, cm = (c1 + c2) / 2;
  const double t = 1 - 0.17 * std::cos(rad(h - 30)) + 0.24 * std::cos(rad(2 * h)) +
                   0.32 * std::cos(rad(3 * h + 6)) - 0.20 * std::cos(rad(4 * h - 63));
  const double sl = 1 + 0.015 * std::pow(l - 50, 2) / std::sqrt(20 + std::pow(l - 50, 2));
  const double sc = 1 + 0.045 * cm, sh = 1 + 0.015 * cm * t;
  const double rt = -2 * std::sqrt(std::pow(cm, 7) / (std::pow(cm, 7) + std::pow(25.0, 7))) *
                    std::sin(rad(60 * std::exp(-std::pow((h - 275) / 25, 2))));
  const double dl = (two[0] - one[0]) / sl, dc = (c2 - c1) / sc,
               dH = 2 * std::sqrt(c1 * c2) * std::sin(rad(dh / 2)) / sh;
  return std::sqrt(dl * dl + dc * dc + dH * dH + rt * dc * dH);
}

const std::array<Matrix, 4> kEyes{Matrix{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
                                  Matrix{{{0.152286, 1.052583, -0.204868},
                                          {0.114503, 0.786281, 0.099216},
                                          {-0.003882, -0.048116, 1.051998}}},
                                  Matrix{{{0.367322, 0.860646, -0.227968},
                                          {0.280085, 0.672501, 0.047413},
                                          {-0.011820, 0.042940, 0.968881}}},
                                  Matrix{{{1.255528, -0.076749, -0.178779},
                                          {-0.078411, 0.930809, 0.147602},
                                          {0.004733, 0.691367, 0.303900}}}};

double contrast(const QColor& a, const QColor& b) {
  const auto light = [](const QColor& c) {
    const Rgb rgb = linear(c);
    return 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2] + 0.05;
  };
  return std::max(light(a) / light(b), light(b) / light(a));
}

/// Returns the least difference of two colours, for every kind of colour vision.
double leastDifference(const std::vector<QColor>& colours) {
  double least = 100;
  for (std::size_t i = 0; i < colours.size(); ++i)
    for (std::size_t k = i + 1; k < colours.size(); ++k)
      for (const Matrix& eye : kEyes)
        least = std::min(least, deltaE(labOf(times(eye, linear(colours[i]))),
                                       labOf(times(eye, linear(colours[k])))));
  return least;
}

/// Checks that two adjacent colours with different meanings differ by at least 15 for every kind of
/// colour vision.
TEST(Colours, AreToldApartByAll) {
  for (const Theme* t : allThemes()) {
    const std::string name = t->name.toStdString();
    EXPECT_GE(leastDifference({t->sharing.begin(), t->sharing.end()}), 15) << name;
    EXPECT_GE(leastDifference({t->sending, t->receiving, t->computing_lane, t->waiting_lane}), 15)
        << name;
    EXPECT_GE(leastDifference({t->cell_absent, t->cell_held, t->cell_partial_few,
                               t->cell_partial_many, t->cell_final}),
              15)
        << name;
    EXPECT_GE(leastDifference({t->cell_held, t->cell_final, t->receiving}), 14) << name;
    for (const QColor& colour : t->sharing) EXPECT_GE(contrast(colour, t->background), 3) << name;
    for (const QColor& colour :
         {t->sending, t->receiving, t->warning, t->accent, t->focus, t->idle_link, t->pending_link})
      EXPECT_GE(contrast(colour, t->background), 3) << name;
  }
}

/// Checks ranks of the size that a window of 1366x768 gives to 64: their contents are seen around their numbers,
/// which can be read.
TEST(Colours, FillSmallRanksBehindTheirNumbers) {
  const auto run = runOf(
      "torus:8x8", "collective = \"allreduce\"\nalgorithm = \"rabenseifner\"\nbytes = \"64KiB\"");
  for (const Theme* t : allThemes()) {
    const auto check = [&](Time now, const QColor& colour) {
      QImage image(500, 330, QImage::Format_RGB32);
      image.fill(t->background);
      QPainter painter(&image);
      const FrameState state = stateAt(run->stage->index(), now);
      const Picture picture{
          .stage = *run->stage, .state = state, .theme = *t, .blocks = run->blocks.get()};
      const View view = viewOf(picture, image.rect());
      paintStage(painter, view, picture);
      painter.end();
      EXPECT_LT(view.node_radius, kHoldingRadius * t->smallest_label);
      const QPointF centre = view.map(run->stage->layout().nodes()[9]);
      const auto above = [&](double share) {
        return image.pixelColor((centre - QPointF(0, share * view.node_radius)).toPoint());
      };
      EXPECT_LT(deltaE(labOf(linear(above(0.66))), labOf(linear(colour))), 12)
          << t->name.toStdString();
      EXPECT_GE(contrast(t->text, above(0.42)), 4) << t->name.toStdString();
    };
    check(Time(0), t->cell_held);
    check(run->stage->index().end(), t->cell_final);
  }
}

/// Checks that a rank of one size has a ring with small letters, and a disc with larger ones, also if it was painted with
/// the others before.
TEST(Colours, OfRanksDependOnTheLettersToo) {
  const auto run =
      runOf("torus:64", "collective = \"allgather\"\nalgorithm = \"ring\"\nbytes = \"64KiB\"");
  const auto holeWith = [&](const Theme& theme) {
    QImage image(60, 60, QImage::Format_RGB32);
    image.fill(theme.background);
    QPainter painter(&image);
    const FrameState state = stateAt(run->stage->index(), run->stage->index().end());
    const Picture picture{
        .stage = *run->stage, .state = state, .theme = theme, .blocks = run->blocks.get()};
    View view;
    view.rect = image.rect();
    view.node_radius = 20;
    paintRank(painter, view, picture, 0, {30, 30});
    painter.end();
    return image.pixelColor(30, 21);
  };
  const QColor ring = holeWith(lightTheme());
  EXPECT_NE(holeWith(withLeastLetters(lightTheme(), 1, 16)), ring);
  EXPECT_EQ(holeWith(lightTheme()), ring);
}

/// Checks that absent blocks have an outline in a colour with enough contrast: their own is close to the ground's.
TEST(Colours, OutlineAbsentBlocks) {
  const auto run =
      runOf("full:4", "collective = \"allgather\"\nalgorithm = \"ring\"\nbytes = \"1KiB\"");
  for (const Theme* t : allThemes()) {
    const auto outlines = [&](Time now) {
      QImage image(400, 300, QImage::Format_RGB32);
      QPainter painter(&image);
      paintBlockMatrix(painter, image.rect(), *run->blocks, run->stage->index().blocks(), now, {},
                       {}, *t);
      painter.end();
      return pixelsOf(image, t->idle_link);
    };
    EXPECT_GT(outlines(Time(0)), outlines(run->stage->index().end()) + std::size_t{12} * 60)
        << t->name.toStdString();
  }
}

/// Checks that the names of columns have equal steps, and that the last one is not cut at the edge.
TEST(BlockMatrix, NamesColumnsAtEqualSteps) {
  const auto run =
      runOf("full:128", "collective = \"allgather\"\nalgorithm = \"bruck\"\nbytes = \"1KiB\"");
  const QRectF rect(0, 0, 374, 480);
  TextRecorder recorder(rect.size().toSize());
  QPainter painter(&recorder);
  paintBlockMatrix(painter, rect, *run->blocks, run->stage->index().blocks(), Time(0), {}, {},
                   lightTheme());
  QList<int> columns;
  for (qsizetype i = 0; i < recorder.texts().size(); ++i) {
    const QRectF& place = recorder.places()[i];
    EXPECT_TRUE(rect.contains(place)) << recorder.texts()[i].toStdString();
    bool is_number = false;
    const int number = recorder.texts()[i].toInt(&is_number);
    if (is_number && place.center().x() > 46) columns.append(number);
  }
  ASSERT_GT(columns.size(), 4);
  for (qsizetype i = 0; i < columns.size(); ++i) EXPECT_EQ(columns[i], columns[1] * i);
}

TEST(RoundText, TellsWhatARoundDoes) {
  const auto text = [](const FinishedRun& run, int round) {
    return roundText(run.stage->index(), round, run.result.spec.bytes).toStdString();
  };
  const auto ring = runOf("torus:4", "algorithm = \"ring\"\nbytes = \"1KiB\"");
  EXPECT_EQ(text(*ring, 1),
            "Round 1, reduce-scatter, step 2 of 3: each rank sends 256 B (1/4 of its data) to the "
            "next rank.");
  EXPECT_EQ(
      text(*ring, 3),
      "Round 3, allgather, step 1 of 3: each rank sends 256 B (1/4 of its data) to the next rank.");
  const auto uneven = runOf("torus:12", "algorithm = \"ring\"\nbytes = \"1MiB\"");
  EXPECT_EQ(text(*uneven, 0),
            "Round 0, reduce-scatter, step 1 of 11: each rank sends 85.33 KiB to the next rank.");
  const auto doubling = runOf("full:8", "algorithm = \"recursive-doubling\"\nbytes = \"1KiB\"");
  EXPECT_EQ(text(*doubling, 2),
            "Round 2: each rank sends 1 KiB (all of its data) to its partner, 4 away.");
  const auto tree =
      runOf("full:8", "collective = \"broadcast\"\nalgorithm = \"binomial\"\nbytes = \"1KiB\"");
  EXPECT_EQ(text(*tree, 0), "Round 0: rank 0 sends 1 KiB to rank 4.");
  EXPECT_EQ(text(*tree, -1), "");
}

/// Checks that a deadlock ends with arrows in the colour of warnings, which the beginning does not
/// have.
TEST(Deadlock, IsDrawnAsArrows) {
  const auto run =
      runCell(load_scenario(scenario_directory() / "lessons/deadlock.toml").cells.at(0));
  ASSERT_TRUE(run->hasPicture());
  ASSERT_EQ(run->result.waits.size(), 4U);
  for (const Wait& wait : run->result.waits) {
    EXPECT_TRUE(wait.in_cycle);
    EXPECT_EQ(wait.peer, (wait.rank + 1) % 4);
  }
  const Time end = run->stage->index().end();
  EXPECT_GT(pixelsOf(pictureAt(*run, end, lightTheme()), lightTheme().warning), 400U);
}

}  // namespace
}  // namespace orrery::viz
