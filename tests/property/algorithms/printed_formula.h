#pragma once

#include <optional>
#include <string_view>

#include "algorithms/algorithm.h"

/// Evaluates the printed formulas of times: `2(p-1)/p mβ` is text in Algorithm::formula, and a number for a problem.
namespace orrery {

/// The value of a formula: a time, or an upper bound of it.
struct FormulaValue {
  double ps = 0;
  bool at_most = false;
};

/// Returns whether `a` gives its time in words, not as a formula: formula_if is "in words".
bool formula_is_words(const Algorithm& a);

/// Returns whether a.formula applies to x, by the conditions in a.formula_if, separated by commas: `p = 2^q`, `p =
/// 3^q`, `p = k^q`, `p even`, `p odd`, `p > 2`, `n > 1`, `N > 1`, `γ = 0`, `no empty block`, `one ring` (ranks with at
/// most one coordinate), `2D ports` (ranks of a torus with equal sides and a port for each link), and `periodic` and
/// `sides > 1` of the grid whose neighbours exchange blocks. THROWS std::invalid_argument for any other condition.
bool formula_holds(const Algorithm& a, const Problem& x);

/// Returns the value for x. Adjacent numbers and letters are multiplied; a / b c is (a/b) c. `log2`, `log3`, `ceil`,
/// `floor` and `sqrt` take an argument in parentheses, `log2` also a letter. Letters: α β γ costs, p ranks, m bytes as
/// the collective counts them, m_r bytes of the root's block, M bytes of the largest block, n blocks, k radix, q and t
/// the logarithms of p (base k, or 2 without a radix; q rounded up, t down), R rounds, H = R - n, K and D moves and
/// hops of radix-k Bruck, or D and d dimensions and their side on a torus, N groups of s ranks, K_s and D_s the K and D
/// of s ranks; among the neighbours of a grid D dimensions, N neighbours of each rank and Z non-zero coordinates of
/// their offsets. THROWS std::invalid_argument with the place if it cannot be read.
FormulaValue evaluate_formula(const Algorithm& a, const Problem& x);

}  // namespace orrery
