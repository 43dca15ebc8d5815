#include <algorithm>
#include <string>
#include <vector>

#include <QImage>
#include <QPainter>
#include <gtest/gtest.h>

#include "viz/paint/files/picture_file.h"
#include "viz/paint/plot_ink.h"
#include "viz/paint/plot_painter.h"
#include "viz/paint/plot_scale.h"

namespace orrery::viz {
namespace {

QStringList labels(const Plot::Axis& axis, double low, double high, bool binary = false) {
  QStringList all;
  const PlotScale scale(axis, low, high, binary);
  for (const auto& tick : scale.ticks()) {
    EXPECT_GE(tick.place, -1e-9);
    EXPECT_LE(tick.place, 1 + 1e-9);
    all.append(tick.label);
  }
  return all;
}

QStringList words(const char* text) {
  return QString::fromUtf8(text).split(' ');
}

QImage painted(const Plot& plot) {
  QImage image;
  EXPECT_TRUE(image.loadFromData(QByteArray::fromStdString(QtPictures().plot(plot, "png"))));
  return image;
}

/// Returns how many pixels have the colour of the series.
int pixels(const QImage& image, std::size_t series) {
  const QRgb colour = seriesColour(lightTheme(), series).rgb();
  int count = 0;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) count += image.pixel(x, y) == colour ? 1 : 0;
  return count;
}

/// The inks of a plot, for any number of series.
class Inks : public PlotInk {
 public:
  Inks(const Plot& plot, const Theme& theme) : PlotInk(nullptr, plot, theme) {}
  QImage swatch(std::size_t series) {
    QImage image(40, 20, QImage::Format_RGB32);
    image.fill(theme_.background);
    QPainter painter(&image);
    painter_ = &painter;
    paintSwatch({4, 10}, series, 20);
    return image;
  }
};

TEST(PlotInk, NoTwoOf64SeriesLookAlike) {
  for (const bool scattered : {false, true}) {
    Plot plot{.title = "t", .x = {"x"}, .y = {"y"}, .series = {}};
    Plot::Series series{"a", {{1, 1}}};
    series.scattered = scattered;
    plot.series.assign(64, series);
    const Theme theme = lightTheme();
    Inks inks(plot, theme);
    std::vector<QImage> seen;
    for (std::size_t i = 0; i < plot.series.size(); ++i) {
      const QImage swatch = inks.swatch(i);
      EXPECT_EQ(std::ranges::find(seen, swatch), seen.end()) << i;
      seen.push_back(swatch);
    }
  }
}

/// Checks that each small chart has its line at the right values of the common axis.
TEST(Facets, StandSideBySideOnTheSameAxes) {
  const auto series = [](double y) { return Plot::Series{"a", {{1, y}, {2, y}}}; };
  Plot plot{.title = "t", .x = {"x"}, .y = {"y"}, .series = {series(1), series(9)}};
  plot.series = {{"a", {{1, 1}, {2, 1}, {1, 9}, {2, 9}}}};
  plot.facets = {{"low", {series(1)}}, {"high", {series(9)}}};
  const QImage image = painted(plot);
  const auto rows = [&](int from, int to) {  // where the colour is, between these columns
    std::pair<int, int> found(image.height(), 0);
    for (int y = 0; y < image.height(); ++y)
      for (int x = from; x < to; ++x)
        if (image.pixelColor(x, y) == seriesColour(lightTheme(), 0))
          found = {std::min(found.first, y), std::max(found.second, y)};
    return found;
  };
  const int legend = image.width() * 9 / 10, middle = image.width() * 48 / 100;
  const auto low = rows(0, middle), high = rows(middle, legend);
  EXPECT_GT(low.first, high.second);
  EXPECT_LT(low.second - low.first, 20);  // one level line each
  EXPECT_LT(high.second - high.first, 20);
}

TEST(PlotScale, TicksAreRoundNumbers) {
  EXPECT_EQ(labels({"x"}, 3, 17), words("0 5 10 15 20"));
  EXPECT_EQ(labels({"x"}, 0.9, 1), words("900m 920m 940m 960m 980m 1"));
  EXPECT_EQ(labels({"x"}, -3e-6, 3e-6), words("-3µ -2µ -1µ 0 1µ 2µ 3µ"));
  EXPECT_EQ(labels({"x", true}, 1, 1e6), words("1 10 100 1k 10k 100k 1M"));
  EXPECT_EQ(labels({"x", true}, 4e-6, 3e-5), words("5µ 10µ 20µ"));
  EXPECT_EQ(labels({"x", true}, 41e-6, 42e-6), words("40µ 41µ 42µ 43µ"));
  EXPECT_EQ(labels({"x", true}, 8, 16, true), words("8 10 12 14 16"));
  EXPECT_EQ(labels({"x", true}, 32, 1 << 20, true),
            words("32 64 128 256 512 1Ki 2Ki 4Ki 8Ki 16Ki 32Ki 64Ki 128Ki 256Ki 512Ki 1Mi"));
  EXPECT_EQ(labels({"x", false, {"a", "b"}}, 0, 1), words("a b"));
}

TEST(PlotScale, TicksHaveUnits) {
  Plot::Axis axis{.label = "t", .log = true, .unit = "s"};
  EXPECT_EQ(labels(axis, 4e-6, 3e-5).join('|'), QString::fromUtf8("5 µs|10 µs|20 µs"));
  axis.log = false;
  EXPECT_EQ(labels(axis, 0, 2).join('|'), QString("0|500 ms|1 s|1.5 s|2 s"));
  axis = {.label = "bytes", .log = true, .unit = "B"};
  EXPECT_EQ(labels(axis, 256, 2048, true).join('|'), QString("256 B|512 B|1 KiB|2 KiB"));
}

TEST(PlotScale, TitleHasTheUnitOfTheTicks) {
  const auto titled = [](double low, double high, const std::string& title) {
    return PlotScale({.label = title, .log = true, .unit = "s"}, low, high, false).titled(title);
  };
  EXPECT_EQ(titled(4e-6, 3e-5, "time [s]"), QString::fromUtf8("time [µs]"));
  EXPECT_EQ(titled(1, 100, "time [s]"), "time [s]");
  EXPECT_EQ(titled(4e-6, 3e-3, "time [s]"), "time") << "µs and ms stand at the ticks";
  EXPECT_EQ(titled(4e-6, 3e-5, "my title"), "my title");
}

TEST(PlotScale, HasTicksForEveryRange) {
  for (const bool log : {false, true})
    for (const double low : {1e-12, 1.0, 7.0, 1e15})
      for (const double factor : {1.0, 1.001, 2.0, 30.0, 1e9})
        EXPECT_LE(labels({"x", log}, low, low * factor).size(), 20) << low << " " << factor;
  EXPECT_EQ(labels({"x"}, 0, 0), words("0 200m 400m 600m 800m 1"));
  EXPECT_EQ(labels({"x"}, 4, 4), words("0 500m 1 1.5 2 2.5 3 3.5 4"));
}

TEST(PlotPicture, EverySeriesIsSeen) {
  const Plot plot{
      "t", {"x", true}, {"y"}, {{"a", {{1, 1}, {1000, 3}}}, {"b", {{1, 2}, {1000, 2}}}}};
  const QImage image = painted(plot);
  EXPECT_GT(pixels(image, 0), 1000);
  EXPECT_GT(pixels(image, 1), 1000);
  EXPECT_EQ(pixels(image, 2), 0);
}

/// Checks a band from 1 to 3 at its left end and from 1 to 9 at its right end, where nothing covers
/// its edges.
TEST(PlotPicture, BandsReachFromTheLowToTheHighPercentile) {
  Plot plot{"t", {"x"}, {"y"}, {{"a", {{1, 2}, {2, 5}}}, {"b", {{1, 0}, {2, 10}}}}};
  const QImage without = painted(plot);
  plot.series[0].band = {{1, 1, 3}, {2, 1, 9}};
  const QImage with = painted(plot);
  ASSERT_EQ(with.size(), without.size());
  std::vector<int> heights;  // of the columns with a band
  for (int x = 0; x < with.width(); ++x) {
    int top = with.height(), bottom = -1;
    for (int y = 0; y < with.height(); ++y) {
      if (with.pixel(x, y) == without.pixel(x, y)) continue;
      top = std::min(top, y), bottom = y;
    }
    if (bottom >= 0) heights.push_back(bottom - top);
  }
  ASSERT_GT(heights.size(), 100U);
  EXPECT_GT(heights.back(), 100);
  EXPECT_NEAR(heights[1], heights[heights.size() - 2] / 4.0, 3);
}

/// Checks that any number of entries ends above the lower edge, and that omitted ones are counted.
TEST(PlotPicture, ALegendOfManyHasRoom) {
  for (const std::size_t count : {5U, 27U, 40U, 80U, 400U}) {
    Plot plot{"t", {"x"}, {"y"}, {}};
    for (std::size_t i = 0; i < count; ++i)
      plot.series.push_back({"name" + std::to_string(i) + ".", {{0, 1}, {1, double(i)}}});
    const QImage image = painted(plot);
    for (int y = image.height() - 4; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x)
        ASSERT_EQ(image.pixelColor(x, y), lightTheme().background) << count << " " << x << " " << y;
    const std::string svg = QtPictures().plot(plot, "svg");
    std::size_t named = 0;
    while (svg.find("name" + std::to_string(named) + ".") != std::string::npos) ++named;
    if (count <= 40) {
      EXPECT_EQ(named, count);
    } else if (named < count) {
      EXPECT_GT(named, 40U);
      EXPECT_NE(svg.find("and " + std::to_string(count - named) + " more"), std::string::npos);
    }
  }
}

TEST(PlotPicture, SeriesOfOneColourDiffer) {
  const std::size_t colours = lightTheme().series.size();
  Plot plot{"t", {"x"}, {"y"}, {}};
  for (std::size_t i = 0; i < 4 * colours; ++i) plot.series.push_back({" ", {}});
  std::vector<QImage> images;
  for (std::size_t cycle = 0; cycle < 4; ++cycle) {
    Plot one = plot;
    one.series[cycle * colours].points = {{0, 1}, {1, 2}};
    images.push_back(painted(one));
    EXPECT_GT(pixels(images.back(), 0), 500);
    for (std::size_t other = 0; other < cycle; ++other)
      EXPECT_NE(images[other], images[cycle]) << other << " and " << cycle;
  }
}

/// Checks the figure of one column of a paper.
TEST(PlotPicture, HasTheLookThatIsAskedFor) {
  Plot plot{
      .title = "t", .x = {"x"}, .y = {"y"}, .series = {{"a", {{1, 1}, {2, 2}}}, {"b", {{1, 2}}}}};
  EXPECT_EQ(painted(plot).size(), QSize(1920, 1200));
  plot.look = {.width = 321, .height = 227, .font = 8, .title = false, .background = false};
  for (const auto legend :
       {Plot::Look::Legend::kRight, Plot::Look::Legend::kBelow, Plot::Look::Legend::kNone}) {
    plot.look.legend = legend;
    const QImage image = painted(plot);
    EXPECT_EQ(image.size(), QSize(1284, 908));
    EXPECT_EQ(image.pixelColor(0, 0).alpha(), 0);
    EXPECT_GT(pixels(image, 0), 100);
    EXPECT_GT(pixels(image, 1), 100);
  }
  const std::string svg = QtPictures().plot(plot, "svg");
  EXPECT_EQ(svg.find(">b</text>"), std::string::npos);  // no legend
  plot.look.legend = Plot::Look::Legend::kBelow;
  EXPECT_NE(QtPictures().plot(plot, "svg").find(">b</text>"), std::string::npos);
}

TEST(PlotPicture, CutsNoNamesOnPaper) {
  Plot plot{.title = "t",
            .x = {"x"},
            .y = {"y"},
            .series = {{"recursive-doubling", {{1, 1}, {2, 2}}}, {"rabenseifner", {{1, 2}}}}};
  plot.look = {.width = 321, .height = 227, .font = 8, .title = false};
  EXPECT_NE(QtPictures().plot(plot, "svg").find(">recursive-doubling</text>"), std::string::npos);
  EXPECT_EQ(painted(plot).pixelColor(0, 0), QColor(Qt::white));
  plot.look.height = 170, plot.y.label = "speed-up over ring";
  EXPECT_NE(QtPictures().plot(plot, "svg").find(">speed-up over ring</text>"), std::string::npos);
}

/// Checks that labels that fit are as far apart as others.
TEST(PlotPicture, LabelsOfNarrowAxesAreEven) {
  Plot plot{.title = "t",
            .x = {.label = "bytes", .log = true, .unit = "B"},
            .y = {"y"},
            .series = {{"swing", {{1 << 10, 1}, {1 << 20, 2}}}}};
  plot.look = {.width = 321, .height = 227, .font = 8};
  const std::string svg = QtPictures().plot(plot, "svg");
  for (int size = 1; size <= 512; size *= 2) {
    const bool is_third = size == 1 || size == 8 || size == 64 || size == 512;
    EXPECT_EQ(svg.find(">" + std::to_string(size) + " KiB</text>") != svg.npos, is_third) << size;
  }
}

TEST(PlotPicture, CellsFillTheirPlaces) {
  const Plot plot{"t",
                  {"x", false, {"1", "2"}},
                  {"y", false, {"1", "2"}},
                  {{"a", {{0, 0}, {1, 0}, {0, 1}}}, {"b", {{1, 1}}}},
                  Plot::Kind::kCells};
  const QImage image = painted(plot);
  const double share = static_cast<double>(pixels(image, 0)) / pixels(image, 1);
  EXPECT_NEAR(share, 3, 0.1);
}

TEST(PlotPicture, LittleDataIsNoProblem) {
  for (const bool log : {false, true})
    for (const auto& points : std::vector<std::vector<std::pair<double, double>>>{
             {{1, 1}}, {{5, 1}, {5, 1}}, {{1, 7}, {2, 7}}})
      EXPECT_GT(pixels(painted({"t", {"x", log}, {"y", log}, {{"", points}}}), 0), 20);
}

TEST(PlotPicture, SvgHoldsItsWordsAndIsTheSameEveryTime) {
  const Plot plot{"the title", {"the x"}, {"the y"}, {{"one & two", {{1, 1}, {2, 3}}}}};
  const std::string svg = QtPictures().plot(plot, "svg");
  for (const char* word : {"the title", "the x", "the y", "one &amp; two", "#0072b2"})
    EXPECT_NE(svg.find(word), std::string::npos) << word;
  EXPECT_EQ(svg, QtPictures().plot(plot, "svg"));
  EXPECT_EQ(QtPictures().plot(plot, "png"), QtPictures().plot(plot, "png"));
}

}  // namespace
}  // namespace orrery::viz
