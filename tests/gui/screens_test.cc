// The window in thirteen states against tests/golden/screens: every text that it paints (NAME.txt), to the
// letter, and its picture (NAME.png), of whose pixels at most 0.1 % differ by more than 24 of 255 in
// some channel (text is drawn by the bundled font, but its edges depend on the version of FreeType).
// The pictures are those of Qt 6.4: of Qt 6.8 at most 0.6 % may differ, as its boxes have their text
// a pixel to the left, and its scroll bars are narrower.
// ORRERY_UPDATE_GOLDEN=1 writes them anew; what differs is written into the test's working directory
// as NAME.actual.txt and NAME.actual.png.
#include "tests/gui/screens.h"

#include <cstdlib>

#include <QApplication>
#include <QFile>
#include <QImage>
#include <QLabel>
#include <QStyleFactory>
#include <gtest/gtest.h>

#include "tests/gui/gui_main.h"
#include "tests/gui/painted_texts.h"
#include "viz/model/run/session.h"
#include "viz/widgets/main_window.h"
#include "viz/widgets/views/timeline_view.h"

namespace orrery::viz {
namespace {

constexpr double kTolerance = QT_VERSION < QT_VERSION_CHECK(6, 5, 0) ? 0.001 : 0.006;
constexpr int kChannel = 24;

class Screens : public ::testing::TestWithParam<Screen> {};

double differing(const QImage& a, const QImage& b) {
  if (a.size() != b.size()) return 1;
  std::int64_t count = 0;
  for (int y = 0; y < a.height(); ++y) {
    for (int x = 0; x < a.width(); ++x) {
      const QRgb p = a.pixel(x, y), q = b.pixel(x, y);
      count += std::abs(qRed(p) - qRed(q)) > kChannel ||
               std::abs(qGreen(p) - qGreen(q)) > kChannel ||
               std::abs(qBlue(p) - qBlue(q)) > kChannel;
    }
  }
  return static_cast<double>(count) / (static_cast<double>(a.width()) * a.height());
}

/// Returns the texts of the lanes, which the timeline shows as an image without texts.
QStringList textsOfLanes(MainWindow& window, const Theme& theme) {
  const auto* view = window.findChild<TimelineView*>();
  if (view == nullptr || !view->isVisibleTo(&window)) return {};
  TextRecorder recorder(view->size());
  QPainter painter(&recorder);
  paintLanes(painter, view->rect(), window.session().run()->stage->index(), view->scale(), theme);
  return recorder.texts();
}

/// Joins texts, each in a line.
QString lines(const QStringList& texts) {
  return texts.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

void write(const QString& file, const QString& text) {
  QFile out(file);
  ASSERT_TRUE(out.open(QIODevice::WriteOnly)) << file.toStdString();
  out.write(text.toUtf8());
}

QString read(const QString& file) {
  QFile in(file);
  return in.open(QIODevice::ReadOnly) ? QString::fromUtf8(in.readAll()) : QString();
}

void expectTexts(const QString& actual, const QString& golden, const QString& beside) {
  const QString expected = read(golden);
  if (actual != expected) write(beside, actual);
  EXPECT_EQ(actual.toStdString(), expected.toStdString()) << golden.toStdString();
}

void expectPicture(const QImage& actual, const QString& golden, const QString& beside) {
  const QImage expected = QImage(golden).convertToFormat(QImage::Format_RGB32);
  ASSERT_FALSE(expected.isNull()) << golden.toStdString();
  const double share = differing(actual, expected);
  if (share > kTolerance) actual.save(beside);
  EXPECT_LE(share, kTolerance);
}

bool updatesGolden() {
  return std::getenv("ORRERY_UPDATE_GOLDEN") != nullptr;
}

TEST_P(Screens, LookAsTheyDid) {
  const Screen& screen = GetParam();
  const Theme& theme = themeOf(screen.theme);
  MainWindow window(theme);
  showScreen(window, screen);
  const QImage picture = window.grab().toImage().convertToFormat(QImage::Format_RGB32);
  const QString texts = lines(paintedTexts(window) + textsOfLanes(window, theme));
  const auto name = QString::fromLatin1(screen.name);
  const QString golden = QStringLiteral(ORRERY_SCREENS "/") + name;
  const QString beside = name + QStringLiteral(".actual");
  if (updatesGolden()) {
    ASSERT_TRUE(picture.save(golden + QStringLiteral(".png")));
    return write(golden + QStringLiteral(".txt"), texts);
  }
  expectTexts(texts, golden + QStringLiteral(".txt"), beside + QStringLiteral(".txt"));
  expectPicture(picture, golden + QStringLiteral(".png"), beside + QStringLiteral(".png"));
}

/// Checks that a wrong digit, too small for the tolerance of pictures, shows in the texts.
TEST(PaintedTexts, ShowAWrongDigitThatAPictureHides) {
  QLabel label(QStringLiteral("completion time 630.72 ns"));
  label.resize(1280, 800);
  const QImage picture = label.grab().toImage();
  const QStringList texts = paintedTexts(label);
  EXPECT_EQ(texts, QStringList(QStringLiteral("completion time 630.72 ns")));
  label.setText(QStringLiteral("completion time 630.12 ns"));
  EXPECT_LT(differing(label.grab().toImage(), picture), kTolerance);
  EXPECT_NE(paintedTexts(label), texts);
}

INSTANTIATE_TEST_SUITE_P(Thirteen, Screens, ::testing::ValuesIn(kScreens), nameOfScreen);

}  // namespace
}  // namespace orrery::viz

int main(int argc, char** argv) {
  return orrery::viz::runGuiTests<QApplication>(argc, argv);
}
