#pragma once

namespace orrery {

/// While one exists, Ctrl-C (SIGINT) and SIGTERM are only noted, so that work can end in order. A
/// second one ends the program at once.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  static bool requested();
};

}  // namespace orrery
