#include "viz/paint/picture_file.h"

#include <functional>
#include <stdexcept>

#include <QBuffer>
#include <QGuiApplication>
#include <QImage>
#include <QPainter>
#include <QSvgGenerator>

#include "viz/paint/fonts.h"
#include "viz/paint/plot_painter.h"

namespace orrery::viz {
namespace {

constexpr QSize kSize(960, 600);
constexpr int kDotsPerMetre =
    3780;  // 96 dpi, so that sizes in pixels mean the same in both formats

using Paint = std::function<void(QPainter&, const QRectF&)>;

void writePng(QBuffer& file, const Paint& paint) {
  QImage image(kSize * 2, QImage::Format_RGB32);
  image.setDotsPerMeterX(kDotsPerMetre * 2);
  image.setDotsPerMeterY(kDotsPerMetre * 2);
  QPainter painter(&image);
  painter.scale(2, 2);
  paint(painter, QRectF(QPointF(), kSize));
  painter.end();
  if (!image.save(&file, "png")) throw std::runtime_error("a picture cannot be made");
}

void writeSvg(QBuffer& file, const Paint& paint) {
  QSvgGenerator svg;
  svg.setOutputDevice(&file);
  svg.setSize(kSize);
  svg.setViewBox(QRect(QPoint(), kSize));
  svg.setResolution(96);
  QPainter painter(&svg);
  paint(painter, QRectF(QPointF(), kSize));
}

}  // namespace

QtPictures::QtPictures() = default;
QtPictures::~QtPictures() = default;

/// Painting text needs an application.
void QtPictures::startQt() const {
  if (QCoreApplication::instance() == nullptr) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    static int argc = 1;
    static char name[] = "orrery";
    static char* argv[] = {name, nullptr};
    application_ = std::make_unique<QGuiApplication>(argc, argv);
  }
  loadFonts();
}

std::string QtPictures::plot(const Plot& plot, std::string_view format) const {
  startQt();
  QBuffer file;
  file.open(QIODevice::WriteOnly);
  const auto paint = [&plot](QPainter& painter, const QRectF& area) {
    paintPlot(painter, area, plot, lightTheme());
  };
  format == "svg" ? writeSvg(file, paint) : writePng(file, paint);
  return file.data().toStdString();
}

}  // namespace orrery::viz
