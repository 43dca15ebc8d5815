#pragma once

#include <string>

#include "scenarios/run/calibration/cost_file.h"

namespace orrery {

/// Fits and their quality, for people.
std::string calibration_report(const Calibration& calibration);

/// The samples and the lines at their sizes: columns what, bytes, time_s.
std::string calibration_csv(const Calibration& calibration);

}  // namespace orrery
