#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include <QRgb>

#include "viz/paint/theme.h"

namespace orrery::viz::inline paint {

/// Shares of the time that many lanes spend on each activity, by pixel.
class Mixture {
 public:
  /// Creates a mixture of `kinds` activities; the last one stands for lanes that have not ended.
  Mixture(std::size_t kinds, int width) : sums_(kinds), width_(width) {
    for (auto& sum : sums_) sum.assign(static_cast<std::size_t>(width) + 2, 0);
  }
  void clear() {
    for (auto& sum : sums_) std::fill(sum.begin(), sum.end(), 0.0F);
  }
  /// Adds that many lanes from `left` to `right` pixels, as differences of neighbouring pixels.
  void add(std::size_t kind, double left, double right, float lanes = 1) {
    addEdge(kind, left, lanes);
    addEdge(kind, right, -lanes);
  }
  void sumUp() {
    for (auto& sum : sums_) {
      for (std::size_t i = 1; i < sum.size(); ++i) sum[i] += sum[i - 1];
    }
  }
  std::size_t kinds() const { return sums_.size(); }
  float at(std::size_t kind, int x) const { return sums_[kind][static_cast<std::size_t>(x)]; }
  int width() const { return width_; }

 private:
  void addEdge(std::size_t kind, double at, float sign) {
    const double x = std::clamp(at, 0.0, static_cast<double>(width_));
    const auto pixel = static_cast<std::size_t>(x);
    const auto part = static_cast<float>(x - std::floor(x));
    sums_[kind][pixel] += sign * (1 - part);
    sums_[kind][pixel + 1] += sign * part;
  }

  std::vector<std::vector<float>> sums_;  // send, receive, compute, or operations; not ended
  int width_;
};

/// Returns the colour of `ranks` lanes in one pixel: sending, receiving and computing (kinds 0, 1,
/// 2), each in proportion to its share.
QRgb mixedColour(const Mixture& mixture, int x, double ranks, const Theme& theme);
/// Returns the colour of a mixture of activities, each in proportion to its time; `colours` are those of the
/// activities.
QRgb mixedCauses(const Mixture& mixture, int x, double ranks, std::span<const QColor> colours,
                 const Theme& theme);

}  // namespace orrery::viz::inline paint
