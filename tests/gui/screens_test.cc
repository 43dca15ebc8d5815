// The window in ten states against pictures in tests/golden/screens. Tolerance: at most 0.5 % of the
// pixels differ by more than 24 of 255 in some channel (text is drawn by the same bundled font, but
// its edges depend on the version of FreeType). ORRERY_UPDATE_GOLDEN=1 writes them anew; what differs
// is written beside the test's working directory as NAME.actual.png.
#include <cstdlib>

#include <QApplication>
#include <QImage>
#include <QStyleFactory>
#include <gtest/gtest.h>

#include "tests/gui/gui_main.h"
#include "viz/widgets/main_window.h"
#include "viz/widgets/options.h"
#include "viz/widgets/screenshot.h"

namespace orrery::viz {
namespace {

constexpr double kTolerance = 0.005;
constexpr int kChannel = 24;

struct Screen {
  const char* name;
  const char* scenario;
  int round;
  const char* tab;
  const char* theme = "light";
  QSize size{1280, 800};
};

void PrintTo(const Screen& screen, std::ostream* out) {
  *out << screen.name;
}

class Screens : public ::testing::TestWithParam<Screen> {};

const Theme& themeOf(const std::string& name) {
  return name == "dark" ? darkTheme() : name == "projector" ? projectorTheme() : lightTheme();
}

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

TEST_P(Screens, LookAsTheyDid) {
  const Screen& screen = GetParam();
  MainWindow window(themeOf(screen.theme));
  Options options;
  options.scenario = QString::fromLatin1(screen.scenario);
  options.round = screen.round;
  options.tab = QString::fromLatin1(screen.tab);
  window.resize(screen.size);
  applyOptions(window, options);
  window.ensurePolished();
  const QImage actual = window.grab().toImage().convertToFormat(QImage::Format_RGB32);
  const QString file = QStringLiteral(ORRERY_SCREENS "/%1.png").arg(QLatin1String(screen.name));
  if (std::getenv("ORRERY_UPDATE_GOLDEN") != nullptr) {
    ASSERT_TRUE(actual.save(file));
    return;
  }
  const QImage expected = QImage(file).convertToFormat(QImage::Format_RGB32);
  ASSERT_FALSE(expected.isNull()) << file.toStdString();
  const double share = differing(actual, expected);
  if (share > kTolerance)
    actual.save(QString::fromLatin1(screen.name) + QStringLiteral(".actual.png"));
  EXPECT_LE(share, kTolerance);
}

constexpr auto kTorus = "papers/swing-recursive-doubling-vs-ring-8x8";

INSTANTIATE_TEST_SUITE_P(
    Ten, Screens,
    ::testing::Values(
        Screen{"torus", kTorus, 1, "report"}, Screen{"torus_dark", kTorus, 4, "links", "dark"},
        Screen{"torus_projector", kTorus, 2, "watch", "projector"},
        Screen{"ring_listing", "lessons/first-allreduce", 2, "listing"},
        Screen{"ring_blocks", "lessons/first-allreduce", 4, "blocks"},
        Screen{"circulant", "papers/circulant-broadcast", 3, "timeline"},
        Screen{"switches", "ci/switches", 3, "report", "light", {1024, 768}},
        Screen{"compose", "lessons/first-allreduce", 0, "compose"},
        Screen{"compare", "lessons/few-rounds-or-few-bytes", 2, "compare"},
        Screen{"scenario", "lessons/where-ranks-live", 0, "scenario", "dark", {1024, 768}}),
    [](const auto& instance) { return std::string(instance.param.name); });

}  // namespace
}  // namespace orrery::viz

int main(int argc, char** argv) {
  return orrery::viz::runGuiTests<QApplication>(argc, argv);
}
