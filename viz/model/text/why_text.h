#pragma once

#include <QString>

#include "scenarios/run/explain.h"
#include "viz/model/run/session.h"

/// What the window says about what time is made of.
namespace orrery::viz {

/// "contention"
QString causeName(Cause cause);
/// A sentence about what a cause means.
QString meaningOf(Cause cause);
/// "rank 3 to rank 5 (round 2)\ncontention for 1.2 µs: other messages on rank 3 → rank 4", several lines.
QString stretchText(const Stage& stage, const Stretch& s);
/// The causes of a path with their shares, and how many others are as long; a line each.
QString causesText(const CriticalPath& path);
/// How many other paths are as long; empty if none is known.
QString tiesText(const CriticalPath& path);

/// Which cause makes the difference between two runs of which the paths are known, a sentence. It is made of
/// numbers, as that of the command, and in its language.
QString differenceText(const Session& left, const Session& right);

/// What a rank that neither sends nor receives nor computes at `t` waits for: "waits for rank 5, which posts
/// its send at 2 µs". Empty if it does not wait, or where single messages are not known. `in_step`: no rank
/// enters a round before all have finished the one before.
QString waitText(const TraceIndex& index, int rank, Time t, bool in_step);
/// What a rank of the run that a session shows waits for.
QString waitText(const Session& session, int rank, Time t);

}  // namespace orrery::viz
