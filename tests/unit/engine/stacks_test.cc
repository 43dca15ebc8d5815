#include "emu/engine/fibers/stacks.h"

#include <cstddef>
#include <cstring>
#include <memory>
#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace orrery {
namespace {

/// Returns the tops of `count` stacks after writing to them from end to end.
std::vector<void*> taken(Stacks& stacks, int count) {
  std::vector<void*> tops;
  for (int i = 0; i < count; ++i) {
    const Stacks::Stack stack = stacks.take();
    std::memset(static_cast<std::byte*>(stack.top) - stack.size, i, stack.size);
    tops.push_back(stack.top);
  }
  return tops;
}

TEST(StackReserve, GivesTheNextRunTheStacksOfTheLast) {
  const StackReserve reserve;
  std::vector<void*> first, second;
  {
    Stacks stacks(100);  // made are 100, 150, 225
    first = taken(stacks, 225);
  }
  Stacks stacks(100);
  second = taken(stacks, 225);
  EXPECT_EQ(std::set(first.begin(), first.end()), std::set(second.begin(), second.end()));
}

TEST(StackReserve, MakesMoreWhereTheLastRunHadFewer) {
  const StackReserve reserve;
  { taken(*std::make_unique<Stacks>(20), 20); }
  Stacks stacks(20);
  const std::vector<void*> tops = taken(stacks, 500);
  EXPECT_EQ(std::set(tops.begin(), tops.end()).size(), 500U);
}

TEST(StackReserve, KeepsStacksOfAnotherSizeApart) {
  const StackReserve reserve;
  { taken(*std::make_unique<Stacks>(16), 16); }
  Stacks large(16, std::size_t{1} << 20);
  EXPECT_GE(large.take().size, std::size_t{1} << 20);
  taken(large, 15);
}

TEST(StackReserve, OneInsideAnotherLeavesItAlone) {
  const StackReserve reserve;
  std::vector<void*> first;
  {
    const StackReserve inner;
    Stacks stacks(16);
    first = taken(stacks, 16);
  }
  Stacks stacks(16);
  const std::vector<void*> second = taken(stacks, 16);
  EXPECT_EQ(std::set(first.begin(), first.end()), std::set(second.begin(), second.end()));
}

TEST(StackReserve, TwoRunsAtOnceHaveTheirOwn) {
  const StackReserve reserve;
  { taken(*std::make_unique<Stacks>(16), 16); }
  Stacks one(16), other(16);
  std::vector<void*> tops = taken(one, 16);
  for (void* const top : taken(other, 16)) tops.push_back(top);
  EXPECT_EQ(std::set(tops.begin(), tops.end()).size(), 32U);
}

}  // namespace
}  // namespace orrery
