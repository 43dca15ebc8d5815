// Sparbit for contributions of any sizes, in which no step waits for the one before.
// Ref      W. J. Loch, G. P. Koslovski, "Sparbit: a new logarithmic-cost and data locality-aware MPI
//          Allgather algorithm", 2021, DOI 10.48550/arXiv.2109.08751, Alg. 1; the irregular case
//          and the non-blocking form are its future work.
// Letters  p ranks, q = ceil(log2 p), m bytes in all.
// Rounds   q; every block is a message of its own, an empty one is none. A rank posts all of its
//          receives first and passes every block on when it is there (see
//          sparbit_allgather_nonblocking): a large contribution holds up its own tree only.
// Sent     by rank r in a step of distance d all blocks r, r - 2d, r - 4d, ... of sparbit::steps: all
//          contributions but one.
// Time     with one port (p-1)(α + m/p β) when all contributions are equal: the messages keep their
//          order, and the port is never idle. With unlimited ports, and where no link is shared, never
//          more than Sparbit takes, as every message is posted at least as early. Where they are
//          unequal and share a port or a link, messages of several steps compete for it, and those that
//          no rank waits for yet delay others: it can then be slower.
#include "algorithms/phases/sparbit.h"

namespace orrery::allgatherv_sparbit_nonblocking {

extern const Algorithm allgatherv_sparbit_nonblocking = sparbit_allgatherv(
    {.name = "sparbit-nonblocking",
     .summary = "Sparbit that waits for blocks, not for steps: each block is passed on when it has "
                "arrived.",
     .reference = "Loch and Koslovski, Sparbit (2021), Alg. 1, for any sizes, without blocking",
     .formula = "(p-1)(α + m/p β)"},
    [](Comm& c, const Call& call) { sparbit_allgather_nonblocking(c, CyclicBlocks(c, call)); });

}  // namespace orrery::allgatherv_sparbit_nonblocking
