#pragma once

namespace orrery::inline commands {

/// A guard: while one exists, Ctrl-C (SIGINT) and SIGTERM request an orderly end
/// (emu/engine/stop.h), with a note on a terminal. A second one ends the program immediately.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  static bool requested();
};

}  // namespace orrery::inline commands
