#pragma once

#include <vector>

#include <QString>

#include "emu/base/units.h"
#include "scenarios/scenario.h"
#include "viz/model/block_table.h"
#include "viz/model/frame_state.h"

/// What the window says in words. Quantities are written as in scenarios/units_text.h.
namespace orrery::viz {

/// "ring allreduce on torus:8x8"
QString runTitle(const RunSpec& spec);
/// "64 ranks · 2 MiB · one-ported · ghost payload"
QString runDetails(const RunSpec& spec);
/// A short name for every cell of a sweep: what distinguishes it from the others.
std::vector<QString> cellTexts(const std::vector<RunSpec>& cells);
/// `t` in the unit that suits `end`, always with three decimals, so that a running clock stands
/// still.
QString clockText(Time t, Time end);
/// "round 5 of 0–125 · 64 transfers under way (rounds 4–6)"
QString momentText(const TraceIndex& index, const FrameState& state);
/// "7", "0–3" or "0, 5, …": ascending ranks of one host. Empty if there are none.
QString ranksText(const std::vector<int>& ranks);
/// "3" or "3–5"
QString blocksText(BlockRange blocks);

}  // namespace orrery::viz
