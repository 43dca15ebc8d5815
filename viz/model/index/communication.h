#pragma once

#include <cstdint>
#include <vector>

#include "viz/model/index/trace_index.h"

namespace orrery::viz::inline model {

/// A tree of ranks over which data go to a root, or come from it.
struct CommunicationTree {
  std::vector<int> parent;            ///< by rank; -1: a root, or a rank that no message reaches
  std::vector<std::int64_t> message;  ///< by rank: the one over the edge to its parent, or -1
  bool up = false;                    ///< messages go to the parents
  std::vector<BlockRange> blocks;     ///< the blocks that take these edges; none: all data
};

/// The communication of a run, in the form of a drawing.
struct Communication {
  enum class Kind {
    kNothing,      ///< no messages
    kTree,         ///< all messages use the edges of one tree
    kTrees,        ///< every block uses one of a few trees (of a reduction and a broadcast: two)
    kTreeOfBlock,  ///< every block has a tree of its own; this is the tree of one block
    kRounds        ///< no tree: all messages, round by round
  };
  Kind kind = Kind::kNothing;
  std::vector<CommunicationTree> trees;
  std::vector<std::int64_t> messages;  ///< of kRounds, in order of start
  int block = -1;                      ///< of kTreeOfBlock
  bool truncated = false;              ///< kRounds: later messages are left out
};

/// Returns the number of contributing ranks, each counted once; 0 where it is not known.
int contributions(std::span<const Contributors> set);

/// Derives the communication of a run. `block`: the one whose tree is drawn where each has its own;
/// -1: the first.
Communication communicationOf(const TraceIndex& index, int block = -1);

}  // namespace orrery::viz::inline model
