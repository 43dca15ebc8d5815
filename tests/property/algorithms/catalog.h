#pragma once

#include <ostream>
#include <string>

#include <gtest/gtest.h>

#include "algorithms/algorithm.h"
#include "emu/base/check.h"
#include "scenarios/report/conformance_report.h"
#include "tests/name_of_algorithm.h"
#include "tests/sanitized.h"

/// Tests of every algorithm of the catalogue.
namespace orrery {

inline void PrintTo(const Algorithm* a, std::ostream* out) {
  *out << a->collective << ' ' << a->name;
}

namespace testing {

constexpr int kMostRanks = kSanitized ? 20 : 64;

/// Selects the cases that the default suite tries: all of up to 5 ranks; then one of three of small numbers of ranks, two
/// primes, a power of two and what follows it, and 22, which has its own sequence of skips. The slow suite tries all.
class TriedFirst {
 public:
  bool operator()(const ConformanceCase& c) {
    const int p = c.ranks;
    if (p <= 5) return true;
    return (p <= 9 || p == 11 || p == 13 || p == 16 || p == 17 || p == 22) && count_++ % 3 == 0;
  }

 private:
  int count_ = 0;
};

/// Runs `a` in all cases of `orrery verify` for which `wanted` is true. Checks that data equal the naive reference,
/// provenance is exact, and rounds, bytes and times equal the formulas.
template <class Wanted>
void expect_promises(const Algorithm& a, Wanted&& wanted) {
  constexpr int kMostOnTori = 16;  // of every shape; torus_test.cc has larger ones
  constexpr int kEveryRootUpTo = 9;
  auto cases =
      conformance_cases(a, {a.needs_coordinates ? kMostOnTori : kMostRanks, kEveryRootUpTo});
  std::erase_if(cases, [&](const ConformanceCase& c) { return !wanted(c); });
  const auto result = verify(a, cases, 1, [](std::size_t) { return true; });
  if (!result) FAIL() << "it was not stopped";
  EXPECT_TRUE(result->holds()) << conformance_failures({*result});
  // Requires the promise exactly, neither less nor more, because users choose algorithms by it.
  const Reproducible found = result->reproducible.value_or(a.reproducible);
  EXPECT_EQ(reproducible_name(found), reproducible_name(a.reproducible));
}

}  // namespace testing
}  // namespace orrery
