#pragma once

#include <span>
#include <vector>

#include <QString>

#include "scenarios/blocks/block_history.h"

/// What blocks and messages are called: one name for each, on balls, in listings, in the matrix and in
/// every other view.
namespace orrery::viz {

/// "3" and "3–5".
QString spanText(int first, int last);

/// "0–2, 5 (2 times)"
QString contributorsText(std::span<const Contributors> set);
/// Whose contributions what a rank holds of a block is made of, or why that cannot be said.
QString contributorsText(const BlockHistory& history, int rank, int column, Time t);

/// See block_name.
QString blockName(const BlockTable& table, int block);

/// Whether two ranges are one that goes on beyond the last block with the first.
bool goesAround(const BlockTable& table, const std::vector<BlockRange>& blocks);

/// "3", "3–5", "6–1" round the end of the vector, "1, 3, 5" or "0→2–3, 6–7". Blocks from several ranks
/// for several ranks are called by whose they are: "from 0, 5–7".
QString blocksText(const BlockTable& table, const std::vector<BlockRange>& blocks);

/// What a message carries: its blocks and, where data are added up, whose sum they are: "3 Σ0–2". Empty
/// if that is not known.
QString messageName(const BlockTable& table, const MessageEvent& message);

/// What the name of a message does not say: "data of ranks 0–2". May be empty.
QString messageMeaning(const BlockTable& table, const MessageEvent& message);

}  // namespace orrery::viz
