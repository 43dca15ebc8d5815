#include "emu/engine/fibers/stacks.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <new>
#include <sys/mman.h>
#include <utility>

#include "emu/engine/fibers/large_stack.h"

namespace orrery::inline engine {

namespace {

constexpr std::size_t kPage = 4096;
#if defined(__SANITIZE_ADDRESS__) || !defined(NDEBUG)
constexpr std::size_t kPages = 64;
#else
constexpr std::size_t kPages = 16;
#endif
constexpr std::size_t kGuarded = 256;
constexpr std::size_t kColours = 4, kColourBytes = 64;

/// The memory of an area, as this thread has mapped it.
struct StackMapping {
  const std::byte *base, *end;
  std::size_t stride;
};

std::vector<StackMapping>& stack_mappings() {
  thread_local std::vector<StackMapping> all;
  return all;
}

void unmap_stacks(std::byte* base, std::size_t bytes) {
  std::erase_if(stack_mappings(), [base](const StackMapping& m) { return m.base == base; });
  munmap(base, bytes);
}

/// Returns an odd number of pages in bytes, so that stacks do not share cache sets; one page is the
/// guard.
std::size_t stride_for(std::size_t bytes) {
  const std::size_t pages = std::max(kPages, (bytes + kPage - 1) / kPage);
  return (pages + 1 + pages % 2) * kPage;
}

}  // namespace

Stacks::Stacks(std::size_t expected, std::size_t bytes)
    : expected_(expected), stride_(stride_for(bytes)) {
  StackReserve* const reserve = StackReserve::current();
  if (reserve == nullptr || reserve->stride_ != stride_) return;
  areas_ = std::exchange(reserve->areas_, {});
  for (const Area& area : areas_) made_ += make_free(area, made_);
}

Stacks::~Stacks() {
  StackReserve* const reserve = StackReserve::current();
  if (reserve != nullptr) reserve->keep(std::exchange(areas_, {}), stride_);
  for (const Area& area : areas_) unmap_stacks(area.base, area.stacks * stride_);
}

void Stacks::reserve(std::size_t stacks) {
  const std::size_t size = stacks * stride_;
  void* base = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (base == MAP_FAILED) throw std::bad_alloc();
  madvise(base, size, MADV_NOHUGEPAGE);
  areas_.push_back({static_cast<std::byte*>(base), stacks});
  stack_mappings().push_back({areas_.back().base, areas_.back().base + size, stride_});
  for (std::size_t i = 0; i < stacks && made_ + i < kGuarded; ++i)
    if (mprotect(areas_.back().base + i * stride_, kPage, PROT_NONE) != 0) throw std::bad_alloc();
  if (made_ == 0) populate_tops(areas_.back());
  made_ += make_free(areas_.back(), made_);
}

/// Requests the first page of each fiber, which takes a fraction of the time of a page fault.
/// Systems without such a request take the faults.
void Stacks::populate_tops(const Area& area) const {
#ifdef MADV_POPULATE_WRITE
  for (std::size_t i = 1; i <= area.stacks; ++i)
    if (madvise(area.base + i * stride_ - kPage, kPage, MADV_POPULATE_WRITE) != 0) return;
#else
  static_cast<void>(area);
#endif
}

/// Makes the stacks of an area free; the area's first stack has number `first`. Returns their
/// number.
std::size_t Stacks::make_free(const Area& area, std::size_t first) {
  free_.reserve(free_.size() + area.stacks);
  for (std::size_t i = area.stacks; i-- > 0;) {
    const std::size_t colour = (first + i) % kColours * kColourBytes;
    const std::size_t guard = first + i < kGuarded ? kPage : 0;
    free_.push_back({area.base + (i + 1) * stride_ - colour, stride_ - colour - guard});
  }
  return area.stacks;
}

Stacks::Stack Stacks::take() {
  if (free_.empty()) reserve(std::max<std::size_t>(made_ == 0 ? expected_ : made_ / 2, 16));
  const Stack stack = free_.back();
  free_.pop_back();
  return stack;
}

std::size_t fiber_stack_left() {
  const auto* const here = static_cast<const std::byte*>(__builtin_frame_address(0));
  for (const StackMapping& m : stack_mappings())
    if (std::less_equal<>()(m.base, here) && std::less<>()(here, m.end)) {
      const std::size_t above = static_cast<std::size_t>(here - m.base) % m.stride;
      return above - std::min(above, kPage);
    }
  return std::numeric_limits<std::size_t>::max();
}

StackReserve*& StackReserve::current() {
  thread_local StackReserve* reserve = nullptr;
  return reserve;
}

StackReserve::StackReserve() {
  if (current() == nullptr) current() = this;
}

StackReserve::~StackReserve() {
  keep({}, 0);
  if (current() == this) current() = nullptr;
}

void StackReserve::keep(std::vector<Stacks::Area> areas, std::size_t stride) {
  for (const Stacks::Area& area : areas_) unmap_stacks(area.base, area.stacks * stride_);
  areas_ = std::move(areas);
  stride_ = stride;
}

}  // namespace orrery::inline engine
