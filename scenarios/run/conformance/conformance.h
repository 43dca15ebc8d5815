#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "scenarios/run/conformance/cases.h"
#include "scenarios/run/runner.h"

/// Whether an algorithm does what it promises.
namespace orrery {

/// A case that did not go as it should.
struct Counterexample {
  ConformanceCase tried;
  Outcome outcome = Outcome::kVerificationFailed;
  std::string error;
};

/// What became of cases.
struct Tally {
  std::size_t run = 0;      ///< failed ones as well
  std::size_t refused = 0;  ///< the algorithm said that it cannot
  std::size_t failed = 0;
  double seconds = 0;                   ///< that the runs took
  std::string refusal;                  ///< why the smallest was refused
  std::optional<Counterexample> first;  ///< the smallest that failed
};

struct Conformance {
  const Algorithm* algorithm = nullptr;
  std::size_t cases = 0;  ///< that there are
  Tally all;
  std::vector<std::pair<Aspect, Tally>> aspects;  ///< of those that were come to
  bool given_up = false;  ///< after kMostFailures: what follows was not looked at
  /// The least that sums that round were found to be; nothing if none was.
  std::optional<Reproducible> reproducible = {};
  bool untried = false;  ///< it refused all cases with more than one rank, and there are such

  static constexpr std::size_t kMostFailures = 10;
  bool holds() const { return all.failed == 0 && !untried; }
};

/// Runs the cases of `a`, `jobs` at a time; the result does not depend on `jobs`. `progress(done)` is called
/// from one thread at a time; when it returns false, or the user wants to stop, nothing further is begun, and
/// there is no result.
std::optional<Conformance> verify(const Algorithm& a, const std::vector<ConformanceCase>& cases,
                                  int jobs, const std::function<bool(std::size_t done)>& progress);

}  // namespace orrery
