#pragma once

#include <CLI/App.hpp>

namespace orrery {

/// What all programs of the project share. Before commands are added: help that fits a terminal.
void prepare_program(CLI::App& app);

/// Parses the command line, which runs the command that it names; commands put their exit code into
/// `status`. Errors are told on stderr, with hints ("NAME: ...", by app.get_name()). `speaks` =
/// false: neither help nor errors are printed, as another process prints the same. Returns the exit
/// code.
int run_program(CLI::App& app, int argc, char** argv, const int& status, bool speaks = true);

}  // namespace orrery
