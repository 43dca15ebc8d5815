#pragma once

#include <span>
#include <string>

#include "scenarios/run/explain.h"

/// The time of runs by its causes, for readers and programs.
namespace orrery::inline report {

/// Returns the causes of one run, where and when they take time, which ranks wait for which, and
/// the links. For several runs a table of causes.
std::string why_text(std::span<const Explained> runs);

/// Returns {"schema": 1, "runs": [...]}: the fields of to_json(), and completion_time_ps,
/// causes_ps, ties, links and stretches.
std::string why_json(std::span<const Explained> runs);

/// Returns a line for each run: swept values, completion_time_ps, the causes in picoseconds, ties.
std::string why_csv(std::span<const Explained> runs);
/// Returns a line for each stretch of each run.
std::string stretches_csv(std::span<const Explained> runs);

/// Returns text for readers: "bytes at full bandwidth".
std::string_view words_of(Cause cause);

/// Describes the cause of a stretch: "other messages on host 0 → host 1".
std::string awaited_by(const Stretch& s, const Topology& topology);

/// All causes, in their order.
inline constexpr std::array<Cause, kCauses> kAllCauses{
    Cause::kAlpha,   Cause::kLatency, Cause::kBytes,    Cause::kContention, Cause::kPort,
    Cause::kPartner, Cause::kCompute, Cause::kOverhead, Cause::kNoise};

}  // namespace orrery::inline report
