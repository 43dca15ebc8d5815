#pragma once

#include <string>

#include "scenarios/run/runner.h"

namespace orrery {

/// Reports one run in detail: the numbers, the table of its rounds (abridged) and its hottest
/// links.
std::string run_report(const RunResult& result);

}  // namespace orrery
