#include "viz/paint/time_bar.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "viz/paint/theme.h"

namespace orrery::viz {
namespace {

constexpr double kHandle = 7;  ///< radius
constexpr double kTrack = 4;   ///< height
constexpr double kTick = 5;    ///< length
constexpr double kBand = 16;   ///< height of the bands of rounds
constexpr double kLeastBand = 3;
constexpr double kClosestTicks = 4;
constexpr double kTimeBarClosestLabels = 30;

/// Returns the labelled rounds: round numbers first (hundreds, fifties, twenties, ...), others
/// while there is room.
std::vector<bool> labelled(const TimeScale& scale, const std::vector<RoundMark>& marks) {
  std::vector<bool> chosen(marks.size(), false);
  std::set<double> taken;
  for (int step : {1000, 500, 200, 100, 50, 20, 10, 5, 2, 1}) {
    for (std::size_t i = 0; i < marks.size(); ++i) {
      if (chosen[i] || marks[i].round % step != 0) continue;
      const double x = scale.x(marks[i].start);
      const auto near = taken.lower_bound(x - kTimeBarClosestLabels);
      if (near != taken.end() && *near < x + kTimeBarClosestLabels) continue;
      chosen[i] = true;
      taken.insert(x);
    }
  }
  return chosen;
}

/// Shades every other round, where rounds are wide enough to be told apart.
void paintBands(QPainter& painter, const TimeScale& scale, const QRectF& all,
                const std::vector<RoundMark>& marks, const Theme& theme) {
  for (std::size_t i = 1; i < marks.size(); i += 2) {
    const double from = scale.x(marks[i].start);
    const double to = i + 1 < marks.size() ? scale.x(marks[i + 1].start) : all.right();
    if (to - from >= kLeastBand)
      painter.fillRect(QRectF(from, all.top(), to - from, all.height()), theme.waiting_lane);
  }
}

void paintTicks(QPainter& painter, const TimeScale& scale, double y,
                const std::vector<RoundMark>& marks, const Theme& theme) {
  painter.setFont(textFont(theme.small_size - 1));
  const std::vector<bool> has_label = labelled(scale, marks);
  double last_tick = -1e9;
  for (std::size_t i = 0; i < marks.size(); ++i) {
    const double x = std::round(scale.x(marks[i].start)) + 0.5;
    if (!has_label[i] && std::abs(x - last_tick) < kClosestTicks) continue;
    last_tick = x;
    painter.setPen(QPen(has_label[i] ? theme.faint_text : theme.border, theme.thin));
    painter.drawLine(QPointF(x, y), QPointF(x, y + kTick));
    if (!has_label[i]) continue;
    painter.setPen(theme.faint_text);
    painter.drawText(QRectF(x - 30, y + kTick, 60, 24), Qt::AlignHCenter | Qt::AlignTop,
                     QString::number(marks[i].round));
  }
}

}  // namespace

TimeScale timeScale(const QRectF& rect, const PlaybackClock& clock) {
  return {rect.left() + kHandle + 1, std::max(rect.width() - 2 * kHandle - 2, 1.0), clock};
}

void paintTimeBar(QPainter& painter, const QRectF& rect, const std::vector<RoundMark>& marks,
                  const PlaybackClock& clock, const Theme& theme) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  const TimeScale scale = timeScale(rect, clock);
  const double y = rect.top() + kHandle + 4;
  const QRectF track(scale.left, y - kTrack / 2, scale.width, kTrack);
  paintBands(painter, scale, QRectF(scale.left, y - kBand / 2, scale.width, kBand), marks, theme);
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme.border);
  painter.drawRoundedRect(track, kTrack / 2, kTrack / 2);
  painter.setBrush(theme.accent);
  QRectF passed = track;
  passed.setRight(scale.x(clock.now()));
  painter.drawRoundedRect(passed, kTrack / 2, kTrack / 2);
  paintTicks(painter, scale, y + kHandle, marks, theme);
  painter.setPen(QPen(theme.panel, 2));
  painter.setBrush(theme.accent);
  painter.drawEllipse(QPointF(scale.x(clock.now()), y), kHandle, kHandle);
  painter.restore();
}

}  // namespace orrery::viz
