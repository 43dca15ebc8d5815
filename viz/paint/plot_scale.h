#pragma once

#include <string>
#include <vector>

#include <QString>

#include "scenarios/report/plot/plot.h"

namespace orrery::viz::inline paint {

/// Positions of values on an axis, and its labels.
class PlotScale {
 public:
  struct Tick {
    double place;  ///< 0 .. 1 along the axis
    QString label;
  };

  /// Creates a scale for values from `low` to `high` >= low; > 0 if the axis is logarithmic. If
  /// `binary`, all values are powers of two, and a logarithmic axis counts in Ki, Mi, Gi.
  PlotScale(const Plot::Axis& axis, double low, double high, bool binary);

  double place(double value) const;  ///< returns the place 0 .. 1 along the axis
  const std::vector<Tick>& ticks() const { return ticks_; }
  /// Returns the title of the axis with the unit of its ticks: "time [s]" becomes "time [µs]", or
  /// "time" if the ticks have several.
  QString titled(const std::string& title) const;
  /// Returns the width of a cell on an axis of names.
  double cell() const { return 1 / (high_ - low_); }

 private:
  void nameTicks(const std::vector<std::string>& names);
  void linearTicks();
  void decimalTicks();
  void binaryTicks();
  void addTick(double value, const QString& label);
  QString decimalLabel(double value) const;
  QString binaryLabel(int exponent) const;

  bool log_;
  QString unit_;       // empty: ticks have none
  double low_, high_;  // logarithms if log_
  std::vector<Tick> ticks_;
};

/// Returns the scale for all values of a plot.
PlotScale scaleOfX(const Plot& plot);
PlotScale scaleOfY(const Plot& plot);

}  // namespace orrery::viz::inline paint
