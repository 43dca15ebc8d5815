#pragma once

#include <string>

#include "scenarios/run/plugin/limits.h"
#include "scenarios/run/plugin/mailbox.h"
#include "scenarios/run/plugin/task.h"

/// orrery-host: the program that runs plug-ins which may not use the catalogue. It is built of what plug-ins
/// need and nothing else; what it is to do it finds in its mailbox.
namespace orrery {

struct HostOrders {
  PluginLimits limits;
  int ranks = 0;
  PluginTask task;
};

/// Descriptors that it is started with.
constexpr int kHostMailbox = 3, kHostOutput = 4;

/// Where a file that comes with this program is: beside it in the build, or installed; empty where it is not there.
std::string companion(const char* name);
/// orrery-host. THROWS std::runtime_error.
std::string host_program();

void put_orders(Mailbox& box, const HostOrders& orders);
/// THROWS std::out_of_range.
HostOrders take_orders(Mailbox& box);

/// Makes this process, which has just been made for it, the host.
[[noreturn]] void become_host(const std::string& program, int mailbox, int output);

}  // namespace orrery
