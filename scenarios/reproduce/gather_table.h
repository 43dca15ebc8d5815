#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "algorithms/trees/construct.h"
#include "scenarios/reproduce/reproduction.h"

/// Tables 1 to 3 of Träff's paper on gather trees: 2,000 ranks, b = 1,000, ρ = 5, β = 1; α = 100, 1 and
/// 1,000. The paper's values are in scenarios/papers/data/gather_trees.csv.
namespace orrery::inline reproduce {

/// The claim of Sec. 5.2 that two reproductions judge.
inline constexpr const char* kLemma2Order =
    "Lemma 2: in order if the large block is the first or the last";

/// A remark: how a time of best_of_all_ordered was found.
inline constexpr const char* kAllTried = "all ordered trees tried";

/// Finds the least time of a tree by Def. 3, from all cuts of the ranks on either side of a root into
/// subtrees. Exponential: for up to 8 ranks or so. `root` may be free.
trees::Cost best_of_all_ordered(const trees::Blocks& blocks, const trees::TreeCosts& costs,
                                int root);

/// Describes which rank receives from which, in sequence: "3 takes 0 1, 1 takes 2".
std::string described(const trees::Tree& tree);

inline constexpr int kTableRanks = 2000;
inline constexpr int kTableRoot = 1000;
/// α of the paper's tables.
inline constexpr trees::Cost kAlphaOfTable1 = 100, kAlphaOfTable2 = 1, kAlphaOfTable3 = 1000;

/// The second computation of a tree's time.
inline constexpr const char* kEvaluated = "the tree evaluated by Eq. 1 and 2";

/// A cell: one distribution, γ, construction; root 1000 or free.
struct TableCell {
  std::string distribution, construction;
  trees::TreeCosts costs;
  bool free_root = false;
  std::uint64_t seed = 1;        ///< of a random distribution
  std::int64_t paper_total = 0;  ///< units in all blocks of the paper's draw
  trees::Cost paper_time = 0;    ///< 0 if the paper prints none
  int paper_root = 0;
  trees::Cost time = 0;       ///< our time, as the construction counted it
  trees::Cost evaluated = 0;  ///< the time of its tree by Eq. 1 and 2
  /// The time if a last rank may copy first: of "optimal" with the paper's blocks and time.
  trees::Cost interleaved = 0;
  int root = 0;

  bool least() const;   ///< returns whether the paper has the least time of all trees or roots
  bool random() const;  ///< returns whether its blocks come from a generator, not the paper's
  trees::Blocks blocks() const;
  int given_root() const { return free_root ? trees::kFreeRoot : kTableRoot; }
  std::string name() const;  ///< returns "same, γ 1, linear, root free"
};

/// Returns the cells of the table that `select` accepts, computed on `jobs` threads, in the paper's
/// order. For an α without a table they are those of Table 1 without the paper's times. The paper's
/// "optimal" is optimal-strict if its blocks are known; else, and for an α without a table, it is
/// our optimal, which is fast. With `draws` > 1 cells of random blocks that have times of the paper
/// come with the seeds 1 .. draws. THROWS InputError if the paper's values cannot be read.
std::vector<TableCell> gather_table(trees::Cost alpha, int jobs,
                                    bool (*select)(const TableCell& cell), int draws = 1);

/// A tree of optimal_strict_tree, or another that takes as long, and the time of optimal_tree.
struct StrictOptimum {
  trees::TimedTree strict;
  trees::Cost interleaved = 0;
};

/// Builds them for several roots: O(p^2) if the best trees with interleaved copies can copy last as
/// well. THROWS as the constructions.
std::vector<StrictOptimum> strict_optima(const trees::Blocks& blocks, const trees::TreeCosts& costs,
                                         std::span<const int> roots);

/// Compares the paper's time with ours. If ours is shorter, it refutes a paper's time that is said
/// to be the least, of all trees or of all roots, provided that the evaluated tree takes it.
/// `remark` may add words.
Finding compare_cell(const TableCell& cell, std::string (*remark)(const TableCell&));

/// Adds every construction (binary and strict ones left out) from low to high latency with root
/// 1000 and β = γ = 1: alpha.csv, and for each of four distributions a picture of the distance from
/// the best ordered tree.
void add_alpha_curves(Evidence& e, int jobs);

/// Returns alpha,gamma,distribution,construction,mode,paper_time,paper_root,time,root.
std::string gather_table_csv(const std::vector<TableCell>& cells);

}  // namespace orrery::inline reproduce
