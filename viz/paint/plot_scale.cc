#include "viz/paint/plot_scale.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace orrery::viz::inline paint {
namespace {

constexpr int kMostTicks = 8;

/// Returns a number with its prefix: "2µ", or with a unit "2 µs".
QString labelOf(const QString& number, const char* prefix, const QString& unit) {
  return number + (unit.isEmpty() ? QString() : QStringLiteral(" ")) + QString::fromUtf8(prefix) +
         unit;
}

/// Returns the smallest of 1, 2, 5, 10, 20, .. (times a power of ten) that is at least `least`.
double roundStep(double least) {
  const double power = std::pow(10.0, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= least * (1 - 1e-9)) return factor * power;
  return 10 * power;
}

}  // namespace

/// Returns 1500 as "1.5k", 2e-6 as "2µ": four digits and a prefix.
QString PlotScale::decimalLabel(double value) const {
  static const std::array<const char*, 11> prefixes = {"f", "p", "n", "µ", "m", "",
                                                       "k", "M", "G", "T", "P"};
  if (value == 0) return QStringLiteral("0");
  const int thousands =
      std::clamp(static_cast<int>(std::floor(std::log10(std::abs(value)) / 3 + 1e-9)), -5, 5);
  return labelOf(QString::number(value / std::pow(1000.0, thousands), 'g', 4),
                 prefixes[static_cast<std::size_t>(thousands + 5)], unit_);
}

QString PlotScale::binaryLabel(int exponent) const {
  static const std::array<const char*, 7> prefixes = {"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};
  if (exponent < 0) return QStringLiteral("1/%1").arg(std::exp2(-exponent));
  return labelOf(QString::number(1 << exponent % 10),
                 prefixes[static_cast<std::size_t>(std::min(exponent / 10, 6))], unit_);
}

PlotScale::PlotScale(const Plot::Axis& axis, double low, double high, bool binary)
    : log_(axis.log), unit_(QString::fromStdString(axis.unit)), low_(low), high_(high) {
  if (!axis.names.empty()) {
    nameTicks(axis.names);
  } else if (!log_) {
    linearTicks();
  } else {
    low_ = std::log10(low);
    high_ = std::log10(high);
    const double margin = std::max((high_ - low_) * 0.02, 0.02);
    low_ -= margin;
    high_ += margin;
    binary&& high / low >= 8 ? binaryTicks() : decimalTicks();
  }
}

double PlotScale::place(double value) const {
  return ((log_ ? std::log10(value) : value) - low_) / (high_ - low_);
}

void PlotScale::addTick(double value, const QString& label) {
  ticks_.push_back({place(value), label});
}

void PlotScale::nameTicks(const std::vector<std::string>& names) {
  low_ = -0.5;
  high_ = static_cast<double>(names.size()) - 0.5;
  for (std::size_t i = 0; i < names.size(); ++i)
    addTick(static_cast<double>(i), QString::fromStdString(names[i]));
}

/// Sets ticks from 0 if the values come near it; both ends are ticks.
void PlotScale::linearTicks() {
  const bool alone = low_ == high_;
  if (low_ > 0 && (alone || low_ < high_ / 2)) low_ = 0;
  if (high_ < 0 && (alone || high_ > low_ / 2)) high_ = 0;
  if (low_ == high_) high_ = 1;  // both 0
  const double step = roundStep((high_ - low_) / kMostTicks);
  low_ = std::floor(low_ / step + 1e-9) * step;
  high_ = std::ceil(high_ / step - 1e-9) * step;
  const auto steps = static_cast<int>(std::lround((high_ - low_) / step));
  for (int i = 0; i <= steps; ++i) {
    const double value = low_ + i * step;
    addTick(std::abs(value) < step / 2 ? 0 : value,
            decimalLabel(std::abs(value) < step / 2 ? 0 : value));
  }
}

void PlotScale::decimalTicks() {
  const double decades = high_ - low_;
  const int stride = std::max(1, static_cast<int>(std::ceil(decades / kMostTicks)));
  for (int power = static_cast<int>(std::floor(low_)); power <= high_; ++power) {
    for (const int factor : {1, 2, 5}) {
      if (factor > 1 && decades > 2.5) continue;
      const double value = factor * std::pow(10.0, power);
      const double at = place(value);
      if (at >= 0 && at <= 1 && power % stride == 0) addTick(value, decimalLabel(value));
    }
  }
  if (ticks_.size() > 1) return;
  ticks_.clear();  // a short axis has equal steps: 40, 41, 42
  const double low = std::pow(10.0, low_), high = std::pow(10.0, high_);
  const double step = roundStep((high - low) / kMostTicks);
  for (double i = std::ceil(low / step); i * step <= high; ++i)
    addTick(i * step, decimalLabel(i * step));
}

void PlotScale::binaryTicks() {
  const auto first = static_cast<int>(std::ceil(low_ / std::log10(2.0)));
  const auto last = static_cast<int>(std::floor(high_ / std::log10(2.0)));
  const int stride = (last - first) / (2 * kMostTicks) + 1;
  for (int exponent = first; exponent <= last; exponent += stride)
    addTick(std::exp2(exponent), binaryLabel(exponent));
}

namespace {

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  bool binary = true;  ///< all are powers of two
  void add(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
    int exponent = 0;
    binary = binary && std::abs(std::frexp(value, &exponent)) == 0.5;
  }
};

}  // namespace

QString PlotScale::titled(const std::string& title) const {
  const QString text = QString::fromStdString(title), end = " [" + unit_ + "]";
  if (unit_.isEmpty() || !text.endsWith(end)) return text;
  QStringList units;
  for (const Tick& tick : ticks_)
    if (const QString unit = tick.label.section(' ', 1); !unit.isEmpty()) units += unit;
  units.removeDuplicates();
  return text.chopped(end.size()) + (units.size() == 1 ? " [" + units[0] + "]" : QString());
}

PlotScale scaleOfX(const Plot& plot) {
  Range range;
  for (const Plot::Series& series : plot.series)
    for (const auto& [x, y] : series.points) range.add(x);
  if (plot.kind == Plot::Kind::kBars || plot.kind == Plot::Kind::kTornado) range.add(0);
  return {plot.x, range.low, range.high, range.binary};
}

PlotScale scaleOfY(const Plot& plot) {
  Range range;
  for (const Plot::Series& series : plot.series) {
    for (const auto& [x, y] : series.points) range.add(y);
    for (const auto& [x, from, to] : series.band) range.add(from), range.add(to);
  }
  if (plot.kind == Plot::Kind::kBars || plot.kind == Plot::Kind::kTornado) range.add(0);
  return {plot.y, range.low, range.high, range.binary};
}

}  // namespace orrery::viz::inline paint
