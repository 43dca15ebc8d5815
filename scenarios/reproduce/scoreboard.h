#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "scenarios/reproduce/reproduction.h"

/// Reproductions as text and as JSON: the rows of each, and how many of them hold.
namespace orrery {

/// How often each verdict was given, in the order of Verdict.
struct VerdictCounts {
  std::array<int, 4> counts{};

  int of(Verdict v) const { return counts[static_cast<std::size_t>(v)]; }
  VerdictCounts& operator+=(const VerdictCounts& other);
};

VerdictCounts tally(const Evidence& e);

/// One that was run.
struct Reproduced {
  const Reproduction* what = nullptr;
  Evidence evidence;
  double seconds = 0;  ///< of the clock on the wall
};

/// Notes, the compared rows, their tolerances with reasons, and what was computed besides.
std::string evidence_text(const Evidence& e);

/// A line for each, with its verdicts and its time, and the sum of all; then those that were left
/// out.
std::string scoreboard_text(std::span<const Reproduced> run,
                            std::span<const Reproduction* const> left_out);

/// {"reproductions": [{"name", "title", "source", "seconds", "verdicts": {"holds", "differs",
/// "refuted", "not comparable"}, "findings": [...], "results": [{"what", "value", "remark"}]}],
/// "verdicts": of all, "not_run": [names]}. A finding has "what", "verdict", "paper", "ours",
/// "difference", "remark" and, where numbers are compared, "unit", "tolerance", "tolerance_reason"
/// and perhaps "witness" {"value", "tolerance", "way"}. "paper" is a number, {"low", "high"} with
/// null for no bound, a list of items, or the text of a measurement, which has a "why".
std::string scoreboard_json(std::span<const Reproduced> run,
                            std::span<const Reproduction* const> left_out);

}  // namespace orrery
