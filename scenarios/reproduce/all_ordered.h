#pragma once

#include <string>

#include "algorithms/trees/construct.h"

/// Ordered trees by trying them all: the second way beside the dynamic programs.
namespace orrery {

/// The claim of Sec. 5.2 that two reproductions judge.
inline constexpr const char* kLemma2Order =
    "Lemma 2: in order if the large block is the first or the last";

/// How a time of best_of_all_ordered was found.
inline constexpr const char* kAllTried = "all ordered trees tried";

/// Finds the least time of a tree by Def. 3, from all cuts of the ranks on either side of a root into
/// subtrees. Exponential: for up to 8 ranks or so. `root` may be free.
trees::Cost best_of_all_ordered(const trees::Blocks& blocks, const trees::Costs& costs, int root);

/// Says which rank takes which, in sequence: "3 takes 0 1, 1 takes 2".
std::string described(const trees::Tree& tree);

}  // namespace orrery
