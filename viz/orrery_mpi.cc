#include "scenarios/commands/orrery_mpi/orrery_mpi.h"

#include "viz/paint/files/picture_file.h"
#include "viz/qt_messages.h"

/// Runs the `orrery-mpi` command, with pictures.
int main(int argc, char** argv) {
  orrery::viz::routeQtMessages("orrery-mpi");
  const orrery::viz::QtPictures pictures;
  return orrery::run_orrery_mpi(argc, argv, &pictures);
}
