#include <csignal>
#include <exception>
#include <new>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "scenarios/run/plugin/host.h"
#include "scenarios/run/plugin/inside.h"

/// Runs orrery-host (host.h). Without a mailbox it does nothing.
int main() {
  using namespace orrery;
  void* const memory =
      mmap(nullptr, sizeof(Mailbox), PROT_READ | PROT_WRITE, MAP_SHARED, kHostMailbox, 0);
  if (memory == MAP_FAILED) return kExitCodeExit;
  Mailbox& box = *std::launder(static_cast<Mailbox*>(memory));
  try {
    const HostOrders orders = take_orders(box);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != orders.parent) return kExitCodeExit;
    plugin_limits() = orders.limits;
    run_inside(
        box,
        {kHostOutput,
         orders.ranks,
         {orders.task.library, "/usr/lib", "/lib", "/lib64", "/etc/ld.so.cache", "/dev/null"}},
        [&](Mailbox& b) { do_task(b, orders.task); });
  } catch (const std::exception&) {
    return kExitCodeExit;
  }
}
