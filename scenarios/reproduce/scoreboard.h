#pragma once

#include <array>
#include <numeric>
#include <span>
#include <string>

#include "scenarios/reproduce/reproduction.h"

/// Reproductions as text and as JSON: the rows of each, and how many of them and of the paper's claims hold.
namespace orrery {

/// How often each verdict was given, in the order of Verdict.
struct VerdictCounts {
  std::array<int, kVerdicts.size()> counts{};

  int of(Verdict v) const { return counts[static_cast<std::size_t>(v)]; }
  int all() const { return std::accumulate(counts.begin(), counts.end(), 0); }
  VerdictCounts& operator+=(const VerdictCounts& other);
};

VerdictCounts tally(const Evidence& e);

/// One that was run.
struct Reproduced {
  const Reproduction* what = nullptr;
  Evidence evidence;
  double seconds = 0;  ///< of the clock on the wall
};

/// Counts each claim once. A claim is a printed value, or a general statement in however many cases: rows with the same
/// Finding::claim in the reproductions of one paper ("paper4-...") judge one claim, a row without is one of its own.
/// Where rows disagree the claim has the first verdict of: refuted, differs, holds with our estimate, holds, not
/// comparable. Example: rows of claim "x" hold and differ, a row without a claim holds: 1 holds, 1 differs.
VerdictCounts tally_claims(std::span<const Reproduced> run);

/// Notes, the compared rows, their tolerances with reasons, and what was computed besides.
std::string evidence_text(const Evidence& e);

/// A line for each, with the verdicts of its rows, its distinct claims and its time; the sum of all, and the verdicts of
/// all distinct claims; then those that were left out.
std::string scoreboard_text(std::span<const Reproduced> run,
                            std::span<const Reproduction* const> left_out);

/// {"reproductions": [{"name", "title", "source", "seconds", "verdicts": {"holds",
/// "holds with our estimate", "differs", "refuted", "not comparable"}, "claims": the same of its distinct
/// claims, "findings": [...], "results": [{"what", "value", "remark"}]}], "verdicts" and "claims": of all,
/// "not_run": [names]}. A finding has "what", "claim" (if rows share it), "verdict", "basis", "paper", "ours",
/// "difference", "remark" and, where numbers are compared,
/// "unit", "tolerance", "tolerance_reason" and perhaps "witness" {"independence", "value", "tolerance", "way"} and
/// "estimate" {"without", "what"}. "paper" is a number, {"low", "high"} with null for no bound, a
/// list of items, or the text of a measurement, which has a "why".
std::string scoreboard_json(std::span<const Reproduced> run,
                            std::span<const Reproduction* const> left_out);

}  // namespace orrery
