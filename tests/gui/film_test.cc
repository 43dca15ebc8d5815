#include <QBuffer>
#include <QGuiApplication>
#include <QImageReader>
#include <QRegularExpression>
#include <QStandardPaths>
#include <gtest/gtest.h>

#include "tests/gui/fixtures.h"
#include "tests/gui/gui_main.h"
#include "viz/model/text/spoken.h"
#include "viz/paint/files/animation.h"
#include "viz/paint/files/gif_writer.h"
#include "viz/paint/files/page_frames.h"
#include "viz/paint/files/picture_file.h"
#include "viz/paint/files/slides.h"

namespace orrery::viz {
namespace {

RunSpec ring() {
  RunSpec spec;
  spec.algorithm = "ring";
  spec.topology = "torus:4";
  return spec;
}

TEST(Gif, HoldsWhatWasAdded) {
  GifWriter gif(100);
  for (const QColor colour : {QColor(10, 20, 30), QColor(200, 100, 50), QColor(0, 255, 0)}) {
    QImage image(37, 21, QImage::Format_RGB32);
    image.fill(colour);
    gif.add(image);
  }
  QByteArray bytes = gif.file();
  QBuffer buffer(&bytes);
  QImageReader reader(&buffer, "gif");
  ASSERT_TRUE(reader.canRead());
  EXPECT_EQ(reader.imageCount(), 3);
  EXPECT_EQ(reader.read().pixelColor(5, 5), QColor(10, 20, 30));
  EXPECT_EQ(reader.read().pixelColor(5, 5), QColor(200, 100, 50));
  const QImage last = reader.read();
  EXPECT_EQ(last.pixelColor(36, 20), QColor(0, 255, 0));
  EXPECT_EQ(last.size(), QSize(37, 21));
}

/// Checks pictures that differ from the one before in nothing, a corner, some scattered pixels, or
/// everything.
TEST(Gif, WritesOnlyWhatChanges) {
  std::vector<QImage> pictures;
  QImage image(61, 43, QImage::Format_RGB32);
  image.fill(QColor(240, 240, 230));
  pictures.push_back(image);
  pictures.push_back(image);
  for (int y = 40; y < 43; ++y)
    for (int x = 58; x < 61; ++x) image.setPixelColor(x, y, QColor(200, 30, 30));
  pictures.push_back(image);
  for (int i = 0; i < 20; ++i) image.setPixelColor(3 * i, 2 * i, QColor(10, 12 * i, 90));
  pictures.push_back(image);
  image.fill(QColor(1, 2, 3));
  pictures.push_back(image);
  GifWriter gif(100), still(100);
  for (const QImage& picture : pictures) gif.add(picture);
  for (std::size_t i = 0; i < pictures.size(); ++i) still.add(pictures.front());
  QByteArray bytes = gif.file();
  EXPECT_LT(still.file().size(), pictures.size() * 1000) << "what stays takes no room";
  QBuffer buffer(&bytes);
  QImageReader reader(&buffer, "gif");
  for (const QImage& picture : pictures)
    EXPECT_EQ(reader.read().convertToFormat(QImage::Format_RGB32), picture);
}

TEST(Gif, KeepsColoursOfAPictureClose) {
  QImage image(256, 40, QImage::Format_RGB32);
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) image.setPixel(x, y, qRgb(x, 255 - x, 4 * y));
  }
  GifWriter gif(100);
  gif.add(image);
  QByteArray bytes = gif.file();
  QBuffer buffer(&bytes);
  const QImage back = QImageReader(&buffer, "gif").read();
  int worst = 0;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      const QRgb a = image.pixel(x, y), b = back.pixel(x, y);
      worst = std::max({worst, std::abs(qRed(a) - qRed(b)), std::abs(qGreen(a) - qGreen(b)),
                        std::abs(qBlue(a) - qBlue(b))});
    }
  }
  EXPECT_LE(worst, 40);
}

TEST(Render, DrawsARoundInEveryFormat) {
  const RenderRequest request{.round = 2, .width = 400, .height = 300};
  const QByteArray png = renderRun(ring(), request, "png");
  EXPECT_EQ(QImage::fromData(png, "png").size(), QSize(400, 300));
  EXPECT_EQ(png, renderRun(ring(), request, "png"));
  const QByteArray svg = renderRun(ring(), request, "svg");
  EXPECT_GT(svg.count("<text textLength="), 5);
  EXPECT_EQ(svg.count("<text "), svg.count("<text textLength=")) << "as wide where Lato is missing";
  EXPECT_TRUE(renderRun(ring(), request, "pdf").startsWith("%PDF"));
  EXPECT_NE(png, renderRun(ring(), {.round = 3, .width = 400, .height = 300}, "png"));
}

TEST(Render, MakesAnimations) {
  QByteArray gif = renderRun(ring(), {.width = 300, .height = 240}, "gif");
  QBuffer buffer(&gif);
  QImageReader reader(&buffer, "gif");
  const auto run = runCell(ring());
  EXPECT_EQ(reader.imageCount(), static_cast<int>(animationTimes(run->stage->index(), -1).size()));
  EXPECT_LT(renderRun(ring(), {.round = 1, .width = 300, .height = 240}, "gif").size(), gif.size());
  if (QStandardPaths::findExecutable(QStringLiteral("ffmpeg")).isEmpty()) GTEST_SKIP();
  const QByteArray mp4 = renderRun(ring(), {.round = 1, .width = 300, .height = 240}, "mp4");
  EXPECT_EQ(mp4.mid(4, 4), "ftyp");
}

/// Checks that a ring of 4 has 6 rounds: one on a page, or four on each of two pages.
TEST(Render, MakesHandouts) {
  const auto pages = [](const QByteArray& pdf) { return pdf.count("/Type /Page\n"); };
  RenderRequest request{.width = 400, .height = 240};
  const auto run = runCell(ring());
  const auto rounds = static_cast<qsizetype>(run->stage->index().rounds().size());
  const QByteArray one = renderRun(ring(), request, "pdf");
  EXPECT_EQ(pages(one), rounds);
  EXPECT_TRUE(one.contains("/MediaBox [0 0 300.000000 180.000000]"));
  EXPECT_EQ(one, renderRun(ring(), request, "pdf"));
  request.columns = request.rows = 2;
  EXPECT_EQ(pages(renderRun(ring(), request, "pdf")), (rounds + 3) / 4);
  // On paper, with a title: as large as A4, for any size of a round.
  request.columns = 1, request.rows = 3;
  RunSpec titled = ring();
  titled.title = "A ring of four";
  request.paper_width = 794, request.paper_height = 1123;
  const QByteArray untitled = renderRun(ring(), request, "pdf");
  const QByteArray sheets = renderRun(titled, request, "pdf");
  EXPECT_EQ(pages(sheets), (rounds + 2) / 3);
  EXPECT_TRUE(sheets.contains("/MediaBox [0 0 595.000000 842.000000]"));
  EXPECT_NE(sheets, untitled);
  request.paper_width = 1056, request.paper_height = 816;
  EXPECT_TRUE(renderRun(ring(), request, "pdf").contains("/MediaBox [0 0 792.000000 612.000000]"));
}

TEST(Render, MakesSlidesWithSentences) {
  const auto slides = renderSlides(ring(), {.width = 640, .height = 360});
  const auto run = runCell(ring());
  const auto sentences = sentencesOf(*run, 0);
  ASSERT_EQ(slides.size(), sentences.size());
  int round = 0;
  for (const Slide& slide : slides) {
    EXPECT_EQ(slide.round, round);
    EXPECT_NE(slide.svg.find("viewBox=\"0 0 640 360\""), std::string::npos);
    EXPECT_NE(slide.svg.find(sentences.at(round).left(8).toStdString()), std::string::npos);
    EXPECT_EQ(sentences.at(round).toStdString().substr(0, 8), text_of("Round ", round, ","));
    ++round;
  }
}

TEST(Render, SaysWhatIsWrong) {
  EXPECT_THROW(renderRun(ring(), {.round = 99}, "png"), std::invalid_argument);
  RunSpec bad = ring();
  bad.algorithm = "nonsense";
  EXPECT_THROW(renderRun(bad, {.round = 1}, "png"), std::invalid_argument);
}

/// Checks that the six equal rounds of a ring share the paths of their balls, and that lines are joined to paths.
TEST(Pages, WriteEqualRoundsOnce) {
  const Frames frames = pageFrames(ring(), {.each = 2});
  std::size_t ways = 0, balls = 0;
  for (const std::string& piece : frames.pieces) {
    ways += piece.starts_with("data-way") ? 1U : 0U;
    EXPECT_EQ(piece.find("<polyline"), std::string::npos);
  }
  for (const Frames::Frame& frame : frames.frames)
    for (const std::size_t piece : frame.svg)
      balls += frames.pieces[piece].starts_with("data-way") ? 1U : 0U;
  EXPECT_LE(ways, 12U) << "of 24 messages";
  EXPECT_GE(balls, 24U);
}

/// Checks that on a phone, where each part of a picture has the whole width of 374 pixels, all letters
/// have at least 12 pixels.
TEST(Pages, HaveLettersToReadOnAPhone) {
  constexpr double kPhone = 374, kLeast = 12;
  static const QRegularExpression size(QStringLiteral("font-size=\"([0-9.]+)\"")),
      parts(QStringLiteral("data-parts=\"([^\"]*)\""));
  for (const auto& [topology, layout] : {std::pair("torus:4", "network"),
                                         {"torus:4x4", "blocks"},
                                         {"torus:8x8", "network"},
                                         {"torus:8x8", "timeline"},
                                         {"full:6", "tree"},
                                         {"fat-tree:4,2", "network"},
                                         {"torus:16x16", "map"}}) {
    RunSpec spec = ring();
    spec.topology = topology;
    FramesRequest request;
    request.width = 760, request.height = 640, request.layout = layout, request.each = 1;
    request.rounds = 2;
    const Frames frames = pageFrames(spec, request);
    double widest = 0, least = 1000;
    int texts = 0;
    for (const std::string& piece : frames.pieces) {
      const QString svg = QString::fromStdString(piece);
      for (auto it = size.globalMatch(svg); it.hasNext(); ++texts)
        least = std::min(least, it.next().captured(1).toDouble());
      EXPECT_EQ(svg.count(QStringLiteral("<text ")),
                svg.count(QStringLiteral("<text textLength=")));
      const QString all = parts.match(svg).captured(1);
      for (const QString& part : all.split(u';', Qt::SkipEmptyParts))
        widest = std::max(widest, part.split(u' ').at(2).toDouble());
    }
    EXPECT_GT(texts, 5) << topology << " " << layout;
    EXPECT_GT(widest, 0) << topology << " " << layout;
    EXPECT_GE(least * kPhone / widest, kLeast) << topology << " " << layout;
  }
}

}  // namespace
}  // namespace orrery::viz

int main(int argc, char** argv) {
  return orrery::viz::runGuiTests<QGuiApplication>(argc, argv);
}
