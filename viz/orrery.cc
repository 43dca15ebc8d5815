#include "scenarios/commands/orrery/orrery.h"

#include "viz/loaded_pictures.h"

/// Runs the `orrery` command, with pictures.
int main(int argc, char** argv) {
  const orrery::LoadedPictures pictures("orrery");
  return orrery::run_orrery(argc, argv, &pictures);
}
