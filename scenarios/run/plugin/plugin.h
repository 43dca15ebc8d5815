#pragma once

#include <filesystem>
#include <memory>
#include <string_view>

#include "algorithms/algorithm.h"

/// Algorithms from shared libraries (algorithms/plugin.h says how to make one).
namespace orrery {

/// Adds the algorithms of a library to the catalogue, for as long as the program runs. Before any
/// thread uses the catalogue. None of its code ever runs in this process (contained.h). THROWS InputError
/// that names the file: it is missing, no library, no plug-in, built for another version, refused by
/// plug-in limits, or has an algorithm that add_to_catalog refuses; PluginError if it crashes or does not
/// end while it is loaded.
void load_plugin(const std::filesystem::path& file);

/// While it lives, what this thread asks of one problem, and then its run, go to one process, so that a cell takes two (one
/// more for what is asked after the run, which must not know what happened in it) and not one for each question.
/// The network that a problem points to must not change in this time.
class PluginConversation {
 public:
  PluginConversation();
  ~PluginConversation();
  PluginConversation(const PluginConversation&) = delete;
  PluginConversation& operator=(const PluginConversation&) = delete;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Returns the algorithm of that name if a plug-in has it; null if none has.
const Algorithm* find_plugin_algorithm(std::string_view collective, std::string_view name);

}  // namespace orrery
