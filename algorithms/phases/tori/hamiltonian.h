#pragma once

#include <optional>
#include <vector>

#include "algorithms/common/symmetry_hint.h"
#include "algorithms/phases/ring.h"
#include "algorithms/schedules/tori/hamiltonian.h"

/// Rings of all ranks along Hamiltonian cycles of a torus, one for each port.
namespace orrery::inline algorithms {

/// One of the rings: a cycle in one of its directions.
struct HamiltonianRing {
  HamiltonianCycle cycle;
  bool backwards = false;

  /// Returns the ring of rank r and its place in it.
  Ring ring(int r, int p) const;
  int place(int r, int p) const;
  int rank(int place, int p) const;
};

/// Returns both directions of both cycles in two dimensions, or of the ring in one.
std::vector<HamiltonianRing> all_hamiltonian_rings(const Problem& x);

/// Returns the reason why the torus has no such rings, or nothing.
std::optional<std::string> no_hamiltonian_rings(const Problem& x);

/// Returns the numbering under which ranks are identical. A step down and one to the left map
/// either cycle of two dimensions to itself, c places further (A), or c times the inverse of c - 1
/// (B); in one dimension every step does. `parts` as in symmetric_by_number().
SymmetricNumbering hamiltonian_symmetry(const Problem& x, std::int64_t parts);

/// Returns the time of p - 1 rounds with a port for each ring on a vector of `length` elements.
Time hamiltonian_time(const Problem& x, std::int64_t length, bool reduce);

}  // namespace orrery::inline algorithms
