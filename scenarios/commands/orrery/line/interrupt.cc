#include "scenarios/commands/orrery/line/interrupt.h"

#include <csignal>
#include <string_view>
#include <unistd.h>

#include "emu/engine/stop.h"

namespace orrery::inline commands {
namespace {

int g_depth = 0;  ///< number of existing guards

/// Handles a signal with nothing but calls that a handler may make.
void handle(int /*signal*/) {
  g_stop_requested = true;
  constexpr std::string_view kText =
      "\norrery: stopping; finished runs are kept (press again to end at once)\n";
  if (isatty(STDERR_FILENO) != 0)
    static_cast<void>(!::write(STDERR_FILENO, kText.data(), kText.size()));
}

/// Installs a handler; the next signal has its usual effect again.
void install(void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  for (const int signal : {SIGINT, SIGTERM}) sigaction(signal, &action, nullptr);
}

}  // namespace

Interrupt::Interrupt() {
  if (g_depth++ > 0) return;
  g_stop_requested = false;
  install(handle);
}

Interrupt::~Interrupt() {
  if (--g_depth > 0) return;
  install(SIG_DFL);
  g_stop_requested = false;
}

bool Interrupt::requested() {
  return g_stop_requested;
}

}  // namespace orrery::inline commands
