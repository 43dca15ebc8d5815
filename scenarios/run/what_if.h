#pragma once

#include <string>
#include <vector>

#include "scenarios/spec/scenario.h"

/// Counterfactuals: a cell with one thing different.
namespace orrery::inline run {

struct WhatIf {
  std::string parameter;   ///< the difference: "alpha", "bandwidth of level 1", "mapping cyclic"
  bool better = true;      ///< a cost is lower, or a resource is larger; false: the opposite
  std::string text;        ///< "halve alpha"
  std::string key, value;  ///< replaces the cell's value: "alpha", "250ns"
  RunSpec spec;            ///< complete
};

/// Returns all differences for a complete cell, which is run to find its hottest link, better and
/// worse by `factor` > 1: bandwidth and latency of each level of links and of the hottest link,
/// hops, α, o, γ, costs within hosts, ports; other mappings, routings and protocols, which have no
/// worse. Leaves out costs that are zero, and cells that cannot be run.
std::vector<WhatIf> what_ifs(const RunSpec& spec, double factor);

}  // namespace orrery::inline run
