#include "viz/paint/files/picture_file.h"

#include <algorithm>
#include <map>
#include <stdexcept>

#include <QBuffer>
#include <QDateTime>
#include <QGuiApplication>
#include <QImage>
#include <QPageSize>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QSvgGenerator>
#include <QTimeZone>

#include "viz/model/run/focus.h"
#include "viz/model/text/language.h"
#include "viz/model/text/listing.h"
#include "viz/model/text/qt_text.h"
#include "viz/model/text/spoken.h"
#include "viz/model/text/texts.h"
#include "viz/model/text/words.h"
#include "viz/paint/files/animation.h"
#include "viz/paint/files/run_picture.h"
#include "viz/paint/files/slides.h"
#include "viz/paint/plot_painter.h"
#include "viz/paint/theme.h"

namespace orrery::viz {
namespace {

/// The colours of pictures in two themes, each pair once.
class Palette {
 public:
  int numberOf(const QString& light, const QString& dark) {
    const auto [at, isNew] =
        numbers_.emplace(std::pair(light, dark), static_cast<int>(all_.size()));
    if (isNew) all_.push_back({light.toStdString(), dark.toStdString()});
    return at->second;
  }
  std::vector<std::array<std::string, 2>> take() { return std::move(all_); }

 private:
  std::map<std::pair<QString, QString>, int> numbers_;
  std::vector<std::array<std::string, 2>> all_;
};

/// Without what says nothing: the head of the file, its size in millimetres,
/// fonts of groups (texts have their own), transformations that change nothing.
QString slim(QString svg) {
  static const QRegularExpression head(QStringLiteral("^.*?(?=<svg)"),
                                       QRegularExpression::DotMatchesEverythingOption);
  static const QRegularExpression size(QStringLiteral(R"(<svg width="[^"]*" height="[^"]*")"));
  static const QRegularExpression about(QStringLiteral("<title>.*?</desc>\\s*"),
                                        QRegularExpression::DotMatchesEverythingOption);
  static const QRegularExpression fonts(
      QStringLiteral("\\nfont-family=\"[^\"]*\" font-size=\"[^\"]*\" font-weight=\"[^\"]*\" "
                     "font-style=\"[^\"]*\" \\n>"));
  static const QRegularExpression lines(QStringLiteral("\\n{2,}"));
  svg.remove(head).replace(size, QStringLiteral("<svg")).remove(about);
  svg.replace(fonts, QStringLiteral(">")).replace(lines, QStringLiteral("\n"));
  svg.remove(QStringLiteral(" transform=\"matrix(1,0,0,1,0,0)\""));
  svg.remove(QStringLiteral(" xml:space=\"preserve\""));
  return svg.remove(QStringLiteral(" fill-opacity=\"1\""))
      .remove(QStringLiteral(" stroke-opacity=\"1\""));
}

/// Both pictures in one: colours are numbers of the palette. They differ in
/// nothing else.
QString merged(const QString& light, const QString& dark, Palette& palette) {
  static const QRegularExpression colour(QStringLiteral("=\"(#[0-9a-f]{6})\""));
  auto one = colour.globalMatch(light), other = colour.globalMatch(dark);
  QString svg;
  qsizetype end = 0;
  while (one.hasNext() && other.hasNext()) {
    const auto a = one.next(), b = other.next();
    svg += QStringView(light).mid(end, a.capturedStart() - end);
    svg += QStringLiteral("=\"«%1»\"").arg(palette.numberOf(a.captured(1), b.captured(1)));
    end = a.capturedEnd();
  }
  svg += QStringView(light).mid(end);
  return svg;
}

/// Groups of shapes, each once.
class ShapeGroups {
 public:
  std::vector<std::size_t> numbersOf(const QString& svg) {
    static const QRegularExpression between(QStringLiteral("\\n(?=<g )"));
    std::vector<std::size_t> numbers;
    for (const QString& piece : svg.split(between))
      numbers.push_back(numberOf(piece.toStdString()));
    return numbers;
  }
  std::vector<std::string> take() { return std::move(all_); }

 private:
  std::size_t numberOf(const std::string& piece) {
    const auto [at, isNew] = numbers_.emplace(piece, all_.size());
    if (isNew) all_.push_back(piece);
    return at->second;
  }

  std::map<std::string, std::size_t> numbers_;
  std::vector<std::string> all_;
};

class Animating {
 public:
  Animating(const RunSpec& spec, const FramesRequest& request)
      : run_(seenOf(runCell(spec), request)),
        request_(request),
        focus_(focusNamed(*run_, request.follow)),
        picture_(*run_, request.layout, focus_),
        area_(0, 0, request.width, request.height) {
    animation();
    tell();
    frames_.width = request.width;
    frames_.height = request.height;
    frames_.targets = picture_.targets(area_, lightTheme());
  }

  Frames take() {
    frames_.palette = palette_.take();
    frames_.pieces = pieces_.take();
    return std::move(frames_);
  }

 private:
  using Run = std::shared_ptr<const FinishedRun>;
  static Run seenOf(const Run& run, const FramesRequest& request) {
    if (!run->hasPicture()) throw std::invalid_argument(run->result.error.value_or("no picture"));
    return request.rounds ? asFarAs(*run, *request.rounds) : run;
  }

  const TraceIndex& index() const { return run_->stage->index(); }
  int rank() const { return std::max(focus_.rank, 0); }

  void animation() {
    add(Time(0), -1);
    const auto& marks = index().rounds();
    if (marks.empty()) return;
    std::vector<Time> times =
        animationTimes(index(), -1, request_.each * static_cast<int>(marks.size()));
    times.pop_back();
    for (const Time t : times) {
      const int mark = markAt(marks, t);
      add(t, mark < 0 ? -1 : marks[static_cast<std::size_t>(mark)].round);
    }
    add(index().end(), marks.back().round + 1);
  }

  QString picture(Time t, const Theme& theme) const {
    return slim(QString::fromUtf8(pictureFile(
        "svg", area_.size().toSize(), 1,
        [&](QPainter& painter, const QRectF& area) { picture_.paint(painter, area, t, theme); })));
  }

  void add(Time t, int step) {
    const QString said = QStringLiteral("%1: %2").arg(clockText(t, index().end()),
                                                      momentText(index(), stateAt(index(), t)));
    frames_.frames.push_back(
        {step, t, said.toStdString(),
         pieces_.numbersOf(merged(picture(t, lightTheme()), picture(t, darkTheme()), palette_))});
    if (request_.layout == "listing") list(frames_.frames.back());
  }

  QString source() const {
    const RunSpec& spec = run_->result.spec;
    if (runs_operations(spec)) return {};
    return schedule_of(spec) != nullptr ? sourceOfPrograms()
                                        : sourceOf(find_algorithm(spec.collective, spec.algorithm));
  }

  void list(Frames::Frame& frame) {
    const Listing listing = listingAt(index(), source(), rank(), frame.time);
    const std::string text = listing.lines.join(u'\n').toStdString();
    const auto known = std::ranges::find(frames_.listings, text);
    frame.listing = static_cast<std::size_t>(known - frames_.listings.begin());
    if (known == frames_.listings.end()) frames_.listings.push_back(text);
    frame.first_line = listing.begin;
    frame.lines = listing.end - listing.begin;
  }

  void tell() {
    for (const auto& [round, sentence] : sentencesOf(*run_, rank()))
      frames_.sentences[round] = sentence.toStdString();
  }

  Run run_;
  const FramesRequest& request_;
  Focus focus_;
  RunPicture picture_;
  QRectF area_;
  Palette palette_;
  ShapeGroups pieces_;
  Frames frames_;
};

/// Runs a cell and draws it at many moments: see Pictures::frames.
Frames runFrames(const RunSpec& spec, const FramesRequest& request) {
  return Animating(spec, request).take();
}

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

void writeSvg(QBuffer& file, QSize size, const Paint& paint) {
  QSvgGenerator svg;
  svg.setOutputDevice(&file);
  svg.setSize(size);
  svg.setViewBox(QRect(QPoint(), size));
  svg.setResolution(kDotsPerInch);
  QPainter painter(&svg);
  paint(painter, QRectF(QPointF(), size));
}

void writePdf(QBuffer& file, QSize size, int pages, const PaintPage& paint) {
  QPdfWriter pdf(&file);
  pdf.setResolution(kDotsPerInch);
  pdf.setPageSize(QPageSize(QSizeF(size) * kPointsPerInch / kDotsPerInch, QPageSize::Point));
  pdf.setPageMargins(QMarginsF());
  QPainter painter(&pdf);
  for (int page = 0; page < pages; ++page) {
    if (page > 0) pdf.newPage();
    paint(painter, page);
  }
}

/// When the reproducible build, or whatever it belongs to, was made (SOURCE_DATE_EPOCH, seconds since
/// 1970), or 1970.
QByteArray dateOfFiles() {
  const qint64 seconds = qEnvironmentVariable("SOURCE_DATE_EPOCH").toLongLong();
  return QDateTime::fromSecsSinceEpoch(seconds, QTimeZone::utc())
      .toString("yyyyMMddhhmmss")
      .toLatin1();
}

/// Qt writes the date of today; places in the file must stay where they are.
QByteArray withoutToday(QByteArray pdf) {
  static constexpr char kDate[] = "/CreationDate (D:";
  const auto found = pdf.indexOf(kDate);
  if (found < 0) return pdf;
  const auto begin = found + static_cast<qsizetype>(sizeof(kDate)) - 1,
             end = pdf.indexOf(')', begin);
  const QByteArray date = dateOfFiles();
  for (auto i = begin; i < end; ++i) {
    const auto digit = i - begin;
    if (digit < date.size())
      pdf[i] = date[digit];
    else if (pdf[i] >= '0' && pdf[i] <= '9')  // of the time zone
      pdf[i] = '0';
  }
  return pdf;
}

}  // namespace

QByteArray pictureFile(std::string_view format, QSize size, double scale, const Paint& paint,
                       bool transparent) {
  if (format == "pdf")
    return pagesFile(size, 1,
                     [&](QPainter& painter, int) { paint(painter, QRectF(QPointF(), size)); });
  QBuffer file;
  file.open(QIODevice::WriteOnly);
  if (format == "svg") {
    writeSvg(file, size, paint);
  } else {
    writePng(file, size, scale, paint, transparent);
  }
  return file.data();
}

QByteArray pagesFile(QSize size, int pages, const PaintPage& paint) {
  QBuffer file;
  file.open(QIODevice::WriteOnly);
  writePdf(file, size, pages, paint);
  return withoutToday(file.data());
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
    throw std::invalid_argument("pictures: there are no texts in '" + std::string(language) + "'");
  useLanguage(name);
}

std::string QtPictures::translated(std::string_view text) const {
  return Words::of(text).toStdString();
}

Frames QtPictures::frames(const RunSpec& run, const FramesRequest& request) const {
  startQt();
  return runFrames(run, request);
}

}  // namespace orrery::viz
