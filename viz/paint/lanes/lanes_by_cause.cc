#include "viz/paint/lanes/lanes_by_cause.h"

#include <array>

#include "viz/paint/lanes/lane_mixture.h"

namespace orrery::viz::inline paint {
namespace {

/// Activities of a lane, in the order in which they are mixed; bytes have a kind for each doubling of their
/// time.
enum LaneCause { kBytesAlone = 0, kPaysLatency = 4, kWorks, kAlive, kLaneCauses };

constexpr double kFoldGap = 1;      ///< pixels between rows that are high enough,
constexpr double kLeastGapped = 4;  ///< from this height on

class CauseLanes {
 public:
  CauseLanes(const TraceIndex& index, const LaneScale& scale, const Theme& theme)
      : index_(index),
        scale_(scale),
        theme_(theme),
        mixture_(kLaneCauses, std::max(static_cast<int>(scale.area.width()), 1)) {
    for (int d = 0; d < 4; ++d)
      colours_[static_cast<std::size_t>(kBytesAlone + d)] = sharingColour(theme, 1 << d);
    colours_[kPaysLatency] = theme.pending_link;
    colours_[kWorks] = theme.computing_lane;
  }

  /// Paints one line of pixels for these rows.
  void paint(QRgb* line, int first, int end) {
    mixture_.clear();
    double ranks = 0;
    for (int row = first; row < end; ++row) {
      const auto all = scale_.folds->ranks(row);
      add(all.front(), static_cast<float>(all.size()));
      ranks += static_cast<double>(all.size());
    }
    mixture_.sumUp();
    for (int x = 0; x < mixture_.width(); ++x)
      line[x] = mixedCauses(mixture_, x, ranks, colours_, theme_);
  }

 private:
  /// Adds the ranks of a row, which all do the same.
  void add(int rank, float ranks) {
    const auto span = [&](std::size_t kind, Time from, Time to) {
      if (to <= scale_.begin || from >= scale_.end || to <= from) return;
      const double left = scale_.area.left();
      mixture_.add(kind, scale_.x(from) - left, scale_.x(to) - left, ranks);
    };
    span(kAlive, Time{0}, std::min(index_.endOf(rank), index_.end()));
    for (const auto lane : {LaneIndex::kSend, LaneIndex::kReceive})
      for (const std::uint32_t number : index_.lanes().of(lane, rank)) {
        const MessageEvent& m = index_.trace().messages[number];
        span(kPaysLatency, m.start, m.flow);
        span(static_cast<std::size_t>(kBytesAlone + scale_.folds->doublings(number)), m.flow,
             m.end);
      }
    for (const std::uint32_t number : index_.lanes().of(LaneIndex::kCompute, rank)) {
      const ComputeEvent& c = index_.trace().computes[number];
      span(kWorks, c.start, c.end);
    }
  }

  const TraceIndex& index_;
  const LaneScale& scale_;
  const Theme& theme_;
  Mixture mixture_;
  std::array<QColor, 6> colours_;
};

}  // namespace

void paintLanesByCause(QPainter& painter, const TraceIndex& index, const LaneScale& scale,
                       int first, int last, const Theme& theme) {
  const int count = last - first + 1;
  const int lines = std::clamp(static_cast<int>(scale.pitch() * count), 1, count);
  QImage image(std::max(static_cast<int>(scale.area.width()), 1), lines, QImage::Format_RGB32);
  CauseLanes lanes(index, scale, theme);
  const auto rowAt = [&](int line) {
    return first + static_cast<int>(std::int64_t{line} * count / lines);
  };
  for (int line = 0; line < lines; ++line)
    lanes.paint(reinterpret_cast<QRgb*>(image.scanLine(line)), rowAt(line), rowAt(line + 1));
  painter.drawImage(QRectF(QPointF(scale.area.left(), scale.rowY(first)),
                           QPointF(scale.area.right(), scale.rowY(last + 1))),
                    image);
  if (scale.pitch() < kLeastGapped) return;
  for (int row = first + 1; row <= last; ++row)
    painter.fillRect(
        QRectF(scale.area.left(), scale.rowY(row) - kFoldGap, scale.area.width(), kFoldGap),
        theme.background);
}

}  // namespace orrery::viz::inline paint
