#include "scenarios/commands/orrery/interrupt.h"

#include <csignal>
#include <initializer_list>

namespace orrery {
namespace {

volatile std::sig_atomic_t g_requested = 0;

void handle(int /*signal*/) {
  g_requested = 1;
}

/// The next signal is handled as usual again.
void install(void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  for (const int signal : {SIGINT, SIGTERM}) sigaction(signal, &action, nullptr);
}

}  // namespace

Interrupt::Interrupt() {
  g_requested = 0;
  install(handle);
}

Interrupt::~Interrupt() {
  install(SIG_DFL);
}

bool Interrupt::requested() {
  return g_requested != 0;
}

}  // namespace orrery
