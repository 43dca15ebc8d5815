#pragma once

#include <string>
#include <vector>

#include "scenarios/spec/scenario.h"

/// Counterfactuals: a cell with one thing different.
namespace orrery {

struct WhatIf {
  std::string parameter;   ///< what is different: "alpha", "bandwidth of level 1", "mapping cyclic"
  bool better = true;      ///< a cost is lower, or there is more of something; false: the opposite
  std::string text;        ///< "halve alpha"
  std::string key, value;  ///< what is given in place of the cell's: "alpha", "250ns"
  RunSpec spec;            ///< complete
};

/// All that can be different for a complete cell, which is run to find its hottest link, better and worse by `factor` > 1: bandwidth and latency of each
/// level of links and of the hottest link, hops, α, o, γ, costs within hosts, ports; other mappings, routings and protocols, which have no
/// worse. What costs nothing now, or cannot be run, is left out.
std::vector<WhatIf> what_ifs(const RunSpec& spec, double factor);

}  // namespace orrery
