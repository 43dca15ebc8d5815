#include "scenarios/commands/orrery_mpi/orrery_mpi.h"

/// Runs the `orrery-mpi` command, without pictures.
int main(int argc, char** argv) {
  return orrery::run_orrery_mpi(argc, argv, nullptr);
}
