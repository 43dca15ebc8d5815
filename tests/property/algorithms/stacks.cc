#include "emu/engine/fibers/stacks.h"

namespace orrery {
namespace {

/// One set of stacks for all tests of the program.
const StackReserve kStacks;

}  // namespace
}  // namespace orrery
