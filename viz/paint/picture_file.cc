#include "viz/paint/picture_file.h"

#include <stdexcept>

#include <QBuffer>
#include <QGuiApplication>
#include <QImage>
#include <QPageSize>
#include <QPdfWriter>
#include <QSvgGenerator>

#include "viz/paint/film.h"
#include "viz/paint/fonts.h"
#include "viz/paint/plot_painter.h"

namespace orrery::viz {
namespace {

constexpr QSize kPlotSize(960, 600);
constexpr int kDotsPerInch = 96;  // so that sizes in pixels mean the same in all formats
constexpr int kDotsPerMetre = 3780;

void writePng(QBuffer& file, QSize size, double scale, const Paint& paint) {
  QImage image(size * scale, QImage::Format_RGB32);
  image.setDotsPerMeterX(static_cast<int>(kDotsPerMetre * scale));
  image.setDotsPerMeterY(static_cast<int>(kDotsPerMetre * scale));
  QPainter painter(&image);
  painter.scale(scale, scale);
  paint(painter, QRectF(QPointF(), size));
  painter.end();
  if (!image.save(&file, "png")) throw std::runtime_error("a picture cannot be made");
}

void writeSvg(QBuffer& file, QSize size, const Paint& paint) {
  QSvgGenerator svg;
  svg.setOutputDevice(&file);
  svg.setSize(size);
  svg.setViewBox(QRect(QPoint(), size));
  svg.setResolution(kDotsPerInch);
  QPainter painter(&svg);
  paint(painter, QRectF(QPointF(), size));
}

void writePdf(QBuffer& file, QSize size, const Paint& paint) {
  QPdfWriter pdf(&file);
  pdf.setResolution(kDotsPerInch);
  pdf.setPageSize(QPageSize(QSizeF(size) * 72.0 / kDotsPerInch, QPageSize::Point));
  pdf.setPageMargins(QMarginsF());
  QPainter painter(&pdf);
  paint(painter, QRectF(QPointF(), size));
}

}  // namespace

QByteArray pictureFile(std::string_view format, QSize size, double scale, const Paint& paint) {
  QBuffer file;
  file.open(QIODevice::WriteOnly);
  if (format == "svg") {
    writeSvg(file, size, paint);
  } else if (format == "pdf") {
    writePdf(file, size, paint);
  } else {
    writePng(file, size, scale, paint);
  }
  return file.data();
}

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
  const auto paint = [&plot](QPainter& painter, const QRectF& area) {
    paintPlot(painter, area, plot, lightTheme());
  };
  return pictureFile(format, kPlotSize, 2, paint).toStdString();
}

std::string QtPictures::render(const RunSpec& run, const RenderRequest& request,
                               std::string_view format) const {
  startQt();
  return renderRun(run, request, format).toStdString();
}

}  // namespace orrery::viz
