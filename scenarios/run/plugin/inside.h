#pragma once

#include <filesystem>
#include <functional>
#include <stdexcept>
#include <vector>

#include "scenarios/run/plugin/mailbox.h"
#include "scenarios/run/plugin/system_calls.h"

/// The inside of the process that runs a plug-in (contained.h).
namespace orrery::inline run {

/// The exit codes of a process that ends too early.
constexpr int kExitCodeExit = 44, kExitCodeForbidden = 45, kExitCodeMemory = 46;

/// An error: the requested file is not a plug-in, or not one for this program.
class PluginRefusal : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// An error: the plug-in uses functions that plug-ins may not use.
class ForbiddenUse : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The rights and resources that the process keeps.
struct Kept {
  int output = -1;  ///< where stdout and stderr go
  int ranks = 0;    ///< there is memory for their stacks
  /// The files and folders that it may read, where the kernel can refuse others; empty: all.
  std::vector<std::filesystem::path> readable{};
};

/// Gives up all harmful rights, and answers requests by `code`.
[[noreturn]] void run_inside(Mailbox& box, const Kept& kept,
                             const std::function<void(Mailbox&)>& code);

/// Hands over the answer and waits for the next request. On no fiber.
void next_request(Mailbox& box);

/// Ends the process: out of memory.
[[noreturn]] void end_without_memory();

/// Ends the process: the plug-in did something that is forbidden.
[[noreturn]] void end_forbidden(int what);

}  // namespace orrery::inline run
