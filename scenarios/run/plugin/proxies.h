#pragma once

#include <filesystem>
#include <vector>

#include "algorithms/algorithm.h"
#include "scenarios/run/plugin/mailbox.h"

/// Proxies of the algorithms of plug-ins in this process.
namespace orrery::inline run {

/// Returns the algorithms of a library, none of whose code runs here: each member, and the program that
/// Origin makes, sends requests to a separate process (contained.h). They exist forever. THROWS
/// PluginError, PluginRefusal (inside.h).
std::vector<const Algorithm*> proxies_for(const std::filesystem::path& library);

/// Makes the program of Origin::program for these algorithms.
std::unique_ptr<Program> contained_program(const Algorithm& proxy, const Problem& x);

}  // namespace orrery::inline run
