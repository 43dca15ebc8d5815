#pragma once

#include <string>

#include "scenarios/grade/grade_report.h"
#include "scenarios/report/plot/plot.h"

namespace orrery {

/// Returns the grade as one HTML file that loads nothing: the parts, and the first failing case of
/// each with its command, its messages and, with `pictures` (may be null), a picture of each of its
/// first rounds.
std::string grade_page(const GradedWork& work, const Pictures* pictures);

}  // namespace orrery
