#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "scenarios/formats/chakra/trace_file.h"

/// Nodes of traces in words, by their own names.
namespace orrery::chakra {

/// A trace's collectives by their numbers; empty: cannot be run.
inline constexpr std::string_view kCollectives[] = {
    "allreduce", "reduce",   "allgather",      "gather",         "scatter",
    "broadcast", "alltoall", "reduce-scatter", "reduce-scatter", "barrier"};

/// Returns "allgather of 8B".
std::string collective_text(const Node& node);
/// Returns "allgather of 8B", "receive of 8B from rank 1" or "computing".
std::string activity_text(const Node& node);
/// Returns " 'ag3' (node 7)", with the name in its trace.
std::string name_text(const Node& node);
/// Returns " in group dp0"; empty without a group.
std::string group_text(const Node& node);

/// Nodes of ranks, by kind.
using NodeKinds = std::map<std::string, std::map<int, const Node*>>;
/// Returns "rank 0: allgather of 8B 'ag3' (node 1) in group dp0; ranks 1 to 3: ..", the fewest ranks first, and the first
/// of these. REQUIRES a kind.
std::pair<std::string, int> odd_first(const NodeKinds& kinds);

}  // namespace orrery::chakra
