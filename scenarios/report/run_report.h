#pragma once

#include <string>

#include "scenarios/run/runner.h"

namespace orrery {

/// One run in detail: the numbers, the table of its rounds (abridged) and its hottest links.
std::string run_report(const RunResult& result);

/// "host 11 (1,3)" with coordinates where there are any, "switch 2".
std::string node_name(const Topology& topology, NodeId node);

}  // namespace orrery
