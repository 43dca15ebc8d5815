#pragma once

#include <functional>
#include <stdexcept>
#include <string>

#include "scenarios/run/plugin/mailbox.h"
#include "scenarios/run/plugin/system_calls.h"

/// The inside of the process that runs a plug-in (contained.h).
namespace orrery {

/// What a process that ends too early says.
constexpr int kExitCodeExit = 44, kExitCodeForbidden = 45, kExitCodeMemory = 46;

/// What was asked for is no plug-in, or not one for this program.
class PluginRefusal : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// It is one, but uses what plug-ins may not.
class ForbiddenUse : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Gives up all that could do harm, and answers requests by `code`. `output` is where stdout and stderr go; there is room
/// for the stacks of so many ranks.
[[noreturn]] void run_inside(Mailbox& box, int output, int ranks,
                             const std::function<void(Mailbox&)>& code);

/// Hands over the answer and waits for the next request. On no fiber.
void next_request(Mailbox& box);

/// Ends the process: there is no more memory for it.
[[noreturn]] void end_without_memory();

/// Ends the process: the plug-in did what plug-ins may not.
[[noreturn]] void end_forbidden(int what);

}  // namespace orrery
