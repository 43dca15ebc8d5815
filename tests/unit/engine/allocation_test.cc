// Tests that the engine allocates nothing for a message once its tables have grown.
#include <cstdlib>
#include <new>

#include <gtest/gtest.h>

#include "tests/engine_run.h"

namespace {
std::int64_t allocations = 0;
}

void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size == 0 ? 1 : size);
}
void* operator new(std::size_t size) {
  if (void* p = operator new(size, std::nothrow)) return p;
  throw std::bad_alloc();
}
void operator delete(void* p) noexcept {
  std::free(p);
}
void operator delete(void* p, std::size_t) noexcept {
  std::free(p);
}

namespace orrery::testing {
namespace {

constexpr int kFirst = 260, kLast = 500;  // between two powers of two: tables by round do not grow

/// Returns the number of allocations while all ranks exchange messages with `partner(rank, k)` in
/// rounds k = kFirst .. kLast-1, after equally many rounds in which tables grow.
template <class Partner>
std::int64_t count_allocations(const Network& network, const EngineOptions& options,
                               Partner partner) {
  std::int64_t before = 0, after = 0;
  run_program(
      network,
      [&](Comm& c) {
        for (int k = 0; k < 2 * kLast; ++k) {
          if (c.rank() == 0 && k == kFirst) before = allocations;
          if (c.rank() == 0 && k == kLast) after = allocations;
          const auto [to, from] = partner(c.rank(), k, c.size());
          c.round(k);
          c.sendrecv(ghost(1000 + k % 3), to, ghost(2000), from);
        }
      },
      options);
  return after - before;
}

struct Pair {
  int to, from;
};
Pair ring(int r, int, int p) {
  return {mod(r + 1, p), mod(r - 1, p)};
}
/// Returns partners at every distance in turn: routes of all lengths, many messages on a link, both
/// directions of a ring.
Pair shift(int r, int k, int p) {
  const int distance = 1 + k % (p - 1);
  return {mod(r + distance, p), mod(r - distance, p)};
}
/// Returns partners whose messages differ in length and overlap in time.
Pair exchange(int r, int k, int) {
  return {r ^ (1 << k % 6), r ^ (1 << k % 6)};
}

TEST(Allocation, NothingForAMessage) {
  // Limits the allocations in 15,360 messages. A list may still reach its longest length: each of
  // 256 links has lists of its flows, of the flows that it limits, and of the links that these
  // cross.
  constexpr std::int64_t kFew = 30;
  for (const char* spec : {"torus:8x8", "torus:64", "fat-tree:8,2", "full:64"}) {
    Network network = network_of(spec);
    for (const Ports::Kind kind : {Ports::Kind::kCount, Ports::Kind::kUnlimited}) {
      network.ports.kind = kind;
      for (const Protocol protocol : {Protocol::kSync, Protocol::kEager}) {
        EXPECT_LE(count_allocations(network, {protocol, Sync::kAsync}, ring), kFew) << spec;
        EXPECT_LE(count_allocations(network, {protocol, Sync::kAsync}, shift), kFew) << spec;
        EXPECT_LE(count_allocations(network, {protocol, Sync::kAsync}, exchange), kFew) << spec;
      }
    }
  }
}

}  // namespace
}  // namespace orrery::testing
