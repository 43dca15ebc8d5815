#pragma once

#include <QString>

#include "viz/model/index/trace_index.h"

namespace orrery::viz::inline model {

/// Describes the part of all ranks in a round, with the phase of the collective where there are
/// two: "Round 1, reduce-scatter, step 2 of 3: each rank sends 2 KiB (1/4 of its data) to its
/// partner, 2 away." `vector`: the bytes of the collective, or 0 where messages are not parts of
/// one vector. Empty where single messages are not known.
QString roundText(const TraceIndex& index, int round, Bytes vector);

}  // namespace orrery::viz::inline model
