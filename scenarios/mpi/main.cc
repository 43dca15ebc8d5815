// orrery-mpi: the catalogue on the processes that mpirun started.
#include <cstdio>
#include <exception>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>

#include "scenarios/cli/commands.h"
#include "scenarios/cli/program.h"
#include "scenarios/mpi/commands.h"

namespace {

constexpr const char* kFooter = R"(Start here:
  mpirun -n 4 orrery-mpi run --collective allreduce --algorithm ring --bytes 1MiB
  mpirun -n 4 orrery-mpi run --help

Exit codes: 0 fine, 1 a verification failed, 2 bad input, 3 a rank failed or waited in vain.)";

int run(int argc, char** argv) {
  using namespace orrery;
  Processes processes(argc, argv, "orrery-mpi");
  CLI::App app{"Orrery on real processes: the emulator's algorithms over MPI", "orrery-mpi"};
  prepare_program(app);
  int status = kExitFine;
  app.set_version_flag("--version", "orrery-mpi " ORRERY_VERSION, "Print the version");
  app.footer(kFooter);
  add_mpi_run_command(app, processes, status);
  return run_program(app, argc, argv, status, processes.rank() == 0);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& e) {  // from MPI itself
    std::fprintf(stderr, "orrery-mpi: %s\n", e.what());
    return orrery::kExitInternal;
  }
}
