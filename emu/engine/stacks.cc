#include "emu/engine/stacks.h"

#include <algorithm>
#include <new>
#include <sys/mman.h>

namespace orrery {

namespace {

constexpr std::size_t kPage = 4096;
#if defined(__SANITIZE_ADDRESS__) || !defined(NDEBUG)
constexpr std::size_t kPages = 64;
#else
constexpr std::size_t kPages = 16;
#endif
constexpr std::size_t kGuarded = 8192;
constexpr std::size_t kColours = 8, kColourBytes = 128;

/// An odd number of pages, so that stacks do not share cache sets; one of them for the guard.
std::size_t stride_for(std::size_t bytes) {
  const std::size_t pages = std::max(kPages, (bytes + kPage - 1) / kPage);
  return (pages + 1 + pages % 2) * kPage;
}

}  // namespace

Stacks::Stacks(std::size_t expected, std::size_t bytes)
    : expected_(expected), stride_(stride_for(bytes)) {}

Stacks::~Stacks() {
  for (const Area& area : areas_) munmap(area.base, area.size);
}

void Stacks::reserve(std::size_t stacks) {
  const std::size_t size = stacks * stride_;
  void* base = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (base == MAP_FAILED) throw std::bad_alloc();
  madvise(base, size, MADV_NOHUGEPAGE);
  areas_.push_back({static_cast<std::byte*>(base), size});
  free_.reserve(made_ + stacks);
  for (std::size_t i = stacks; i-- > 0;) {
    std::byte* const bottom = areas_.back().base + i * stride_;
    const std::size_t colour = (made_ + i) % kColours * kColourBytes;
    std::size_t size_left = stride_ - colour;
    if (made_ + i < kGuarded) {
      if (mprotect(bottom, kPage, PROT_NONE) != 0) throw std::bad_alloc();
      size_left -= kPage;
    }
    free_.push_back({bottom + stride_ - colour, size_left});
  }
  made_ += stacks;
}

Stacks::Stack Stacks::take() {
  if (free_.empty()) reserve(std::max<std::size_t>(made_ == 0 ? expected_ : made_ / 2, 16));
  const Stack stack = free_.back();
  free_.pop_back();
  return stack;
}

}  // namespace orrery
