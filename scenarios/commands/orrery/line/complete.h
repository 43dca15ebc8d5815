#pragma once

#include <span>
#include <string>
#include <vector>

#include <CLI/App.hpp>

namespace orrery {

/// A word that may come next on a command line, and what it means (may be empty).
struct Completion {
  std::string word, meaning;
};

/// What a shell offers when Tab is pressed behind `typed`: the words after the program's name, the last
/// one unfinished (perhaps empty). Options, commands and the names of what there is, such as
/// algorithms and scenarios, as `app` and the library's own tables have them; nothing where files
/// are wanted.
std::vector<Completion> completions(const CLI::App& app, std::span<const std::string> typed);

}  // namespace orrery
