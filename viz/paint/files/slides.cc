#include "viz/paint/files/slides.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "viz/model/text/qt_text.h"
#include "viz/model/text/spoken.h"
#include "viz/model/text/texts.h"
#include "viz/paint/files/picture_file.h"

namespace orrery::viz::inline paint {
namespace {

constexpr double kSentenceLines = 2.4;    ///< of text that a sentence has room for
constexpr double kSentenceMargin = 20;    ///< on its sides
constexpr double kSentenceSpacing = 1.4;  ///< of its lines
// Sizes on paper, in 96ths of an inch:
constexpr double kSheetMargin = 45, kTitleHeight = 36, kNarrowSlide = 480;
constexpr int kTitleSize = 18;

}  // namespace

Slides::Slides(const FinishedRun& run, const RenderRequest& request, const Theme& theme)
    : run_(run),
      request_(request),
      theme_(theme),
      picture_(run, request.layout),
      sentences_(sentencesOf(run, 0)) {
  const TraceIndex& index = run.stage->index();
  for (const RoundMark& mark : index.rounds()) rounds_.push_back({mark.round, mark.view});
  if (rounds_.empty()) rounds_.push_back({0, index.end()});
}

QString Slides::sentence(const Round& round) const {
  const auto known = sentences_.find(round.round);
  if (known != sentences_.end() && !known->second.isEmpty()) return known->second;
  const TraceIndex& index = run_.stage->index();
  return momentText(index, stateAt(index, round.view));
}

void Slides::paint(QPainter& painter, const QRectF& area, int i) const {
  const Round& round = rounds_[static_cast<std::size_t>(i)];
  QRectF below = area, above = area;
  below.setTop(area.bottom() - std::floor(kSentenceLines * kSentenceSpacing * theme_.text_size));
  above.setBottom(below.top());
  picture_.paint(painter, above, round.view, theme_);
  painter.fillRect(below, theme_.background);
  painter.setPen(QPen(theme_.border, 1));
  painter.drawLine(below.topLeft(), below.topRight());
  painter.setFont(textFont(theme_.text_size));
  painter.setPen(theme_.text);
  painter.drawText(below.adjusted(kSentenceMargin, 0, -kSentenceMargin, 0),
                   Qt::AlignVCenter | Qt::AlignLeft | Qt::TextWordWrap, sentence(round));
}

int Slides::pages() const {
  const int each = request_.columns * request_.rows;
  return (count() + each - 1) / each;
}

QSize Slides::pageSize() const {
  if (isOnPaper()) return {request_.paper_width, request_.paper_height};
  return {request_.columns * request_.width, request_.rows * request_.height};
}

/// Paints the title of a handout, and which of its pages this is.
void Slides::paintTitle(QPainter& painter, int page) const {
  const QRectF line(kSheetMargin, kSheetMargin, pageSize().width() - 2 * kSheetMargin,
                    kTitleHeight);
  painter.setFont(textFont(kTitleSize));
  painter.setPen(Qt::black);
  painter.drawText(line, Qt::AlignTop | Qt::AlignLeft, textOf(run_.result.spec.title));
  painter.setFont(textFont(theme_.text_size));
  painter.drawText(line, Qt::AlignTop | Qt::AlignRight,
                   QStringLiteral("%1 / %2").arg(page + 1).arg(pages()));
}

/// Paints a page: each slide fills its own part. On paper letters are smaller only where a part is
/// very narrow.
void Slides::paintPage(QPainter& painter, int page) const {
  const int each = request_.columns * request_.rows;
  QRectF all(QPointF(), pageSize());
  if (isOnPaper()) {
    paintTitle(painter, page);
    all.adjust(kSheetMargin, kSheetMargin + kTitleHeight, -kSheetMargin, -kSheetMargin);
  }
  const QSizeF part(all.width() / request_.columns, all.height() / request_.rows);
  const double width = isOnPaper() ? std::max(kNarrowSlide, part.width()) : request_.width;
  const double scale = part.width() / width;
  const QRectF slide(0, 0, width, part.height() / scale);
  for (int i = page * each; i < std::min((page + 1) * each, count()); ++i) {
    const int at = i - page * each, row = at / request_.columns;
    painter.save();
    painter.translate(all.left() + at % request_.columns * part.width(),
                      all.top() + row * part.height());
    painter.scale(scale, scale);
    painter.setClipRect(slide);
    paint(painter, slide, i);
    painter.setPen(QPen(theme_.border, 1));
    if (each > 1) painter.drawRect(slide);
    painter.restore();
  }
}

QByteArray Slides::pdf() const {
  return pagesFile(pageSize(), pages(),
                   [this](QPainter& painter, int i) { paintPage(painter, i); });
}

std::vector<Slide> renderSlides(const RunSpec& spec, const RenderRequest& request) {
  const auto run = runCell(spec);
  if (!run->hasPicture()) throw std::invalid_argument(run->result.error.value_or("no picture"));
  const Slides slides(*run, request, themeNamed(request.theme));
  std::vector<Slide> all;
  all.reserve(static_cast<std::size_t>(slides.count()));
  for (int i = 0; i < slides.count(); ++i)
    all.push_back({slides.round(i), pictureFile("svg", {request.width, request.height}, 1,
                                                [&](QPainter& painter, const QRectF& area) {
                                                  slides.paint(painter, area, i);
                                                })
                                        .toStdString()});
  return all;
}

}  // namespace orrery::viz::inline paint
