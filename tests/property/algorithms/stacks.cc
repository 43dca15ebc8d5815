#include "emu/engine/fibers/stacks.h"

namespace orrery {
namespace {

/// All tests of the program run on one set of stacks.
const StackReserve kStacks;

}  // namespace
}  // namespace orrery
