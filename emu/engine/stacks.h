#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace orrery {

/// Stacks for fibers, cut from large reserved areas; memory is used only where a stack is touched,
/// and returned when all stacks of a group are unused. The tops of the stacks are spread over cache
/// sets (equally aligned stacks would evict each other), but not so far that a fiber at rest needs a
/// second page. A guard page stands below each of the first kGuarded stacks; more would exceed the
/// number of mappings a process may have.
class Stacks {
 public:
  /// Of `bytes` each, rounded up to pages; 0: what an emulated rank needs.
  explicit Stacks(std::size_t expected, std::size_t bytes = 0);
  ~Stacks();
  Stacks(const Stacks&) = delete;
  Stacks& operator=(const Stacks&) = delete;

  struct Stack {
    void* top;  ///< stacks grow down from here
    std::size_t size;
  };
  /// THROWS std::bad_alloc.
  Stack take();
  void give_back(Stack stack);

 private:
  struct Area {
    std::byte* base;
    std::size_t size;
    std::vector<std::uint32_t> used;  // stacks, by group
  };
  /// Consecutive stacks of an area.
  struct Group {
    std::byte* base;
    bool whole;  // not cut off by the end of the area
    std::uint32_t& used;
  };
  void reserve(std::size_t stacks);
  Group group_of(Stack stack);

  std::size_t expected_;
  std::size_t stride_;  // from stack to stack
  std::size_t made_ = 0;
  std::vector<Area> areas_;
  std::vector<Stack> free_;
};

}  // namespace orrery
