#pragma once

#include <string>
#include <string_view>

#include <CLI/App.hpp>

namespace orrery {

/// The manual page (section 1, roff) of a program or of one of its commands, from the texts of its
/// --help. `name` is the page's: "orrery-run" for the command `run` of `orrery`.
std::string man_page(const CLI::App& command, std::string_view name);

}  // namespace orrery
