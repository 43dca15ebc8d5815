#include "scenarios/commands/orrery_mpi/orrery_mpi.h"

#include <cstdio>
#include <exception>
#include <memory>

#include "scenarios/commands/orrery/commands.h"
#include "scenarios/commands/orrery/line/main_command.h"
#include "scenarios/commands/orrery_mpi/commands.h"

namespace {

constexpr const char* kMpiFooter = R"(Start here:
  mpirun -n 4 orrery-mpi run --collective allreduce --algorithm ring --bytes 1MiB
  mpirun -n 4 orrery-mpi run --help
  mpirun -n 2 orrery-mpi calibrate

Exit codes: 0 fine, 1 a verification failed, 2 bad input, 3 a rank failed or waited in vain.)";

int run_commands(int argc, char** argv, const orrery::Pictures* pictures) {
  using namespace orrery;
  const std::vector<std::string> words(argv + 1, argv + argc);
  std::unique_ptr<Processes> processes;  // a description of the program needs none
  if (!MainCommand::is_described(words))
    processes = std::make_unique<Processes>(argc, argv, "orrery-mpi");
  MainCommand app("orrery-mpi", "Orrery on real processes: the emulator's algorithms over MPI",
                  ORRERY_VERSION);
  int status = kExitFine;
  app.footer(kMpiFooter);
  add_mpi_run_command(app, processes.get(), status);
  add_mpi_calibrate_command(app, processes.get(), pictures, status);
  add_mpi_measure_command(app, processes.get(), status);
  add_mpi_sweep_command(app, processes.get(), status);
  return app.run(words, status, !processes || processes->rank() == 0);
}

}  // namespace

int orrery::run_orrery_mpi(int argc, char** argv, const Pictures* pictures) {
  try {
    return run_commands(argc, argv, pictures);
  } catch (const std::exception& e) {  // from MPI itself
    std::fprintf(stderr, "orrery-mpi: %s\n", e.what());
    return kExitInternal;
  }
}
