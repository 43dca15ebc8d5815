#pragma once

#include <array>

#include <QPainter>
#include <QRectF>
#include <QString>

#include "scenarios/run/runner.h"
#include "viz/paint/theme.h"

namespace orrery::viz {

/// One of Λ, Ψ and Ξ, as it has grown by a moment of the run.
struct Meter {
  QString name;       ///< "Λ  latency"
  QString formula;    ///< with the run's numbers
  double value = 1;   ///< of the whole run; 1 is optimal
  double before = 0;  ///< what the rounds before the present one contribute
  double step = 0;    ///< what the present round contributes
};

/// The meters of a run (REQUIRES one that was measured) in round `round`; -1: before the first.
/// Λ and Ψ are sums over the rounds. Ξ is a quotient of sums: here the contribution of a round is
/// what its busiest link carries over all that busiest ports carry.
std::array<Meter, 3> metersOf(const RunResult& result, int round);

double metersHeight(const Theme& theme);
/// Bars from 0 to the largest value, with a mark at 1, the optimum.
void paintMeters(QPainter& painter, const QRectF& rect, const std::array<Meter, 3>& meters,
                 const Theme& theme);

}  // namespace orrery::viz
