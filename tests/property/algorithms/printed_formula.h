#pragma once

#include <optional>
#include <string_view>

#include "algorithms/algorithm.h"

/// The formulas that are printed for times, evaluated: `2(p-1)/p mβ` is text in Algorithm::formula, and a number for
/// a problem.
namespace orrery {

/// What a formula says: a time, or what it is at most.
struct FormulaValue {
  double ps = 0;
  bool at_most = false;
};

/// Whether `a` says its time in words, not as a formula: formula_if is "in words".
bool formula_is_words(const Algorithm& a);

/// Whether a.formula is meant for x, by a.formula_if: conditions with commas between them, of `p = 2^q`, `p = 3^q`,
/// `p = k^q`, `p even`, `p odd`, `p > 2`, `n > 1`, `N > 1`, `γ = 0`, `no empty block`, `one ring`, which are ranks with
/// one coordinate or none, `2D ports`, which stands for ranks of a torus with equal sides and a port for each link, and
/// `periodic` and `sides > 1` of the grid whose neighbours exchange blocks. THROWS std::invalid_argument for any other.
bool formula_holds(const Algorithm& a, const Problem& x);

/// The value for x. Numbers and letters side by side are multiplied, a / b c is (a/b) c; `log2`, `log3`, `ceil`, `floor`
/// and `sqrt` take what follows in parentheses, `log2` also a letter. Letters: α β γ costs, p ranks, m bytes as the
/// collective counts them, m_r those of the root's block, M those of the largest one, n blocks, k radix, q and t the
/// logarithms of p (base k, or 2 without a radix; q rounded up, t down), R rounds, H = R - n, K and D moves and hops of
/// radix-k Bruck, or D and d dimensions and their side on a torus, N groups of s ranks, and K_s and D_s what K and D are of
/// s ranks; among the neighbours of a grid D dimensions, N neighbours of each rank and Z non-zero coordinates of their
/// offsets. THROWS std::invalid_argument where it cannot be read, naming the place.
FormulaValue evaluate_formula(const Algorithm& a, const Problem& x);

}  // namespace orrery
