#pragma once

#include <vector>

#include <QString>

#include "emu/base/units.h"
#include "scenarios/blocks/block_history.h"
#include "scenarios/blocks/block_table.h"
#include "scenarios/spec/scenario.h"
#include "viz/model/index/frame_state.h"
#include "viz/model/run/stage.h"

/// What the window says in words. Quantities are written as in scenarios/text/units_text.h.
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
/// "3", or "gradients 3" of a run with operations.
QString roundName(const OperationRounds& operations, int round);
/// "7", "0–3" or "0, 5, …": ascending ranks of one host. Empty if there are none.
QString ranksText(const std::vector<int>& ranks);

/// What a rank holds of a block, several lines.
QString cellText(const BlockHistory& history, const BlockTable& blocks, int rank, int column,
                 Time t);
/// "rank 3 sends block 2 to rank 4" and what else there is to say about a message, several lines.
QString messageText(const TraceIndex& index, std::int64_t message);
/// What a host or switch is and does, several lines.
QString nodeText(const Stage& stage, const FrameState& state, NodeId node);
/// Where a link leads and what it carries, several lines.
QString linkText(const Stage& stage, const FrameState& state, LinkId link);
/// The name that a file gave it, or else "rank 3", "host 3" where ranks and hosts differ, "switch 2".
QString nodeName(const Stage& stage, NodeId node);
/// What a node of a network of servers is: "node 3 GPU 1", "node 3 switch", "node 3 NIC 0", "switch 2".
QString partName(const ServerShape& servers, NodeId node);

}  // namespace orrery::viz
