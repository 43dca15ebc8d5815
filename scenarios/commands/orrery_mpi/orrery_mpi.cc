#include "scenarios/commands/orrery_mpi/orrery_mpi.h"

#include <cstdio>
#include <exception>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>

#include "scenarios/commands/orrery/commands.h"
#include "scenarios/commands/orrery/program.h"
#include "scenarios/commands/orrery_mpi/commands.h"

namespace {

constexpr const char* kFooter = R"(Start here:
  mpirun -n 4 orrery-mpi run --collective allreduce --algorithm ring --bytes 1MiB
  mpirun -n 4 orrery-mpi run --help
  mpirun -n 2 orrery-mpi calibrate

Exit codes: 0 fine, 1 a verification failed, 2 bad input, 3 a rank failed or waited in vain.)";

int run(int argc, char** argv, const orrery::Pictures* pictures) {
  using namespace orrery;
  Processes processes(argc, argv, "orrery-mpi");
  CLI::App app{"Orrery on real processes: the emulator's algorithms over MPI", "orrery-mpi"};
  prepare_program(app);
  int status = kExitFine;
  app.set_version_flag("--version", "orrery-mpi " ORRERY_VERSION, "Print the version");
  app.footer(kFooter);
  add_mpi_run_command(app, processes, status);
  add_mpi_calibrate_command(app, processes, pictures, status);
  add_mpi_sweep_command(app, processes, status);
  return run_program(app, argc, argv, status, processes.rank() == 0);
}

}  // namespace

int orrery::run_orrery_mpi(int argc, char** argv, const Pictures* pictures) {
  try {
    return run(argc, argv, pictures);
  } catch (const std::exception& e) {  // from MPI itself
    std::fprintf(stderr, "orrery-mpi: %s\n", e.what());
    return kExitInternal;
  }
}
