#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "scenarios/run/conformance/cases.h"
#include "scenarios/run/runner.h"

/// Conformance of an algorithm: whether it keeps its promises.
namespace orrery::inline run {

/// A case that failed.
struct Counterexample {
  ConformanceCase tried;
  Outcome outcome = Outcome::kVerificationFailed;
  std::string error;
};

/// The counts of cases.
struct Tally {
  std::size_t run = 0;      ///< failed ones as well
  std::size_t refused = 0;  ///< the algorithm refused the case
  std::size_t failed = 0;
  double seconds = 0;                   ///< of the runs
  std::string refusal;                  ///< why the smallest was refused
  std::optional<Counterexample> first;  ///< the smallest that failed
};

struct Conformance {
  const Algorithm* algorithm = nullptr;
  std::size_t cases = 0;  ///< all cases
  Tally all;
  std::vector<std::pair<Aspect, Tally>> aspects;  ///< of the aspects that were reached
  bool given_up = false;                          ///< after kMostFailures: the rest was not checked
  /// The least reproducibility that its sums had; nothing if none was found.
  std::optional<Reproducible> reproducible = {};
  bool untried = false;  ///< it refused every existing case with more than one rank

  static constexpr std::size_t kMostFailures = 10;
  bool holds() const { return all.failed == 0 && !untried; }
};

/// Runs the cases of `a`, `jobs` at a time; the result does not depend on `jobs`. `progress(done)`
/// is called from one thread at a time; when it returns false, or the user wants to stop, no
/// further case is begun, and there is no result.
std::optional<Conformance> verify(const Algorithm& a, const std::vector<ConformanceCase>& cases,
                                  int jobs, const std::function<bool(std::size_t done)>& progress);

}  // namespace orrery::inline run
