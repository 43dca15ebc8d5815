#pragma once

#include "algorithms/plugin.h"

/// Parts that plug-ins with mistakes share.
namespace orrery {

/// Returns a broadcast with the formulas of a linear one: p - 1 rounds, everything sent by the
/// root.
constexpr Algorithm broadcast(std::string_view name, void (*run)(Comm&, const Call&)) {
  return {.collective = "broadcast",
          .name = name,
          .summary = "A mistake.",
          .reference = "none",
          .formula = "(p-1)(α + mβ)",
          .run = run,
          .rounds = [](const Problem& x) -> std::int64_t { return x.p - 1; },
          .bytes_total = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
          .bytes_max_rank = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
          .time = [](const Problem& x) { return (x.p - 1) * x.cost.message(x.bytes()); }};
}

// Hides values from the optimiser.
inline volatile int zero = 0;
inline int* volatile nowhere = nullptr;

/// Uses more stack than there is.
inline int deep(int n) {
  volatile char page[4096];
  page[n % 4096] = 1;
  return page[n % 4096] + (n < 1'000'000'000 ? deep(n + 1) : 0) + page[0];
}

}  // namespace orrery
