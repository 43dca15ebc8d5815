#pragma once

#include "viz/model/index/trace_index.h"

namespace orrery::viz::inline model {

/// Slowdown from which on a message counts as slowed, and a link that slows messages as hot.
inline constexpr double kLeastSlowDown = 1.05;

/// Returns the bytes per second of a path that has the network to itself: those of its narrowest
/// link.
double rateAlone(const TraceIndex& index, const Trace::Path& path);

/// Returns how many times as long as alone the bytes of a message took, because it shared links; >= 1. A message within a host
/// has 1. Example: 8 kB that flow for 800 ns over links of 50 GB/s took 5 times as long.
double slowDown(const TraceIndex& index, const Trace::Message& m);

/// Returns an upper bound of the factor by which sharing links slows down any message of the run; >= 1. No link shows a
/// higher LinkState::sharing at any time. Of rounds of which only totals are known it is infinite.
double worstSlowDown(const TraceIndex& index);

}  // namespace orrery::viz::inline model
