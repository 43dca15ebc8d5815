/// Memory on large pages: a program that links this library allocates memory of at least kLarge
/// bytes in pages of 2 MiB, if the system has them, and begins with a heap of such pages. This
/// reduces the time of the first touch of a table of millions of ranks to a fraction, and reading
/// causes fewer TLB misses. Freeing it needs no special care.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <malloc.h>
#include <new>
#include <sys/mman.h>

#if !defined(__SANITIZE_ADDRESS__)  // which has operators of its own

namespace {

constexpr std::size_t kSmallPage = 4096, kPage = std::size_t{2} << 20, kLarge = 4 * kPage;

/// Allocates memory on large pages; returns null if there is none.
void* on_large_pages(std::size_t bytes, std::size_t alignment) {
  const std::size_t whole = (bytes + kPage - 1) / kPage * kPage;
  if (whole < bytes) return nullptr;
  void* const memory = std::aligned_alloc(std::max(alignment, kPage), whole);
  if (memory != nullptr) madvise(memory, whole, MADV_HUGEPAGE);
  return memory;
}

/// Gives the heap room for most runs in one piece, of which only what is touched takes memory.
[[gnu::constructor]] void begin_heap() {
  constexpr std::size_t kRoom = 32 * kPage;
  mallopt(M_MMAP_THRESHOLD, 16 * kPage);  // the calls below would fix it at 128 KiB
  mallopt(M_TRIM_THRESHOLD, 2 * kRoom);
  mallopt(M_TOP_PAD, kRoom);
  auto* const first = static_cast<std::byte*>(std::malloc(kPage));
  const auto in_page = reinterpret_cast<std::uintptr_t>(first) % kSmallPage;
  if (first != nullptr) madvise(first - in_page, kRoom, MADV_HUGEPAGE);
  std::free(first);
}

/// Returns the memory of `attempt`, which is repeated while the new-handler finds more memory.
template <class Allocate>
void* allocate(Allocate&& attempt) {
  for (;;) {
    if (void* const memory = attempt()) return memory;
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
}

}  // namespace

void* operator new(std::size_t bytes) {
  if (bytes >= kLarge) return allocate([&] { return on_large_pages(bytes, 1); });
  return allocate([&] { return std::malloc(std::max(bytes, std::size_t{1})); });
}

void* operator new(std::size_t bytes, std::align_val_t align) {
  const auto alignment = static_cast<std::size_t>(align);
  if (bytes >= kLarge) return allocate([&] { return on_large_pages(bytes, alignment); });
  const std::size_t whole = (std::max(bytes, std::size_t{1}) + alignment - 1) & ~(alignment - 1);
  return allocate([&] { return std::aligned_alloc(alignment, whole); });
}

/// Releases memory with free(), as the library's own operators do.
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}

#endif
