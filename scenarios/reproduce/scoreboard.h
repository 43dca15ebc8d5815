#pragma once

#include <array>
#include <numeric>
#include <span>
#include <string>

#include "scenarios/reproduce/reproduction.h"

/// Reproductions as text and as JSON: the rows of each, and the numbers of rows and of the paper's
/// claims that hold.
namespace orrery::inline reproduce {

/// The number of each verdict, in the order of Verdict.
struct VerdictCounts {
  std::array<int, kVerdicts.size()> counts{};

  int of(Verdict v) const { return counts[static_cast<std::size_t>(v)]; }
  int all() const { return std::accumulate(counts.begin(), counts.end(), 0); }
  VerdictCounts& operator+=(const VerdictCounts& other);
};

VerdictCounts tally(const Evidence& e);

/// A reproduction that was run.
struct Reproduced {
  const Reproduction* what = nullptr;
  Evidence evidence;
  double seconds = 0;  ///< wall time
};

/// Counts each claim once. A claim is a printed value, or a general statement on any number of
/// cases: rows with the same Finding::claim in the reproductions of one paper ("paper4-...") judge
/// one claim, a row without is one of its own. If rows disagree the claim has the first verdict of:
/// refuted, differs, holds with our estimate, holds, not comparable. Example: rows of claim "x"
/// hold and differ, a row without a claim holds: 1 holds, 1 differs.
VerdictCounts tally_claims(std::span<const Reproduced> run);

/// Returns notes, the compared rows, their tolerances with reasons, and the other computed values.
std::string evidence_text(const Evidence& e);

/// Returns a line for each, with the verdicts of its rows, its distinct claims and its time; the
/// sum of all, and the verdicts of all distinct claims; then the reproductions that were left out.
std::string scoreboard_text(std::span<const Reproduced> run,
                            std::span<const Reproduction* const> left_out);

/// Returns {"reproductions": [{"name", "title", "source", "seconds", "verdicts": {"holds", "holds
/// with our estimate", "differs", "refuted", "not comparable"}, "claims": the same of its distinct
/// claims, "findings": [...], "results": [{"what", "value", "remark"}]}], "verdicts" and "claims":
/// of all, "not_run": [names]}. A finding has "what", "claim" (if rows share it), "verdict",
/// "basis", "paper", "ours", "difference", "remark" and, if numbers are compared, "unit",
/// "tolerance", "tolerance_reason" and perhaps "witness" {"independence", "value", "tolerance",
/// "way"} and "estimate" {"without", "what"}. "paper" is a number, {"low", "high"} with null for no
/// bound, a list of items, or the text of a measurement, which has a "why".
std::string scoreboard_json(std::span<const Reproduced> run,
                            std::span<const Reproduction* const> left_out);

}  // namespace orrery::inline reproduce
