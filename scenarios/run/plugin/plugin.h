#pragma once

#include <filesystem>
#include <string_view>

#include "algorithms/algorithm.h"

/// Algorithms from shared libraries (see algorithms/plugin.h for making one).
namespace orrery::inline run {

/// Adds the algorithms of a library to the catalogue, for as long as the program runs. Call it before any
/// thread uses the catalogue. None of the library's code ever runs in this process (contained.h). THROWS
/// InputError, which names the file, if it is missing, not a library, not a plug-in, built for another
/// version, refused by plug-in limits, or has an algorithm that add_to_catalog refuses; PluginError if it
/// crashes or does not end while it is loaded.
void load_plugin(const std::filesystem::path& file);

/// While it exists, all requests of this thread about one problem, and then its run, go to one process, so that a cell
/// takes two processes (the second for requests after the run, which must not know about it) and not one for each
/// request. The network of a problem must not change in this time.
class PluginConversation {
 public:
  PluginConversation();
  ~PluginConversation();
  PluginConversation(const PluginConversation&) = delete;
  PluginConversation& operator=(const PluginConversation&) = delete;
};

/// While it exists, processes are not made anew for each problem: a thread has one for formulas and one for runs.
/// Plug-ins can remember earlier problems in them: a fault counts if it is there after end(), too. REQUIRES networks of
/// make_topology without conditions.
class SharedPluginProcesses {
 public:
  SharedPluginProcesses();
  ~SharedPluginProcesses();
  SharedPluginProcesses(const SharedPluginProcesses&) = delete;
  SharedPluginProcesses& operator=(const SharedPluginProcesses&) = delete;

  /// Ends this thread's processes. Returns whether one of them may have remembered another problem.
  static bool end();
};

/// Returns the algorithm of that name if a plug-in has it; null otherwise.
const Algorithm* find_plugin_algorithm(std::string_view collective, std::string_view name);

}  // namespace orrery::inline run
