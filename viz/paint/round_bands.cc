#include "viz/paint/round_bands.h"

#include <cmath>
#include <iterator>
#include <map>

#include <QFontMetricsF>

#include "viz/model/text/qt_text.h"

namespace orrery::viz::inline paint {
namespace {

constexpr double kLeastBand = 3;      ///< width of a shaded round
constexpr double kClosestTicks = 4;   ///< distance of ticks
constexpr double kBesideTick = 3;     ///< from a tick to the name of its round
constexpr double kClosestNames = 12;  ///< between two names
constexpr double kBeyond = 7;         ///< room of a name after the end of the axis

QFont roundFont(const Theme& theme) {
  return textFont(theme.small_size);
}

/// Returns a round's number, or the name of the operation that begins with it.
QString nameOf(const OperationRounds& operations, int round) {
  const int within = operations.within(round);
  return operations.any() && within == 0 ? textOf(operations.name(round)) : QString::number(within);
}

/// Names along an axis that do not overlap.
class Names {
 public:
  Names(double right, const Theme& theme) : right_(right + kBeyond), metrics_(roundFont(theme)) {}

  /// Returns whether nothing stands at x, however short a name is.
  bool isFree(double x) const {
    const auto next = taken_.lower_bound(x);
    return (next == taken_.end() || next->first >= x + kClosestNames) &&
           (next == taken_.begin() || std::prev(next)->second <= x);
  }
  /// Returns whether a name stands at x.
  bool covers(double x) const {
    const auto next = taken_.lower_bound(x);
    return next != taken_.begin() && std::prev(next)->second - kClosestNames >= x;
  }
  /// Takes room for a name from x on. Returns false if there is none.
  bool take(double x, const QString& name) {
    const double end = x + kBesideTick + metrics_.horizontalAdvance(name);
    const auto next = taken_.lower_bound(x);
    if (end > right_ || (next != taken_.end() && next->first < end + kClosestNames)) return false;
    taken_[x] = end + kClosestNames;
    return true;
  }

 private:
  double right_;
  QFontMetricsF metrics_;
  std::map<double, double> taken_;  // from, to
};

/// Names rounds whose number is a multiple of `step`, or those that begin an operation (0).
void addNames(std::vector<RoundBand>& bands, const TraceIndex& index, int step, double left,
              Names& names) {
  const OperationRounds& operations = index.operations();
  for (std::size_t i = 0; i < bands.size(); ++i) {
    const int round = index.rounds()[i].round, within = operations.within(round);
    const bool is_due = step == 0 ? operations.any() && within == 0 : within % step == 0;
    RoundBand& band = bands[i];
    if (!is_due || band.from < left || !names.isFree(band.from)) continue;
    const QString name = nameOf(operations, round);
    if (names.take(band.from, name)) band.name = name;
  }
}

}  // namespace

std::vector<RoundBand> roundBands(const TraceIndex& index, const std::function<double(Time)>& x,
                                  double left, double right, const Theme& theme) {
  std::vector<RoundBand> bands;
  bands.reserve(index.rounds().size());
  for (const RoundMark& mark : index.rounds()) {
    const double from = x(mark.start);
    if (!bands.empty()) bands.back().to = from;
    bands.push_back({.from = from, .to = right, .shaded = bands.size() % 2 == 1});
  }
  Names names(right, theme);
  for (const int step : {0, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1})
    addNames(bands, index, step, left - 1, names);
  double last = -1e9;
  for (RoundBand& band : bands) {
    band.ticked = band.from >= left - 1 && band.from <= right &&
                  (!band.name.isEmpty() || band.from - last >= kClosestTicks);
    if (band.ticked) last = band.from;
    band.covered = names.covers(band.from);
  }
  return bands;
}

void paintRoundBands(QPainter& painter, const std::vector<RoundBand>& bands, const QRectF& strip,
                     const Theme& theme) {
  for (const RoundBand& band : bands) {
    if (!band.shaded || band.to - band.from < kLeastBand) continue;
    const QRectF whole(band.from, strip.top(), band.to - band.from, strip.height());
    painter.fillRect(whole & strip, theme.waiting_lane);
  }
}

void paintRoundTicks(QPainter& painter, const std::vector<RoundBand>& bands, double top,
                     double below, double bottom, const Theme& theme) {
  painter.setFont(roundFont(theme));
  const QFontMetricsF metrics(painter.font());
  for (const RoundBand& band : bands) {
    if (!band.ticked) continue;
    const double x = std::round(band.from) + 0.5;
    painter.setPen(QPen(theme.border, theme.thin));
    const double begin = band.covered ? below : top;
    if (begin < bottom) painter.drawLine(QPointF(x, begin), QPointF(x, bottom));
    if (band.name.isEmpty()) continue;
    painter.setPen(theme.faint_text);
    painter.drawText(QPointF(x + kBesideTick, top + metrics.ascent()), band.name);
  }
}

}  // namespace orrery::viz::inline paint
