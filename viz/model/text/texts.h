#pragma once

#include <vector>

#include <QString>

#include "emu/base/units.h"
#include "scenarios/blocks/block_history.h"
#include "scenarios/blocks/block_table.h"
#include "scenarios/spec/scenario.h"
#include "viz/model/index/frame_state.h"
#include "viz/model/run/stage.h"

/// The texts of the window. Quantities are written as in scenarios/text/units_text.h.
namespace orrery::viz::inline model {

/// Returns "ring allreduce on torus:8x8".
QString runTitle(const RunSpec& spec);
/// Returns "64 ranks · 2 MiB · one-ported · ghost payload".
QString runDetails(const RunSpec& spec);
/// Returns a short name for every cell of a sweep: its differences from the others.
std::vector<QString> cellTexts(const std::vector<RunSpec>& cells);
/// Returns `t` in the unit that suits `end`, always with three decimals, so that a running clock
/// stays in place.
QString clockText(Time t, Time end);
/// Returns "round 5 of 0–125 · 64 transfers under way (rounds 4–6)".
QString momentText(const TraceIndex& index, const FrameState& state);
/// Returns "3", or "gradients 3" for a run with operations.
QString roundName(const OperationRounds& operations, int round);
/// Returns "7", "0–3" or "0, 5, …": ascending ranks of one host. Empty if there are none.
QString ranksText(const std::vector<int>& ranks);

/// Describes a rank's copy of a block, several lines.
QString cellText(const BlockHistory& history, const BlockTable& blocks, int rank, int column,
                 Time t);
/// Describes a message: "rank 3 sends block 2 to rank 4" and details, several lines.
QString messageText(const TraceIndex& index, std::int64_t message);
/// Describes a host or switch and its activity, several lines.
QString nodeText(const Stage& stage, const FrameState& state, NodeId node);
/// Describes the ends and the load of a link, several lines.
QString linkText(const Stage& stage, const FrameState& state, LinkId link);
/// Returns the name from the network's file, or else "rank 3", "host 3" where ranks and hosts
/// differ, "switch 2".
QString nodeName(const Stage& stage, NodeId node);
/// Names a node of a network of servers: "node 3 GPU 1", "node 3 switch", "node 3 NIC 0", "switch
/// 2".
QString partName(const ServerShape& servers, NodeId node);

}  // namespace orrery::viz::inline model
