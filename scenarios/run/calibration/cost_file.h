#pragma once

#include <string>
#include <vector>

#include "emu/base/units.h"
#include "scenarios/run/calibration/fit.h"

namespace orrery::inline run {

/// Returns the values of a line in the units of a scenario: time to the picosecond, bandwidth to
/// three digits more than can be measured, the cost of a byte to a thousandth of a picosecond.
Time alpha_of(const LineFit& fit);
Bandwidth bandwidth_of(const LineFit& fit);
CostPerByte cost_of(double seconds_per_byte);
constexpr double kLeastBeta = 1e-15;  ///< seconds a byte; below this there is no bandwidth

/// Messages between two places, as measured and fitted.
struct MessageFit {
  std::vector<Sample> samples;    ///< in order of size
  LineFit all;                    ///< one line for all sizes
  std::vector<SizeRange> ranges;  ///< or one for each range of sizes
};
MessageFit fit_messages(std::vector<Sample> samples);

/// The measurements of a machine.
struct Calibration {
  std::string machine;  ///< in words: library, processes, hosts
  std::string work;     ///< "sum of float"
  MessageFit within;    ///< a host; without samples where every host has one process
  MessageFit between;   ///< hosts; without samples where there is one host
  std::vector<Sample> reductions;
  LineFit reduction;  ///< beta is γ
};

/// Returns the text of a file that scenarios include (document.h): [network] and [cost] for all
/// sizes, a [[range]] for each range of sizes. A kind of message that could not be measured costs
/// the same as the other: on one host, messages between hosts cost the same as within it.
std::string cost_file(const Calibration& calibration);

}  // namespace orrery::inline run
