#pragma once

#include <cstdint>
#include <vector>

#include "viz/model/index/trace_index.h"

namespace orrery::viz {

/// Over which ranks data go to a root, or come from it.
struct CommunicationTree {
  std::vector<int> parent;            ///< by rank; -1: a root, or a rank that no message reaches
  std::vector<std::int64_t> message;  ///< by rank: the one over the edge to its parent, or -1
  bool up = false;                    ///< messages go to the parents
  std::vector<BlockRange> blocks;     ///< that go this way; none: whatever there is
};

/// Who sends to whom in a run, as a drawing can show it.
struct Communication {
  enum class Kind {
    kNothing,  ///< there are no messages
    kTree,     ///< all go over the edges of one tree
    kTrees,    ///< every block goes over one of a few trees (of a reduction and a broadcast: two)
    kTreeOfBlock,  ///< every block has a tree of its own: it is that of one block
    kRounds        ///< there is no tree: all messages, round by round
  };
  Kind kind = Kind::kNothing;
  std::vector<CommunicationTree> trees;
  std::vector<std::int64_t> messages;  ///< of kRounds, in order of start
  int block = -1;                      ///< of kTreeOfBlock
  bool truncated = false;              ///< kRounds: later messages are left out
};

/// Returns how many ranks contributed, each counted once; 0 where that is not known.
int contributions(std::span<const Contributors> set);

/// `block`: the one whose tree is wanted where each has its own; -1: the first.
Communication communicationOf(const TraceIndex& index, int block = -1);

}  // namespace orrery::viz
