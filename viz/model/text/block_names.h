#pragma once

#include <span>
#include <vector>

#include <QString>

#include "scenarios/blocks/block_history.h"

/// Names of blocks and messages: one name for each, on balls, in listings, in the matrix and in
/// every other view.
namespace orrery::viz::inline model {

/// Returns "3" and "3–5".
QString spanText(int first, int last);

/// Returns "0–2, 5 (2 times)".
QString contributorsText(std::span<const Contributors> set);
/// Describes the contributions in a rank's copy of a block, or the reason why they are unknown.
QString contributorsText(const BlockHistory& history, int rank, int column, Time t);

/// Returns the name of a block (see block_name).
QString blockName(const BlockTable& table, int block);

/// Returns whether two ranges are one that continues beyond the last block with the first.
bool goesAround(const BlockTable& table, const std::vector<BlockRange>& blocks);

/// Returns "3", "3–5", "6–1" round the end of the vector, "1, 3, 5" or "0→2–3, 6–7". Blocks from
/// several ranks for several ranks are named by their source: "from 0, 5–7".
QString blocksText(const BlockTable& table, const std::vector<BlockRange>& blocks);

/// Names the payload of a message: its blocks and, where data are added up, the ranks of their sum:
/// "3 Σ0–2". Empty if it is not known.
QString messageName(const BlockTable& table, const MessageEvent& message);

/// Returns the part of a message's meaning that its name does not say: "data of ranks 0–2". May be
/// empty.
QString messageMeaning(const BlockTable& table, const MessageEvent& message);

}  // namespace orrery::viz::inline model
