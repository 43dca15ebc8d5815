#pragma once

#include <string>
#include <string_view>

#include "algorithms/trees/construct.h"

/// Gather and scatter trees as text.
namespace orrery {

struct TreeReport {
  std::string_view operation;     ///< "gather" or "scatter"
  std::string_view construction;  ///< "optimal"
  const trees::Blocks& blocks;
  const trees::Costs& costs;
  const trees::TimedTree& built;
};

/// Time, lower bound, and for each rank its block, parent, order among the operations of its parent
/// (the parent's copy counted), its own operations ("." is its copy), and when it has its subtree.
/// A scatter runs the sequences of the gather backwards, so these are printed for both; the time is
/// then how long a rank needs to serve its subtree.
std::string tree_table(const TreeReport& report);

/// {"construction", "root", "time", "sizes_total", "nodes": [{"rank", "parent", "order", ...}...]};
/// nodes by rank; the root's parent is -1, its order 0.
std::string tree_json(const TreeReport& report);

/// A line for each rank: the fields of the JSON, those of the tree repeated.
std::string tree_csv(const TreeReport& report);

/// For Graphviz: ranks with their sizes, edges with what they carry, children in sequence.
std::string tree_dot(const TreeReport& report);

/// "table", "json", "csv" or "dot". THROWS std::invalid_argument for others.
std::string tree_text(const TreeReport& report, std::string_view format);

}  // namespace orrery
