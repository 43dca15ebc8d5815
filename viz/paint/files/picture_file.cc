#include "viz/paint/files/picture_file.h"

#include <cstring>
#include <stdexcept>
#include <utility>

#include <QBuffer>
#include <QDateTime>
#include <QGuiApplication>
#include <QHashSeed>
#include <QImage>
#include <QPageSize>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QSvgGenerator>
#include <QTextDocumentFragment>
#include <QTimeZone>
#include <QUuid>

#include "viz/model/text/language.h"
#include "viz/model/text/qt_text.h"
#include "viz/model/text/words.h"
#include "viz/paint/files/animation.h"
#include "viz/paint/files/page_frames.h"
#include "viz/paint/files/slides.h"
#include "viz/paint/plot_painter.h"
#include "viz/paint/stage/labels.h"
#include "viz/paint/theme.h"

namespace orrery::viz::inline paint {
namespace {

constexpr int kDotsPerInch = 96;  // so that sizes in pixels mean the same in all formats
constexpr double kPointsPerInch = 72;
constexpr int kDotsPerMetre = 3780;
constexpr int kBestCompression = 9;
constexpr qsizetype kLengthBytes = 4;  ///< that Qt puts before a zlib stream

void writePng(QBuffer& file, QSize size, double scale, const Paint& paint, bool transparent) {
  QImage image(size * scale, transparent ? QImage::Format_ARGB32 : QImage::Format_RGB32);
  if (transparent) image.fill(Qt::transparent);
  image.setDotsPerMeterX(static_cast<int>(kDotsPerMetre * scale));
  image.setDotsPerMeterY(static_cast<int>(kDotsPerMetre * scale));
  QPainter painter(&image);
  painter.scale(scale, scale);
  paint(painter, QRectF(QPointF(), size));
  painter.end();
  if (!image.save(&file, "png")) throw std::runtime_error("a picture cannot be made");
}

/// Fixes the widths of texts, and names a family besides Lato: where Lato is not installed, letters of another font are
/// wider and would cover each other.
QString withWidths(const QString& svg) {
  static const QRegularExpression text(QStringLiteral(
      "<text ([^>]*font-size=\"(\\d+)\" font-weight=\"(\\d+)\"[^>]*)>([^<]*)</text>"));
  constexpr int kBold = 600;
  QString result;
  qsizetype end = 0;
  for (auto it = text.globalMatch(svg); it.hasNext();) {
    const auto found = it.next();
    QString words = found.captured(4);
    if (words.contains(u'&')) words = QTextDocumentFragment::fromHtml(words).toPlainText();
    result += QStringView(svg).mid(end, found.capturedStart() - end);
    result +=
        QStringLiteral("<text textLength=\"%1\" lengthAdjust=\"spacingAndGlyphs\" %2>%3</text>")
            .arg(textWidth(words, found.captured(2).toInt(), found.captured(3).toInt() > kBold), 0,
                 'f', 1)
            .arg(found.captured(1), found.captured(4));
    end = found.capturedEnd();
  }
  result += QStringView(svg).mid(end);
  return result.replace(QStringLiteral("font-family=\"Lato\""),
                        QStringLiteral("font-family=\"Lato, sans-serif\""));
}

QByteArray svgFile(QSize size, const Paint& paint) {
  QBuffer file;
  file.open(QIODevice::WriteOnly);
  QSvgGenerator svg;
  svg.setOutputDevice(&file);
  svg.setSize(size);
  svg.setViewBox(QRect(QPoint(), size));
  svg.setResolution(kDotsPerInch);
  QPainter painter(&svg);
  paint(painter, QRectF(QPointF(), size));
  painter.end();
  return withWidths(QString::fromUtf8(file.data())).toUtf8();
}

void writePdf(QBuffer& file, QSize size, int pages, const PaintPage& paint) {
  QPdfWriter pdf(&file);
#if QT_VERSION >= QT_VERSION_CHECK(6, 8, 0)
  pdf.setDocumentId(QUuid());  // otherwise random
#endif
  pdf.setResolution(kDotsPerInch);
  pdf.setPageSize(QPageSize(QSizeF(size) * kPointsPerInch / kDotsPerInch, QPageSize::Point));
  pdf.setPageMargins(QMarginsF());
  QPainter painter(&pdf);
  for (int page = 0; page < pages; ++page) {
    if (page > 0) pdf.newPage();
    paint(painter, page);
  }
}

/// Returns the date of the reproducible build, or of its whole (SOURCE_DATE_EPOCH, seconds since
/// 1970), or 1970.
QByteArray dateOfFiles() {
  const qint64 seconds = qEnvironmentVariable("SOURCE_DATE_EPOCH").toLongLong();
  return QDateTime::fromSecsSinceEpoch(seconds, QTimeZone::utc())
      .toString("yyyyMMddhhmmss")
      .toLatin1();
}

/// Replaces the current date, which Qt writes, digit by digit, so that offsets in the file stay
/// valid: in the description, and since Qt 6.8 in metadata.
QByteArray withoutToday(QByteArray pdf) {
  const QByteArray date = dateOfFiles();
  for (const auto& [before, after] : {std::pair("Date (D:", ')'), std::pair("Date=\"", '"')}) {
    for (auto i = pdf.indexOf(before); i >= 0; i = pdf.indexOf(before, i)) {
      i += static_cast<qsizetype>(std::strlen(before));
      qsizetype digits = 0;
      for (const auto end = pdf.indexOf(after, i); i < end; ++i) {
        if (pdf[i] < '0' || pdf[i] > '9') continue;
        pdf[i] = digits < date.size() ? date[digits] : '0';  // at last the time zone
        ++digits;
      }
    }
  }
  return pdf;
}

}  // namespace

QByteArray pictureFile(std::string_view format, QSize size, double scale, const Paint& paint,
                       bool transparent) {
  if (format == "pdf")
    return pagesFile(size, 1,
                     [&](QPainter& painter, int) { paint(painter, QRectF(QPointF(), size)); });
  if (format == "svg") return svgFile(size, paint);
  QBuffer file;
  file.open(QIODevice::WriteOnly);
  writePng(file, size, scale, paint, transparent);
  return file.data();
}

QByteArray pagesFile(QSize size, int pages, const PaintPage& paint) {
  QHashSeed::setDeterministicGlobalSeed();  // Qt orders the objects of a file by their hashes
  QBuffer file;
  file.open(QIODevice::WriteOnly);
  writePdf(file, size, pages, paint);
  return withoutToday(file.data());
}

QtPictures::QtPictures() = default;
QtPictures::~QtPictures() = default;

/// Starts an application, which painting text needs.
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
  Theme theme = lightTheme();
  if (plot.look.is_for_paper()) {
    theme.small_size = qRound(plot.look.font * kDotsPerInch / kPointsPerInch);
    theme.title_size = qRound(1.2 * theme.small_size);
  }
  const auto paint = [&](QPainter& painter, const QRectF& area) {
    paintPlot(painter, area, plot, theme);
  };
  const QSize size(qRound(plot.look.width), qRound(plot.look.height));
  const double scale = plot.look.is_for_paper() ? 4 : 2;
  return pictureFile(format, size, scale, paint, !plot.look.background).toStdString();
}

std::string QtPictures::render(const RunSpec& run, const RenderRequest& request,
                               std::string_view format) const {
  startQt();
  return renderRun(run, request, format).toStdString();
}

std::vector<Slide> QtPictures::slides(const RunSpec& run, const RenderRequest& request) const {
  startQt();
  return renderSlides(run, request);
}

std::string QtPictures::packed(const std::string& text) const {
  return qCompress(QByteArray::fromStdString(text), kBestCompression)
      .mid(kLengthBytes)
      .toBase64()
      .toStdString();
}

void QtPictures::use_language(std::string_view language) const {
  startQt();
  const QString name = textOf(language);
  if (!languages().contains(name))
    throw std::invalid_argument("pictures: texts are missing in '" + std::string(language) + "'");
  useLanguage(name);
}

std::string QtPictures::translated(std::string_view text) const {
  return Words::of(text).toStdString();
}

Frames QtPictures::frames(const RunSpec& run, const FramesRequest& request) const {
  startQt();
  return pageFrames(run, request);
}

}  // namespace orrery::viz::inline paint
