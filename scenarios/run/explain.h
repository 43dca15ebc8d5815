#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "emu/trace/critical_path.h"
#include "scenarios/cell/operation_rounds.h"
#include "scenarios/run/runner.h"

/// The time of a run by its causes.
namespace orrery::inline run {

/// A run and its critical path, which is empty unless is_measured().
struct Explained {
  RunResult result;
  CriticalPath path;
};

/// Runs one cell. Does not throw for errors of the cell, as run_one(). `sink` can end the run by
/// throwing.
Explained explain(const RunSpec& spec, Sink* sink = nullptr);

/// Returns the name of a cause in files.
inline std::string_view name_of(Cause cause) {
  return kCauseNames[static_cast<std::size_t>(cause)];
}

/// Time of a path by cause.
using TimeByCause = std::array<Time, kCauses>;

inline Time& time_of(TimeByCause& times, Cause cause) {
  return times[static_cast<std::size_t>(cause)];
}
inline Time time_of(const TimeByCause& times, Cause cause) {
  return times[static_cast<std::size_t>(cause)];
}
/// Returns the time of all causes together.
Time total(const TimeByCause& times);

struct CausesOfLink {
  LinkId link = 0;
  TimeByCause times{};  ///< latency, bytes and contention
};
/// Returns the links that the path spends time on, the most time first (ties by number).
std::vector<CausesOfLink> causes_of_links(const CriticalPath& path);

/// Neighbouring stretches of one round and one rank together.
struct Leg {
  int round = 0, rank = 0;
  Time from{0}, to{0};
  TimeByCause times{};
};
std::vector<Leg> legs_of(const CriticalPath& path);

/// Returns the time by operation, in their order; empty for a run without operations.
std::vector<TimeByCause> causes_of_operations(const CriticalPath& path,
                                              const OperationRounds& operations);

/// Returns the time by round, ascending: index = round.
std::vector<TimeByCause> causes_of_rounds(const CriticalPath& path);

}  // namespace orrery::inline run
