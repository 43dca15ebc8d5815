#include "viz/paint/pair_matrix.h"

#include <algorithm>
#include <cmath>

#include <QImage>

#include "scenarios/text/units_text.h"
#include "viz/model/index/slow_down.h"
#include "viz/model/text/qt_text.h"
#include "viz/model/text/words.h"
#include "viz/paint/caption.h"

namespace orrery::viz::inline paint {
namespace {

constexpr double kPairGutter = 48, kPairMargin = 14, kPairTop = 24;
constexpr double kNoteLines = 2, kPairLines = 3;  ///< of text above and below the matrix
constexpr double kMostPairCell = 24;
constexpr double kLeastShade = 0.25;  ///< of the pair that carries least

double heightOfLine(const Theme& theme) {
  return 1.5 * theme.small_size;
}

QString bytesText(Bytes bytes) {
  return textOf(short_size(bytes));
}

/// Image with one pixel for each pair of ranks, or for several.
class PairImage {
 public:
  PairImage(const PairPicture& picture, int side, const Theme& theme)
      : picture_(picture),
        theme_(theme),
        side_(side),
        image_(side, side, QImage::Format_RGB32),
        heat_(static_cast<std::size_t>(side) * static_cast<std::size_t>(side), -1) {
    image_.fill(theme.background);
    addAll();
    addRound();
  }
  const QImage& image() const { return image_; }

 private:
  int at(int rank) const {
    return static_cast<int>(std::int64_t{rank} * side_ / picture_.traffic.ranks());
  }
  void set(int from, int to, double heat, const QColor& colour) {
    const int x = at(to), y = at(from);
    float& known = heat_[static_cast<std::size_t>(y) * static_cast<std::size_t>(side_) +
                         static_cast<std::size_t>(x)];
    if (static_cast<float>(heat) <= known) return;
    known = static_cast<float>(heat);
    image_.setPixel(x, y, colour.rgb());
  }
  void addAll() {
    const double most = std::log2(1.0 + static_cast<double>(picture_.traffic.most().count()));
    for (int from = 0; from < picture_.traffic.ranks(); ++from)
      for (const PairTraffic::Pair& pair : picture_.traffic.row(from)) {
        const double bytes = std::log2(1.0 + static_cast<double>(pair.bytes.count()));
        const double share = most > 0 ? bytes / most : 0;
        set(from, pair.to, share,
            blended(theme_.background, theme_.cell_held, kLeastShade + (1 - kLeastShade) * share));
      }
  }
  void addRound() {
    for (const std::uint32_t number : picture_.index.messagesOf(picture_.round)) {
      const Trace::Message& m = picture_.index.trace().messages[number];
      if (m.end <= m.start) continue;
      const double times = slowDown(picture_.index, m);
      set(m.source, m.destination, 1 + times, sharingColour(theme_, times));
    }
  }

  const PairPicture& picture_;
  const Theme& theme_;
  int side_;
  QImage image_;
  std::vector<float> heat_;
};

void paintNumbers(QPainter& painter, const QRectF& area, int ranks, const Theme& theme) {
  painter.setFont(textFont(theme.small_size));
  painter.setPen(theme.faint_text);
  int step = 1;
  for (const int factor : {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192}) {
    step = factor;
    if (area.height() / ranks * factor >= 2.6 * theme.small_size) break;
  }
  for (int r = 0; r < ranks; r += step) {
    const double at = area.height() * (r + 0.5) / ranks;
    painter.drawText(QRectF(area.left() - kPairGutter, area.top() + at - 9, kPairGutter - 6, 18),
                     Qt::AlignRight | Qt::AlignVCenter, QString::number(r));
    painter.drawText(QRectF(area.left() + at - 30, area.top() - 18, 60, 16), Qt::AlignCenter,
                     QString::number(r));
  }
}

void markRank(QPainter& painter, const QRectF& area, int rank, int ranks, const Theme& theme) {
  if (rank < 0) return;
  const double cell = area.height() / ranks, thick = std::max(cell, 3.0);
  const double at = cell * (rank + 0.5) - thick / 2;
  painter.setPen(QPen(theme.focus, 1.6));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(QRectF(area.left(), area.top() + at, area.width(), thick));
  painter.setPen(QPen(theme.focus, 1, Qt::DotLine));
  painter.drawRect(QRectF(area.left() + at, area.top(), thick, area.height()));
}

}  // namespace

QRectF pairArea(const QRectF& rect, int ranks, const Theme& theme) {
  const double top =
      rect.top() + headingHeight(theme) + kPairTop + kNoteLines * heightOfLine(theme);
  const double height = rect.bottom() - top - kPairLines * heightOfLine(theme);
  const double side = std::max(
      1.0, std::min({rect.width() - kPairGutter - kPairMargin, height, kMostPairCell * ranks}));
  const double left = rect.left() + kPairGutter +
                      std::max(0.0, (rect.width() - kPairGutter - kPairMargin - side) / 2);
  return {left, top, std::floor(side), std::floor(side)};
}

std::optional<PairPlace> pairAt(const QRectF& rect, int ranks, QPointF pixel, const Theme& theme) {
  const QRectF area = pairArea(rect, ranks, theme);
  if (!area.contains(pixel)) return std::nullopt;
  const auto rankAt = [&](double along) {
    return std::clamp(static_cast<int>(along * ranks / area.width()), 0, ranks - 1);
  };
  return PairPlace{rankAt(pixel.y() - area.top()), rankAt(pixel.x() - area.left())};
}

QString pairRowText(const PairPicture& picture, int rank) {
  Bytes all{0}, now{0};
  const auto row = picture.traffic.row(rank);
  for (const PairTraffic::Pair& pair : row) all += pair.bytes;
  QString text =
      Words::tr("rank %1 sends %2 to %3 ranks").arg(rank).arg(bytesText(all)).arg(row.size());
  QStringList to;
  for (const std::uint32_t number : picture.index.messagesOf(picture.round)) {
    const Trace::Message& m = picture.index.trace().messages[number];
    if (m.source != rank) continue;
    now += m.bytes;
    to.append(QString::number(m.destination));
  }
  if (to.isEmpty()) return text;
  const QString who =
      to.size() == 1 ? Words::tr("rank %1").arg(to.front()) : Words::tr("%1 ranks").arg(to.size());
  return text + Words::tr("; in round %1 %2 to %3").arg(picture.round).arg(bytesText(now), who);
}

void paintPairMatrix(QPainter& painter, const QRectF& rect, const PairPicture& picture,
                     const Theme& theme) {
  painter.save();
  painter.fillRect(rect, theme.background);
  paintHeading(painter, rect, Words::tr("Bytes from rank to rank"), {}, theme);
  const int ranks = picture.traffic.ranks();
  const QRectF area = pairArea(rect, ranks, theme);
  painter.setFont(textFont(theme.small_size));
  painter.setPen(theme.faint_text);
  painter.drawText(QRectF(rect.left() + kPairMargin, rect.top() + headingHeight(theme),
                          rect.width() - 2 * kPairMargin, kNoteLines * heightOfLine(theme)),
                   Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, picture.note);
  paintNumbers(painter, area, ranks, theme);
  const int side = std::min(ranks, static_cast<int>(area.width()));
  painter.drawImage(area, PairImage(picture, std::max(side, 1), theme).image());
  painter.setPen(QPen(theme.border, 1));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(area);
  painter.setRenderHint(QPainter::Antialiasing);
  markRank(painter, area, picture.rank, ranks, theme);
  painter.setPen(theme.text);
  painter.setFont(textFont(theme.small_size));
  const QString said =
      picture.rank >= 0
          ? pairRowText(picture, picture.rank)
          : Words::tr("Rows send, columns receive; this round has the colours of links.");
  painter.drawText(QRectF(rect.left() + kPairMargin, area.bottom() + 6,
                          rect.width() - 2 * kPairMargin, 2 * heightOfLine(theme)),
                   Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap, said);
  painter.restore();
}

}  // namespace orrery::viz::inline paint
