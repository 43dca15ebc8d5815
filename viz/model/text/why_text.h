#pragma once

#include <QString>

#include "scenarios/run/explain.h"
#include "viz/model/run/session.h"

/// The window's texts on the causes of time.
namespace orrery::viz::inline model {

/// Returns "contention", for example.
QString causeName(Cause cause);
/// Explains a cause in a sentence.
QString meaningOf(Cause cause);
/// Returns "rank 3 to rank 5 (round 2)\ncontention for 1.2 µs: other messages on rank 3 → rank 4",
/// several lines.
QString stretchText(const Stage& stage, const Stretch& s);
/// Returns the causes of a path with their shares, and the number of equally long paths; a line
/// each.
QString causesText(const CriticalPath& path);
/// Returns the number of other paths of the same length; empty if none is known.
QString tiesText(const CriticalPath& path);

/// Names the cause of the difference between two runs with known paths: the command's sentence,
/// translated. Empty unless both runs can be compared.
QString differenceText(const Session& left, const Session& right);

/// Describes the cause of waiting of a rank that neither sends nor receives nor computes at `t`:
/// "waits for rank 5, which posts its send at 2 µs". Empty if it does not wait, or where single
/// messages are not known. `in_step`: no rank enters a round before all have finished the one
/// before.
QString waitText(const TraceIndex& index, int rank, Time t, bool in_step);
/// Describes the cause of waiting of a rank in the run that a session shows.
QString waitText(const Session& session, int rank, Time t);

}  // namespace orrery::viz::inline model
