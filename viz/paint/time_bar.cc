#include "viz/paint/time_bar.h"

#include <algorithm>

#include "viz/paint/round_bands.h"

namespace orrery::viz::inline paint {
namespace {

constexpr double kHandle = 7;  ///< radius
constexpr double kTrack = 4;   ///< height
constexpr double kBand = 16;   ///< height of the bands of rounds

}  // namespace

TimeScale timeScale(const QRectF& rect, const PlaybackClock& clock) {
  return {rect.left() + kHandle + 1, std::max(rect.width() - 2 * kHandle - 2, 1.0), clock};
}

void paintTimeBar(QPainter& painter, const QRectF& rect, const TraceIndex* index,
                  const PlaybackClock& clock, const Theme& theme) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  const TimeScale scale = timeScale(rect, clock);
  const double y = rect.top() + kHandle + 4;
  const QRectF track(scale.left, y - kTrack / 2, scale.width, kTrack);
  std::vector<RoundBand> bands;
  if (index != nullptr)
    bands = roundBands(
        *index, [&](Time t) { return scale.x(t); }, track.left(), track.right(), theme);
  paintRoundBands(painter, bands, {scale.left, y - kBand / 2, scale.width, kBand}, theme);
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme.border);
  painter.drawRoundedRect(track, kTrack / 2, kTrack / 2);
  painter.setBrush(theme.accent);
  QRectF passed = track;
  passed.setRight(scale.x(clock.now()));
  painter.drawRoundedRect(passed, kTrack / 2, kTrack / 2);
  const double top = y + kHandle + 1, bottom = top + 1.2 * theme.small_size;
  paintRoundTicks(painter, bands, top, bottom, bottom, theme);
  painter.setPen(QPen(theme.panel, 2));
  painter.setBrush(theme.accent);
  painter.drawEllipse(QPointF(scale.x(clock.now()), y), kHandle, kHandle);
  painter.restore();
}

}  // namespace orrery::viz::inline paint
