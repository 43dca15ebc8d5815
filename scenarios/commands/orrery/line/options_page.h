#pragma once

#include <string>

#include <CLI/App.hpp>

namespace orrery {

/// The options of a program and of each of its commands in Markdown, from the texts of its --help.
/// Options that stand for keys are not repeated.
std::string options_text(const CLI::App& app);

/// The page of a program that has no other: a heading and its options.
std::string options_page(const CLI::App& app);

}  // namespace orrery
