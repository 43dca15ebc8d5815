#pragma once

#include <span>
#include <string>

#include "scenarios/run/explain.h"

/// What the time of runs is made of, for people and machines.
namespace orrery {

/// The causes of one run, where and when they take time, what waits for whom, and the links. A table of
/// causes for several runs.
std::string why_text(std::span<const Explained> runs);

/// {"schema": 1, "runs": [...]}: the fields of to_json(), and completion_time_ps, causes_ps, ties, links and
/// stretches.
std::string why_json(std::span<const Explained> runs);

/// A line for each run: swept values, completion_time_ps, the causes in picoseconds, ties.
std::string why_csv(std::span<const Explained> runs);
/// A line for each stretch of each run.
std::string stretches_csv(std::span<const Explained> runs);

/// For people: "bytes at full bandwidth".
std::string_view words_of(Cause cause);

/// What a stretch waits for: "other messages on host 0 → host 1".
std::string awaited_by(const Stretch& s, const Topology& topology);

/// All causes, in their order.
inline constexpr std::array<Cause, kCauses> kAllCauses{
    Cause::kAlpha,   Cause::kLatency, Cause::kBytes,    Cause::kContention, Cause::kPort,
    Cause::kPartner, Cause::kCompute, Cause::kOverhead, Cause::kNoise};

}  // namespace orrery
