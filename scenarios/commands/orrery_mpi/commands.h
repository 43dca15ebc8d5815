#pragma once

#include "emu/mpi/processes.h"
#include "scenarios/commands/orrery/line/command_line.h"
#include "scenarios/report/plot/plot.h"

/// The subcommands of `orrery-mpi`, similar to those of `orrery` (orrery/commands.h). All processes
/// parse the same command line and run the same command; process 0 prints and writes. `processes`
/// is null if nothing will be run.
namespace orrery::inline commands {

void add_mpi_run_command(CommandLine& app, Processes* processes, int& status);
void add_mpi_calibrate_command(CommandLine& app, Processes* processes, const Pictures* pictures,
                               int& status);
void add_mpi_measure_command(CommandLine& app, Processes* processes, int& status);
void add_mpi_sweep_command(CommandLine& app, Processes* processes, int& status);

/// Runs `action`, on some processes only if necessary; if one throws for bad input, all do, with
/// the same text. Collective.
void agree(Processes& processes, const std::function<void()>& action);

}  // namespace orrery::inline commands
