#pragma once

#include <string>
#include <sys/types.h>
#include <unistd.h>

#include "scenarios/run/plugin/limits.h"
#include "scenarios/run/plugin/mailbox.h"
#include "scenarios/run/plugin/task.h"

/// orrery-host: the program that runs plug-ins which may not use the catalogue. It contains the
/// code that plug-ins need and nothing else; it finds its orders in its mailbox.
namespace orrery::inline run {

struct HostOrders {
  PluginLimits limits;
  int ranks = 0;
  PluginTask task;
  pid_t parent = getpid();
};

/// The descriptors that it is started with.
constexpr int kHostMailbox = 3, kHostOutput = 4;

/// Returns the path of a file that belongs to this program: next to it in the build, or installed;
/// empty if it does not exist.
std::string companion(const char* name);
/// Returns the path of orrery-host. THROWS std::runtime_error.
std::string host_program();

void put_orders(Mailbox& box, const HostOrders& orders);
/// Reads the orders. THROWS std::out_of_range.
HostOrders take_orders(Mailbox& box);

/// Starts the host, without a copy of this process; returns -1, and sets errno, if it cannot. THROWS as host_program().
pid_t start_host(int mailbox, int output);

}  // namespace orrery::inline run
