// Sparbit for contributions of any sizes.
// Ref      W. J. Loch, G. P. Koslovski, "Sparbit: a new logarithmic-cost and data locality-aware MPI
//          Allgather algorithm", 2021, DOI 10.48550/arXiv.2109.08751, Alg. 1; the irregular case is
//          its future work.
// Letters  p ranks, q = ceil(log2 p), m bytes in all.
// Rounds   q; every block is a message of its own (see sparbit_allgather), an empty one is none.
// Sent     by rank r in a step of distance d all blocks r, r - 2d, r - 4d, ... of sparbit::steps: all
//          contributions but one.
// Time     with one port (p-1)(α + m/p β) when all contributions are equal; q α + (p-1)/p m β when
//          all messages of a round start together.
#include "algorithms/phases/sparbit.h"

namespace orrery::allgatherv_sparbit {

extern const Algorithm allgatherv_sparbit = sparbit_allgatherv(
    {.name = "sparbit",
     .summary = "Distances halve while data double: the largest messages go to the nearest ranks. "
                "Each block is a message.",
     .reference = "Loch and Koslovski, Sparbit (2021), Alg. 1, for any sizes",
     .formula = "(p-1)(α + m/p β)"},
    [](Comm& c, const Call& call) {
      sparbit_allgather(c, CyclicBlocks(c, call), SparbitMessages::kSeparate);
    });

}  // namespace orrery::allgatherv_sparbit
