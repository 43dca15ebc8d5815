// Swing allreduce, latency-optimal: whole vectors are exchanged with partners that swing from one
// side to the other.
// Ref      D. De Sensi, T. Bonato, D. Saam, T. Hoefler, "Swing: Short-cutting Rings for Higher
//          Bandwidth Allreduce", NSDI 2024, Sec. 3.1.2 and 4.
// Letters  p ranks, D dimensions of d_i nodes, d_i' = 2^floor(log2 d_i), p' = Π d_i', r rank, m
//          bytes, s step, ω(s) and σ(s) its dimension and its number there, ρ and π as in Eq. 2.
// Parts    2D collectives at once, each on m/(2D): D plain ones, the c-th starting in dimension c,
//          and D mirrored ones. Without coordinates the ranks are one ring and there is one part.
// Rounds   log2 p'. In step s the coordinate in dimension ω(s) changes by ρ(σ(s)), up for even
//          ones, down for odd ones, and the vectors are exchanged and added. p = 8, one ring:
//            s = 0   0-1 2-3 4-5 6-7    ρ = 1
//            s = 1   0-7 1-2 3-4 5-6    ρ = -1
//            s = 2   0-3 1-6 2-5 4-7    ρ = 3
//          The paper wants powers of two; in every other dimension d_i - d_i' nodes are folded into
//          neighbours (see Fold): 2 rounds more for each.
// Sent     m log2 p' by a participant.
// Time     log2 p' (α + m β + m γ) on one ring, and 2(α + m β) + m γ more if p is not a power of two.
// Needs    a commutative operator: sums start anywhere on the ring.
#include "algorithms/common/symmetry_hint.h"
#include "algorithms/phases/tori/torus_allreduce.h"

namespace orrery::allreduce_swing_latency {

extern constinit const Algorithm allreduce_swing_latency = with_costs<LatencyOptimal{
    {Pairing::kSwing}}>({
    .collective = "allreduce",
    .name = "swing-latency",
    .summary =
        "Whole vectors are exchanged with partners that swing from side to side, through all ports "
        "of a torus: the fewest rounds at short distances.",
    .reference = "De Sensi, Bonato, Saam and Hoefler, Swing, NSDI 2024, Sec. 3.1.2",
    .formula = "log2 p (α + mβ + mγ)",
    .formula_if = "p = 2^q",
    .needs_commutative = true,
    .symmetry =
        [](const Problem& x) {
          return sides_are_powers_of_two(x) ? symmetric_by_coordinates(x, 2, 1)
                                            : SymmetricNumbering();
        },
});

}  // namespace orrery::allreduce_swing_latency
