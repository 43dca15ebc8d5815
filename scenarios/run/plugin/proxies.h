#pragma once

#include <filesystem>
#include <vector>

#include "algorithms/algorithm.h"
#include "scenarios/run/plugin/mailbox.h"

/// What stands for the algorithms of plug-ins in this process.
namespace orrery {

/// Returns the algorithms of a library, none of whose code runs here: each member asks a process of its own
/// (contained.h), and so does the program that Origin makes. They stay for ever. THROWS PluginError,
/// PluginRefusal (inside.h).
std::vector<const Algorithm*> proxies_for(const std::filesystem::path& library);

/// Origin::program for them.
std::unique_ptr<Program> contained_program(const Algorithm& proxy, const Problem& x);

}  // namespace orrery
