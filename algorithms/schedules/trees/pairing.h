#pragma once

/// Partners in exchanges on a line of d nodes: Swing and recursive doubling. Pure functions.
///
/// Ref      D. De Sensi, T. Bonato, D. Saam, T. Hoefler, "Swing: Short-cutting Rings for Higher
///          Bandwidth Allreduce", NSDI 2024, Sec. 3.1, Eq. 2, App. A.
/// Letters  x node 0 .. d-1, s step, ρ, δ, π as in the paper; d = 2^k where codes are concerned.
///
/// Example  d = 8: Swing pairs node 0 with 0 + 1 = 1, 0 - 1 = 7 and 0 + 3 = 3 in steps 0, 1 and 2, and node 1 with 0, 2
///          and 1 - 3 = 6. Recursive doubling pairs node 0 with 1, 2 and 4, which are farther away on a ring.
namespace orrery::inline algorithms {

/// Returns ρ(s) = Σ_{i=0}^{s} (-2)^i = 1, -1, 3, -5, 11, ...; 0 <= s <= 30.
int rho(int s);
/// Returns δ(s) = |ρ(s)|, the distance between partners in step s.
int delta(int s);

enum class Pairing {
  kDoubling,  ///< x and x XOR 2^s: x + 2^s where bit s of x is 0, x - 2^s where it is 1
  kSwing      ///< x and π(x, s): x + ρ(s) mod d for even x, x - ρ(s) mod d for odd x
};

/// A rule for partners. Mirrored: with - for + and + for -, modulo d, so that every node turns in
/// the opposite direction.
struct Pairs {
  Pairing pairing = Pairing::kSwing;
  bool mirrored = false;
  bool operator==(const Pairs&) const = default;

  /// Returns the partner of x in step s; the relation is symmetric. REQUIRES d even for kSwing, a
  /// power of two above 2^s for kDoubling.
  int partner(int x, int s, int d) const;

  /// Returns the code of x, a number below d = 2^k. The nodes that x reaches, itself included, by
  /// steps s, s+1, .. (in this order, each taken or not) are those whose codes have the same bits 0
  /// .. s-1; bit s tells which half of them x is in, so partners of step s differ in it.
  unsigned code(int x, int k) const;
  /// Returns the node with that code.
  int node(unsigned code, int k) const;
};

}  // namespace orrery::inline algorithms
