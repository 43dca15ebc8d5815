#pragma once

#include <optional>
#include <string>

/// Broadcast schedules on the circulant graph as text: what `orrery schedule broadcast` prints.
namespace orrery {

/// As Table 1 of Träff's paper: for every rank (or only `rank`) its baseblock, what it receives and
/// what it sends in each round of a phase; the entry of the round in which a rank lies in the
/// homerange skip[k] <= r < skip[k+1] is in brackets. Wide tables are cut into parts of 20 ranks.
std::string schedule_table(int p, std::optional<int> rank);

/// kind,p,round,rank,value with kind skip, baseblock, recv or send: one line for each entry.
std::string schedule_csv(int p, std::optional<int> rank);

}  // namespace orrery
