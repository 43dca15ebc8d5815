#include "viz/paint/lanes/causes_bar.h"

#include <array>
#include <vector>

#include <QFontMetricsF>

#include "scenarios/report/why/why_report.h"
#include "scenarios/text/units_text.h"
#include "viz/model/text/why_text.h"
#include "viz/model/text/words.h"

namespace orrery::viz::inline paint {
namespace {

constexpr double kSide = 12;   ///< margin left and right
constexpr double kThick = 12;  ///< of the bar
constexpr int kInALine = 2;    ///< entries of the legend

double headHeight(const Theme& theme) {
  return 1.7 * theme.small_size;
}

double causeHeight(const Theme& theme) {
  return 1.5 * theme.small_size;
}

/// A cause with its part of the bar and its entry below.
struct BarPiece {
  Cause cause;
  QRectF bar, entry;
};

std::vector<BarPiece> piecesOf(const QRectF& rect, const TimeByCause& times, const Theme& theme) {
  const QRectF line(rect.left() + kSide, rect.top() + headHeight(theme), rect.width() - 2 * kSide,
                    kThick);
  const double all = std::max(to_seconds(total(times)), 1e-12);
  std::vector<BarPiece> pieces;
  double x = line.left();
  for (const Cause cause : kAllCauses) {
    if (time_of(times, cause) == Time{0}) continue;
    const double width = line.width() * to_seconds(time_of(times, cause)) / all;
    const auto i = static_cast<int>(pieces.size());
    const double column = line.width() / kInALine, high = causeHeight(theme);
    pieces.push_back({cause,
                      {x, line.top(), width, kThick},
                      {line.left() + column * (i % kInALine),
                       line.bottom() + 5 + high * (i / kInALine), column - 16, high}});
    x += width;
  }
  return pieces;
}

void paintEntry(QPainter& painter, const BarPiece& piece, const QString& share, bool now,
                const Theme& theme) {
  const QRectF& e = piece.entry;
  painter.fillRect(QRectF(e.left(), e.center().y() - 4, 10, 8), causeColour(theme, piece.cause));
  painter.setFont(textFont(theme.small_size, now));
  painter.setPen(now ? theme.text : theme.faint_text);
  const double room = QFontMetricsF(painter.font()).horizontalAdvance(share) + 6;
  const QRectF text = e.adjusted(15, 0, 0, 0);
  painter.drawText(text.adjusted(0, 0, -room, 0), Qt::AlignLeft | Qt::AlignVCenter,
                   QFontMetricsF(painter.font())
                       .elidedText(causeName(piece.cause), Qt::ElideRight, text.width() - room));
  painter.drawText(text, Qt::AlignRight | Qt::AlignVCenter, share);
}

}  // namespace

QColor causeColour(const Theme& theme, Cause cause) {
  constexpr std::array<std::size_t, 7> kSeries{0, 5, 2, 1, 4, 3, 7};  // of the first causes
  const auto number = static_cast<std::size_t>(cause);
  return number < kSeries.size() ? theme.series[kSeries[number]] : theme.faint_text;
}

double causesHeight(const TimeByCause& times, const Theme& theme) {
  const auto shown = std::ranges::count_if(times, [](Time t) { return t > Time{0}; });
  const auto lines = static_cast<double>((shown + kInALine - 1) / kInALine);
  return headHeight(theme) + kThick + 5 + lines * causeHeight(theme) + 4;
}

void paintCauses(QPainter& painter, const QRectF& rect, const TimeByCause& times,
                 std::optional<Cause> now, const Theme& theme) {
  painter.save();
  painter.fillRect(rect, theme.background);
  painter.setFont(textFont(theme.small_size, true));
  painter.setPen(theme.text);
  const QRectF head(rect.left() + kSide, rect.top(), rect.width() - 2 * kSide, headHeight(theme));
  painter.drawText(head, Qt::AlignLeft | Qt::AlignVCenter, Words::tr("Causes of the time"));
  painter.drawText(head, Qt::AlignRight | Qt::AlignVCenter,
                   QString::fromStdString(short_time(total(times))));
  const double all = std::max(to_seconds(total(times)), 1e-12);
  for (const BarPiece& piece : piecesOf(rect, times, theme)) {
    painter.fillRect(piece.bar, causeColour(theme, piece.cause));
    const double share = to_seconds(time_of(times, piece.cause)) / all;
    paintEntry(painter, piece, QString::fromStdString(short_share(share)), piece.cause == now,
               theme);
    if (piece.cause != now) continue;
    painter.setPen(QPen(theme.text, 1.5));
    painter.drawRect(piece.bar.adjusted(0.5, -1.5, -0.5, 1.5));
  }
  painter.restore();
}

std::optional<Cause> causeAt(const QRectF& rect, const TimeByCause& times, QPointF pixel,
                             const Theme& theme) {
  for (const BarPiece& piece : piecesOf(rect, times, theme))
    if (piece.bar.contains(pixel) || piece.entry.contains(pixel)) return piece.cause;
  return std::nullopt;
}

}  // namespace orrery::viz::inline paint
