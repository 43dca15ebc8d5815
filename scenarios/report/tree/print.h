#pragma once

#include <string>
#include <string_view>

#include "scenarios/report/tree/request.h"

/// Trees of irregular collectives as text.
namespace orrery::inline report {

struct TreeReport {
  const TreeRequest& request;
  const TreeAnswer& answer;
};

/// Returns time, lower bound, known facts on the tree's quality, and for each rank its block,
/// parent, order among its parent's operations (the parent's copy counted), its own operations ("."
/// is its copy), and when it has its subtree.
/// A scatter runs the sequences of the gather backwards, so these are printed for both; the time is
/// then how long a rank needs to serve its subtree.
std::string tree_table(const TreeReport& report);

/// Returns {"construction", "standing", "ports", "root", "time", "sizes_total", "nodes": [{"rank",
/// "parent", "order", ...}...]}; nodes by rank; the root's parent is -1, its order 0; standing is
/// null if nothing is known.
std::string tree_json(const TreeReport& report);

/// Returns a line for each rank: its fields in the JSON, and before them those of the tree.
std::string tree_csv(const TreeReport& report);

/// Returns text for Graphviz: ranks with their sizes, edges with the sizes they carry, children in
/// sequence.
std::string tree_dot(const TreeReport& report);

/// Returns the tree as "table", "json", "csv" or "dot". THROWS std::invalid_argument for others.
std::string tree_text(const TreeReport& report, std::string_view format);

}  // namespace orrery::inline report
