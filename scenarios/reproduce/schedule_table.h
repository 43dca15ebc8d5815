#pragma once

#include <functional>
#include <optional>
#include <string_view>

/// Broadcast schedules on the circulant graph as text: what `orrery schedule broadcast` prints.
namespace orrery::inline reproduce {

/// Takes the text in pieces: for many ranks it is longer than memory.
using WriteText = std::function<void(std::string_view)>;

/// Writes Table 1 of Träff's paper: for every rank (or only `rank`) its baseblock, and the blocks
/// that it receives and sends in each round of a phase. Wide tables are cut into parts of 40 ranks.
void schedule_table(int p, std::optional<int> rank, const WriteText& write);

/// Writes kind,p,round,rank,value with kind skip, baseblock, recv or send: one line for each entry.
void schedule_csv(int p, std::optional<int> rank, const WriteText& write);

}  // namespace orrery::inline reproduce
