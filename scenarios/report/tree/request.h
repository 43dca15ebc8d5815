#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/trees/construct.h"
#include "algorithms/trees/pair_costs.h"

/// A request for a tree: construction, ranks and machine.
namespace orrery::inline report {

struct TreeRequest {
  std::string operation;  ///< "gather", "scatter", "broadcast" or "reduce"
  std::string construction;
  trees::Blocks blocks;
  trees::TreeCosts costs;
  std::optional<trees::PairCosts> pairs;  ///< by pair of ranks; nothing: those above
  int root = trees::kFreeRoot;
  int ports = 1;               ///< messages that a rank can send or receive at a time
  bool virtual_ranks = false;  ///< the construction sees the ranks by size, largest first
  std::vector<std::int64_t>
      numbers{};  ///< numbers to be split, if the blocks are partition_blocks of them
};

struct TreeAnswer {
  trees::TimedTree built;
  trees::Cost lower_bound = 0;       ///< with the tree's root
  std::vector<trees::Cost> ready{};  ///< when each rank has its subtree
  std::string standing{};  ///< known facts on its quality, or empty: "the best of all trees"
};

/// Returns whether data flow from the root: a scatter and a broadcast run the sequence of each rank
/// backwards.
bool from_root(const TreeRequest& request);

/// Builds a tree. One construction knows ports: adaptive list-star greedy non-ordered. All others
/// build for one port and are timed with the given number. Constructions with build_for_pairs are
/// built for the costs of pairs, all others for the costs of all. THROWS std::invalid_argument for
/// requests that a construction refuses, for unknown constructions, and for ports or virtual ranks
/// together with costs of pairs.
TreeAnswer build_tree(const TreeRequest& request);

}  // namespace orrery::inline report
