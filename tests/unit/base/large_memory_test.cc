#include <cstdint>
#include <fstream>
#include <memory>
#include <new>
#include <string>

#include <gtest/gtest.h>

namespace orrery {
namespace {

/// Returns the flags of the mapping that contains `memory`, as the system lists them; empty if it
/// lists none.
std::string flags_at(const void* memory) {
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  std::ifstream maps("/proc/self/smaps");
  bool inside = false;
  for (std::string line; std::getline(maps, line);) {
    const std::size_t dash = line.find('-');
    if (dash != std::string::npos && line.find_first_not_of("0123456789abcdef") == dash)
      inside = std::stoull(line, nullptr, 16) <= address &&
               address < std::stoull(line.substr(dash + 1), nullptr, 16);
    else if (inside && line.starts_with("VmFlags:"))
      return line.substr(8) + ' ';
  }
  return {};
}

TEST(LargeMemory, IsAskedForInLargePages) {
  if (!std::ifstream("/sys/kernel/mm/transparent_hugepage/enabled"))
    GTEST_SKIP() << "there are none";
  const auto large = std::make_unique<std::byte[]>(std::size_t{16} << 20);
  const auto small = std::make_unique<std::byte[]>(std::size_t{1} << 20);
  if (flags_at(small.get()).empty()) GTEST_SKIP() << "the system does not tell";
  EXPECT_NE(flags_at(large.get()).find(" hg "), std::string::npos);
  EXPECT_NE(flags_at(small.get()).find(" hg "), std::string::npos) << "the heap";
}

TEST(LargeMemory, MoreThanThereIsIsAnError) {
  const volatile std::size_t too_much = ~std::size_t{0} / 4;
  EXPECT_THROW(static_cast<void>(::operator new(too_much)), std::bad_alloc);
  EXPECT_THROW(static_cast<void>(::operator new (too_much, std::align_val_t{64})), std::bad_alloc);
  const volatile std::size_t overflows = ~std::size_t{0} - 5;
  EXPECT_THROW(static_cast<void>(::operator new(overflows)), std::bad_alloc);
}

TEST(LargeMemory, IsAlignedAsAskedFor) {
  for (const std::size_t bytes : {std::size_t{0}, std::size_t{100}, std::size_t{9} << 20})
    for (const std::size_t alignment : {std::size_t{32}, std::size_t{4096}}) {
      void* const memory = ::operator new (bytes, std::align_val_t{alignment});
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory) % alignment, 0U);
      ::operator delete (memory, std::align_val_t{alignment});
    }
}

}  // namespace
}  // namespace orrery
