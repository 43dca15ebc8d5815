#pragma once

#include <span>
#include <string>

#include "scenarios/spec/presets.h"

/// Machines whose nodes have GPUs, for any number of nodes: a topology `nodes:..` and its costs.
namespace orrery {

/// Those with Preset::machine.
std::span<const Preset> gpu_machines();

}  // namespace orrery
