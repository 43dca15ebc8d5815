#pragma once

#include <cstddef>

/// A stack for code that needs more than the few kilobytes of a fiber: all fibers of a thread lend each other one large stack.
/// That is possible because nothing of such code is on it while fibers switch.
namespace orrery::inline engine {

/// Calls f(argument) on the large stack of this thread, and returns when f has returned. A call from there stays there.
/// REQUIRES that f throws nothing, and waits for no fiber.
void call_on_large_stack(void (*f)(void*), void* argument);

/// Returns whether the caller is on the large stack of its thread.
bool is_on_large_stack();

/// Returns how much of its own stack the calling fiber has left; the largest number if the caller is on no fiber's stack.
std::size_t fiber_stack_left();

}  // namespace orrery::inline engine
