#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "emu/base/check.h"

/// Checks of the arguments of Comm (emu/comm/comm.h), with the same messages in every
/// implementation.
namespace orrery::inline base {

[[noreturn, gnu::noinline, gnu::cold]] inline void refuse_rank(const char* call, int rank,
                                                               int size) {
  throw std::invalid_argument(text_of(call, " rank ", rank, ": expected 0 .. ", size - 1));
}

inline void check_rank(const char* call, int rank, int size) {
  if (rank < 0 || rank >= size) [[unlikely]]
    refuse_rank(call, rank, size);
}

inline void check_counts(const char* call, std::int64_t into, std::int64_t from) {
  EMU_CHECK(into == from, call, " of ", from, " elements into ", into);
}

inline void check_scratch(std::int64_t elements) {
  EMU_CHECK(elements >= 0, "scratch of ", elements, " elements");
}

inline void check_round(int next, int current) {
  EMU_CHECK(next >= current, "round ", next, " after round ", current,
            "; rounds never go backwards");
}

inline void check_lanes(int n) {
  EMU_CHECK(n >= 1, "lanes(", n, "); expected at least 1");
}

/// Checks that a handle may be waited for. `live`: a pending request stands behind the handle.
inline void check_handle(bool live, bool own) {
  EMU_CHECK(live, "wait: this handle has been waited for already");
  EMU_CHECK(own, "wait: this handle belongs to another rank or lane");
}

/// Returns the place of `rank` in the list that it passes to sub() on a communicator of `size`
/// ranks.
inline int place_in_sub(std::span<const int> list, int rank, int size) {
  EMU_CHECK(!list.empty(), "sub of no ranks");
  std::vector<int> sorted(list.begin(), list.end());
  std::sort(sorted.begin(), sorted.end());
  check_rank("sub with", sorted.front(), size);
  check_rank("sub with", sorted.back(), size);
  EMU_CHECK(std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end(),
            "sub names a rank twice");
  const auto own = std::find(list.begin(), list.end(), rank);
  EMU_CHECK(own != list.end(), "sub without the calling rank ", rank);
  return static_cast<int>(own - list.begin());
}

/// Returns the message for a rank that ends while one of its requests is pending.
inline std::string not_waited_text(bool is_send, int peer, int tag, int round) {
  return text_of("ended without waiting for its ", is_send ? "isend to" : "irecv from", " rank ",
                 peer, " (tag ", tag, ", round ", round, ")");
}

}  // namespace orrery::inline base
