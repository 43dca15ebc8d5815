#pragma once

#include <span>
#include <string>
#include <vector>

#include <CLI/App.hpp>

namespace orrery::inline commands {

/// A word that may come next on a command line, and its meaning (may be empty).
struct Completion {
  std::string word, meaning;
};

/// Returns the completions for a shell after `typed`: the words after the program's name, the last
/// one unfinished (perhaps empty). They are options, commands and names such as algorithms and
/// scenarios, from `app` and the library's own tables; nothing for files.
std::vector<Completion> completions(const CLI::App& app, std::span<const std::string> typed);

}  // namespace orrery::inline commands
