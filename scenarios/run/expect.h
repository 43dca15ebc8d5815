#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "scenarios/run/runner.h"
#include "scenarios/spec/scenario.h"

/// [expect]: what a scenario promises about its results.
namespace orrery {

/// Gives every expected value the kind of its field ("60us" of a time becomes a Time). What names no cell is
/// marked as skipped where options have replaced keys of the file. THROWS InputError for an unknown field
/// or outcome, a value of the wrong kind, bounds that nothing lies between, and otherwise what names no cell.
void interpret_expectations(Scenario& scenario);

/// Does it for some of the cells of a sweep: what names none of these is marked as skipped. THROWS
/// InputError also for expectations that compare cells, which all have to be there.
void interpret_for_part(Scenario& scenario);

/// One expectation looked at in one cell, or in none.
struct Check {
  enum class Verdict { kPassed, kFailed, kSkipped };

  const Expectation* expectation = nullptr;
  std::optional<std::size_t> cell;  ///< index of Scenario::cells; none: no cell was looked at
  Verdict verdict = Verdict::kPassed;
  FieldValue got;        ///< what the cell has
  std::string expected;  ///< "at most 12"
  /// Unless passed: "file:9: ring.2MiB.rounds: rounds is 14; expected 12", or why it was skipped.
  std::string message;

  bool passed() const { return verdict == Verdict::kPassed; }
  bool failed() const { return verdict == Verdict::kFailed; }
  bool skipped() const { return verdict == Verdict::kSkipped; }
};

/// Every expectation in every cell it selects, in order; skipped cells are left out unless it is
/// expected that they are. An expectation that no cell is left for is a check of its own, skipped.
std::vector<Check> check_expectations(const Scenario& scenario,
                                      const std::vector<RunResult>& results);

/// The cells whose outcome is what an expectation asks for, whatever it is.
std::set<std::size_t> cells_as_expected(const std::vector<Check>& checks);

}  // namespace orrery
