#include "emu/engine/fibers/stacks.h"

#include <optional>

#include <gtest/gtest.h>

namespace orrery {
namespace {

/// One set of stacks for all tests of the program.
class ReserveOfStacks : public ::testing::Environment {
  void SetUp() override { stacks_.emplace(); }
  void TearDown() override { stacks_.reset(); }
  std::optional<StackReserve> stacks_;
};
const auto* const kStacks = ::testing::AddGlobalTestEnvironment(new ReserveOfStacks);

}  // namespace
}  // namespace orrery
