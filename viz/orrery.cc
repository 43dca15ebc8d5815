#include "scenarios/commands/orrery/orrery.h"

#include "viz/paint/picture_file.h"
#include "viz/qt_messages.h"

/// The `orrery` command, with pictures.
int main(int argc, char** argv) {
  orrery::viz::routeQtMessages("orrery");
  const orrery::viz::QtPictures pictures;
  return orrery::run_orrery(argc, argv, &pictures);
}
