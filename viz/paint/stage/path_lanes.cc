#include "viz/paint/stage/path_lanes.h"

#include <algorithm>

#include "viz/paint/lanes/causes_bar.h"

namespace orrery::viz::inline paint {
namespace {

constexpr double kBandShare = 0.3,
                 kLeastLaneBand = 3;  ///< height of the band, of its lane and in pixels
constexpr double kLaneReach = 3;      ///< pixels beside a band that still hit it

/// Returns the band of a rank: from top to bottom.
std::pair<double, double> bandOf(const LaneScale& scale, int rank) {
  const double half = std::max(kBandShare * scale.pitch(), kLeastLaneBand) / 2;
  const double middle = scale.y(rank + 0.5);
  return {middle - half, middle + half};
}

QRectF boxOf(const LaneScale& scale, const Stretch& s) {
  const auto [top, bottom] = bandOf(scale, s.rank);
  const double left = scale.x(s.from);
  return {QPointF(left, top), QPointF(std::max(scale.x(s.to), left + 0.5), bottom)};
}

/// Ranks at the end of a stretch: the one that the path leaves, and the next one.
struct Handover {
  double x = 0;
  int from = 0, to = 0;
};

/// Paints the path between two moments: bands, and at most one handover per pixel.
class PathPainter {
 public:
  PathPainter(QPainter& painter, const PathIndex& path, const LaneScale& scale, const Theme& theme)
      : painter_(painter), all_(path.stretches()), scale_(scale), theme_(theme) {
    first_ = static_cast<std::size_t>(std::max(path.at(scale.begin), 0));
    last_ = static_cast<std::size_t>(std::max(path.at(scale.end) + 1, 0));
  }

  void handovers() const {
    painter_.setPen(QPen(theme_.text, 1.4));
    double drawn = -1e9;
    for (std::size_t i = first_; i < last_; ++i) {
      const Handover h = behind(i);
      if (h.from == h.to || h.x < drawn + 0.5) continue;
      drawn = h.x;
      painter_.drawLine(QPointF(h.x, scale_.y(h.from + 0.5)), QPointF(h.x, scale_.y(h.to + 0.5)));
    }
  }

  void bands() const {
    double right = -1e9;
    for (std::size_t i = first_; i < last_; ++i) {
      const QRectF box = boxOf(scale_, all_[i]);
      const bool hidden = i > first_ && all_[i - 1].rank == all_[i].rank && box.right() < right;
      if (hidden) continue;  // of several in one pixel the first is seen
      right = box.left() + 1;
      painter_.fillRect(box.adjusted(0, -1, 0, 1), theme_.text);
      painter_.fillRect(box, causeColour(theme_, all_[i].cause));
    }
  }

  void mark(int now) const {
    if (now < 0) return;
    painter_.setBrush(Qt::NoBrush);
    painter_.setPen(QPen(theme_.text, 1.6));
    painter_.drawRect(
        boxOf(scale_, all_[static_cast<std::size_t>(now)]).adjusted(-1, -1.5, 1, 1.5));
  }

 private:
  /// Returns the ranks at the end of a stretch; the last message of a run ends at its receiver.
  Handover behind(std::size_t i) const {
    const Stretch& s = all_[i];
    const bool ends = i + 1 == all_.size();
    return {scale_.x(s.to), s.rank, !ends ? all_[i + 1].rank : s.partner >= 0 ? s.partner : s.rank};
  }

  QPainter& painter_;
  const std::vector<Stretch>& all_;
  const LaneScale& scale_;
  const Theme& theme_;
  std::size_t first_ = 0, last_ = 0;
};

}  // namespace

void paintPathOverLanes(QPainter& painter, const PathIndex& path, const LaneScale& scale, int now,
                        const Theme& theme) {
  if (path.stretches().empty()) return;
  painter.save();
  painter.setClipRect(scale.area.adjusted(0, -2, 2, 2));
  painter.setRenderHint(QPainter::Antialiasing);
  const PathPainter path_painter(painter, path, scale, theme);
  path_painter.handovers();
  path_painter.bands();
  path_painter.mark(now);
  painter.restore();
}

int stretchUnder(const PathIndex& path, const LaneScale& scale, QPointF pixel) {
  if (!scale.area.contains(pixel)) return -1;
  const int i = path.at(scale.time(pixel.x()));
  if (i < 0 || scale.time(pixel.x()) > path.stretches().back().to) return -1;
  const auto [top, bottom] = bandOf(scale, path.stretches()[static_cast<std::size_t>(i)].rank);
  return pixel.y() >= top - kLaneReach && pixel.y() <= bottom + kLaneReach ? i : -1;
}

}  // namespace orrery::viz::inline paint
