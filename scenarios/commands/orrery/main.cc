#include "scenarios/commands/orrery/orrery.h"

/// Runs the command without Qt (BUILD_VIZ=OFF); viz/orrery.cc is the one with pictures.
int main(int argc, char** argv) {
  return orrery::run_orrery(argc, argv, nullptr);
}
