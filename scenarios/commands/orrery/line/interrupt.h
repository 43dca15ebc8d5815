#pragma once

namespace orrery {

/// While one exists, Ctrl-C (SIGINT) and SIGTERM ask work to end in order (emu/engine/stop.h), and say so
/// on a terminal. A second one ends the program at once.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  static bool requested();
};

}  // namespace orrery
