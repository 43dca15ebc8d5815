#pragma once

#include <cstddef>
#include <vector>

namespace orrery::inline engine {

/// Stacks for fibers, cut from large reserved areas; memory is used only where a stack is touched,
/// and returned when all stacks are. The tops of the stacks are spread over cache sets (equally
/// aligned stacks would evict each other), but not so far that a fiber at rest needs a second page.
/// A guard page stands below each of the first kGuarded stacks; more take time to make, and a
/// process may have no more mappings than the system allows.
class Stacks {
 public:
  /// Prepares stacks of `bytes` each, rounded up to pages; 0: the need of an emulated rank.
  explicit Stacks(std::size_t expected, std::size_t bytes = 0);
  ~Stacks();
  Stacks(const Stacks&) = delete;
  Stacks& operator=(const Stacks&) = delete;

  struct Stack {
    void* top;  ///< stacks grow down from here
    std::size_t size;
  };
  /// Takes a stack. THROWS std::bad_alloc.
  Stack take();

 private:
  friend class StackReserve;
  struct Area {
    std::byte* base;
    std::size_t stacks;
  };
  void reserve(std::size_t stacks);
  void populate_tops(const Area& area) const;
  std::size_t make_free(const Area& area, std::size_t first);

  std::size_t expected_;
  std::size_t stride_;  // from stack to stack
  std::size_t made_ = 0;
  std::vector<Area> areas_;
  std::vector<Stack> free_;
};

/// A reserve of stack areas. While one exists, the areas of a finished run wait for this thread's
/// next run with equally large stacks: mapping, guarding and touching them again takes longer than
/// many a run. A nested reserve does nothing. REQUIRES that it ends before its thread.
class StackReserve {
 public:
  StackReserve();
  ~StackReserve();
  StackReserve(const StackReserve&) = delete;
  StackReserve& operator=(const StackReserve&) = delete;

 private:
  friend class Stacks;
  static StackReserve*& current();
  /// Takes over `areas`, and frees the earlier ones.
  void keep(std::vector<Stacks::Area> areas, std::size_t stride);

  std::vector<Stacks::Area> areas_;
  std::size_t stride_ = 0;
};

}  // namespace orrery::inline engine
