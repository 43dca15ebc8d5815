#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "scenarios/run/runner.h"
#include "scenarios/spec/scenario.h"

/// [expect]: the results that a scenario promises.
namespace orrery::inline run {

/// Gives every expected value the kind of its field ("60us" for a time becomes a Time).
/// Expectations that name no cell are marked as skipped if options have replaced keys of the file.
/// THROWS InputError for an unknown field or outcome, a value of the wrong kind, bounds with
/// nothing between them, and otherwise for expectations that name no cell.
void interpret_expectations(Scenario& scenario);

/// Interprets the expectations for a part of the cells: those that name no cell of the part are
/// marked as skipped. THROWS InputError also for expectations that compare cells, which need all
/// cells.
void interpret_for_part(Scenario& scenario);

/// An expectation checked in one cell, or in none.
struct Check {
  enum class Verdict { kPassed, kFailed, kSkipped };

  const Expectation* expectation = nullptr;
  std::optional<std::size_t> cell;  ///< index of Scenario::cells; none: no cell was checked
  Verdict verdict = Verdict::kPassed;
  FieldValue got;        ///< the cell's value
  std::string expected;  ///< "at most 12"
  /// Unless passed: "file:9: ring.2MiB.rounds: rounds is 14; expected 12", or why it was skipped.
  std::string message;

  bool passed() const { return verdict == Verdict::kPassed; }
  bool failed() const { return verdict == Verdict::kFailed; }
  bool skipped() const { return verdict == Verdict::kSkipped; }
};

/// Checks every expectation in every cell it selects, in order; skipped cells are left out unless
/// the expectation is that they are skipped. An expectation without cells yields one check,
/// skipped.
std::vector<Check> check_expectations(const Scenario& scenario,
                                      const std::vector<RunResult>& results);

/// Returns the cells whose outcome is as expected, even if the outcome is a failure.
std::set<std::size_t> cells_as_expected(const std::vector<Check>& checks);

}  // namespace orrery::inline run
